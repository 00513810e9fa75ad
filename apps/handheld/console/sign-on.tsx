import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { enrol, signOff, signOn } from '../state.ts';
import { Offline } from '../wire.ts';
import { words } from '../words.ts';
import { Button, useApp, useSay } from './parts.tsx';

/** Sends a form and says under it what is wrong. */
function useSending(send: () => Promise<void>): {
  problem: string | null;
  busy: boolean;
  submit: (event: FormEvent) => void;
} {
  const say = useSay();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    send()
      .catch((error: unknown) =>
        setProblem(error instanceof Offline ? say(words.needsNetwork) : error instanceof Error ? error.message : ''),
      )
      .finally(() => setBusy(false));
  };
  return { problem, busy, submit };
}

export function SignOn(): ReactNode {
  const say = useSay();
  const { others } = useApp();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const { problem, busy, submit } = useSending(() => signOn(account.trim(), password));
  return (
    <form className="form" onSubmit={submit}>
      <label>
        {say(words.account)}
        <input name="username" autoComplete="username" value={account} onChange={(e) => setAccount(e.target.value)} />
      </label>
      <label>
        {say(words.password)}
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </label>
      <button type="submit" className="main" disabled={busy || account === '' || password === ''}>
        {say(words.signOn)}
      </button>
      {problem ? <p role="alert">{problem}</p> : null}
      {others > 0 ? <p className="hint">{say(words.othersWait, { count: others })}</p> : null}
    </form>
  );
}

export function Enrol(): ReactNode {
  const say = useSay();
  const [code, setCode] = useState('');
  const { problem, busy, submit } = useSending(() => enrol(code));
  return (
    <form className="form" onSubmit={submit}>
      <label>
        {say(words.code)}
        <input name="code" autoComplete="off" value={code} onChange={(e) => setCode(e.target.value)} />
      </label>
      <p className="hint">{say(words.codeHelp)}</p>
      <button type="submit" className="main" disabled={busy || code === ''}>
        {say(words.enrol)}
      </button>
      {problem ? <p role="alert">{problem}</p> : null}
      <Button onPress={() => void signOff()}>{say(words.signOff)}</Button>
    </form>
  );
}

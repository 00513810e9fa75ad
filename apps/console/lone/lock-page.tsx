import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Floating } from '#kit/console/floating.tsx';
import { confirm } from '#kit/console/notices.ts';
import { session } from '#kit/console/session.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { sentBackLater, sentTo, wanted } from '../guard.ts';
import { leave } from '../leave.ts';
import { unlock } from '../lock.ts';
import { isLocked } from '../locked.ts';
import { useLookChoice, wear } from '../shell/look/look.ts';
import '#kit/console/look/parts.css';
import './lone.css';

const words = {
  title: text('屏幕已锁定', 'Screen locked'),
  who: text('账号', 'Account'),
  password: text('锁屏密码', 'Lock password'),
  open: text('解锁', 'Unlock'),
  out: text('退出登录', 'Log out'),
  empty: text('锁屏密码不能为空', 'Enter the lock password'),
  please: text('提示', 'Please confirm'),
  sure: text('确定要退出登录吗？', 'Log out now?'),
};

/** Where the screen was locked: named by the address, or by the page the lock was come to from. */
function back(): string {
  const named = wanted(location.search);
  if (named !== '/' || !document.referrer.startsWith(`${location.origin}/`)) return named;
  const { pathname, search } = new URL(document.referrer);
  return wanted(sentBackLater('', pathname, search));
}

function Clock({ lang }: { lang: string }): ReactNode {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className="clock" dateTime={now.toISOString()}>
      {now.toLocaleTimeString(lang === 'zh' ? 'zh-CN' : 'en-GB', { hour: '2-digit', minute: '2-digit' })}
    </time>
  );
}

function UnlockForm(): ReactNode {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const open = async () => {
    if (password === '') setProblem(t(words.empty));
    else {
      setBusy(true);
      const wrong = await unlock(password);
      if (wrong === null) return location.replace(back());
      setBusy(false);
      setPassword('');
      setProblem(wrong);
    }
    field.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
      noValidate
    >
      <label htmlFor={id}>{t(words.password)}</label>
      <input
        ref={field}
        id={id}
        className="gh-input"
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem('');
        }}
      />
      <p className="problem" role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <button type="submit" className="gh-btn primary" disabled={busy}>
        {t(words.open)}
      </button>
    </form>
  );
}

/** The browser brings a page back as it was, also when its lock was opened meanwhile. */
function useReloadOnceOpened(): void {
  useEffect(() => {
    const check = () => {
      if (sentTo(location.pathname, location.search, { loggedIn: session.tokens() !== null, locked: isLocked() }))
        location.reload();
    };
    addEventListener('pageshow', check);
    return () => removeEventListener('pageshow', check);
  }, []);
}

/** Nothing of the product is in the page while it is locked; the lock's password opens it, logging out leaves it. */
export default function LockPage(): ReactNode {
  const { lang, t } = useWords();
  useEffect(() => {
    document.title = t(words.title);
  }, [t]);
  // It stands there all night: in the colours of whoever locked it.
  useLayoutEffect(() => {
    wear(useLookChoice.getState().look);
    return () => wear(null);
  }, []);
  useReloadOnceOpened();
  const out = async () => {
    if (await confirm({ title: words.please, body: words.sure, ok: words.out })) await leave();
  };
  return (
    <>
      <main className="lone">
        <section>
          <Clock lang={lang} />
          <h1>{t(words.title)}</h1>
          <p>
            {t(words.who)} {session.tokens()?.account}
          </p>
          <UnlockForm />
          <button type="button" className="gh-btn plain" onClick={() => void out()}>
            {t(words.out)}
          </button>
        </section>
      </main>
      <Floating />
    </>
  );
}

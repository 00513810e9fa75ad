import { useState } from 'react';
import type { ReactNode } from 'react';
import { parseFen } from '#domain/money/fen.ts';
import { call, refresh } from '../state.ts';
import type { Snapshot } from '../street.ts';
import { Offline } from '../wire.ts';
import { words } from '../words.ts';
import { Button, useApp, useSay, yuan } from './parts.tsx';

const base = '/api/gatehouse/shift';
/** Notes and coins, in fen. */
const PIECES = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10] as const;

type Step = (path: string, input: object) => Promise<Record<string, unknown> | null>;

/** A step of the shift: only with the network, and with what the server says of it. */
function useStep(): { step: Step; message: string | null; busy: boolean } {
  const say = useSay();
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const step: Step = async (path, input) => {
    setBusy(true);
    setMessage(null);
    try {
      const done = await call<Record<string, unknown>>('POST', `${base}/${path}`, input, crypto.randomUUID());
      await refresh(true);
      return done;
    } catch (error) {
      setMessage(error instanceof Offline ? say(words.networkOnly) : error instanceof Error ? error.message : '');
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { step, message, busy };
}

function Money(props: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { label, name, value, onChange } = props;
  return (
    <label>
      {label}
      <input name={name} inputMode="decimal" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

function Opening({ boxes, step }: { readonly boxes: NonNullable<Snapshot['boxes']>; readonly step: Step }): ReactNode {
  const say = useSay();
  const [boxId, setBoxId] = useState(boxes[0]?.boxId ?? '');
  const [float, setFloat] = useState('0');
  if (boxes.length === 0) return <p className="hint">{say(words.noBoxes)}</p>;
  const floatFen = parseFen(float);
  return (
    <>
      <label>
        {say(words.booth)}
        <select value={boxId} onChange={(event) => setBoxId(event.target.value)}>
          {boxes.map((box) => (
            <option key={box.boxId} value={box.boxId}>
              {box.boxName}
            </option>
          ))}
        </select>
      </label>
      <Money label={say(words.float)} name="float" value={float} onChange={setFloat} />
      <Button disabled={floatFen === null} onPress={() => void step('open', { boxId, floatFen })}>
        {say(words.openShift)}
      </Button>
    </>
  );
}

function AtWork({ shiftId, step }: { readonly shiftId: string; readonly step: Step }): ReactNode {
  const say = useSay();
  const { queued } = useApp();
  const [sum, setSum] = useState('');
  const [dropped, setDropped] = useState<number | null>(null);
  const amountFen = parseFen(sum);
  const drop = async (): Promise<void> => {
    if (!(await step('drop', { shiftId, amountFen }))) return;
    setDropped(amountFen);
    setSum('');
  };
  return (
    <>
      <Money label={say(words.drop)} name="drop" value={sum} onChange={setSum} />
      <Button disabled={!amountFen} onPress={() => void drop()}>
        {say(words.drop)}
      </Button>
      {dropped === null ? null : <p role="status">{say(words.dropped, { sum: yuan(dropped) })}</p>}
      {queued > 0 ? <p role="alert">{say(words.sendBeforeHandIn, { count: queued })}</p> : null}
      <Button kind="main" disabled={queued > 0} onPress={() => void step('handover', { shiftId })}>
        {say(words.cut)}
      </Button>
    </>
  );
}

/** A blind count: the expected sum is shown after the count, which is entered once. */
function Counting({ shiftId, step }: { readonly shiftId: string; readonly step: Step }): ReactNode {
  const say = useSay();
  const [pieces, setPieces] = useState<Readonly<Record<string, string>>>({});
  const counts = Object.fromEntries(
    Object.entries(pieces).flatMap(([fen, n]) => (/^[1-9]\d{0,4}$/.test(n) ? [[fen, Number(n)]] : [])),
  );
  const sum = Object.entries(counts).reduce((total, [fen, n]) => total + Number(fen) * Number(n), 0);
  return (
    <>
      {PIECES.map((fen) => (
        <label key={fen} className="piece">
          {say(words.pieces, { value: fen / 100 })}
          <input
            name={`piece-${fen}`}
            inputMode="numeric"
            value={pieces[fen] ?? ''}
            onChange={(event) => setPieces({ ...pieces, [fen]: event.target.value })}
          />
        </label>
      ))}
      <p className="sum">{say(words.counted, { sum: yuan(sum) })}</p>
      <Button kind="main" onPress={() => void step('count', { shiftId, pieces: counts, keepFen: 0 })}>
        {say(words.submitCount)}
      </Button>
      <Button onPress={() => void step('resume', { shiftId })}>{say(words.goOn)}</Button>
    </>
  );
}

function Signing({ shiftId, step }: { readonly shiftId: string; readonly step: Step }): ReactNode {
  const say = useSay();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  return (
    <>
      <label>
        {say(words.signer)}
        <input name="signer" autoComplete="off" value={account} onChange={(e) => setAccount(e.target.value)} />
      </label>
      <label>
        {say(words.signerPassword)}
        <input
          name="signature"
          type="password"
          autoComplete="off"
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </label>
      <Button
        kind="main"
        disabled={account === '' || password === ''}
        onPress={() => void step('confirm', { shiftId, account, password, takeOver: false })}
      >
        {say(words.sign)}
      </Button>
    </>
  );
}

/** The cash of the day: drops, the blind count, and the supervisor's signature. */
export function CashHandover({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const say = useSay();
  const { step, message, busy } = useStep();
  const [figures, setFigures] = useState<Record<string, unknown> | null>(null);
  const [over, setOver] = useState(false);
  const { shift, boxes = [] } = snapshot;
  const trackedStep: Step = async (path, input) => {
    const done = await step(path, input);
    if (done && path === 'count') setFigures(done);
    if (done && path === 'confirm') setFigures(null);
    if (done) setOver(path === 'confirm');
    return done;
  };
  return (
    <section className="hand-in" aria-busy={busy}>
      <h2>{say(words.handIn)}</h2>
      {shift ? <p className="hint">{say(words.onShift, { box: shift.boxName })}</p> : null}
      {over ? <p role="status">{say(words.handedIn)}</p> : null}
      {shift ? null : <Opening boxes={boxes} step={trackedStep} />}
      {shift?.status === 'open' ? <AtWork shiftId={shift.shiftId} step={trackedStep} /> : null}
      {shift?.status === 'counting' ? <Counting shiftId={shift.shiftId} step={trackedStep} /> : null}
      {shift?.status === 'counted' ? (
        <>
          {figures ? (
            <p className="sum">
              {say(words.toHandIn)} <b>{yuan(Number(figures['handInFen'] ?? 0))}</b> {say(words.difference)}{' '}
              <b data-difference>{yuan(Number(figures['differenceFen'] ?? 0))}</b>
            </p>
          ) : null}
          <Signing shiftId={shift.shiftId} step={trackedStep} />
        </>
      ) : null}
      {message ? <p role="alert">{message}</p> : null}
    </section>
  );
}

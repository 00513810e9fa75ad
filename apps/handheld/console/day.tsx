import { useState } from 'react';
import type { ReactNode } from 'react';
import { dayOf } from '#domain/time/day.ts';
import { now } from '../clock.ts';
import { place } from '../place.ts';
import type { Shot } from '../picture.ts';
import { act, signOff } from '../state.ts';
import { words } from '../words.ts';
import { Camera } from './camera.tsx';
import { CashHandover } from './cash-handover.tsx';
import { AskDebts } from './debts.tsx';
import { Button, clockTime, useApp, useSay, yuan } from './parts.tsx';

function Clock(): ReactNode {
  const say = useSay();
  const { snapshot, results } = useApp();
  const [shot, setShot] = useState<Shot | null>(null);
  const [seq, setSeq] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const clock = async (kind: 'in' | 'out'): Promise<void> => {
    setBusy(true);
    const at = await place();
    const parkId = snapshot?.lots[0]?.parkId;
    setSeq(
      await act('clock', {
        kind,
        ...(parkId ? { parkId } : {}),
        ...at,
        ...(shot ? { picture: shot.hash } : {}),
      }),
    );
    setShot(null);
    setBusy(false);
  };
  if (!snapshot?.may['dutyClock:add']) return null;
  const result = seq === null ? null : results[seq];
  const message = result?.place === 'far' ? words.far : words.clocked;
  return (
    <section>
      <Camera shot={shot} onShot={setShot} />
      <div className="row">
        <Button disabled={busy} onPress={() => void clock('in')}>
          {say(words.clockIn)}
        </Button>
        <Button disabled={busy} onPress={() => void clock('out')}>
          {say(words.clockOut)}
        </Button>
      </div>
      {seq === null ? null : result?.outcome === 'refused' ? (
        <p role="alert">{say(words.clockRefused, { why: result.reason ?? '' })}</p>
      ) : (
        <p role="status">{say(message)}</p>
      )}
    </section>
  );
}

export function Day(): ReactNode {
  const say = useSay();
  const { snapshot, cash } = useApp();
  const zone = snapshot?.lots[0]?.zone ?? 'Asia/Shanghai';
  const today = cash.filter(({ at }) => dayOf(at, zone) === dayOf(now(), zone));
  return (
    <>
      <h1>{snapshot?.person.name}</h1>
      <Clock />
      <section className="cash">
        <p className="sum">
          {say(words.cashToday)} <b>{yuan(today.reduce((sum, { amountFen }) => sum + amountFen, 0))}</b>
        </p>
        <ul>
          {today.toReversed().map(({ at, amountFen, plate, berthNo, seq }) => (
            <li key={seq}>
              <span>{clockTime(at, zone)}</span>
              <span>
                {berthNo} {plate}
              </span>
              <b>{yuan(amountFen)}</b>
            </li>
          ))}
        </ul>
      </section>
      {snapshot ? <CashHandover snapshot={snapshot} /> : null}
      {snapshot?.may['rdEscape:read'] ? <AskDebts /> : null}
      <Button onPress={() => void signOff()}>{say(words.signOff)}</Button>
    </>
  );
}

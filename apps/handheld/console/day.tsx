import { useState } from 'react';
import type { ReactNode } from 'react';
import { dayOf } from '#domain/time/day.ts';
import { now } from '../clock.ts';
import { call, sendPicture, signOff } from '../state.ts';
import { Offline } from '../wire.ts';
import { words } from '../words.ts';
import { AskDebts } from './debts.tsx';
import { Button, clockTime, useApp, useSay, yuan } from './parts.tsx';

const PLACE_MS = 8_000;

/** Where the browser says the handheld is; null where it does not tell. */
const place = (): Promise<{ point: { lng: number; lat: number }; accuracyM: number } | null> =>
  new Promise((then) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        then({
          point: { lng: coords.longitude, lat: coords.latitude },
          accuracyM: Math.min(100_000, Math.ceil(coords.accuracy)),
        }),
      () => then(null),
      { enableHighAccuracy: true, timeout: PLACE_MS, maximumAge: 60_000 },
    );
  });

function Clock(): ReactNode {
  const say = useSay();
  const { snapshot, online } = useApp();
  const [photo, setPhoto] = useState<File | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [clockId, setClockId] = useState(() => crypto.randomUUID());
  const clock = async (kind: 'in' | 'out'): Promise<void> => {
    setBusy(true);
    try {
      const [at, picture] = await Promise.all([place(), photo ? sendPicture(photo) : null]);
      const done = await call<{ place: string }>('POST', '/api/gatehouse/duty/clock', {
        clockId,
        kind,
        ...(snapshot?.lots[0] ? { parkId: snapshot.lots[0].parkId } : {}),
        ...(snapshot ? { deviceId: snapshot.device.deviceId } : {}),
        ...at,
        ...(picture ? { picture } : {}),
      });
      setClockId(crypto.randomUUID());
      setSaid(say(done.place === 'far' ? words.far : words.clocked));
    } catch (error) {
      setSaid(error instanceof Offline ? say(words.networkOnly) : error instanceof Error ? error.message : '');
    }
    setBusy(false);
  };
  if (!snapshot?.may['dutyClock:add']) return null;
  return (
    <section>
      <label>
        {say(words.photo)}
        <input
          type="file"
          accept="image/*"
          capture="user"
          onChange={(event) => setPhoto(event.target.files?.[0] ?? null)}
        />
      </label>
      <div className="row">
        <Button disabled={busy || !online} onPress={() => void clock('in')}>
          {say(words.clockIn)}
        </Button>
        <Button disabled={busy || !online} onPress={() => void clock('out')}>
          {say(words.clockOut)}
        </Button>
      </div>
      {said ? <p role="status">{said}</p> : null}
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
        <p className="hint">{say(words.handIn)}</p>
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
      {snapshot?.may['rdEscape:read'] ? <AskDebts /> : null}
      <Button onPress={() => void signOff()}>{say(words.signOff)}</Button>
    </>
  );
}

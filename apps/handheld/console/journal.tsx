import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Text } from '#kit/declare/text.ts';
import { offset } from '../clock.ts';
import { forgetDevice, refresh } from '../state.ts';
import { words } from '../words.ts';
import { Button, clockTime, useApp, useSay } from './parts.tsx';

declare const BUILD: string;

type Storage = { readonly durable: boolean; readonly used: string };

function useStorage(): Storage | null {
  const [storage, setStorage] = useState<Storage | null>(null);
  useEffect(() => {
    void Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]).then(([durable, { usage = 0 }]) =>
      setStorage({ durable, used: (usage / 1_048_576).toFixed(1) }),
    );
  }, []);
  return storage;
}

/** What waits to be sent, how the clock stands, and whether the browser keeps what it was given. */
export function Journal(): ReactNode {
  const say = useSay();
  const { snapshot, queued, pictures, others, sentAt, results, faults, message } = useApp();
  const storage = useStorage();
  const outcomes = words.outcomes as Readonly<Record<string, Text>>;
  const last = Object.values(results)
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, 30);
  return (
    <>
      <p className="sum">
        {say(words.queuedNow)} <b data-queued>{queued}</b>
      </p>
      <p>
        {say(words.picturesWaiting)} <b data-pictures>{pictures}</b>
      </p>
      <p>{sentAt ? say(words.sent, { time: clockTime(sentAt, snapshot?.lots[0]?.zone) }) : say(words.notSent)}</p>
      <p>{say(words.clock, { n: Math.round(offset() / 1000) })}</p>
      {storage ? (
        <p>{say(words.storage, { kind: say(storage.durable ? words.durable : words.fleeting), used: storage.used })}</p>
      ) : null}
      <p>{say(words.version, { n: BUILD })}</p>
      {others > 0 ? <p className="warn">{say(words.othersWait, { count: others })}</p> : null}
      {faults.length > 0 ? <p role="alert">{say(words.faults, { list: faults.join(', ') })}</p> : null}
      {message ? <p role="alert">{message}</p> : null}
      <div className="row">
        <Button kind="main" onPress={() => void refresh(true)}>
          {say(words.sendNow)}
        </Button>
        {message ? <Button onPress={() => void forgetDevice()}>{say(words.again)}</Button> : null}
      </div>
      <h2>{say(words.lastOnes)}</h2>
      <ul className="results">
        {last.map(({ seq, outcome, reason }) => (
          <li key={seq} className={outcome}>
            <span>{seq}</span>
            <span>{outcomes[outcome] ? say(outcomes[outcome]) : outcome}</span>
            <span>{reason ?? ''}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

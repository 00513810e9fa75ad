import { useState } from 'react';
import type { ReactNode } from 'react';
import { call, cashRefused, refresh } from '../state.ts';
import { Offline } from '../wire.ts';
import { words } from '../words.ts';
import { PlateKeys } from './plate-keys.tsx';
import { Button, clockTime, useApp, useSay, yuan } from './parts.tsx';

type Debt = { recordId: string; outTime: string; berthNo: string | null; outstandingFen: number; status: string };
const OPEN: ReadonlySet<string> = new Set(['waiting', 'owing', 'handed']);

/**
 * Debts of a plate, one by one, and cash for all of them: only with the network, for somebody may have paid meanwhile.
 * With `known` it stays out of sight until the plate owes something.
 */
export function Debts({ plate, known }: { readonly plate: string; readonly known?: number }): ReactNode {
  const say = useSay();
  const { snapshot } = useApp();
  const [debts, setDebts] = useState<readonly Debt[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const fail = (error: unknown): void =>
    setMessage(error instanceof Offline ? say(words.networkOnly) : error instanceof Error ? error.message : '');
  const look = async (): Promise<void> => {
    await refresh(); // what was ended here a moment ago may be one of them
    const { records } = await call<{ records: Debt[] }>('GET', '/api/updown/pda/rdEscape/list', {
      plateNumber: plate,
      size: 50,
    });
    setKey(crypto.randomUUID());
    setDebts(records.filter(({ status }) => OPEN.has(status)));
  };
  const sum = (debts ?? []).reduce((total, { outstandingFen }) => total + outstandingFen, 0);
  const refused = cashRefused(snapshot?.lots[0], sum);
  const collect = async (): Promise<void> => {
    const { collectionNo } = await call<{ collectionNo: string }>(
      'POST',
      '/api/gatehouse/rdEscape/collect',
      { recordId: debts!.map(({ recordId }) => recordId).join(','), tenderedFen: sum },
      key,
    );
    setMessage(say(words.collected, { no: collectionNo }));
    setDebts([]);
    setKey(crypto.randomUUID());
    await refresh(true);
  };
  if (known === 0 && debts === null && message === null) return null;
  return (
    <section className="debts">
      <Button onPress={() => void look().catch(fail)}>{say(words.ask)}</Button>
      {message ? <p role="status">{message}</p> : null}
      {debts?.length === 0 && !message ? <p className="hint">{say(words.noDebts)}</p> : null}
      <ul>
        {(debts ?? []).map(({ recordId, outTime, berthNo, outstandingFen }) => (
          <li key={recordId}>
            <span>{clockTime(Date.parse(outTime), snapshot?.lots[0]?.zone)}</span>
            <span>{berthNo ?? ''}</span>
            <b>{yuan(outstandingFen)}</b>
          </li>
        ))}
      </ul>
      {sum > 0 && refused ? <p role="alert">{say(refused)}</p> : null}
      {sum > 0 && !refused && snapshot?.may['rdEscape:collect'] ? (
        <Button kind="main" onPress={() => void collect().catch(fail)}>
          {say(words.collectDebts, { sum: yuan(sum) })}
        </Button>
      ) : null}
    </section>
  );
}

export function AskDebts(): ReactNode {
  const say = useSay();
  const [plate, setPlate] = useState<string | null>(null);
  return plate === null ? (
    <PlateKeys title={say(words.askPlate)} onPlate={setPlate} />
  ) : (
    <>
      <h2>{plate}</h2>
      <Debts plate={plate} />
      <Button onPress={() => setPlate(null)}>{say(words.back)}</Button>
    </>
  );
}

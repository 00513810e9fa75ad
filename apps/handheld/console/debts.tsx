import { useState } from 'react';
import type { ReactNode } from 'react';
import { showPlate } from '#domain/plate/plate.ts';
import { call, cashRefused, refresh } from '../state.ts';
import { Offline } from '../wire.ts';
import { noticeable, noticeSlip } from '../notice-slip.ts';
import type { ListedDebt } from '../notice-slip.ts';
import { words } from '../words.ts';
import { PaperView, PrintPaper } from './paper.tsx';
import { PlateKeys } from './plate-keys.tsx';
import { Button, clockTime, useApp, useSay, yuan } from './parts.tsx';

const OPEN: ReadonlySet<string> = new Set(['waiting', 'owing', 'handed']);

/** The slip that asks for what is past its term, as far as a notice may. */
function NoticeSlip({ plate, debts }: { readonly plate: string; readonly debts: readonly ListedDebt[] }): ReactNode {
  const say = useSay();
  const { snapshot } = useApp();
  const [open, setOpen] = useState(false);
  const lot = snapshot?.lots[0];
  const due = noticeable(debts);
  if (due.length === 0 || !lot) return null;
  if (!open) return <Button onPress={() => setOpen(true)}>{say(words.noticeSlip)}</Button>;
  const paper = noticeSlip({
    debts: due,
    plate: showPlate(plate),
    lot,
    origin: location.origin,
    say,
    time: (at) => clockTime(at, lot.zone),
    yuan,
  });
  return (
    <>
      <PaperView paper={paper} />
      <PrintPaper paper={paper} />
      <Button onPress={() => setOpen(false)}>{say(words.closeSlip)}</Button>
    </>
  );
}

/**
 * Debts of a plate, one by one, and cash for all of them: only with the network, for somebody may have paid meanwhile.
 * With `known` it stays out of sight until the plate owes something.
 */
export function Debts({ plate, known }: { readonly plate: string; readonly known?: number }): ReactNode {
  const say = useSay();
  const { snapshot } = useApp();
  const [debts, setDebts] = useState<readonly ListedDebt[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const fail = (error: unknown): void =>
    setMessage(error instanceof Offline ? say(words.networkOnly) : error instanceof Error ? error.message : '');
  const look = async (): Promise<void> => {
    await refresh(); // what was ended here a moment ago may be one of them
    const { records } = await call<{ records: ListedDebt[] }>('GET', '/api/updown/pda/rdEscape/list', {
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
      <NoticeSlip plate={plate} debts={debts ?? []} />
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

import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { shiftNow } from '#areas/shift/model/calls.ts';
import { shiftStates, shiftTones } from '#areas/shift/model/words.ts';
import { words } from './box-shift-words.ts';
import { key, Figures, nextOf } from './box-shift-parts.tsx';
import type { Now, ShiftDoing, AskProps } from './box-shift-parts.tsx';
import { Plain } from './box-shift-start.tsx';
import { CountDialog, ConfirmDialog } from './box-shift-count.tsx';
import { VoidDialog } from './box-shift-void.tsx';

export function useShift(boxId: string): {
  now: Now | undefined;
  error: unknown;
  again: () => Promise<void>;
  next: ShiftDoing | null;
} {
  const client = useQueryClient();
  const may = useMay()('shift:read');
  const { data, error } = useQuery<Now>({
    queryKey: key(boxId),
    queryFn: ({ signal }) => ask<Now>(shiftNow, { boxId }, { signal, quiet: true }),
    refetchInterval: 15_000,
    enabled: may,
  });
  return {
    now: data,
    error,
    again: () => client.invalidateQueries({ queryKey: key(boxId) }),
    next: data ? nextOf(data) : null,
  };
}

export function ShiftDialog({ doing, now, onClose, onDone }: AskProps & { doing: ShiftDoing }): ReactNode {
  const own = { now, onClose, onDone };
  if (typeof doing === 'object') return <VoidDialog receipt={doing.receipt} onClose={onClose} onDone={onDone} />;
  if (doing === 'count') return <CountDialog {...own} />;
  return doing === 'confirm' ? <ConfirmDialog {...own} /> : <Plain {...own} doing={doing} />;
}

type ReceiptsProps = { receipts: Now['receipts']; onDo: (doing: ShiftDoing) => void };

function Receipts({ receipts, onDo }: ReceiptsProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      <h3>{t(words.receipts)}</h3>
      <ul>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <span className="gh-num">№ {receipt.receiptNo}</span>
            <span>{receipt.plateNumber}</span>
            <b className="gh-num">{formatFen(receipt.amountFen)}</b>
            {may('shiftVoid:add') ? (
              <button type="button" className="gh-link" onClick={() => onDo({ receipt })}>
                {t(words.void)}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who works the box, and what he can do about his shift. */
export function ShiftPanel({
  now,
  error,
  onDo,
  onRetry,
}: {
  now: Now | undefined;
  error: unknown;
  onDo: (doing: ShiftDoing) => void;
  onRetry: () => void;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const button = (doing: ShiftDoing & string, label: { zh: string; en: string }, primary = false) => (
    <button type="button" className={`gh-btn ${primary ? 'primary' : ''}`} onClick={() => onDo(doing)}>
      {t(label)}
      {primary ? <kbd>G</kbd> : null}
    </button>
  );
  const { shift } = now ?? { shift: null };
  return (
    <section className="gh-card bx-shift">
      <header>
        <h2>{t(words.title)}</h2>
        {shift ? <span className={`gh-tag ${shiftTones[shift.status]}`}>{t(shiftStates[shift.status])}</span> : null}
      </header>
      {error && !now ? <Trouble error={error} onRetry={onRetry} /> : null}
      {shift ? (
        <p>
          {t(words.since)
            .replace('{name}', shift.operator)
            .replace('{time}', wallTime(shift.openedTime, zone()).slice(5, 16))}{' '}
          · {t(words.floatOf).replace('{yuan}', formatFen(shift.floatFen))}
        </p>
      ) : now ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : null}
      {shift?.status === 'counted' ? <Figures shift={shift} /> : null}
      <p className="doing">
        {now && !shift && may('shift:add') ? button('open', words.open, true) : null}
        {shift?.mine && shift.status === 'open' ? (
          <>
            {may('shift:handover') ? button('handover', words.handover, true) : null}
            {may('shift:drop') ? button('drop', words.drop) : null}
          </>
        ) : null}
        {shift?.mine && shift.status === 'counting' ? (
          <>
            {button('count', words.count, true)}
            {button('resume', words.back)}
          </>
        ) : null}
        {shift?.mine && shift.status === 'counted' ? button('confirm', words.sign, true) : null}
      </p>
      {now && now.receipts.length > 0 ? <Receipts receipts={now.receipts} onDo={onDo} /> : null}
    </section>
  );
}

import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { useWords } from '#kit/console/words.ts';
import { shiftNow } from '#areas/shift/model/calls.ts';
import type { shiftStates } from '#areas/shift/model/words.ts';
import { words } from './box-shift-words.ts';

type Shift = {
  id: string;
  status: keyof typeof shiftStates;
  operator: string;
  mine: boolean;
  openedTime: string;
  floatFen: number;
  expectedFen: number | null;
  countedFen: number | null;
  differenceFen: number | null;
  handInFen: number | null;
};

export type Receipt = { id: string; receiptNo: number; plateNumber: string | null; amountFen: number; time: string };

export type Now = { boxId: string; lastReceipt: number; shift: Shift | null; receipts: Receipt[] };

export type ShiftDoing = 'open' | 'drop' | 'handover' | 'resume' | 'count' | 'confirm' | { readonly receipt: Receipt };

export type AskProps = { now: Now; onClose: () => void; onDone: () => Promise<void> };

export const key = (boxId: string) => [shiftNow.name, boxId];

export const Yuan = ({
  label,
  value,
  onChange,
  focus,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  focus?: boolean;
}): ReactNode => (
  <label className="gh-field">
    <span className="label">{label}</span>
    <input
      ref={(element) => {
        if (focus) element?.setAttribute('autofocus', '');
      }}
      className="gh-input"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);

export const Figures = ({ shift }: { shift: Shift }): ReactNode => {
  const { t } = useWords();
  const rows = [
    ['expected', shift.expectedFen],
    ['counted', shift.countedFen],
    ['difference', shift.differenceFen],
    ['handIn', shift.handInFen],
  ] as const;
  return (
    <dl className="gh-tiles">
      {rows.map(([name, fen]) => (
        <div key={name} className={name === 'difference' && fen !== 0 ? 'bad' : ''}>
          <dt>{t(words[name])}</dt>
          <dd data-figure={name}>{fen === null ? '—' : formatFen(fen)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The next action a booth's shift waits for, for its shortcut key. */
export const nextOf = ({ shift }: Now): ShiftDoing | null =>
  shift === null
    ? 'open'
    : !shift.mine
      ? null
      : shift.status === 'open'
        ? 'handover'
        : shift.status === 'counting'
          ? 'count'
          : shift.status === 'counted'
            ? 'confirm'
            : null;

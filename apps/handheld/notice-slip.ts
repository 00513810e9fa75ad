/** The paper that asks for debts past their term: left on the windscreen, or handed to the driver. */
import type { Text } from '#kit/declare/text.ts';
import type { Paper } from './paper.ts';
import { words } from './words.ts';

/** A debt as the list of debts has it; times are ISO instants, `outstandingFen` is what is still owed. */
export type ListedDebt = {
  readonly recordId: string;
  readonly escapeNo: string;
  readonly outTime: string;
  readonly dueTime: string;
  readonly berthNo: string | null;
  readonly outstandingFen: number;
  readonly status: string;
  readonly heldSince?: string | null;
  readonly blocked?: boolean | null;
};

/** Debts that a notice may ask for: past their term, and neither under appeal, in doubt nor handed over (R15). */
export const noticeable = (debts: readonly ListedDebt[]): ListedDebt[] =>
  debts.filter(({ status, heldSince, blocked }) => status === 'owing' && !heldSince && blocked !== true);

type Given = {
  readonly debts: readonly ListedDebt[];
  readonly plate: string;
  readonly lot: { readonly parkId: string; readonly parkName: string; readonly servicePhone?: string | null };
  /** Where the drivers' pages are. */
  readonly origin: string;
  readonly say: (words: Text) => string;
  readonly time: (at: number) => string;
  readonly yuan: (fen: number) => string;
};

/**
 * The notice slip of a plate: each debt, their sum, since when they are due, the number that shows times and pictures.
 */
export function noticeSlip({ debts, plate, lot, origin, say, time, yuan }: Given): Paper {
  const sum = debts.reduce((total, { outstandingFen }) => total + outstandingFen, 0);
  const due = Math.min(...debts.map(({ dueTime }) => Date.parse(dueTime)));
  return {
    title: lot.parkName,
    kind: say(words.noticeSlip),
    rows: [
      [say(words.plate), plate],
      ...debts.flatMap(({ escapeNo, outTime, berthNo, outstandingFen }): (readonly [string, string])[] => [
        [[time(Date.parse(outTime)), berthNo].filter(Boolean).join(' '), yuan(outstandingFen)],
        [say(words.number), escapeNo],
      ]),
      [say(words.debtSum), yuan(sum)],
      [say(words.dueSince), time(due)],
      ...(lot.servicePhone ? [[say(words.complaint), lot.servicePhone] as const] : []),
    ],
    code: { address: `${origin}/m/debts?${new URLSearchParams({ parkId: lot.parkId })}`, use: say(words.scanToPay) },
    note: say(words.appealNote),
  };
}

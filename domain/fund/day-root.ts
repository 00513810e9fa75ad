/**
 * The root of a car park's closed day: one hash over its settlements, each chained to the day closed before. Whoever
 * has the rows works it out again; who has an old root on paper knows whether anything before it was changed.
 * `tools/check-day-roots.mjs` does the same from exported files. Money in fen.
 */
import type { Day } from '../time/day.ts';
import type { Fen } from '../money/fen.ts';

/** SHA-256 of a text in UTF-8, in small hex digits. */
export type Hash = (text: string) => string;

/** What of a confirmed settlement never changes again and stands in its export. */
export type SettledRow = {
  readonly settleNo: string;
  readonly day: Day;
  readonly count: number;
  readonly grossFen: Fen;
  readonly refundFen: Fen;
  readonly adjustFen: Fen;
  readonly channelFeeFen: Fen;
  readonly shareFen: Fen;
  readonly netFen: Fen;
  readonly serviceFeeFen: Fen;
  readonly couponFen: Fen;
  readonly dueFen: Fen;
};

const rowText = (row: SettledRow): string =>
  [
    row.settleNo,
    row.day,
    row.count,
    row.grossFen,
    row.refundFen,
    row.adjustFen,
    row.channelFeeFen,
    row.netFen,
    row.serviceFeeFen,
    row.couponFen,
    row.dueFen,
    // Where nothing was shared the text is what it was before there was sharing: old roots stand.
    ...(row.shareFen === 0 ? [] : [row.shareFen]),
  ].join('|');

/** The root of a day; the order of its rows is of no matter. */
export const rootOf = (day: Day, rows: readonly SettledRow[], hash: Hash): string =>
  hash(['gatehouse-day/1', day, ...rows.map(rowText).toSorted()].join('\n'));

/** The link of the chain: `previous` is that before it, null for the first; links of a car park count from 1. */
export const linkOf = (previous: string | null, no: number, root: string, hash: Hash): string =>
  hash(['gatehouse-chain/1', previous ?? '', String(no), root].join('\n'));

/** A day with settlements that are in no root: `open` are not confirmed yet, `loose` are. */
export type LooseDay = { readonly day: Day; readonly open: number; readonly loose: number };

/**
 * The days that close now, in their order. A day waits for its own settlements and for those of the days before it, but
 * for none before `waitFrom`: what nobody confirms for so long holds up no later day.
 */
export function closingDays(days: readonly LooseDay[], waitFrom: Day): Day[] {
  const closing: Day[] = [];
  for (const { day, open, loose } of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    if (open > 0 && day >= waitFrom) break;
    if (open === 0 && loose > 0) closing.push(day);
  }
  return closing;
}

/** Cash that moved, for whoever keeps the drawers: told once for each posting, in the transaction that posts it. */
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import type { OrderEntry, Place } from './entry.ts';
import { idOf, nameId } from './ids.ts';

/** One posting's effect on a drawer, fen. `id` follows from the posting; `at` epoch ms; `orderId` null where no order is behind it (a recharge). */
export type CashMove = {
  readonly id: string;
  readonly at: number;
  readonly drawer: string;
  readonly tenderedFen: number;
  readonly changeFen: number;
  /** Into the drawer above 0, out of it below. */
  readonly amountFen: number;
  readonly orderId: string | null;
  /** The domain id of the payment or refund. */
  readonly subjectId: string;
  readonly plateNumber: string | null;
  readonly gateId: string | null;
  readonly operator: string | null;
  readonly remark: string | null;
};

export type CashHearer = (db: Db, place: Place, moves: readonly CashMove[]) => Promise<void>;

let hearer: CashHearer = async () => undefined;
export const hearCash = (by: CashHearer): void => { hearer = by; };

function moveOf(posting: Posting, entries: readonly OrderEntry[]): CashMove | null {
  const lines = posting.lines.filter(({ account }) => account.startsWith('drawer:'));
  if (lines.length === 0) return null;
  const subjectId = posting.key.slice(posting.key.indexOf('/') + 1);
  const entry = entries.find(({ order }) => order.id === posting.about || order.refunds.some(({ id }) => id === posting.about));
  const note = entry?.about.money[subjectId];
  const sum = (side: 1 | -1) => lines.reduce((total, { amountFen }) => total + Math.max(0, side * amountFen), 0);
  const [tenderedFen, out] = [sum(1), sum(-1)];
  return {
    id: nameId(posting.key), at: posting.at, drawer: lines[0]!.account.slice('drawer:'.length), tenderedFen, changeFen: tenderedFen > 0 ? out : 0, amountFen: tenderedFen - out,
    orderId: entry ? idOf(entry.order.id) : null, subjectId, plateNumber: entry?.about.plateNumber ?? null, gateId: entry?.about.gateId ?? null, operator: note?.operator ?? null, remark: note?.remark ?? null,
  };
}

/** Tells of the postings among `fresh` that moved cash. */
export async function tellCash(db: Db, place: Place, postings: readonly Posting[], fresh: ReadonlySet<string>, entries: readonly OrderEntry[]): Promise<void> {
  const moves = postings.flatMap((posting) => (fresh.has(nameId(posting.key)) ? moveOf(posting, entries) ?? [] : []));
  if (moves.length > 0) await hearer(db, place, moves);
}

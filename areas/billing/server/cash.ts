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
export const hearCash = (by: CashHearer): void => {
  hearer = by;
};

function moveOf(posting: Posting, entries: readonly OrderEntry[], byOrder: ReadonlyMap<string, OrderEntry>): CashMove {
  const lines = posting.lines.filter(({ account }) => account.startsWith('drawer:'));
  const subjectId = posting.key.slice(posting.key.indexOf('/') + 1);
  const entry =
    byOrder.get(posting.about) ?? entries.find(({ order }) => order.refunds.some(({ id }) => id === posting.about));
  const note = entry?.about.money[subjectId];
  const sum = (side: 1 | -1) => lines.reduce((total, { amountFen }) => total + Math.max(0, side * amountFen), 0);
  const [tenderedFen, out] = [sum(1), sum(-1)];
  return {
    id: nameId(posting.key),
    at: posting.at,
    drawer: lines[0]!.account.slice('drawer:'.length),
    tenderedFen,
    changeFen: tenderedFen > 0 ? out : 0,
    amountFen: tenderedFen - out,
    orderId: entry ? idOf(entry.order.id) : null,
    subjectId,
    plateNumber: entry?.about.plateNumber ?? null,
    gateId: entry?.about.gateId ?? null,
    operator: note?.operator ?? null,
    remark: note?.remark ?? null,
  };
}

/** Tells of the postings among `fresh` that moved cash. */
export async function tellCash(
  db: Db,
  place: Place,
  postings: readonly Posting[],
  fresh: ReadonlySet<string>,
  entries: readonly OrderEntry[],
): Promise<void> {
  const cash = postings.filter(
    (posting) => posting.lines.some(({ account }) => account.startsWith('drawer:')) && fresh.has(nameId(posting.key)),
  );
  if (cash.length === 0) return;
  const byOrder = new Map(entries.toReversed().map((entry) => [entry.order.id, entry]));
  const moves = cash.map((posting) => moveOf(posting, entries, byOrder));
  await hearer(db, place, moves);
}

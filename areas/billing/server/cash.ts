/** Cash that moved, for whoever keeps the drawers: one event for each posting, in the transaction that posts it. */
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import { cashMoved } from '#areas/billing/model/events.ts';
import type { CashMove, Place } from '#areas/billing/model/events.ts';
import { emit } from '#kit/server/events.ts';
import type { OrderEntry } from './entry.ts';
import { idOf, nameId } from './ids.ts';

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

/** Publishes the postings among `fresh` that moved cash. */
export async function publishCash(
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
  await emit(cashMoved, { place, moves }, { db });
}

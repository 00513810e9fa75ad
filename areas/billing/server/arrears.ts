/** What moved on the arrears accounts: one event for each batch that moves any, in the transaction that posts it. */
import { arrearsMoved } from '#areas/billing/model/events.ts';
import type { ArrearsMove, Place } from '#areas/billing/model/events.ts';
import type { DebtMove } from '#domain/debt/debt.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import type { LedgerLine } from './days.ts';
import type { OrderEntry } from './entry.ts';
import { nameId } from './ids.ts';

const kinds: Readonly<Record<string, DebtMove['kind']>> = {
  owed: 'owed',
  payment: 'paid',
  'stored-value': 'paid',
  waiver: 'writtenOff',
  cancelled: 'cancelled',
  'reversal:waiver': 'restored',
};

/**
 * `lines` are those that are new in the ledger. @throws where a posting of another kind touches a debt: nobody could
 * say what became of it
 */
export async function publishArrears(
  db: Db,
  place: Place,
  postings: readonly Posting[],
  lines: readonly LedgerLine[],
  entries: readonly OrderEntry[],
): Promise<void> {
  const fresh = lines.filter(({ account }) => account === 'arrears');
  if (fresh.length === 0) return;
  const byId = new Map(postings.map((posting) => [nameId(posting.key), posting]));
  const byOrder = new Map(entries.map((entry) => [entry.order.id, entry]));
  const moves = fresh.map((line): ArrearsMove => {
    const posting = byId.get(line.posting);
    const kind = kinds[line.kind];
    if (!posting || !kind) throw new Error(`a posting of kind ${line.kind} moves a debt`);
    const entry = byOrder.get(posting.about);
    return {
      orderId: posting.about,
      stayId: entry?.order.stay ?? null,
      plateNumber: entry?.about.plateNumber ?? null,
      inTime: entry?.about.inTime ?? null,
      move: { kind, amountFen: Math.abs(line.amountFen) },
      at: line.at,
      via: posting.lines.find(({ account }) => /^(drawer|channel|stored-value):/.test(account))?.account ?? null,
    };
  });
  await emit(arrearsMoved, { place, moves }, { db });
}

/** Publishes payments and refunds as they are posted, for areas that notify people. */
import { moneyMoved } from '#areas/billing/model/events.ts';
import type { MoneyMoved, Place } from '#areas/billing/model/events.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Db } from '#kit/server/db.ts';
import { emit, isHandled } from '#kit/server/events.ts';
import type { LedgerLine } from './days.ts';
import type { OrderEntry } from './entry.ts';
import { idOf, nameId } from './ids.ts';

const MONEY: ReadonlySet<string> = new Set(['payment', 'stored-value', 'refund-paid']);
const LIES = /^(drawer|channel|stored-value):/;

/** `lines` are those that are new in the ledger. */
export async function publishMoney(
  db: Db,
  place: Place,
  postings: readonly Posting[],
  lines: readonly LedgerLine[],
  entries: readonly OrderEntry[],
): Promise<void> {
  if (!isHandled(moneyMoved)) return;
  const fresh = new Set(lines.flatMap(({ kind, posting }) => (MONEY.has(kind) ? posting : [])));
  if (fresh.size === 0) return;
  const moved = postings
    .filter(({ key }) => fresh.has(nameId(key)))
    .flatMap((posting): MoneyMoved[] => {
      const on = posting.lines.filter(({ account }) => LIES.test(account));
      const amountFen = on.reduce((sum, line) => sum + line.amountFen, 0);
      if (on.length === 0 || amountFen === 0) return [];
      const entry = entries.find(
        ({ order }) => order.id === posting.about || order.refunds.some(({ id }) => id === posting.about),
      );
      return [
        {
          id: posting.key.slice(posting.key.indexOf('/') + 1),
          orderId: entry ? idOf(entry.order.id) : idOf(posting.about),
          stayId: entry ? idOf(entry.order.stay) : null,
          plateNumber: entry?.about.plateNumber ?? null,
          via: on[0]!.account,
          amountFen: Math.abs(amountFen),
          isRefund: posting.kind === 'refund-paid',
          at: posting.at,
        },
      ];
    });
  if (moved.length > 0) await emit(moneyMoved, { place, moved }, { db });
}

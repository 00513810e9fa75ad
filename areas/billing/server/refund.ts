import type { Order, Payment } from '#domain/ledger/order-types.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { refundable } from '#domain/ledger/order-state.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { formatFen } from '#domain/money/fen.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { companyLine } from '#areas/org/server/door.ts';
import type { refundOrder } from '#areas/billing/model/order-calls.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { isId } from '#kit/declare/check.ts';
import { newId } from '#kit/server/id.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import type { Work } from '#kit/server/work.ts';
import { largeRefund } from '../model/parameters.ts';
import { noted } from './entry.ts';
import type { OrderEntry } from './entry.ts';
import { ordersOf, placesOf } from './load.ts';
import { kickMoney } from './worker.ts';
import { writeMoney } from './write.ts';

type Part = { readonly payment: Payment; readonly amountFen: number };

/**
 * How an amount comes back out of an order's payments: the latest first, of each what nobody owed before what was
 * earned.
 */
export function refundParts(order: Order, amountFen: number): Part[] {
  const parts: Part[] = [];
  let rest = amountFen;
  for (const payment of [...order.payments].toReversed()) {
    const earned = order.refunds
      .filter((it) => it.payment === payment.id && it.from === 'revenue' && it.state !== 'failed')
      .reduce((left, it) => left - it.amountFen, payment.appliedFen);
    const surplus = refundable(order, payment.id) - earned;
    for (const left of [surplus, earned]) {
      const part = Math.min(left, rest);
      if (part <= 0) continue;
      parts.push({ payment, amountFen: part });
      rest -= part;
    }
  }
  return parts;
}

export const refundLeft = (order: Order): number =>
  order.payments.reduce((sum, payment) => sum + refundable(order, payment.id), 0);

const yuan = (fen: number) => formatFen(fen);

function requestedAmount(order: Order, wantedFen: number | null | undefined, limitFen: number, work: Work): number {
  const left = refundLeft(order);
  const amountFen = wantedFen ?? left;
  if (left === 0)
    throw ruleRefused(
      order.payments.length === 0
        ? text('该订单没有收款，无需退款', 'Nothing was paid on this order')
        : text('该订单已全部退款', 'This order is refunded already'),
    );
  if (amountFen > left)
    throw ruleRefused(fill(text('最多可退 {left} 元', 'At most {left} yuan can be refunded'), { left: yuan(left) }));
  if (amountFen > limitFen && !work.permits('parkingOrder:refundLarge')) {
    throw new Refused('not_permitted', {
      what: fill(text('超过 {limit} 元的退款', 'refunds above {limit} yuan'), { limit: yuan(limitFen) }),
    });
  }
  return amountFen;
}

/** One part requested and, for cash and cards, given back at once. */
function refundPart(
  entry: OrderEntry,
  part: Part,
  about: { operator: string; remark: string; at: number },
): { entry: OrderEntry; postings: readonly Posting[] } {
  const id = newId();
  const step = orderStep(entry.order, {
    kind: 'refund',
    id,
    payment: part.payment.id,
    amountFen: part.amountFen,
    approved: true,
    at: about.at,
  });
  if (step.refused)
    throw ruleRefused(
      text('可退金额已变化，请刷新后重试', 'The amount left has changed, please refresh and try again'),
    );
  const note = { operator: about.operator, remark: about.remark, askedAt: about.at };
  if (part.payment.via.startsWith('channel:'))
    return { entry: noted({ ...entry, order: step.order }, id, note), postings: step.postings };
  const paid = orderStep(step.order, { kind: 'refunded', id, ok: true, at: about.at });
  return {
    entry: noted({ ...entry, order: paid.order }, id, { ...note, doneAt: about.at }),
    postings: [...step.postings, ...paid.postings],
  };
}

/** The order a call names, locked, if the caller may see it. */
export async function requestedOrder(
  work: Work,
  lock: boolean,
): Promise<{ entry: OrderEntry; tenantId: number; parkId: string }> {
  const id = String((work.input as { onlineOrderId?: string }).onlineOrderId).toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: parkingOrder.title });
  const row = await rowOf(parkingOrder, id, work.db);
  const tenantId = row['tenantId'] as number;
  const entry = (await ordersOf(work.db, [id], { tenantId, lock })).get(id);
  if (!entry) throw new Refused('no_such_record', { what: parkingOrder.title });
  return { entry, tenantId, parkId: row['parkId'] as string };
}

/**
 * An order after giving back `amountFen` (at most what is left, of the payment `only` where it is named), and what that
 * posts. Pure but for the refunds' new ids.
 */
export function refundedBy(
  entry: OrderEntry,
  amountFen: number,
  about: { operator: string; remark: string; at: number },
  only?: string,
): { entry: OrderEntry; postings: Posting[] } {
  const postings: Posting[] = [];
  let now = entry;
  const payments = entry.order.payments.filter(({ id }) => only === undefined || id === only);
  for (const part of refundParts({ ...entry.order, payments }, amountFen)) {
    const done = refundPart(now, part, about);
    now = done.entry;
    postings.push(...done.postings);
  }
  return { entry: now, postings };
}

/**
 * Refunds an order whole or in part: its payments backwards, each the way it came. Channels answer later; cash is out
 * of the drawer now.
 */
export async function refundNow(work: Work<typeof refundOrder.input>): Promise<{ amountFen: number; refunds: number }> {
  const { entry: before, tenantId, parkId } = await requestedOrder(work, true);
  const place = (await placesOf(work.db, [parkId], tenantId)).get(parkId)!;
  const line = (await companyLine(work.db, tenantId, place.companyId)).map(({ id }) => id);
  const limitFen = await parameterIn(work.db, largeRefund, line);
  const amountFen = requestedAmount(before.order, work.input.amountFen, limitFen, work as Work);
  const remark = work.input.remark!;
  const { entry, postings } = refundedBy(before, amountFen, {
    operator: work.person.name || work.person.account,
    remark,
    at: work.now.getTime(),
  });
  await writeMoney(work.db, place, { entries: [entry], postings });
  work.record({
    resource: parkingOrder.name,
    action: 'refund',
    rowId: before.order.id,
    before: { status: before.order.state },
    after: { status: entry.order.state, amountFen, remark },
    tenantId,
    companyId: place.companyId,
    parkId,
  });
  work.afterCommit(kickMoney);
  return { amountFen, refunds: entry.order.refunds.length - before.order.refunds.length };
}

/** What is kept beside an order's money: its bill, and who took what. */
import type { BillLine } from '#domain/fee/types.ts';
import type { Fact } from '#domain/lane/facts.ts';
import { withdrawnLines } from '#domain/ledger/due.ts';
import { noted } from '#areas/billing/server/door.ts';
import type { Session } from './session.ts';

type Kept = Pick<Session, 'abouts' | 'book' | 'offers'>;

/** What became of money handed over: who took it, what was given and what went back, in fen. */
export function note(
  session: Kept,
  orderId: string,
  id: string,
  more: { operator: string; tenderedFen: number; changeFen: number },
): void {
  const [order, about] = [session.book.order(orderId), session.abouts.get(orderId)];
  if (order && about) session.abouts.set(orderId, noted({ order, about }, id, more).about);
}

/** Another order bills the stay from now on: this one's bill states it, and its discounts are free again. */
export function withdraw(session: Kept, { order: orderId, at }: Extract<Fact, { fact: 'quoteVoid' }>): void {
  session.offers.unlock(orderId);
  const [order, about] = [session.book.order(orderId), session.abouts.get(orderId)];
  if (!order || !about || !Array.isArray(about.lines)) return;
  const lines = withdrawnLines(about.lines as BillLine[], order.receivableFen - order.deratedFen, at);
  session.abouts.set(orderId, { ...about, lines });
}

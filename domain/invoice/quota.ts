/** How much may be invoiced: of an order, and by a seller in a month. */
import { sum } from '../money/fen.ts';
import type { Fen } from '../money/fen.ts';
import { MONEY_LIES } from './invoice.ts';
import type { Invoice } from './invoice.ts';

/** What was paid for an order and what of it went back. What a coupon took off was never paid. */
export type PaidOrder = { readonly paidFen: Fen; readonly refundedFen: Fen };

/** What stands on invoices of an order: issued less red, and what is being applied for. */
export const invoicedOf = (order: string, invoices: readonly Invoice[]): Fen =>
  sum(
    invoices
      .filter(({ state }) => MONEY_LIES.has(state))
      .flatMap(({ lines }) => lines.filter((line) => line.order === order).map(({ left }) => left.grossFen)),
  );

/**
 * What may still be invoiced of an order; below nothing where a refund came after the invoice: that much is to become
 * red.
 */
export const quotaOf = ({ paidFen, refundedFen }: PaidOrder, invoicedFen: Fen): Fen =>
  paidFen - refundedFen - invoicedFen;

/**
 * Whether a seller's credit line of the month (net, as the tax authority counts it) takes this much more; none set
 * takes anything.
 */
export const withinCredit = (creditFen: Fen | null, usedNetFen: Fen, moreNetFen: Fen): boolean =>
  creditFen === null || usedNetFen + moreNetFen <= creditFen;

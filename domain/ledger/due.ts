/**
 * What is still to be paid for a stay: the one formula for the exit, the phone, the box and the leave window. Money in
 * fen, times epoch ms.
 */

import type { BillLine } from '../fee/types.ts';

/** The fee for the whole stay from its entry to a time, before anything paid. Lines sum to receivable - derated. */
export interface Price {
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly lines: readonly BillLine[];
  /** Tariff version the sum was made with. */
  readonly tariff: string | null;
}

/**
 * What the other orders of the stay have settled. `pricedAt`/`freeUntil` are set when everything due was paid at once.
 */
export interface Settled {
  readonly paidFen: number;
  readonly waivedFen: number;
  readonly deratedFen: number;
  readonly pricedAt: number | null;
  readonly freeUntil: number | null;
}

export const NOTHING_SETTLED: Settled = { paidFen: 0, waivedFen: 0, deratedFen: 0, pricedAt: null, freeUntil: null };

/**
 * Inside the leave window the stay is priced as when it was paid; afterwards at the moment itself. Same fee function
 * for both.
 */
export function pricingInstant(at: number, settled: Settled): number {
  return settled.freeUntil !== null && settled.pricedAt !== null && at <= settled.freeUntil ? settled.pricedAt : at;
}

const SETTLED_BEFORE = { zh: '此前已结算', en: 'Settled before' } as const;

export interface Remaining {
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly dueFen: number;
  readonly lines: readonly BillLine[];
}

/**
 * The part of a price that other orders have not settled: `due = receivable - derated = sum(lines)`, never below 0.
 * What was settled before is a line of its own, dated `at`, so that the bill explains itself. A discount that came when
 * more was paid already than it leaves to pay takes nothing: it is not derated.
 */
export function remaining(price: Price, settled: Settled, at: number): Remaining {
  const net = price.receivableFen - price.deratedFen;
  const credit = Math.min(net, settled.paidFen + settled.waivedFen);
  const deratedBefore = Math.min(price.deratedFen, settled.deratedFen);
  const before: BillLine = { kind: 'prepaid', from: at, to: at, clause: SETTLED_BEFORE, amountFen: -credit };
  const tooLate = settled.paidFen + settled.waivedFen - credit;
  const deratedFen = Math.max(0, price.deratedFen - deratedBefore - tooLate);
  const dueFen = net - credit;
  return {
    receivableFen: deratedFen + dueFen,
    deratedFen,
    dueFen,
    lines: credit === 0 ? price.lines : [...price.lines, before],
  };
}

/** On the bill of a debt that was cancelled. */
export const DEBT_CANCELLED = { zh: '欠费已撤销', en: 'Debt cancelled' } as const;
/** On the bill of a debt of which a part was cancelled. */
export const DEBT_CORRECTED = { zh: '欠费已更正', en: 'Debt corrected' } as const;
const SUPERSEDED = { zh: '已由后来的账单取代', en: 'Replaced by a later bill' } as const;

/**
 * The bill of an order that is withdrawn at `at` because another one charges the stay: the lines stay readable, and
 * what is no longer due is a line of its own, so that they sum to `netFen` (receivable - derated) again.
 */
export function withdrawnLines(
  lines: readonly BillLine[],
  netFen: number,
  at: number,
  clause: BillLine['clause'] = SUPERSEDED,
): readonly BillLine[] {
  const excess = lines.reduce((sum, { amountFen }) => sum + amountFen, 0) - netFen;
  if (excess === 0) return lines;
  return [...lines, { kind: 'superseded', from: at, to: at, clause, amountFen: -excess }];
}

/** End of the leave window of a payment made at `paidAt`. */
export const leaveUntil = (paidAt: number, leaveMinutes: number): number => paidAt + leaveMinutes * 60_000;

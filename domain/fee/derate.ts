/** Derates: what a seller, a coupon or a rule takes from a fee, in the one order that holds for all. */
import type { Fen } from '../money/fen.ts';
import { MINUTE } from '../time/zone.ts';
import type { BillLine } from './types.ts';
import type { Words } from './words.ts';

/** `last`: after all others, but for time off, which changes the fee itself. */
type Named = { readonly id: string; readonly name: Words; readonly last?: boolean };

/** minutes off the end of the stay; pay at most `fen`; 1..100 per cent off; `fen` off. All whole numbers >= 0. */
export type Derate =
  | (Named & { readonly kind: 'time'; readonly minutes: number })
  | (Named & { readonly kind: 'at-most'; readonly fen: Fen })
  | (Named & { readonly kind: 'percent'; readonly percentOff: number })
  | (Named & { readonly kind: 'amount'; readonly fen: Fen });

const STEP: Readonly<Record<Derate['kind'], number>> = { time: 1, 'at-most': 2, percent: 3, amount: 4 };

const stepOf = (derate: Derate): number =>
  STEP[derate.kind] + (derate.last && derate.kind !== 'time' ? STEP.amount : 0);

/** How much a derate gives, to put the larger first among its kind. */
function sizeOf(derate: Derate): number {
  switch (derate.kind) {
    case 'time':
      return derate.minutes;
    case 'at-most':
      return -derate.fen;
    case 'percent':
      return derate.percentOff;
    case 'amount':
      return derate.fen;
  }
}

/**
 * Derates in the order they apply: by kind, those that come last after all kinds, the larger first, then by id; so
 * scanning order never matters.
 */
export function derateOrder(derates: readonly Derate[]): Derate[] {
  return derates.toSorted((a, b) => stepOf(a) - stepOf(b) || sizeOf(b) - sizeOf(a) || (a.id < b.id ? -1 : 1));
}

/**
 * The derate lines on a fee of `feeFen`; each works on what the one before left, none goes below 0.
 * `feeAt` prices the stay ended at another instant: time off is worth what the same fee function charges for it.
 * A per cent is rounded down to the fen, in favour of the lot. A derate that gives nothing has no line.
 */
export function derateLines(
  derates: readonly Derate[],
  feeFen: Fen,
  outAt: number,
  feeAt: (outAt: number) => Fen,
): BillLine[] {
  const lines: BillLine[] = [];
  let rest = feeFen;
  let end = outAt;
  for (const derate of derateOrder(derates)) {
    let left = rest;
    switch (derate.kind) {
      case 'time':
        end -= derate.minutes * MINUTE;
        left = Math.min(rest, feeAt(end));
        break;
      case 'at-most':
        left = Math.min(rest, derate.fen);
        break;
      case 'percent':
        left = rest - Math.floor((rest * derate.percentOff) / 100);
        break;
      case 'amount':
        left = Math.max(0, rest - derate.fen);
        break;
    }
    if (left === rest) continue;
    lines.push({ from: outAt, to: outAt, kind: 'derate', amountFen: left - rest, clause: derate.name, ref: derate.id });
    rest = left;
  }
  return lines;
}

/** Amounts with tax, split into net and tax in whole fen. Rates are hundredths of a percent: 9 % is 900. */
import { fen, sum } from '../money/fen.ts';
import type { Fen } from '../money/fen.ts';

export type Taxed = { readonly grossFen: Fen; readonly netFen: Fen; readonly taxFen: Fen };

export const NOTHING: Taxed = { grossFen: 0, netFen: 0, taxFen: 0 };

/** The net of an amount that holds its tax, half up. */
export function netOf(grossFen: Fen, rateBp: number): Fen {
  const whole = 10_000n + BigInt(rateBp);
  return fen(Number((BigInt(fen(grossFen)) * 20_000n + whole) / (2n * whole)));
}

/** One line: rounded once, and its tax is what is left. */
export function taxed(grossFen: Fen, rateBp: number): Taxed {
  const netFen = netOf(grossFen, rateBp);
  return { grossFen, netFen, taxFen: grossFen - netFen };
}

/**
 * What a red line takes away of a line of which `left` still stands: the net before less the net of what stays. So
 * parts never drift, and the last of them brings the line to nothing. @throws RangeError where more is taken than
 * stands
 */
export function redOf(left: Taxed, backFen: Fen, rateBp: number): Taxed {
  if (backFen < 0 || backFen > left.grossFen) throw new RangeError(`red ${backFen} of ${left.grossFen}`);
  const stays = netOf(left.grossFen - backFen, rateBp);
  const netFen = left.netFen - stays;
  return { grossFen: backFen, netFen, taxFen: backFen - netFen };
}

export const less = (from: Taxed, part: Taxed): Taxed => ({
  grossFen: from.grossFen - part.grossFen,
  netFen: from.netFen - part.netFen,
  taxFen: from.taxFen - part.taxFen,
});

/** Lines added up; never rounded again. */
export const total = (lines: readonly Taxed[]): Taxed => ({
  grossFen: sum(lines.map(({ grossFen }) => grossFen)),
  netFen: sum(lines.map(({ netFen }) => netFen)),
  taxFen: sum(lines.map(({ taxFen }) => taxFen)),
});

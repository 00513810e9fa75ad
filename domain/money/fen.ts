/** Money is a whole number of fen (1/100 yuan), always a safe integer. */
export type Fen = number;

/** The two languages the product speaks. */
export type Lang = 'zh' | 'en';

/** Checks that `value` is a whole, safe number of fen and gives it back; throws RangeError otherwise. */
export function fen(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of fen: ${value}`);
  return value === 0 ? 0 : value;
}

/** a + b in fen; throws RangeError where the result leaves the safe integers. */
export function add(a: Fen, b: Fen): Fen {
  return fen(a + b);
}

/** Sum of amounts in fen, 0 for none; throws RangeError where a step leaves the safe integers. */
export function sum(amounts: Iterable<Fen>): Fen {
  let total = 0;
  for (const amount of amounts) total = add(total, amount);
  return total;
}

/** `count` (a whole number, e.g. units) times `amount`, in fen. */
export function times(amount: Fen, count: number): Fen {
  return fen(fen(amount) * fen(count));
}

/**
 * Yuan with two decimals and thousands commas: 123450 -> "1,234.50", -5 -> "-0.05".
 * Both languages write amounts alike; `_lang` keeps callers free of that knowledge.
 */
export function formatFen(amount: Fen, _lang: Lang = 'zh'): string {
  const digits = String(Math.abs(fen(amount))).padStart(3, '0');
  const yuan = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? '-' : ''}${yuan}.${digits.slice(-2)}`;
}

const AMOUNT = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads yuan as people write them ("12.5", "1,234.50", full-width digits) into fen.
 * null for anything else: empty, more than two decimals, misplaced commas, too large.
 */
export function parseFen(text: string): Fen | null {
  const match = AMOUNT.exec(text.normalize('NFKC').trim());
  if (!match) return null;
  const cents = (match[3] ?? '').padEnd(2, '0');
  const value = Number(match[2]!.replaceAll(',', '') + cents);
  if (!Number.isSafeInteger(value)) return null;
  return match[1] && value !== 0 ? -value : value;
}

/**
 * Splits `total` over `weights` (whole numbers >= 0, not all 0) by the largest remainder, so that
 * the parts sum to `total` to the fen; equal remainders favour the earlier part. A negative total
 * (a refund) splits as its positive mirror. Throws RangeError on bad weights.
 */
export function split(total: Fen, weights: readonly number[]): Fen[] {
  const whole = sum(weights.map((weight) => (weight < 0 ? Number.NaN : weight)));
  if (whole === 0) throw new RangeError('weights to split by are all zero');
  const sign = fen(total) < 0 ? -1 : 1;
  // BigInt: fen times weight may pass 2^53 though both are safe.
  const amount = BigInt(Math.abs(total));
  const all = BigInt(whole);
  const shares = weights.map((weight, index) => {
    const product = amount * BigInt(weight);
    return { index, floor: Number(product / all), rest: product % all };
  });
  const parts = shares.map((share) => share.floor);
  const left = Math.abs(total) - sum(parts);
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const share of byRest.slice(0, left)) parts[share.index]! += 1;
  return parts.map((part) => fen(sign * part));
}

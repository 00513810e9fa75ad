/**
 * The call that did not come: what the lane's own rows say about why a driver called, what would keep the next one from
 * calling, and whether it did.
 */

/** What a seat noted as the cause. */
export const whys = ['noPlate', 'misread', 'cannotPay', 'gate', 'question', 'other'] as const;
export type Why = (typeof whys)[number];

export const facts = [
  'misread',
  'unread',
  'gateFault',
  'gateStill',
  'payFailed',
  'paidLate',
  'deviceLost',
  'none',
] as const;
export type CallFact = (typeof facts)[number];

/** What the rows around a call show: its lane, its stay, ten minutes before to ten minutes after. */
export type Seen = Readonly<Record<Exclude<CallFact, 'none'>, boolean>>;

/** Facts that explain a cause, the likeliest first; a device of the lane that was cut off explains any. */
const explaining: Readonly<Record<Why, readonly (keyof Seen)[]>> = {
  noPlate: ['unread', 'misread'],
  misread: ['misread', 'unread'],
  cannotPay: ['payFailed', 'paidLate'],
  gate: ['gateFault', 'gateStill'],
  question: [],
  other: ['gateFault', 'gateStill', 'payFailed', 'unread'],
};

/** The fact that explains why somebody called; `none` where no row does. */
export const factOf = (why: Why, seen: Seen): CallFact =>
  [...explaining[why], 'deviceLost' as const].find((fact) => seen[fact]) ?? 'none';

/**
 * What a camera took one sign of a plate for, as `B→8`; null where more than two signs differ, for then it is another
 * plate, or where none does.
 */
export function misreadPair(read: string, right: string): string | null {
  const [a, b] = [[...read], [...right]];
  if (a.length !== b.length) return null;
  const pairs = b.flatMap((sign, nth) => (sign === a[nth] ? [] : [`${sign}→${a[nth]}`]));
  return pairs.length === 1 || pairs.length === 2 ? pairs.join(' ') : null;
}

/** Calls of a cause at a lane, and the cars that passed it meanwhile. */
export type Exposure = { readonly calls: number; readonly passages: number };
export type Saving = {
  /** Calls after over calls before, each by passage; null where none came before. */
  readonly ratio: number | null;
  /** Within which the true ratio lies in 95 of 100 such cases; null as above, or without an upper bound. */
  readonly low: number | null;
  readonly high: number | null;
};

const [CONFIDENCE_TAIL, STEPS] = [0.025, 60];

/** The chance of at most `x` among `n`, each with chance `p`. */
function atMost(x: number, n: number, p: number): number {
  if (x >= n) return 1;
  if (p <= 0) return 1;
  if (p >= 1) return 0;
  let log = n * Math.log1p(-p);
  let sum = Math.exp(log);
  for (let k = 1; k <= x; k += 1) {
    log += Math.log((n - k + 1) / k) + Math.log(p) - Math.log1p(-p);
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}

/** Where a falling function of 0 to 1 comes down to `level`. */
function crossing(of: (p: number) => number, level: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (of(middle) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Clopper and Pearson's exact 95 % interval of a share: `x` of `n`. */
export function shareInterval(x: number, n: number): readonly [low: number, high: number] {
  const low = x === 0 ? 0 : crossing((p) => atMost(x - 1, n, p), 1 - CONFIDENCE_TAIL);
  const high = x === n ? 1 : crossing((p) => atMost(x, n, p), CONFIDENCE_TAIL);
  return [low, high];
}

/**
 * Calls by passage after a fix over those before. Of all calls, each came after with a chance that the ratio and the
 * passages say: its exact interval is that of the ratio, also for few calls and for none after.
 */
export function ratioOf(before: Exposure, after: Exposure): Saving {
  const none = { ratio: null, low: null, high: null };
  const n = before.calls + after.calls;
  if (n === 0 || before.passages === 0 || after.passages === 0) return none;
  const odds = (share: number): number | null =>
    share >= 1 ? null : (share / (1 - share)) * (before.passages / after.passages);
  const [low, high] = shareInterval(after.calls, n);
  return { ratio: odds(after.calls / n), low: odds(low), high: odds(high) };
}

export type Saved = { readonly perWeek: number; readonly low: number; readonly high: number | null };

/**
 * Calls a week that did not come: what the passages after would have brought at the rate before, less what came. `low`
 * may be below nothing: more calls than before. Null where the two cannot be compared.
 */
export function savedPerWeek(before: Exposure, after: Exposure, daysAfter: number): Saved | null {
  const { ratio, low, high } = ratioOf(before, after);
  if (ratio === null || low === null || high === null || daysAfter <= 0) return null;
  const expected = ((before.calls / before.passages) * after.passages * 7) / daysAfter;
  return { perWeek: expected * (1 - ratio), low: expected * (1 - high), high: expected * (1 - low) };
}

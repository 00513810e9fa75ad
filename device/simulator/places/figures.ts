/** What came out of a play: figures beside their bounds, rules beside what broke them. */
export type Figure = {
  readonly what: string;
  readonly figure: string;
  readonly bound: string;
  readonly held: boolean;
  /** Some of what was wrong, in words. */
  readonly wrong: readonly string[];
};

/** The value below which `share` of all lie; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** A time that may be as long as `most`, both in ms. */
export const within = (what: string, ms: number, most: number): Figure => ({
  what,
  figure: seconds(ms),
  bound: `<= ${seconds(most)}`,
  held: ms <= most,
  wrong: [],
});

/** The 99th percentile of times in ms. No times at all hold nothing. */
export function p99(what: string, times: readonly number[], most: number): Figure {
  const found = within(`${what} (${times.length})`, percentile(times, 0.99), most);
  return { ...found, held: found.held && times.length > 0 };
}

export const atLeast = (what: string, value: number, least: number, unit: string): Figure => ({
  what,
  figure: `${value.toFixed(0)} ${unit}`,
  bound: `>= ${least} ${unit}`,
  held: value >= least,
  wrong: [],
});

const SHOWN = 5;

/** Of figures those that are rules: they hold at any size and on any machine. */
export const isRule = ({ bound }: Figure): boolean => bound === NONE;
const NONE = '0, of at least 1';

/** A rule that was looked at `of` times. One that was never looked at is not held. */
export const rule = (what: string, of: number, wrong: readonly string[]): Figure => ({
  what,
  figure: `${wrong.length} of ${of} break it`,
  bound: NONE,
  held: wrong.length === 0 && of > 0,
  wrong: wrong.slice(0, SHOWN),
});

/** Random numbers that follow from a seed: same seed, same city. */
export type Random = {
  /** 0 <= x < 1 */
  readonly next: () => number;
  /** Whole number, from <= x <= to. */
  readonly whole: (from: number, to: number) => number;
  readonly pick: <T>(of: readonly T[]) => T;
  readonly chance: (p: number) => boolean;
  /** Distributed around 1 with a long tail; `spread` 0 is always 1. */
  readonly around: (deviation: number) => number;
};

function hash(text: string): number {
  let h = 2166136261;
  for (const letter of text) h = Math.imul(h ^ letter.codePointAt(0)!, 16777619);
  return h >>> 0;
}

export function randomFrom(seed: string): Random {
  let a = hash(seed);
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (of) => of[Math.floor(next() * of.length)]!,
    chance: (p) => next() < p,
    around: (deviation) => Math.exp(deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  };
}

/** A stream of numbers in [0, 1) that is the same for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** One key of a table of weights. */
export function weighted<K extends string>(random: () => number, weights: Readonly<Record<K, number>>): K {
  const keys = Object.keys(weights) as K[];
  let left = random() * keys.reduce((sum, key) => sum + weights[key], 0);
  return keys.find((key) => (left -= weights[key]) < 0) ?? keys[keys.length - 1]!;
}

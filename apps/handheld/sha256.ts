/**
 * SHA-256 in one go: the journal is chained inside a transaction of the browser's database, which waits for nothing.
 */
const fractions = (power: number, count: number): number[] => {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => ((prime ** power - Math.floor(prime ** power)) * 2 ** 32) | 0);
};
const START = fractions(1 / 2, 8);
const ROUNDS = fractions(1 / 3, 64);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The text's bytes with the padding the algorithm requires, as words. */
function wordsOf(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, at) => {
    words[at >> 2]! |= byte << (24 - (at % 4) * 8);
  });
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length % 4) * 8);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function schedule(block: Int32Array): Int32Array {
  const w = new Int32Array(64);
  w.set(block);
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [w[at - 15]!, w[at - 2]!];
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    w[at] = (w[at - 16]! + s0 + w[at - 7]! + s1) | 0;
  }
  return w;
}

function mixed(state: readonly number[], block: Int32Array): number[] {
  const w = schedule(block);
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[at]! + w[at]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]!) | 0);
}

export function sha256(text: string): string {
  const words = wordsOf(text);
  let state: readonly number[] = START;
  for (let at = 0; at < words.length; at += 16) state = mixed(state, words.subarray(at, at + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

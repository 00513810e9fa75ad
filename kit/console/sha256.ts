/**
 * SHA-256 in hex. The browser's own is there on secure origins only; a lot's console is often reached by a plain local
 * address.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = globalThis.crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : plainSha256(bytes);
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** First 32 bits of the fractional part of a root of each of the first primes (FIPS 180-4). */
function constants(): { h: Uint32Array; k: Uint32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const part = (x: number) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  return {
    h: Uint32Array.from(primes.slice(0, 8), (p) => part(Math.sqrt(p))),
    k: Uint32Array.from(primes, (p) => part(Math.cbrt(p))),
  };
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function mix(h: Uint32Array, k: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, last] = [...h] as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, last].forEach((value, i) => {
    h[i] = h[i]! + value;
  });
}

export function plainSha256(bytes: Uint8Array): Uint8Array {
  const { h, k } = constants();
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    mix(h, k, w);
  }
  const out = new Uint8Array(32);
  h.forEach((value, i) => new DataView(out.buffer).setUint32(i * 4, value));
  return out;
}

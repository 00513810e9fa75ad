/**
 * How the platform proves itself: SHA-1 over sorted parts, and in secure mode AES-256-CBC with the account's message
 * key.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const signatureOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

export function isSigned(given: string | null | undefined, ...parts: readonly string[]): boolean {
  const [claimed, right] = [Buffer.from(given ?? ''), Buffer.from(signatureOf(...parts))];
  return claimed.length === right.length && timingSafeEqual(claimed, right);
}

/** A message is believed for so long before and after the time it names. */
const WINDOW_MS = 300_000;
export const isInTime = (timestamp: string | null | undefined, now: Date): boolean =>
  /^\d{10}$/.test(timestamp ?? '') && Math.abs(Number(timestamp) * 1000 - now.getTime()) <= WINDOW_MS;

/** The platform pads to 32 bytes, twice the block of the cipher. */
const BLOCK = 32;
const keyOf = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64');

/** What was encrypted for this app; null where it was not, or was altered. */
export function decrypted(aesKey: string, encrypt: string, appId: string): string | null {
  const key = keyOf(aesKey);
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  let bytes: Buffer;
  try {
    bytes = Buffer.concat([decipher.update(encrypt, 'base64'), decipher.final()]);
  } catch {
    return null; // not a whole number of blocks
  }
  const pad = bytes.at(-1) ?? 0;
  if (pad < 1 || pad > BLOCK || bytes.length < 20 + pad) return null;
  const length = bytes.readUInt32BE(16);
  const end = 20 + length;
  if (end > bytes.length - pad || bytes.toString('utf8', end, bytes.length - pad) !== appId) return null;
  return bytes.toString('utf8', 20, end);
}

export function encrypted(aesKey: string, words: string, appId: string): string {
  const body = Buffer.from(words);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const plain = Buffer.concat([randomBytes(16), length, body, Buffer.from(appId)]);
  const pad = BLOCK - (plain.length % BLOCK);
  const key = keyOf(aesKey);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString(
    'base64',
  );
}

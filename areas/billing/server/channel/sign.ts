import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '#kit/server/seal.ts';

/** A signature's clock may be this far from ours. */
const SKEW_MS = 5 * 60_000;

/** The merchant's key with the sandbox: known to it and to us, never stored. */
const keyOf = (merchant: number): Buffer => derivedKey(`sandbox merchant ${merchant}`);

const signature = (merchant: number, timestamp: string, nonce: string, body: Buffer): Buffer =>
  createHmac('sha256', keyOf(merchant)).update(`${timestamp}\n${nonce}\n`).update(body).update('\n').digest();

/** `HMAC-SHA256 merchant=…,timestamp=…,nonce=…,signature=…` over time, nonce and the body's own bytes. */
export function sign(merchant: number, body: Buffer, now = Date.now(), wrong = false): string {
  const timestamp = String(Math.floor(now / 1000));
  const nonce = randomBytes(12).toString('hex');
  const right = signature(merchant, timestamp, nonce, body).toString('hex');
  return `HMAC-SHA256 merchant=${merchant},timestamp=${timestamp},nonce=${nonce},signature=${wrong ? [...right].toReversed().join('') : right}`;
}

/** Whether `authorization` is this merchant's signature over the body, made just now. */
export function signedBy(merchant: number, body: Buffer, authorization: string | null, now = Date.now()): boolean {
  const match =
    /^HMAC-SHA256 merchant=(\d{1,9}),timestamp=(\d{1,12}),nonce=([0-9a-f]{8,64}),signature=([0-9a-f]{64})$/.exec(
      authorization ?? '',
    );
  if (!match || Number(match[1]) !== merchant || Math.abs(now - Number(match[2]) * 1000) > SKEW_MS) return false;
  return timingSafeEqual(signature(merchant, match[2]!, match[3]!, body), Buffer.from(match[4]!, 'hex'));
}

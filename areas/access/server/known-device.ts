/** A device a person has logged in from before: wrong passwords of strangers do not keep him out there. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '#kit/server/seal.ts';

const DAYS = 180;

const signature = (account: string, nonce: string): Buffer =>
  createHmac('sha256', derivedKey('known device')).update(`${account}\0${nonce}`).digest();

/**
 * What a login leaves with the device: `<day>-<random>.<signature>`. It opens nothing; it only counts tries apart from
 * others'.
 */
export function deviceToken(account: string, now: Date): string {
  const nonce = `${Math.floor(now.getTime() / 86_400_000)}-${randomBytes(18).toString('base64url')}`;
  return `${nonce}.${signature(account, nonce).toString('base64url')}`;
}

/** Which device of this account the token names, as a short key; null where it is none, or too old. */
export function knownDevice(account: string, token: string | null | undefined, now: Date): string | null {
  const [, nonce, day, given] = /^((\d{1,6})-[\w-]{24})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (!nonce || !given) return null;
  const [is, should] = [Buffer.from(given, 'base64url'), signature(account, nonce)];
  if (is.length !== should.length || !timingSafeEqual(is, should)) return null;
  const age = Math.floor(now.getTime() / 86_400_000) - Number(day);
  return age >= -1 && age <= DAYS ? createHash('sha256').update(nonce).digest('hex').slice(0, 32) : null;
}

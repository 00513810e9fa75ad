/** Platforms as the server works with them. */
import { createHash, createHmac } from 'node:crypto';
import { adapters, isAdapter } from '#domain/upload/adapters.ts';
import { profileProblems } from '#domain/upload/check.ts';
import type { Profile, Sign } from '#domain/upload/profile.ts';

/** The profile of a platform; null if its custom profile is invalid. */
export function profileOf(scheme: unknown, own: unknown): Profile | null {
  if (isAdapter(scheme)) return adapters[scheme];
  return profileProblems(own).length === 0 ? (own as Profile) : null; // the check looked at all its parts
}

const keyOf = ({ keyAfter }: Sign, secret: string): string | Buffer =>
  keyAfter !== undefined && secret.startsWith(keyAfter) ? Buffer.from(secret.slice(keyAfter.length), 'base64') : secret;

/** The signature of a text, as a profile wants it. */
export function digest(sign: Sign, text: string, secret: string): string {
  const { algo, code } = sign;
  const hash = algo.startsWith('hmac-')
    ? createHmac(algo.slice('hmac-'.length), keyOf(sign, secret))
    : createHash(algo);
  const bytes = hash.update(text, 'utf8').digest();
  return code === 'base64'
    ? bytes.toString('base64')
    : code === 'HEX'
      ? bytes.toString('hex').toUpperCase()
      : bytes.toString('hex');
}

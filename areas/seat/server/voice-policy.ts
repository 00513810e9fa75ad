/**
 * A browser connects only where its document says it may. Which SIP server that is, the address of the document says
 * itself, in words only this installation writes: the page of a seat may reach its company's server, any other page
 * none.
 */
import { timingSafeEqual } from 'node:crypto';
import { fingerprint } from '#kit/server/seal.ts';

const PURPOSE = 'voice-policy';
const LONGEST = 400;

const signed = (origin: string): string => fingerprint(PURPOSE, '\n', origin).slice(0, 43);

/**
 * Scheme, host and port of a WebSocket; null where the text is none. In the clear only on this machine, as in tests.
 */
export function socketOrigin(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  // Hosts may hold signs that end a directive of a policy.
  if (!url || url.username || url.password || !/^[\w.:[\]-]+$/.test(url.host)) return null;
  const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'wss:' || (url.protocol === 'ws:' && isHere) ? `${url.protocol}//${url.host}` : null;
}

/** What stands in the address of the page that may connect there. */
export function voicePolicy(wssUrl: string): string {
  const origin = socketOrigin(wssUrl) ?? '';
  return `${Buffer.from(origin).toString('base64url')}.${signed(origin)}`;
}

/** Where the page with this in its address may connect; null for anything this installation has not written. */
export function policyOrigin(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length > LONGEST) return null;
  const [text, mark = ''] = raw.split('.');
  const origin = Buffer.from(text ?? '', 'base64url').toString();
  const right = Buffer.from(signed(origin));
  const given = Buffer.from(mark);
  return given.length === right.length && timingSafeEqual(given, right) ? socketOrigin(origin) : null;
}

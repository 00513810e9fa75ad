/**
 * SIP messages as text (RFC 3261), as far as the stand-in needs them: a first line, headers that may come more than
 * once, a body.
 */
import { createHash } from 'node:crypto';

export type SipMessage = {
  readonly first: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
};

export function readSip(text: string): SipMessage {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return { first, headers, body: rest.join('\r\n\r\n') };
}

export const headerOf = ({ headers }: SipMessage, name: string): string => headers.get(name)?.[0] ?? '';

export const writeSip = (first: string, headers: readonly string[], body = ''): string =>
  [first, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

const tagOf = (header: string): string => /;tag=([^;>\s]+)/.exec(header)?.[1] ?? '';
export const userOf = (header: string): string => /sip:([^@;>]+)@/.exec(header)?.[1] ?? '';

/** A response to a request: its headers, and `tag` if the other side has none of ours yet. */
export function answerTo(
  request: SipMessage,
  status: string,
  tag: string,
  more: readonly string[] = [],
  body = '',
): string {
  const to = headerOf(request, 'to');
  return writeSip(
    `SIP/2.0 ${status}`,
    [
      ...(request.headers.get('via') ?? []).map((via) => `Via: ${via}`),
      `From: ${headerOf(request, 'from')}`,
      `To: ${tagOf(to) ? to : `${to};tag=${tag}`}`,
      `Call-ID: ${headerOf(request, 'call-id')}`,
      `CSeq: ${headerOf(request, 'cseq')}`,
      ...more,
    ],
    body,
  );
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Whether a digest proves the password (RFC 2617 with `qop=auth`). */
export function isProved(header: string, method: string, password: string): boolean {
  const parameter = (name: string): string => new RegExp(`\\b${name}="?([^",]+)"?`).exec(header)?.[1] ?? '';
  const ha1 = md5(`${parameter('username')}:${parameter('realm')}:${password}`);
  const ha2 = md5(`${method}:${parameter('uri')}`);
  const proof = md5([ha1, parameter('nonce'), parameter('nc'), parameter('cnonce'), parameter('qop'), ha2].join(':'));
  return parameter('qop') === 'auth' && parameter('response') === proof;
}

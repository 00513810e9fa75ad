/** The road out of the installation: requests to addresses that somebody configured. */
import { isEmpty } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { setting } from '#kit/server/setting.ts';
import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/**
 * This machine, its neighbours, the cloud's own services, and what is nobody's: no address from a setting may lead
 * there.
 */
const inside = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
]) {
  const [net, bits] = range.split('/');
  inside.addSubnet(net!, Number(bits), 'ipv4');
}
for (const range of ['::/127', '64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8']) {
  const [net, bits] = range.split('/');
  inside.addSubnet(net!, Number(bits), 'ipv6');
}
/** Whether an IP address, of either family, is one of the installation's own or nobody's. */
export const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Hosts in the operator's own network, as `host` or `host:port`, that may be reached all the same. */
export const insideHosts = setting<readonly string[]>([]);

const isFree = ({ host, hostname }: URL): boolean =>
  insideHosts.value().some((each) => [host, hostname].includes(each.toLowerCase()));

/**
 * What is wrong with an address that people enter, by its field. A name may lead inside all the same: it is checked
 * again when connecting.
 */
export function addressProblems(field: string, address: unknown): Problem[] {
  if (isEmpty(address)) return [];
  const url = URL.canParse(String(address)) ? new URL(String(address)) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    return [
      {
        field,
        msg: text('应为 http(s) 地址，不含账号与参数', 'Should be an http(s) address without account or query'),
      },
    ];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return !isFree(url) && ((isIP(host) !== 0 && isInside(host)) || host === 'localhost')
    ? [{ field, msg: text('不能指向内网', 'It may not lead into the own network') }]
    : [];
}

/** Resolves a name and refuses it when any of its addresses is inside: the checked address is the one connected to. */
const outsideOnly: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const fault =
      error ??
      (found.some(({ address }) => isInside(address)) ? new Error(`${host} leads into the own network`) : null);
    if (options.all) done(fault, fault ? [] : found);
    else done(fault, fault ? '' : found[0]!.address, found?.[0]?.family);
  });

export type Post = {
  /** `http:` or `https:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
};

/** Answers longer than this are cut off, unless more is allowed. */
const MOST_BYTES = 65_536;

/**
 * Posts to an address from a setting. A redirect is an answer like any other: it is not followed.
 * @returns status and text of the answer
 * @throws when there is none in time (10 s by default), or when the address is inside the own network and not allowed
 */
export async function post({
  url,
  headers,
  body,
  timeoutMs = 10_000,
  mostBytes = MOST_BYTES,
}: Post): Promise<{ status: number; text: string }> {
  const { protocol, hostname } = new URL(url);
  const free = isFree(new URL(url));
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!free && isIP(literal) !== 0 && isInside(literal)) throw new Error(`${literal} is in the own network`);
  const { request } = protocol === 'https:' ? await import('node:https') : await import('node:http'); // `node:http` brings all of undici along, which a start does not wait for
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(free ? {} : { lookup: outsideOnly }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size > mostBytes) outgoing.destroy(new Error(`an answer of more than ${mostBytes} bytes`));
          else parts.push(part);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

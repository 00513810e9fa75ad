/**
 * The live picture of a device, relayed: a browser can show neither a foreign address (the console's policy names its
 * own host alone) nor one behind the operator's firewall. A token sealed by the server stands for one device and one
 * minute; what it opens is one stream.
 */
import { lookup as resolveName } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { FastifyReply } from 'fastify';
import { personOfSession } from '#areas/access/server/door.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { tenantScope } from '#kit/server/db.ts';
import { setting } from '#kit/server/setting.ts';
import type { Database } from '#kit/server/db.ts';
import { readVideoTicket } from './ticket.ts';
import type { Device } from './commands-give.ts';

export const VIDEO_PATH = '/api/gatehouse/video';
/** A guard watches for a while; what he forgot to close does not load the line for a night. */
const LONGEST_MS = 5 * 60_000;
/** Who has logged out sees no more after this. */
const LOOK_MS = 5_000;
const SILENCE_MS = 15_000;
const CONNECT_MS = 5_000;
const MOST_STREAMS = 64;
/** What a browser shows in an image element as it comes. */
const shown = /^(image\/(jpeg|png|webp)|multipart\/x-mixed-replace)\b/i;

let streams = 0;

/**
 * Where cameras may stand: addresses like `192.168.1.0/24`; the empty list relays nothing. Tenants write addresses of
 * cameras, so without it anyone who may enter a device could have the server ask what else stands in its network.
 */
export const videoNetworks = setting<readonly string[]>([]);

function allowed(address: string): boolean {
  const blocks = new BlockList();
  for (const range of videoNetworks.value()) {
    const [net, bits] = range.split('/') as [string, string];
    blocks.addSubnet(net, Number(bits), isIP(net) === 6 ? 'ipv6' : 'ipv4');
  }
  return blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const notAllowed = () =>
  ruleRefused(
    text(
      '视频地址不在本系统允许的摄像机网段（GATEHOUSE_VIDEO_NETWORKS）内',
      'The video address is not within the networks of cameras this server may reach (GATEHOUSE_VIDEO_NETWORKS)',
    ),
  );
const silent = () => ruleRefused(text('摄像机没有应答', 'The camera does not answer'));

/** The address is checked when the name has become one, so that a name cannot lead elsewhere between check and call. */
const checkedLookup: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const first = (found ?? []).find(({ address }) => allowed(address));
    if (error || !first) done(error ?? notAllowed(), '', 4);
    else if (options.all) done(null, [first]);
    else done(null, first.address, first.family);
  });
};

/** `relayed`: the server can pass it on; `address`: only a player can open it (rtsp). */
export const kindOf = (address: string): 'relayed' | 'address' => (/^https?:/i.test(address) ? 'relayed' : 'address');

export function mayRelay(address: string): void {
  const { hostname } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (videoNetworks.value().length === 0 || (isIP(bare) && !allowed(bare))) throw notAllowed();
}

async function opened(address: string): Promise<IncomingMessage> {
  const { get } = address.startsWith('https:') ? await import('node:https') : await import('node:http'); // as in outgoing.ts
  return new Promise((resolve, reject) => {
    const outgoing = get(
      address,
      { lookup: checkedLookup, timeout: CONNECT_MS, headers: { Accept: 'multipart/x-mixed-replace, image/*' } },
      resolve,
    );
    outgoing.on('timeout', () => outgoing.destroy(silent()));
    outgoing.on('error', (error) => reject(error instanceof Refused ? error : silent()));
  });
}

/** Redirects are not followed, and no picture and no answer look the same: nobody can probe a network through it. */
async function pictureOf(address: string): Promise<IncomingMessage> {
  const stream = await opened(address);
  if (stream.statusCode === 200 && shown.test(stream.headers['content-type'] ?? '')) return stream;
  stream.destroy();
  throw silent();
}

/**
 * Answers a token with the device's stream until the watcher leaves, the camera is silent for 15 s or five minutes have
 * passed.
 * @throws not_logged_in for a token that is no longer good; rule_refused when no camera answers; too_many beyond 64
 * streams
 */
export async function relayVideo(
  database: Database,
  token: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ticket = readVideoTicket(token ?? '');
  if (!ticket || !(await personOfSession(database, ticket.session))) throw new Refused('not_logged_in');
  if (streams >= MOST_STREAMS) throw new Refused('too_many');
  const device = (await database.read(tenantScope(ticket.tenantId), (db) =>
    rowOf(parkDevice, ticket.deviceId, db),
  )) as Device & { videoUrl: string | null };
  if (!device.videoUrl || kindOf(device.videoUrl) !== 'relayed') throw silent();
  mayRelay(device.videoUrl);
  streams += 1;
  const stream = await pictureOf(device.videoUrl).catch((error: unknown) => {
    streams -= 1;
    throw error;
  });
  const end = setTimeout(() => stream.destroy(), LONGEST_MS);
  const look = setInterval(() => {
    void personOfSession(database, ticket.session).then(
      (person) => person ?? stream.destroy(),
      () => undefined, // the database is down: tried again
    );
  }, LOOK_MS);
  stream.setTimeout(SILENCE_MS, () => stream.destroy());
  reply.raw.once('close', () => stream.destroy());
  stream.once('close', () => {
    clearTimeout(end);
    clearInterval(look);
    streams -= 1;
    reply.raw.end();
  });
  stream.on('error', () => undefined); // `close` reports it
  return reply
    .header('Content-Type', stream.headers['content-type']!)
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(stream);
}

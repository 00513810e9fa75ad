/**
 * Calls to a device's own address, with digest where it asks for it. Only into the networks that are named, checked
 * when the name has become an address; no redirects, short, and a wrong login is not tried on: cameras lock the
 * account.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lookup as resolveName } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { connect, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { BoughtDevice } from '#areas/device/model/bought-link.ts';
import type { Call, Frame, Reply } from './adapter.ts';
import { inNetworks } from './networks.ts';
import { isJpeg } from './read.ts';

/** Not by an import, which names all it exports and so reads its WebSocket, too: a server starts without that. */
const { request } = process.getBuiltinModule('node:http');

const WITHIN_MS = 3_000;
const MOST_ANSWER = 64 * 1024;
const LOCKED_MS = 10 * 60_000;
const MODBUS_PORT = 502;

/** `unsent`: nothing was done; `unsure`: it may have been. */
export type Failed = { readonly failed: 'unsent' | 'unsure' | 'network' | 'locked' };
export type Caller = (device: BoughtDevice, call: Call | Frame) => Promise<Reply | Failed>;

type Challenge = {
  readonly realm: string;
  readonly nonce: string;
  readonly qop: boolean;
  readonly sha: boolean;
  readonly opaque: string | null;
};

function challengeIn(header: string): Challenge | null {
  if (!/^digest\s/i.test(header)) return null;
  const of = (name: string): string | null => {
    const found = new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(header);
    return found ? (found[1] ?? found[2] ?? null) : null;
  };
  const nonce = of('nonce');
  return nonce === null
    ? null
    : {
        realm: of('realm') ?? '',
        nonce,
        qop: /\bauth\b/i.test(of('qop') ?? ''),
        sha: /sha-256/i.test(of('algorithm') ?? ''),
        opaque: of('opaque'),
      };
}

/** The header that answers a challenge; `count` goes up with every use of a nonce. */
export function digest(
  { realm, nonce, qop, sha, opaque }: Challenge,
  login: { readonly name: string; readonly password: string },
  { method, path }: Pick<Call, 'method' | 'path'>,
  count: number,
  cnonce: string,
): string {
  const hash = (text: string): string =>
    createHash(sha ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const [who, what] = [hash(`${login.name}:${realm}:${login.password}`), hash(`${method}:${path}`)];
  const response = hash(qop ? `${who}:${nonce}:${nc}:${cnonce}:auth:${what}` : `${who}:${nonce}:${what}`);
  return [
    `Digest username="${login.name}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${path}"`,
    `response="${response}"`,
    ...(sha ? ['algorithm=SHA-256'] : []),
    ...(qop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === null ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
}

const lookupIn =
  (networks: readonly string[]): LookupFunction =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const first = (found ?? []).find(({ address }) => inNetworks(address, networks));
      if (error || !first) done(error ?? new Error('in none of the networks of cameras'), '', 4);
      else if (options.all) done(null, [first]);
      else done(null, first.address, first.family);
    });
  };

type Raw = { readonly status: number; readonly bytes: Buffer; readonly challenge: string };
type Bounds = { readonly withinMs: number; readonly most: number };

function once(
  { host, port }: NonNullable<BoughtDevice['address']>,
  call: Call,
  networks: readonly string[],
  authorization: string | null,
  { withinMs, most }: Bounds,
): Promise<Raw | Failed> {
  return new Promise((then) => {
    let connected = false;
    const outgoing = request(
      {
        host,
        port: port ?? 80,
        path: call.path,
        method: call.method,
        headers: {
          ...call.headers,
          'content-length': Buffer.byteLength(call.body),
          ...(authorization ? { authorization } : {}),
        },
        lookup: lookupIn(networks),
        signal: AbortSignal.timeout(withinMs),
        agent: false,
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size <= most) parts.push(part);
          else answer.destroy();
        });
        answer.on('close', () =>
          then({
            status: answer.statusCode ?? 0,
            bytes: Buffer.concat(parts),
            challenge: String(answer.headers['www-authenticate'] ?? ''),
          }),
        );
      },
    );
    outgoing.on('socket', (socket) => socket.once('connect', () => (connected = true)));
    outgoing.on('error', () => then({ failed: connected ? 'unsure' : 'unsent' }));
    outgoing.end(call.body);
  });
}

/** Bytes over a connection of their own; the answer is returned in hex. */
function framed(
  { host, port }: NonNullable<BoughtDevice['address']>,
  { bytes, answerBytes, port: usual, withinMs }: Frame,
  networks: readonly string[],
): Promise<Reply | Failed> {
  return new Promise((then) => {
    let connected = false;
    let answer = Buffer.alloc(0);
    const socket = connect({ host, port: port ?? usual ?? MODBUS_PORT, lookup: lookupIn(networks) });
    const end = (what: Reply | Failed): void => {
      socket.destroy();
      then(what);
    };
    const lost = (): void => end({ failed: connected ? 'unsure' : 'unsent' });
    const timer = setTimeout(lost, withinMs ?? WITHIN_MS);
    socket.on('close', () => clearTimeout(timer));
    socket.on('connect', () => {
      connected = true;
      socket.write(bytes);
    });
    socket.on('error', lost);
    socket.on('end', lost);
    socket.on('data', (part) => {
      answer = Buffer.concat([answer, part]);
      if (answer.length > MOST_ANSWER || answer.length >= answerBytes(answer))
        end({ status: 200, body: answer.subarray(0, MOST_ANSWER).toString('hex') });
    });
  });
}

export type Frames = { readonly send: (frame: Frame) => Promise<Reply | null>; readonly close: () => void };

/** A connection for one frame after another; null where the device cannot be reached. `send`: null once it is lost. */
export async function openFrames({ address }: BoughtDevice, networks: readonly string[]): Promise<Frames | null> {
  if (!address || !mayReach(networks, address.host)) return null;
  const socket = connect({ host: address.host, port: address.port ?? MODBUS_PORT, lookup: lookupIn(networks) });
  let [answer, waiting, lost]: [Buffer, { frame: Frame; done: (reply: Reply | null) => void } | null, boolean] = [
    Buffer.alloc(0),
    null,
    false,
  ];
  const end = (reply: Reply | null): void => {
    const before = waiting;
    waiting = null;
    before?.done(reply);
  };
  const close = (): void => {
    lost = true;
    socket.destroy();
    end(null);
  };
  socket.setTimeout(WITHIN_MS, close);
  for (const name of ['error', 'end', 'close']) socket.on(name, close);
  socket.on('data', (part) => {
    answer = Buffer.concat([answer, part]);
    if (!waiting || answer.length > MOST_ANSWER) return close();
    if (answer.length >= waiting.frame.answerBytes(answer)) end({ status: 200, body: answer.toString('hex') });
  });
  return {
    close,
    send: (frame) =>
      new Promise((done) => {
        if (lost) return done(null);
        answer = Buffer.alloc(0);
        waiting = { frame, done };
        socket.write(frame.bytes);
      }),
  };
}

export type Lines = { readonly open: () => boolean; readonly close: () => void };
/** Longer is no line of a reader. */
const LONGEST_LINE = 512;

/** A connection over which a device writes lines, ended by CR or LF; null where it cannot be reached. */
export async function openLines(
  { address }: BoughtDevice,
  networks: readonly string[],
  usual: number,
  take: (line: string) => void,
): Promise<Lines | null> {
  if (!address || !mayReach(networks, address.host)) return null;
  const socket = connect({ host: address.host, port: address.port ?? usual, lookup: lookupIn(networks) });
  let [open, had] = [true, ''];
  const close = (): void => {
    open = false;
    socket.destroy();
  };
  for (const name of ['error', 'end', 'close']) socket.on(name, close);
  socket.on('data', (part) => {
    const parts = (had + part.toString('latin1')).split(/[\r\n]/);
    had = parts.pop()!.slice(-LONGEST_LINE);
    for (const line of parts) if (line.trim() !== '') take(line.slice(0, LONGEST_LINE).trim());
  });
  socket.setTimeout(WITHIN_MS, close);
  const connected = await new Promise<boolean>((then) => {
    socket.once('connect', () => then(true));
    socket.once('close', () => then(false));
  });
  if (!connected) return null;
  // Silent for hours is as usual; a cable that was pulled shows by the keep-alive.
  socket.setTimeout(0);
  socket.setKeepAlive(true, 10_000);
  return { open: () => open, close };
}

const BOUNDS: Bounds = { withinMs: WITHIN_MS, most: MOST_ANSWER };
const replyOf = (came: Raw | Failed): Reply | Failed =>
  'failed' in came ? came : { status: came.status, body: came.bytes.toString('utf8') };

/** Only into the networks that are named; a name is checked once it has become an address. */
const mayReach = (networks: readonly string[], host: string): boolean =>
  networks.length > 0 && (isIP(host) === 0 || inNetworks(host, networks));

export function caller(networks: readonly string[]): Caller {
  const nonces = new Map<string, { challenge: Challenge; count: number }>();
  const locked = new Map<string, number>();
  return async (device, call) => {
    const { address, login, deviceId } = device;
    if (!address || !mayReach(networks, address.host)) return { failed: 'network' };
    if ('bytes' in call) return framed(address, call, networks);
    if ((locked.get(deviceId) ?? 0) > Date.now()) return { failed: 'locked' };
    const known = nonces.get(deviceId);
    const header = (challenge: Challenge, count: number): string | null =>
      login && digest(challenge, login, call, count, randomBytes(8).toString('hex'));
    if (known) known.count += 1;
    const first = await once(address, call, networks, known ? header(known.challenge, known.count) : null, BOUNDS);
    if ('failed' in first || first.status !== 401) return replyOf(first);
    // Refused before it was carried out: the same call with an answer to the challenge is the first that may do
    // anything.
    const challenge = challengeIn(first.challenge);
    if (!challenge || !login) return replyOf(first);
    nonces.set(deviceId, { challenge, count: 1 });
    const second = await once(address, call, networks, header(challenge, 1), BOUNDS);
    if ('status' in second && second.status === 401) {
      nonces.delete(deviceId);
      locked.set(deviceId, Date.now() + LOCKED_MS);
    }
    return replyOf(second);
  };
}

/** A car stands there and waits for the picture: sooner without it. */
const PICTURE: Bounds = { withinMs: 800, most: 2 * 1024 * 1024 };
/** A host that gave none is not called again for so long. */
const QUIET_MS = 10_000;

/** Fetches a picture from the host that reported a car; null where it gives none in time. */
export type Picture = (
  host: BoughtDevice,
  from: { readonly path: string; readonly port: number },
) => Promise<Buffer | null>;

export function pictures(networks: readonly string[]): Picture {
  const quiet = new Map<string, number>();
  return async ({ address, deviceId }, { path, port }) => {
    if (!address || !mayReach(networks, address.host) || (quiet.get(deviceId) ?? 0) > Date.now()) return null;
    const call: Call = { method: 'GET', path, headers: {}, body: '' };
    const came = await once({ host: address.host, port: address.port ?? port }, call, networks, null, PICTURE);
    if ('failed' in came) quiet.set(deviceId, Date.now() + QUIET_MS);
    return 'bytes' in came && came.status === 200 && isJpeg(came.bytes) ? came.bytes : null;
  };
}

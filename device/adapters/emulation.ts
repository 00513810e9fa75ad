/**
 * What emulators of bought devices share: a lane's cars, a real HTTP client, pictures. Written from the makers'
 * documents and never with an adapter's code, or both would be wrong alike.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Contact } from '#areas/device/model/families.ts';
import type { ReadSlip } from '#device/adapters/escpos/read-slip.ts';

/** What may go wrong on the way, by the names `--faults` takes. */
export const DEVICE_FAULTS = [
  'repeat',
  'lost-reply',
  'hang-up',
  'cut',
  'split',
  'restart',
  'offline',
  'two-triggers',
  'no-plate',
  'gbk',
  'big-picture',
  'wrong-secret',
  'spoof',
  'clock',
] as const;
export type DeviceFault = (typeof DEVICE_FAULTS)[number];

export type EmulatedCar = { readonly plate: string; readonly colour: string; readonly at: number };
export type Posted = { readonly status: number; readonly body: string; readonly ms: number };

/** `jams`: the paper ends within the next slip. */
export type PrinterState = 'ready' | 'paper-low' | 'paper-out' | 'cover-open' | 'cutter' | 'jams' | 'deaf';

/** `until`: epoch ms; null without an end. */
type ListedCar = { readonly plate: string; readonly until: number | null };
/** The list a camera lets cars in by while it is cut off. */
type CameraList = {
  readonly cars: () => readonly ListedCar[];
  /** Whether it opens for the plate by itself at that instant, epoch ms. */
  readonly letsIn: (plate: string, at: number) => boolean;
  /** Somebody changes it on the camera's own page. */
  readonly put: (car: ListedCar) => void;
  readonly take: (plate: string) => void;
  /** From now on it answers that it has done it, and changes nothing; or does it again. */
  readonly ignores: (on: boolean) => void;
};

export type Emulator = {
  /** A car comes: what the device posts of it, with its faults. Answers every reply. */
  readonly car: (car: EmulatedCar, faults?: readonly DeviceFault[]) => Promise<readonly Posted[]>;
  readonly beat: () => Promise<Posted>;
  /** Every pulse of its relay, epoch ms. */
  readonly pulses: () => readonly number[];
  /** A contact at its inputs changes: it fetches the address that stands for it. */
  readonly contact?: (contact: Contact) => Promise<Posted>;
  /** A driver holds the code before it. */
  readonly scan?: (code: string, faults?: readonly DeviceFault[]) => Promise<readonly Posted[]>;
  /** Every connection to it is lost. */
  readonly hangUp?: () => void;
  /** What it printed, as bytes and as one reads it, each slip by itself, and what is wrong with it. */
  readonly printer?: {
    readonly slips: () => readonly Buffer[];
    readonly read: () => readonly ReadSlip[];
    readonly set: (state: PrinterState) => void;
  };
  /** What its serial line was sent, for families that pass it on. */
  readonly serial?: () => readonly Buffer[];
  /** Its list, for families that are sent one. */
  readonly list?: CameraList;
  /** The bytes of one message of a car, for tests that cut them. */
  readonly message: (
    car: EmulatedCar,
    faults?: readonly DeviceFault[],
  ) => { readonly path: string; readonly type: string; readonly body: Buffer };
  /** Where it is called, for families that are; null for the others. */
  readonly port: number | null;
  readonly close: () => Promise<void>;
};

export type EmulatorOptions = {
  /** `http://host:port/device/<family>/<secret>`. */
  readonly url: string;
  readonly serial: string;
  /** Login it asks for where it is called. */
  readonly login?: { readonly name: string; readonly password: string };
  /** Where it publishes instead of posting, for families that do. */
  readonly mqtt?: { readonly url: string; readonly sn: string; readonly secret: string };
  /** Where it is called; the system chooses one where it is absent. */
  readonly port?: number;
  /** A barrier and a loop are wired to its inputs and follow its pulses. */
  readonly wired?: boolean;
};

export type OpenEmulator = (options: EmulatorOptions) => Promise<Emulator>;

/** Posts as a camera does: one connection a message, its length known; `split` sends it byte group by byte group. */
export function post(
  url: string,
  type: string,
  body: Buffer,
  how: {
    readonly method?: 'GET';
    readonly split?: boolean;
    readonly cut?: boolean;
    readonly deaf?: boolean;
    readonly hangUp?: boolean;
  } = {},
): Promise<Posted> {
  const from = performance.now();
  return new Promise((then) => {
    const outgoing = request(
      url,
      {
        method: how.method ?? 'POST',
        agent: false,
        headers: { ...(type === '' ? {} : { 'content-type': type }), 'content-length': body.length },
      },
      (answer) => {
        if (how.deaf) {
          answer.destroy();
          return then({ status: 0, body: '', ms: performance.now() - from });
        }
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          then({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts).toString('utf8'),
            ms: performance.now() - from,
          }),
        );
      },
    );
    outgoing.on('error', () => then({ status: 0, body: '', ms: performance.now() - from }));
    if (how.cut) {
      outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
      return;
    }
    // All of it is there, and nobody waits for the answer.
    if (how.hangUp) return void outgoing.end(body, () => outgoing.destroy());
    if (!how.split) return void outgoing.end(body);
    const step = Math.max(1, Math.ceil(body.length / 40));
    for (let at = 0; at < body.length; at += step) outgoing.write(body.subarray(at, at + step));
    outgoing.end();
  });
}

/**
 * A picture of about that many bytes: a drawn car where they suffice, else one white pixel. Comments, as a camera's own
 * notes would, make it longer, with whatever stands in them.
 */
export function jpeg(bytes = 600, note = ''): Buffer {
  const start = Buffer.from([0xff, 0xd8]);
  const comments: Buffer[] = [];
  const drawn = bytes > SCENE.length ? SCENE : PIXEL;
  let left = Math.max(bytes - drawn.length, note.length + 4);
  for (let text = Buffer.from(note); left > 0; text = Buffer.alloc(0)) {
    const length = Math.min(left, 65_000);
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(length + 2, 2);
    const body = Buffer.alloc(length, 0x20);
    text.copy(body);
    comments.push(head, body);
    left -= length;
  }
  return Buffer.concat([start, ...comments, drawn]);
}

/** Without its own start, which the comments follow. */
const SCENE = readFileSync(join(import.meta.dirname, 'emulated-scene.jpg')).subarray(2);
const PIXEL = Buffer.from(
  '/9sAQwADAgICAgIDAgICAwMDAwQGBAQEBAQIBgYFBgkICgoJCAkJCgwPDAoLDgsJCQ0RDQ4PEBAREAoMEhMSEBMPEBAQ/8kACwgAAQABAQERAP/MAAYAEBAF/9oACAEBAAA/ANIH/9k=',
  'base64',
);

type Login = NonNullable<EmulatorOptions['login']>;
type HttpAction = { readonly url: string; readonly body: string };

/** A device that is called: digest as RFC 7616 asks for it, and the response of the action. */
export async function calledWith(
  login: Login,
  act: (sent: HttpAction) => string,
  { hash = 'md5', port = 0 }: { readonly hash?: 'md5' | 'sha256'; readonly port?: number } = {},
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const nonce = randomBytes(12).toString('hex');
  const hashed = (text: string): string => createHash(hash).update(text).digest('hex');
  const server = createServer((incoming, reply) => {
    const parts: Buffer[] = [];
    incoming.on('data', (each: Buffer) => parts.push(each));
    incoming.on('end', () => {
      const authorization = String(incoming.headers.authorization ?? '');
      const of = (name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(authorization)?.[1] ?? '';
      const who = hashed(`${login.name}:GH:${login.password}`);
      const right = hashed(
        `${who}:${nonce}:${of('nc')}:${of('cnonce')}:auth:${hashed(`${incoming.method}:${incoming.url}`)}`,
      );
      if (of('nonce') !== nonce || of('response') !== right) {
        reply.writeHead(401, {
          'www-authenticate': `Digest realm="GH", qop="auth", nonce="${nonce}", algorithm=${hash === 'md5' ? 'MD5' : 'SHA-256'}`,
        });
        return reply.end();
      }
      reply.writeHead(200);
      reply.end(act({ url: incoming.url ?? '', body: Buffer.concat(parts).toString() }));
    });
  });
  await new Promise<void>((then) => {
    server.listen(port, '127.0.0.1', () => then());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((then) => {
        server.close(() => then());
      }),
  };
}

/** A list as cameras keep it: by plate, with ends. `write` is what a platform does, and may be ignored. */
export function cameraList(): CameraList & {
  readonly write: (work: (cars: Map<string, number | null>) => void) => void;
} {
  const cars = new Map<string, number | null>();
  let ignored = false;
  return {
    cars: () => [...cars].map(([plate, until]) => ({ plate, until })),
    letsIn: (plate, at) => cars.has(plate) && at < (cars.get(plate) ?? Infinity),
    put: ({ plate, until }) => void cars.set(plate, until),
    take: (plate) => void cars.delete(plate),
    ignores: (on) => {
      ignored = on;
    },
    write: (work) => {
      if (!ignored) work(cars);
    },
  };
}

/** Posts one message with the faults of the way; `again` makes the same car's by another trigger. */
export async function posted(
  url: string,
  type: string,
  body: Buffer,
  faults: readonly DeviceFault[],
  again: () => Buffer,
): Promise<Posted[]> {
  const to = faults.includes('wrong-secret') ? url.replace(/[0-9a-f]{40}/, 'f'.repeat(40)) : url;
  const posts: Posted[] = [];
  const send = async (bytes: Buffer, how = {}): Promise<void> => {
    posts.push(await post(to, type, bytes, how));
  };
  if (faults.includes('cut')) await send(body, { cut: true });
  if (faults.includes('hang-up')) await send(body, { hangUp: true });
  if (faults.includes('lost-reply')) await send(body, { deaf: true });
  await send(body, { split: faults.includes('split') });
  if (faults.includes('repeat')) for (let nth = 0; nth < 3; nth += 1) await send(body);
  if (faults.includes('two-triggers')) await send(again());
  return posts;
}

/** A device that is called and sends nothing by itself. */
export function silent(
  { port, close }: { readonly port: number; readonly close: () => Promise<void> },
  pulses: readonly number[],
): Emulator {
  const nothing: Posted = { status: 0, body: '', ms: 0 };
  return {
    port,
    close,
    pulses: () => pulses,
    car: async () => [],
    beat: async () => nothing,
    message: () => ({ path: '', type: '', body: Buffer.alloc(0) }),
  };
}

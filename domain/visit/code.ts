/**
 * The code a guest shows at a door: it changes every half minute, is signed, and says whose visit it is and when. A
 * reader knows the public key and needs no line to us. 33 bytes and a signature of 64 are 130 signs.
 */
const VERSION = 1;
const BODY = 33;
const SIGNATURE = 64;
const SECOND = 1000;
/** How long one code is shown. A reader takes the step it is in, the one before and the one after. */
export const STEP_MS = 30 * SECOND;
/** All doors of the visit, where none are named. */
export const EVERY_DOOR = 0xff_ffff;

export type VisitCode = {
  readonly key: number;
  /** The visit's id, a UUID. */
  readonly visit: string;
  /** A bit for each of 24 groups of doors. */
  readonly doors: number;
  /** Epoch ms, whole seconds; early arrival included. */
  readonly from: number;
  readonly until: number;
  readonly step: number;
};

export const stepAt = (at: number): number => Math.floor(at / STEP_MS);

function pack({ key, visit, doors, from, until, step }: VisitCode): Uint8Array {
  const body = new Uint8Array(BODY);
  const view = new DataView(body.buffer);
  const hex = visit.replaceAll('-', '');
  view.setUint8(0, VERSION);
  view.setUint8(1, key);
  for (let nth = 0; nth < 16; nth += 1) view.setUint8(2 + nth, Number.parseInt(hex.slice(nth * 2, nth * 2 + 2), 16));
  view.setUint8(18, doors >> 16);
  view.setUint16(19, doors & 0xffff);
  view.setUint32(21, from / SECOND);
  view.setUint32(25, until / SECOND);
  view.setUint32(29, step);
  return body;
}

function unpack(body: Uint8Array): VisitCode {
  const view = new DataView(body.buffer, body.byteOffset);
  const hex = [...body.subarray(2, 18)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return {
    key: view.getUint8(1),
    visit: parts.join('-'),
    doors: (view.getUint8(18) << 16) | view.getUint16(19),
    from: view.getUint32(21) * SECOND,
    until: view.getUint32(25) * SECOND,
    step: view.getUint32(29),
  };
}

const written = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export function writeCode(code: VisitCode, sign: (body: Uint8Array) => Uint8Array): string {
  const body = pack(code);
  const whole = new Uint8Array(BODY + SIGNATURE);
  whole.set(body);
  whole.set(sign(body), BODY);
  return written(whole);
}

/** The code that was signed, or null: nothing of it is believed before its signature is. Written in one way alone. */
export function readCode(
  text: string,
  verify: (key: number, body: Uint8Array, signature: Uint8Array) => boolean,
): VisitCode | null {
  if (!/^[\w-]{130}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!);
  if (bytes.length !== BODY + SIGNATURE || bytes[0] !== VERSION || written(bytes) !== text) return null;
  const body = bytes.subarray(0, BODY);
  return verify(body[1]!, body, bytes.subarray(BODY)) ? unpack(body) : null;
}

export type CodeRefusal = 'stale' | 'early' | 'over' | 'replayed';

/**
 * Why a signed code does not open now. `uses`: how often this step of it opened this very door; one party passes as
 * many as it has people.
 */
export function codeRefusal(
  { from, until, step }: VisitCode,
  at: number,
  { uses, people }: { readonly uses: number; readonly people: number },
): CodeRefusal | null {
  if (Math.abs(stepAt(at) - step) > 1) return 'stale';
  if (at < from) return 'early';
  if (at >= until) return 'over';
  return uses >= people ? 'replayed' : null;
}

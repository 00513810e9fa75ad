/**
 * Rows in the binary form of COPY: the engine takes it in some six tenths of the time of the text form, for no number,
 * id or instant has to be read from signs. https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"; each
 * value as its type's receive function has it.
 */
import { msOf } from '#domain/time/iso.ts';

export type Row = Readonly<Record<string, unknown>>;
/** A column and its type, as `format_type` names it without its length. */
export type Column = { readonly name: string; readonly type: string };

const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TAIL = Buffer.from([0xff, 0xff]);
const PIECE = 1 << 18;
/** Signs up to this many are written here; a call of the runtime's own writer costs more than they do. */
const SHORT = 48;
/** More than the lengths and values of a row take whose text is not counted. */
const ROW = 4_096;
/** Where the engine's instants begin. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const TWO_32 = 0x1_0000_0000;

/** Bytes that grow, with a place to write at. */
class Sheet {
  bytes = Buffer.allocUnsafeSlow(PIECE + (PIECE >> 1));
  at = 0;

  reserve(size: number): void {
    if (this.at + size <= this.bytes.length) return;
    const more = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + size));
    this.bytes.copy(more, 0, 0, this.at);
    this.bytes = more;
  }

  int16(value: number): void {
    this.at = this.bytes.writeInt16BE(value, this.at);
  }

  int32(value: number): void {
    const { bytes, at } = this;
    bytes[at] = value >>> 24;
    bytes[at + 1] = value >>> 16;
    bytes[at + 2] = value >>> 8;
    bytes[at + 3] = value;
    this.at = at + 4;
  }

  int64(value: number): void {
    this.int32(Math.floor(value / TWO_32));
    this.int32((value - Math.floor(value / TWO_32) * TWO_32) | 0);
  }

  /** Text as UTF-8 behind its length in bytes; `before` bytes are written ahead of it and counted with it. */
  text(value: string, before?: number): void {
    this.reserve(value.length * 3 + ROW);
    const start = this.at + 4;
    let end = start;
    if (before !== undefined) this.bytes[end++] = before;
    end = value.length <= SHORT ? this.signs(value, end) : end + this.bytes.write(value, end);
    this.int32(end - start);
    this.at = end;
  }

  private signs(value: string, at: number): number {
    for (let nth = 0; nth < value.length; nth += 1) {
      const sign = value.charCodeAt(nth);
      if (sign > 127) return at + this.bytes.write(value, at);
      this.bytes[at + nth] = sign;
    }
    return at + value.length;
  }
}

const DIGITS = new Int8Array(128).fill(-1);
for (const [value, sign] of [...'0123456789abcdef'].entries())
  DIGITS[sign.charCodeAt(0)] = DIGITS[sign.toUpperCase().charCodeAt(0)] = value;
const DASHES: ReadonlySet<number> = new Set([8, 13, 18, 23]);

/** The latest id of a column: lot, company and lane are the same row after row. */
type Latest = { text: string | null; readonly bytes: Uint8Array };

function uuid(sheet: Sheet, value: string, seen: Latest): void {
  sheet.int32(16);
  const from = sheet.at;
  if (value !== seen.text) {
    parseId(sheet, value);
    for (let nth = 0; nth < 16; nth += 1) seen.bytes[nth] = sheet.bytes[from + nth]!;
    seen.text = value;
    return;
  }
  for (let nth = 0; nth < 16; nth += 1) sheet.bytes[from + nth] = seen.bytes[nth]!;
  sheet.at = from + 16;
}

function parseId(sheet: Sheet, value: string): void {
  if (value.length !== 36) throw new Error(`no id: ${value}`);
  for (let nth = 0; nth < 36; nth += 2) {
    if (DASHES.has(nth)) nth += 1;
    const byte = ((DIGITS[value.charCodeAt(nth)] ?? -1) << 4) | (DIGITS[value.charCodeAt(nth + 1)] ?? -1);
    if (byte < 0) throw new Error(`no id: ${value}`);
    sheet.bytes[sheet.at++] = byte;
  }
}

/** The two instants of a row that it says several times: when a car came and when it left. */
let [latest, before] = [
  { text: '', ms: 0 },
  { text: '', ms: 0 },
];

function instantOf(text: string): number {
  if (text === latest.text) return latest.ms;
  if (text !== before.text) before = { text, ms: msOf(text) };
  [latest, before] = [before, latest];
  return latest.ms;
}

function instant(sheet: Sheet, value: string): void {
  const ms = instantOf(value);
  if (Number.isNaN(ms)) throw new Error(`no instant: ${value}`);
  sheet.int32(8);
  sheet.int64((ms - EPOCH_MS) * 1000);
}

function whole(sheet: Sheet, value: number, bytes: 4 | 8): void {
  if (!Number.isSafeInteger(value) || (bytes === 4 && value !== (value | 0)))
    throw new Error(`no whole number of ${bytes} bytes: ${value}`);
  sheet.int32(bytes);
  if (bytes === 4) sheet.int32(value);
  else sheet.int64(value);
}

/** The engine's number for the type of an id. */
const UUID_OID = 2950;

/**
 * A list of ids: dimensions, whether any is null, the type; then of the one dimension its size and first index, and
 * each id.
 */
function uuids(sheet: Sheet, values: readonly string[]): void {
  sheet.reserve(values.length * 20 + ROW);
  const start = sheet.at;
  sheet.int32(0);
  sheet.int32(values.length === 0 ? 0 : 1);
  sheet.int32(0);
  sheet.int32(UUID_OID);
  if (values.length > 0) {
    sheet.int32(values.length);
    sheet.int32(1);
  }
  for (const value of values) {
    sheet.int32(16);
    parseId(sheet, value);
  }
  sheet.bytes.writeInt32BE(sheet.at - start - 4, start);
}

/** How a value of each type is written, its length first. */
const WRITERS: Readonly<Record<string, (sheet: Sheet, value: never, seen: Latest) => void>> = {
  uuid,
  'uuid[]': uuids,
  text: (sheet: Sheet, value: unknown) => sheet.text(String(value)),
  'character varying': (sheet: Sheet, value: unknown) => sheet.text(String(value)),
  'timestamp with time zone': instant,
  bigint: (sheet: Sheet, value: unknown) => whole(sheet, Number(value), 8),
  integer: (sheet: Sheet, value: unknown) => whole(sheet, Number(value), 4),
  jsonb: (sheet: Sheet, value: unknown) => sheet.text(JSON.stringify(value), 1),
  boolean: (sheet: Sheet, value: boolean) => {
    sheet.int32(1);
    sheet.bytes[sheet.at++] = value ? 1 : 0;
  },
  'double precision': (sheet: Sheet, value: number) => {
    sheet.int32(8);
    sheet.at = sheet.bytes.writeDoubleBE(value, sheet.at);
  },
};

function writerOf(name: string, type: string): (sheet: Sheet, value: unknown, seen: Latest) => void {
  const writer = WRITERS[type];
  if (!writer) throw new Error(`${name}: ${type} cannot be copied`);
  return writer as (sheet: Sheet, value: unknown, seen: Latest) => void;
}

/**
 * The rows in pieces of some 256 KB, each value from the column's name; instants are ISO text, JSON is a value.
 * @throws Error where a value is none of its column's type
 */
export function* copyRows(columns: readonly Column[], rows: readonly Row[]): Generator<Buffer> {
  const wide = columns.map(({ name, type }) => ({
    name,
    write: writerOf(name, type),
    seen: { text: null, bytes: new Uint8Array(16) },
  }));
  let sheet = new Sheet();
  sheet.at = HEAD.copy(sheet.bytes);
  for (const row of rows) {
    sheet.reserve(ROW);
    sheet.int16(wide.length);
    for (const { name, write, seen } of wide) {
      const value = row[name];
      if (value !== null && value !== undefined) write(sheet, value, seen);
      else sheet.int32(-1);
    }
    if (sheet.at < PIECE) continue;
    yield sheet.bytes.subarray(0, sheet.at);
    sheet = new Sheet();
  }
  sheet.reserve(2);
  sheet.at += TAIL.copy(sheet.bytes, sheet.at);
  yield sheet.bytes.subarray(0, sheet.at);
}

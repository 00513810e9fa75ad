import { StringDecoder } from 'node:string_decoder';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { formulaSign } from './csv.ts';

/** What stands in a cell: text, a number (dates too, as days since 1899-12-30), yes or no; nothing is null. */
export type Spoken = string | number | boolean | null;
export type Line = {
  /** As the person counts them, the heading being 1. */ readonly line: number;
  readonly cells: readonly Spoken[];
};
export type TableFile = {
  readonly headings: readonly string[];
  readonly lines: readonly Line[];
  /** Days to add to a date's number. */ readonly dayShift: number;
};

export const MOST_BYTES = 10 * 1024 * 1024;
const MOST_UNPACKED = 100 * 1024 * 1024;
const MOST_PARTS = 1_000;
export const MOST_ROWS = 20_000;
const MOST_COLUMNS = 500;
/** One row or one shared text longer than this is no form that a person filled in. */
const MOST_ELEMENT = 2 * 1024 * 1024;

const refused = (msg: Text): Refused => new Refused('bad_input', {}, [{ field: 'file', msg }]);
const broken = () => refused(text('文件已损坏或不是 Excel 工作簿', 'The file is damaged or not an Excel workbook'));
const tooMany = () => refused(text(`一次最多导入${MOST_ROWS}行`, `At most ${MOST_ROWS} rows can be imported at once`));

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  const plain = xml.includes('&')
    ? xml.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return entities[name] ?? whole;
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : xml;
  return plain.includes('_x')
    ? plain.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`[\\s]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found ? unescaped(found[1] ?? found[2] ?? '') : null;
};

/** Every `<name …>…</name>` of a part, one after another, whatever prefix the writer chose; only one is held at a time. */
async function* elements(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let prefix: string | null = null;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    held += decoder.write(chunk as Buffer);
    if (prefix === null) {
      if (/<!DOCTYPE|<!ENTITY/i.test(held)) throw broken();
      const root = /<(\w+:)?(?:worksheet|sst|workbook|Relationships)[\s>]/.exec(held);
      if (!root) {
        if (held.length > 64 * 1024) throw broken();
        continue;
      }
      prefix = root[1] ?? '';
    }
    let at = 0;
    for (;;) {
      const begin = openingAt(held, `<${prefix}${name}`, at);
      if (begin < 0) break;
      const tagEnd = held.indexOf('>', begin);
      if (tagEnd < 0) {
        at = begin;
        break;
      }
      const alone = held[tagEnd - 1] === '/';
      const end = alone ? tagEnd + 1 : held.indexOf(`</${prefix}${name}>`, tagEnd);
      if (end < 0) {
        at = begin;
        break;
      }
      const whole = held.slice(begin, end);
      yield prefix === '' ? whole : whole.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
      at = end;
    }
    const left = held.slice(at);
    held = openingAt(left, `<${prefix}${name}`, 0) >= 0 ? left : left.slice(-200);
    if (held.length > MOST_ELEMENT) throw broken();
  }
}

/** Where the tag begins whose name is exactly this (`<row` but not `<rowBreaks`); -1 when nowhere. */
function openingAt(xml: string, start: string, from: number): number {
  for (let at = xml.indexOf(start, from); at >= 0; at = xml.indexOf(start, at + 1)) {
    const next = xml[at + start.length];
    if (next === undefined || /[\s>/]/.test(next)) return at;
  }
  return -1;
}

/** The text of a shared or inline string: its runs joined, without the reading aid (`rPh`) of East Asian writers. */
function textOf(xml: string): string {
  let spoken = xml;
  for (let from = spoken.indexOf('<rPh'); from >= 0; from = spoken.indexOf('<rPh', from)) {
    const to = spoken.indexOf('</rPh>', from);
    if (to < 0) break;
    spoken = spoken.slice(0, from) + spoken.slice(to + 6);
  }
  let out = '';
  for (const { 1: run } of spoken.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) out += unescaped(run!);
  return out;
}

function columnOf(at: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(at)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellsOf(row: string, shared: readonly string[]): Spoken[] {
  const cells: Spoken[] = [];
  let next = 0;
  // Searched by position and not by one pattern, whose time a crafted row could make grow without bound.
  for (let from = openingAt(row, '<c', 0); from >= 0;) {
    const tagEnd = row.indexOf('>', from);
    if (tagEnd < 0) break;
    const tag = row.slice(from, tagEnd);
    const end = tag.endsWith('/') ? tagEnd : row.indexOf('</c>', tagEnd);
    if (end < 0) break;
    const place = attribute(tag, 'r');
    const column = place ? columnOf(place) : next;
    next = column + 1;
    if (column >= 0 && column < MOST_COLUMNS && end > tagEnd)
      cells[column] = valueOf(attribute(tag, 't') ?? 'n', row.slice(tagEnd + 1, end), shared);
    from = openingAt(row, '<c', end);
  }
  return Array.from(cells, (cell) => cell ?? null);
}

function valueOf(type: string, inner: string, shared: readonly string[]): Spoken {
  if (type === 'inlineStr') return textOf(inner);
  const raw = /<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(inner)?.[1];
  if (raw === undefined || raw === '') return null;
  if (type === 's') return shared[Number(raw)] ?? '';
  if (type === 'b') return raw === '1';
  return type === 'n' && Number.isFinite(Number(raw)) ? Number(raw) : unescaped(raw);
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    // A part that unpacks to more than it says is stopped while reading.
    if (unpacked > MOST_UNPACKED || found.size >= MOST_PARTS) throw new Refused('too_large');
    if (entry.isEncrypted()) throw broken();
    if (!found.has(entry.fileName)) found.set(entry.fileName, entry);
  }
  return found;
}

/** The workbook's first sheet, and whether its days are counted from 1904. */
async function firstSheet(zip: ZipFile, entries: Map<string, Entry>): Promise<{ sheet: Entry; dayShift: number }> {
  const one = async (part: string, name: string, wanted: (tag: string) => boolean): Promise<string | null> => {
    const entry = entries.get(part);
    if (!entry) throw broken();
    for await (const tag of elements(zip, entry, name)) if (wanted(tag)) return tag;
    return null;
  };
  const tag = await one('xl/workbook.xml', 'sheet', () => true);
  const properties = await one('xl/workbook.xml', 'workbookPr', () => true);
  const id = tag && /\s\w+:id\s*=\s*["']([^"']+)["']/.exec(tag)?.[1];
  const target = await one('xl/_rels/workbook.xml.rels', 'Relationship', (each) => attribute(each, 'Id') === id);
  const path = attribute(target ?? '', 'Target') ?? 'worksheets/sheet1.xml';
  const sheet = entries.get(path.startsWith('/') ? path.slice(1) : `xl/${path}`);
  if (!sheet) throw broken();
  return { sheet, dayShift: /^(1|true)$/.test(attribute(properties ?? '', 'date1904') ?? '') ? 1_462 : 0 };
}

async function readWorkbook(bytes: Buffer): Promise<TableFile> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const entries = await entriesOf(zip);
  const { sheet, dayShift } = await firstSheet(zip, entries);
  const shared: string[] = [];
  const strings = entries.get('xl/sharedStrings.xml');
  if (strings) for await (const each of elements(zip, strings, 'si')) shared.push(textOf(each));
  const rows: Line[] = [];
  let nth = 0;
  for await (const row of elements(zip, sheet, 'row')) {
    nth = Number(attribute(row.slice(0, row.indexOf('>')), 'r') ?? nth + 1);
    const cells = cellsOf(row, shared);
    if (cells.every((cell) => cell === null || cell === '')) continue;
    rows.push({ line: nth, cells });
    if (rows.length > MOST_ROWS + 1) throw tooMany();
  }
  return table(rows, dayShift);
}

function table(rows: readonly Line[], dayShift: number): TableFile {
  const [first, ...lines] = rows;
  if (!first) throw refused(text('文件是空的', 'The file is empty'));
  return { headings: first.cells.map((cell) => String(cell ?? '')), lines, dayShift };
}

/** UTF-8, or what a Chinese spreadsheet program saves by itself. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function readCsv(bytes: Buffer): TableFile {
  const all = decoded(bytes);
  if (all.includes('\0')) throw new Refused('wrong_type');
  const head = all.slice(0, all.search(/\r|\n|$/));
  const comma = [',', '\t', ';'].reduce((best, each) =>
    head.split(each).length > head.split(best).length ? each : best,
  );
  const rows: Line[] = [];
  let [line, cells, cell, inside] = [1, [] as string[], '', false];
  const endCell = () => {
    // A quote before a formula sign is the guard our own files carry.
    cells.push(cell.startsWith("'") && formulaSign.test(cell.slice(1)) ? cell.slice(1) : cell);
    cell = '';
    if (cells.length > MOST_COLUMNS) throw broken();
  };
  const endLine = () => {
    endCell();
    if (cells.some((each) => each.trim() !== ''))
      rows.push({ line, cells: cells.map((each) => (each === '' ? null : each)) });
    if (rows.length > MOST_ROWS + 1) throw tooMany();
    cells = [];
    line += 1;
  };
  for (let at = 0; at < all.length; at++) {
    const sign = all[at]!;
    if (inside) {
      if (sign !== '"') cell += sign;
      else if (all[at + 1] === '"') {
        cell += '"';
        at++;
      } else inside = false;
    } else if (sign === '"' && cell === '') inside = true;
    else if (sign === comma) endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && all[at + 1] === '\n') at++;
      endLine();
    } else cell += sign;
  }
  if (cell !== '' || cells.length > 0) endLine();
  return table(rows, 0);
}

/**
 * Reads a filled-in form: the first sheet of an XLSX, or CSV in UTF-8 or GB18030. Refuses what is too large packed (10 MB) or
 * unpacked (100 MB), has more than 20,000 rows, or is something else.
 */
export async function readTable(bytes: Buffer): Promise<TableFile> {
  if (bytes.length > MOST_BYTES) throw new Refused('too_large');
  if (bytes.length === 0) throw refused(text('文件是空的', 'The file is empty'));
  if (bytes.readUInt16BE(0) !== 0x504b) {
    if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
      throw refused(text('请另存为 .xlsx 后再导入', 'Please save it as .xlsx first'));
    return readCsv(bytes);
  }
  try {
    return await readWorkbook(bytes);
  } catch (error) {
    // What the unpacker complains about is the file's fault, not ours.
    throw error instanceof Refused ? error : broken();
  }
}

/**
 * The first sheet of an XLSX: yauzl opens the parts, sax reads them as they unpack; nothing whole is ever in memory
 * but the texts.
 */
import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { Refused } from '#kit/declare/refused.ts';
import { broken, CELL_TEXT, MOST_COLUMNS, Rows, tooLongCell, tooManyColumns } from './table.ts';
import type { Cell, Line } from './table.ts';

const MOST_UNPACKED = 100 * 1024 * 1024;
const MOST_PARTS = 1_000;
/** Different texts of a workbook; a cell names one by its number. */
const MOST_SHARED = 1_000_000;
const MOST_SHARED_TEXT = 16_000_000;
/** A sheet's own elements are not ten deep. */
const DEEPEST = 64;

type Attributes = Readonly<Record<string, string>>;
type Handler = {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text?: (value: string) => void;
  readonly close?: (name: string) => void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads a part whose root is `root`, whatever prefix the writer chose. A document type is refused, so no file brings
 * entities of its own.
 */
async function readPart(zip: ZipFile, entry: Entry, root: string, handler: Handler): Promise<void> {
  let [depth, seen] = [0, false];
  const xml = Object.assign(sax.parser(true, { position: false }), {
    onerror: (error: Error) => {
      throw error;
    },
    ondoctype: () => {
      throw broken();
    },
    onopentag: ({ name, attributes }: { name: string; attributes: object }) => {
      const local = localName(name);
      if ((!seen && local !== root) || ++depth > DEEPEST) throw broken();
      seen = true;
      handler.open(local, attributes as Attributes);
    },
    onclosetag: (name: string) => {
      depth--;
      handler.close?.(localName(name));
    },
    ontext: (value: string) => handler.text?.(value),
    oncdata: (value: string) => handler.text?.(value),
  });
  const decoder = new StringDecoder('utf8');
  for await (const chunk of await zip.openReadStreamPromise(entry)) xml.write(decoder.write(chunk as Buffer));
  xml.write(decoder.end()).close();
  if (!seen) throw broken();
}

/** `_x000D_` as spreadsheet programs write what XML cannot hold. */
const unescaped = (value: string): string =>
  value.includes('_x')
    ? value.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : value;

/** The text of a shared or inline string: its runs joined, without the reading aid (`rPh`) of East Asian writers. */
class Runs {
  private parts: string[] = [];
  private length = 0;
  private aside = false;
  private inside = false;
  begin(): void {
    this.parts = [];
    this.length = 0;
  }
  open(name: string): void {
    if (name === 'rPh') this.aside = true;
    else if (name === 't' && !this.aside) this.inside = true;
  }
  text(value: string): void {
    if (!this.inside) return;
    this.length += value.length;
    if (this.length > CELL_TEXT) throw tooLongCell();
    this.parts.push(value);
  }
  close(name: string): void {
    if (name === 'rPh') this.aside = false;
    else if (name === 't') this.inside = false;
  }
  whole(): string {
    return unescaped(this.parts.join(''));
  }
}

async function sharedStrings(zip: ZipFile, entry: Entry): Promise<string[]> {
  const all: string[] = [];
  const runs = new Runs();
  let length = 0;
  await readPart(zip, entry, 'sst', {
    open: (name) => (name === 'si' ? runs.begin() : runs.open(name)),
    text: (value) => runs.text(value),
    close: (name) => {
      runs.close(name);
      if (name !== 'si') return;
      const whole = runs.whole();
      length += whole.length;
      if (all.push(whole) > MOST_SHARED || length > MOST_SHARED_TEXT) throw new Refused('too_large');
    },
  });
  return all;
}

/** The column of `AB12`, counted from 0; -1 where there is none. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function valueOf(type: string, raw: string, shared: readonly string[]): Cell {
  if (raw === '') return null;
  if (type === 's') return shared[Number(raw)] ?? '';
  if (type === 'b') return raw === '1';
  return type === 'n' && Number.isFinite(Number(raw)) ? Number(raw) : unescaped(raw);
}

async function sheetRows(zip: ZipFile, entry: Entry, shared: readonly string[]): Promise<Line[]> {
  const rows = new Rows();
  const runs = new Runs();
  let [line, column, type, value, inValue] = [0, -1, 'n', '', false];
  let cells: Cell[] = [];
  await readPart(zip, entry, 'worksheet', {
    open: (name, attributes) => {
      if (name === 'row') {
        const own = Number(attributes.r);
        line = Number.isSafeInteger(own) && own > 0 ? own : line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        type = attributes.t ?? 'n';
        value = '';
        runs.begin();
      } else if (name === 'v') inValue = true;
      else runs.open(name);
    },
    text: (part) => {
      if (!inValue) return runs.text(part);
      value += part;
      if (value.length > CELL_TEXT) throw tooLongCell();
    },
    close: (name) => {
      if (name === 'v') inValue = false;
      else if (name === 'row') rows.add(line, cells);
      else if (name !== 'c') runs.close(name);
      else {
        const cell = type === 'inlineStr' ? runs.whole() : valueOf(type, value, shared);
        if (column < 0 || cell === null || cell === '') return;
        if (column >= MOST_COLUMNS) throw tooManyColumns();
        cells[column] = cell;
      }
    },
  });
  return rows.kept;
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

/** The workbook's first sheet, and the days to add to its dates: some count from 1904. */
async function firstSheet(zip: ZipFile, entries: Map<string, Entry>): Promise<{ sheet: Entry; dayShift: number }> {
  const part = (name: string): Entry => {
    const entry = entries.get(name);
    if (!entry) throw broken();
    return entry;
  };
  let id: string | undefined;
  let path = 'worksheets/sheet1.xml';
  let dayShift = 0;
  await readPart(zip, part('xl/workbook.xml'), 'workbook', {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) dayShift = 1_462;
      if (name === 'sheet') id ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  await readPart(zip, part('xl/_rels/workbook.xml.rels'), 'Relationships', {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === id) path = attributes.Target ?? path;
    },
  });
  return { sheet: part(path.startsWith('/') ? path.slice(1) : `xl/${path}`), dayShift };
}

export async function readWorkbook(bytes: Buffer): Promise<{ lines: Line[]; dayShift: number }> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const entries = await entriesOf(zip);
    const { sheet, dayShift } = await firstSheet(zip, entries);
    const strings = entries.get('xl/sharedStrings.xml');
    return { lines: await sheetRows(zip, sheet, strings ? await sharedStrings(zip, strings) : []), dayShift };
  } catch (error) {
    // What the unpacker and the XML reader complain about is the file's fault, not ours.
    throw error instanceof Refused ? error : broken();
  }
}

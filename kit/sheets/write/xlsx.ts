import { crc32, createDeflateRaw } from 'node:zlib';
import { pipeline } from 'node:stream';

/**
 * How a column's values are shown. `money` takes yuan, `percent` a fraction, `duration` seconds; `date` and `dateTime`
 * take the milliseconds that the digits on the wall would be in UTC. Text is text whatever it begins with: never a
 * formula.
 */
export type CellStyle = 'text' | 'integer' | 'number' | 'money' | 'percent' | 'date' | 'dateTime' | 'duration';
export type Cell = string | number | null;
export type Column = {
  readonly heading: string;
  readonly style: CellStyle;
  /** In characters. */ readonly width: number;
  readonly required?: boolean;
  /** Of rows that come as PostgreSQL wrote them: the cell a text is. */
  readonly read?: (written: string) => Cell;
};
export type CellRow = readonly Cell[];
export type Sheet = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly CellRow[]> | Iterable<readonly CellRow[]>;
  /** Header and footer of each printed page: what it is, of which period, and who signs it. */
  readonly paper?: { readonly title: string; readonly period: string; readonly signatures: readonly string[] };
};

/** What a sheet can hold, heading included. */
export const SHEET_ROWS = 1_048_576;
/** A part of 4 GiB would need ZIP64, which some readers lack: a sheet ends before. */
const SHEET_BYTES = 3_500_000_000;
const CELL_TEXT = 32_767;
/** A row of many long texts must not gather unbounded text before it is handed on. */
const CHUNK = 256 * 1024;

const styles: readonly (CellStyle | 'heading' | 'required')[] = [
  'text',
  'heading',
  'required',
  'integer',
  'number',
  'money',
  'percent',
  'date',
  'dateTime',
  'duration',
];
const formats: Readonly<Record<CellStyle, number>> = {
  text: 0,
  integer: 1,
  number: 0,
  money: 4,
  percent: 10,
  date: 164,
  dateTime: 165,
  duration: 46,
};
const xfOf = (style: (typeof styles)[number]): number => styles.indexOf(style);

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const typed = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Worksheets are the default type, so that this part can stand first although their number is only known at the end.
 */
const contentTypes = `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${typed}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typed}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${typed}.styles+xml"/></Types>`;
const rootRels = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${related}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const stylesXml = (): string => {
  const xf = (style: (typeof styles)[number]) => {
    const plain = style === 'heading' || style === 'required';
    return `<xf numFmtId="${plain ? 0 : formats[style]}" fontId="${style === 'heading' ? 1 : style === 'required' ? 2 : 0}" fillId="${plain ? 2 : 0}" borderId="0" xfId="0"${plain ? ' applyFont="1" applyFill="1"' : ' applyNumberFormat="1"'}/>`;
  };
  return (
    `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFC00000"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF2F4F7"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${styles.length}">${styles.map(xf).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
};

/** `A`, `B` … `Z`, `AA` … for 0, 1 … */
export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

const notPlain = /[&<>"]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]|_x[0-9A-Fa-f]{4}_/;
const unprintable = /[^\t\n\r\u0020-\ufffd]/g;

/** Text fit for XML. What XML cannot hold is left out; `_x0041_` is kept from being read as an escape. */
export function escaped(value: string): string {
  if (!notPlain.test(value)) return value;
  return value
    .toWellFormed()
    .replace(unprintable, '')
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const textCell = (at: string, xf: number, value: string): string => {
  const kept = value.length > CELL_TEXT ? value.slice(0, CELL_TEXT) : value;
  return `<c r="${at}"${xf === 0 ? '' : ` s="${xf}"`} t="inlineStr"><is><t${/^\s|\s$|\n/.test(kept) ? ' xml:space="preserve"' : ''}>${escaped(kept)}</t></is></c>`;
};

const wallText = (ms: number, style: CellStyle): string =>
  new Date(ms)
    .toISOString()
    .slice(0, style === 'date' ? 10 : 19)
    .replace('T', ' ');
/**
 * Days before March 1900 are counted wrongly by spreadsheets, and a number of more than 15 digits loses some: both go
 * as text.
 */
const FIRST_TRUE_DAY = Date.UTC(1900, 2, 1);

function numberCell(at: string, xf: number, style: CellStyle, value: number): string {
  if (style === 'date' || style === 'dateTime')
    return value < FIRST_TRUE_DAY
      ? textCell(at, 0, wallText(value, style))
      : `<c r="${at}" s="${xf}"><v>${value / 86_400_000 + 25_569}</v></c>`;
  if (!Number.isFinite(value)) return '';
  if (Math.abs(value) > 999_999_999_999_999) return textCell(at, 0, String(value));
  return `<c r="${at}" s="${xf}"><v>${style === 'duration' ? value / 86_400 : value}</v></c>`;
}

function opening(columns: readonly Column[]): string {
  const cols = columns
    .map(({ width }, nth) => `<col min="${nth + 1}" max="${nth + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const heads = columns
    .map(({ heading, required }, nth) =>
      textCell(`${columnLetters(nth)}1`, xfOf(required ? 'required' : 'heading'), required ? `${heading}*` : heading),
    )
    .join('');
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols ? `<cols>${cols}</cols>` : ''}<sheetData><row r="1">${heads}</row>`;
}

/** A special character of headers and footers is written twice. */
const onPaper = (words: string): string => escaped(words.replaceAll('&', '&&'));
const headerFooter = (paper: Sheet['paper']): string =>
  paper
    ? `<headerFooter><oddHeader>&amp;L${onPaper(paper.title)}&amp;R${onPaper(paper.period)}</oddHeader><oddFooter>&amp;L${paper.signatures.map((name) => `${onPaper(name)} ____________`).join('    ')}&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`
    : '';

/** One worksheet's XML, from where the rows stand until they end or the sheet is full. */
async function* worksheet({ columns, paper }: Sheet, rows: RowSource, maxRows: number): AsyncGenerator<Buffer> {
  const letters = columns.map((_, nth) => columnLetters(nth));
  const xfs = columns.map(({ style }) => xfOf(style));
  const count = { rows: 1, bytes: 0 };
  let text = opening(columns);
  const flush = (): Buffer => {
    const chunk = Buffer.from(text, 'utf8');
    count.bytes += chunk.length;
    text = '';
    return chunk;
  };
  while (count.rows < maxRows && count.bytes < SHEET_BYTES) {
    const row = rows.take() ?? (await rows.next());
    if (!row) break;
    const nth = String(++count.rows);
    text += `<row r="${nth}">`;
    for (let c = 0; c < letters.length; c++) {
      const value = row[c];
      if (value === null || value === undefined || value === '') continue;
      text +=
        typeof value === 'number'
          ? numberCell(letters[c]! + nth, xfs[c]!, columns[c]!.style, value)
          : textCell(letters[c]! + nth, 0, value);
    }
    text += '</row>';
    if (text.length > CHUNK) yield flush();
  }
  text += `</sheetData>${headerFooter(paper)}</worksheet>`;
  yield flush();
}

/** Rows of all batches one after another; `take` answers without waiting while a batch lasts. */
class RowSource {
  private readonly batches: AsyncIterator<readonly CellRow[]> | Iterator<readonly CellRow[]>;
  private batch: readonly CellRow[] = [];
  private at = 0;
  private ended = false;
  constructor(from: Sheet['batches']) {
    this.batches = Symbol.asyncIterator in from ? from[Symbol.asyncIterator]() : from[Symbol.iterator]();
  }
  take(): CellRow | undefined {
    return this.batch[this.at++];
  }
  async next(): Promise<CellRow | null> {
    while (!this.ended) {
      const answer = await this.batches.next();
      if (answer.done) this.ended = true;
      else if (answer.value.length > 0) {
        this.batch = answer.value;
        this.at = 1;
        return this.batch[0]!;
      }
    }
    return null;
  }
  /** Whether another row is waiting, for the next sheet. */
  async more(): Promise<boolean> {
    const row = this.take() ?? (await this.next());
    if (row) this.at -= 1;
    return row !== null;
  }
  async close(): Promise<void> {
    await this.batches.return?.();
  }
}

type Part = { name: string; crc: number; packed: number; plain: number; at: number };

/** ZIP of deflated parts whose sizes follow them, so that nothing has to be known beforehand. */
class Zip {
  private readonly parts: Part[] = [];
  private offset = 0;
  private readonly stamp: Buffer;
  constructor(now: Date) {
    this.stamp = Buffer.alloc(4);
    this.stamp.writeUInt16LE((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1), 0);
    this.stamp.writeUInt16LE(
      ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(),
      2,
    );
  }

  private sent(chunk: Buffer): Buffer {
    this.offset += chunk.length;
    if (this.offset > 0xffff_0000) throw new RangeError('the workbook passes 4 GiB');
    return chunk;
  }

  /** Version 2.0; sizes in the descriptor (bit 3), names in UTF-8 (bit 11), DEFLATE. */
  private fixed(): Buffer {
    const start = Buffer.from([20, 0, 0x08, 0x08, 8, 0, 0, 0, 0, 0]);
    this.stamp.copy(start, 6);
    return start;
  }

  async *part(name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    const part: Part = { name, crc: 0, packed: 0, plain: 0, at: this.offset };
    const bytes = Buffer.from(name);
    const lengths = Buffer.alloc(16);
    lengths.writeUInt16LE(bytes.length, 12);
    yield this.sent(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), this.fixed(), lengths, bytes]));
    const counted = async function* () {
      for await (const chunk of content) {
        part.crc = crc32(chunk, part.crc);
        part.plain += chunk.length;
        yield chunk;
      }
    };
    const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
    pipeline(counted, deflate, () => undefined); // a fault of the source destroys the deflater, whose reader below throws it
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      part.packed += chunk.length;
      yield this.sent(chunk);
    }
    const sizes = Buffer.from('PK\x07\x08'.padEnd(16, '\0'), 'latin1');
    this.sizes(sizes, 4, part);
    yield this.sent(sizes);
    this.parts.push(part);
  }

  private sizes(into: Buffer, at: number, part: Part): void {
    into.writeUInt32LE(part.crc, at);
    into.writeUInt32LE(part.packed, at + 4);
    into.writeUInt32LE(part.plain, at + 8);
  }

  end(): Buffer {
    const entries = this.parts.map((part) => {
      const name = Buffer.from(part.name);
      const rest = Buffer.alloc(30);
      this.sizes(rest, 0, part);
      rest.writeUInt16LE(name.length, 12);
      rest.writeUInt32LE(part.at, 26);
      return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), this.fixed(), rest, name]);
    });
    const directory = Buffer.concat(entries);
    const last = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
    last.writeUInt16LE(entries.length, 8);
    last.writeUInt16LE(entries.length, 10);
    last.writeUInt32LE(directory.length, 12);
    last.writeUInt32LE(this.offset, 16);
    return Buffer.concat([directory, last]);
  }
}

/** A sheet's name holds 31 characters and none of `[]:*?/\`. */
const sheetName = (name: string, nth: number): string => {
  const tail = nth === 1 ? '' : ` ${nth}`;
  return `${
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 31 - tail.length) || 'Sheet'
  }${tail}`;
};

function workbookXml(names: readonly string[]): string {
  const sheets = names
    .map((name, nth) => `<sheet name="${escaped(name)}" sheetId="${nth + 1}" r:id="rId${nth + 1}"/>`)
    .join('');
  return `${head}<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${sheets}</sheets></workbook>`;
}

function workbookRels(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, nth) =>
      `<Relationship Id="rId${nth + 1}" Type="${related}/worksheet" Target="worksheets/sheet${nth + 1}.xml"/>`,
  ).join('');
  return `${head}<Relationships xmlns="${packaged}/relationships">${sheets}<Relationship Id="rId${count + 1}" Type="${related}/styles" Target="styles.xml"/></Relationships>`;
}

/**
 * A workbook as it is written: nothing is kept but the batch at hand, and the next one is fetched when the reader has
 * taken the last. A sheet that is full goes on in another of the same name and a number.
 * @param sheets one after another; each one's batches are read once
 */
export async function* xlsx(
  sheets: readonly Sheet[],
  options: { now?: Date; maxRows?: number } = {},
): AsyncGenerator<Buffer> {
  const zip = new Zip(options.now ?? new Date());
  const names: string[] = [];
  const plain = (name: string, content: string) => zip.part(name, [Buffer.from(content)]);
  yield* plain('[Content_Types].xml', contentTypes);
  yield* plain('_rels/.rels', rootRels);
  for (const sheet of sheets) {
    const rows = new RowSource(sheet.batches);
    try {
      let nth = 0;
      do {
        names.push(sheetName(sheet.name, ++nth));
        yield* zip.part(
          `xl/worksheets/sheet${names.length}.xml`,
          worksheet(sheet, rows, options.maxRows ?? SHEET_ROWS),
        );
      } while (await rows.more());
    } finally {
      await rows.close();
    }
  }
  yield* plain('xl/styles.xml', stylesXml());
  yield* plain('xl/workbook.xml', workbookXml(names));
  yield* plain('xl/_rels/workbook.xml.rels', workbookRels(names.length));
  yield zip.end();
}

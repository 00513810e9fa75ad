import { isoOf } from '#domain/time/iso.ts';
import type { Cell, CellRow, CellStyle, Column } from './xlsx.ts';

/** Spreadsheets run a text that begins so as a formula, Chinese and Japanese ones by full-width signs too; a quote before it keeps it text. */
export const formulaSign = /^[=+\-@＝＋－＠\t\r\n]/;
const guarded = (value: string): string => (formulaSign.test(value) ? `'${value}` : value);
const quoted = (value: string): string => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const two = (value: number): string => String(value).padStart(2, '0');
const numbers: { readonly [S in CellStyle]: (value: number) => string } = {
  text: String,
  integer: String,
  number: String,
  money: (yuan) => yuan.toFixed(2),
  percent: (fraction) => `${(fraction * 100).toFixed(2)}%`,
  date: (wall) => isoOf(wall).slice(0, 10),
  dateTime: (wall) => `${isoOf(wall).slice(0, 10)} ${isoOf(wall).slice(11, 19)}`,
  duration: (seconds) => `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`,
};

const spoken = (cell: Cell | undefined, style: CellStyle): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'number' ? (Number.isFinite(cell) ? numbers[style](cell) : '') : quoted(guarded(cell));

/** RFC 4180 with a byte order mark, which Excel needs to read UTF-8. One chunk per batch. */
export async function* csv(columns: readonly Column[], batches: AsyncIterable<readonly CellRow[]> | Iterable<readonly CellRow[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${columns.map(({ heading }) => quoted(guarded(heading))).join(',')}\r\n`);
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      for (let c = 0; c < columns.length; c++) text += (c > 0 ? ',' : '') + spoken(row[c], columns[c]!.style);
      text += '\r\n';
    }
    yield Buffer.from(text, 'utf8');
  }
}

import { wallText } from '#domain/time/iso.ts';
import type { CellRow, CellStyle, Column } from './xlsx.ts';

/** Spreadsheets run a text that begins so as a formula, Chinese and Japanese ones by full-width signs too; a quote before it keeps it text. */
export const formulaSign = /^[=+\-@＝＋－＠\t\r\n]/;
/** Most texts have nothing to be guarded or quoted: one look tells. */
const odd = /^[=+\-@＝＋－＠]|[",\r\n]|^\s|\s$/;
const guarded = (value: string): string => (formulaSign.test(value) ? `'${value}` : value);
const quoted = (value: string): string => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const spoken = (value: string): string => (odd.test(value) ? quoted(guarded(value)) : value);

const two = (value: number): string => String(value).padStart(2, '0');
/** `toFixed(2)` of what are whole fen, which nearly all amounts are, in a fraction of its time. */
function money(yuan: number): string {
  const fen = Math.round(yuan * 100);
  if (fen < 0 || fen > 1e12 || fen / 100 !== yuan) return yuan.toFixed(2);
  const rest = fen % 100;
  return `${(fen - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}
const numbers: { readonly [S in CellStyle]: (value: number) => string } = {
  text: String,
  integer: String,
  number: String,
  money,
  percent: (fraction) => `${(fraction * 100).toFixed(2)}%`,
  date: (wall) => wallText(wall).slice(0, 10),
  dateTime: wallText,
  duration: (seconds) => `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`,
};

/** RFC 4180 with a byte order mark, which Excel needs to read UTF-8. One chunk per batch. */
export async function* csv(columns: readonly Column[], batches: AsyncIterable<readonly CellRow[]> | Iterable<readonly CellRow[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${columns.map(({ heading }) => spoken(heading)).join(',')}\r\n`);
  const said = columns.map(({ style }) => numbers[style]);
  const cells = said.map(() => '');
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      for (let c = 0; c < said.length; c++) {
        const cell = row[c];
        cells[c] = typeof cell === 'string' ? spoken(cell) : typeof cell === 'number' && Number.isFinite(cell) ? said[c]!(cell) : '';
      }
      text += `${cells.join(',')}\r\n`;
    }
    yield Buffer.from(text, 'utf8');
  }
}

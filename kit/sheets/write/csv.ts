import { byHour, wallText } from '#domain/time/iso.ts';
import { formulaSign } from '#kit/sheets/formula-sign.ts';
import { recurring } from './recurring.ts';
import type { Cell, CellRow, CellStyle, Column } from './xlsx.ts';

/** Most texts have nothing to be guarded or quoted: one check decides. */
const odd = /^[=+\-@＝＋－＠]|[",\r\n]|^\s|\s$/;
const guarded = (value: string): string => (formulaSign.test(value) ? `'${value}` : value);
const quoted = (value: string): string => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const spoken = (value: string): string => (odd.test(value) ? quoted(guarded(value)) : value);

const two = (value: number): string => String(value).padStart(2, '0');
const numbers: { readonly [S in CellStyle]: (value: number) => string } = {
  text: String,
  integer: String,
  number: String,
  money: (yuan) => yuan.toFixed(2),
  percent: (fraction) => `${(fraction * 100).toFixed(2)}%`,
  date: (wall) => wallText(wall).slice(0, 10),
  dateTime: wallText,
  duration: (seconds) =>
    `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`,
};

/**
 * A column's cells as they stand in the file, each made once where the same recur: of a column that is read, of what
 * was written.
 */
function formatterOf({ style, read }: Column): (cell: Cell) => string {
  const number = recurring(numbers[style]);
  const format = (cell: Cell | undefined): string =>
    typeof cell === 'string' ? spoken(cell) : typeof cell === 'number' && Number.isFinite(cell) ? number(cell) : '';
  if (!read) return format;
  const whole = (written: string): string => format(read(written));
  return (style === 'dateTime' ? byHour(whole) : recurring(whole)) as (cell: Cell) => string;
}

/** RFC 4180 with a byte order mark, which Excel needs to read UTF-8. One chunk per batch. */
export async function* csv(
  columns: readonly Column[],
  batches: AsyncIterable<readonly CellRow[]> | Iterable<readonly CellRow[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${columns.map(({ heading }) => spoken(heading)).join(',')}\r\n`);
  const formatters = columns.map(formatterOf);
  const cells = formatters.map(() => '');
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      for (let c = 0; c < formatters.length; c++)
        cells[c] = row[c] === null || row[c] === undefined ? '' : formatters[c]!(row[c]!);
      text += `${cells.join(',')}\r\n`;
    }
    yield Buffer.from(text, 'utf8');
  }
}

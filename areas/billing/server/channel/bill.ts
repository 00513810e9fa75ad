import { parseFen } from '#domain/money/fen.ts';
import { ChannelFault } from './channel.ts';

/** A cell of a bill's line by its column's heading; '' where there is none. */
export type BillRow = (heading: string) => string;

/** A line's cells without the marks that keep their digits in a spreadsheet. */
export const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.replace(/^[`\s"]+|[\s"]+$/g, ''));

/** Amounts on bills are yuan. @throws ChannelFault where it is no amount */
export function fenOf(yuan: string): number {
  const fen = parseFen(yuan);
  if (fen === null) throw new ChannelFault('BAD_BILL', `no amount: ${yuan.slice(0, 20)}`);
  return fen;
}

/**
 * The fee of a line, without its sign: bills write what was taken and what was given back with either. Null where the
 * cell is empty; yuan may have more decimals than two, which are rounded half up.
 *
 * @throws ChannelFault where it is no amount
 */
export function feeOf(yuan: string): number | null {
  if (yuan === '') return null;
  const [, whole, part = ''] = /^[-+]?(\d{1,9})(?:\.(\d{1,8}))?$/.exec(yuan) ?? [];
  if (whole === undefined) throw new ChannelFault('BAD_BILL', `no fee: ${yuan.slice(0, 20)}`);
  const digits = part.padEnd(3, '0');
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
}

/**
 * The lines between a bill's headings and its sums. Providers write a mark before every value so that spreadsheets keep
 * the digits, comments after `#`, and a second heading for the sums.
 */
export function readBill(csv: string): BillRow[] {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const headings = cellsOf(lines[0] ?? '');
  const rows: BillRow[] = [];
  for (const line of lines.slice(1)) {
    if (line.startsWith('总')) break;
    const values = cellsOf(line);
    rows.push((heading) => values[headings.indexOf(heading)] ?? '');
  }
  return rows;
}

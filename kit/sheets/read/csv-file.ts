/** CSV by csv-parse: UTF-8 or GB18030, separated by comma, tab or semicolon. */
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { formulaSign } from '#kit/sheets/formula-sign.ts';
import { badFile, broken, CELL_TEXT, MOST_ROWS, Rows, tooLongCell, tooManyRows } from './table.ts';
import type { Line } from './table.ts';

/** Blank lines are passed over, but a file of nothing else is not read to its end. */
const MOST_LINES = MOST_ROWS * 10;
const HEAD_BYTES = 64 * 1024;

/** UTF-8, or what a Chinese spreadsheet program saves by itself. */
const inUtf8 = (bytes: Buffer): Buffer =>
  isUtf8(bytes) ? bytes : Buffer.from(new TextDecoder('gb18030').decode(bytes), 'utf8');

/** The separator that occurs most often in the first line. */
function separatorOf(bytes: Buffer): string {
  const head = bytes.subarray(0, HEAD_BYTES).toString('utf8');
  const first = head.slice(0, head.search(/\r|\n|$/));
  return [',', '\t', ';'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
}

const inWords = ({ code, lines }: CsvError): Refused =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? badFile(text(`第${Number(lines)}行的引号没有结束`, `The quote in line ${Number(lines)} is not closed`))
    : code === 'CSV_MAX_RECORD_SIZE'
      ? tooLongCell()
      : broken();

export function readCsv(bytes: Buffer): Line[] {
  const content = inUtf8(bytes);
  if (content.includes(0)) throw new Refused('wrong_type');
  const rows = new Rows();
  let line = 0;
  try {
    parse(content, {
      bom: true,
      delimiter: separatorOf(content),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: CELL_TEXT * 4,
      on_record: (record: string[]) => {
        if (++line > MOST_LINES) throw tooManyRows();
        // A quote before a formula sign is the guard our own files carry.
        rows.add(
          line,
          record.map((cell) => (cell.startsWith("'") && formulaSign.test(cell.slice(1)) ? cell.slice(1) : cell)),
        );
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? inWords(error) : error;
  }
  return rows.kept;
}

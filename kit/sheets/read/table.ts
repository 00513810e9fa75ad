/** What a filled-in sheet holds once it is read, and the bounds every reader keeps. */
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** A cell: text, a number (dates too, as days since 1899-12-30), yes or no; empty is null. */
export type Cell = string | number | boolean | null;
export type Line = {
  /** As the person counts them, the heading being 1. */ readonly line: number;
  readonly cells: readonly Cell[];
};
export type TableFile = {
  readonly headings: readonly string[];
  readonly lines: readonly Line[];
  /** Days to add to a date's number. */ readonly dayShift: number;
};

/** Bytes of a file as it is sent. */
export const MOST_BYTES = 10 * 1024 * 1024;
export const MOST_ROWS = 20_000;
export const MOST_COLUMNS = 500;
/** Cells with something in them: 20,000 rows of fifty. */
const MOST_CELLS = 1_000_000;
/**
 * Characters of all cells. A workbook names a text once and may show it in every cell, so bytes alone bound nothing.
 */
const MOST_TEXT = 8_000_000;
/** Spreadsheet programs hold no more in a cell. */
export const CELL_TEXT = 32_767;

export const badFile = (msg: Text): Refused => new Refused('bad_input', {}, [{ field: 'file', msg }]);
export const broken = () =>
  badFile(text('文件已损坏或不是 Excel 工作簿', 'The file is damaged or not an Excel workbook'));
export const emptyFile = () => badFile(text('文件是空的', 'The file is empty'));
export const tooManyRows = () =>
  badFile(text(`一次最多导入${MOST_ROWS}行`, `At most ${MOST_ROWS} rows can be imported at a time`));
export const tooManyColumns = () => badFile(text(`最多${MOST_COLUMNS}列`, `At most ${MOST_COLUMNS} columns are read`));
export const tooLongCell = () =>
  badFile(text(`单元格最多${CELL_TEXT}个字符`, `A cell may hold at most ${CELL_TEXT} characters`));
const tooMuch = () =>
  badFile(text('文件内容过多，请分批导入', 'There is too much in the file; please import it in parts'));

const blank = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Takes rows one after another, passes over blank ones, and refuses what is more than a person filled in. */
export class Rows {
  readonly kept: Line[] = [];
  private cells = 0;
  private text = 0;

  /** @param cells may have holes; trailing blanks are dropped */
  add(line: number, cells: readonly (Cell | undefined)[]): void {
    let width = cells.length;
    while (width > 0 && blank(cells[width - 1])) width--;
    if (width === 0) return;
    if (width > MOST_COLUMNS) throw tooManyColumns();
    this.cells += width;
    const row: Cell[] = [];
    for (let at = 0; at < width; at++) {
      const cell = cells[at] ?? null;
      if (typeof cell === 'string') {
        if (cell.length > CELL_TEXT) throw tooLongCell();
        this.text += cell.length;
      }
      row.push(cell === '' ? null : cell);
    }
    if (this.cells > MOST_CELLS || this.text > MOST_TEXT) throw tooMuch();
    this.kept.push({ line, cells: row });
    if (this.kept.length > MOST_ROWS + 1) throw tooManyRows();
  }
}

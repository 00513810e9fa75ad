/** How wide text stands on a printer of fixed columns: a Chinese character takes two. */

/** Characters that take two columns: Chinese, Japanese, Korean, full-width forms, and the point within plates. */
const WIDE =
  /[\u00b7\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export const widthOf = (text: string): number => [...text].reduce((sum, each) => sum + (WIDE.test(each) ? 2 : 1), 0);

/** Text in pieces of at most so many columns; a Chinese character is never cut in half. */
export function wrapped(text: string, columns: number): string[] {
  const pieces: string[] = [];
  let [piece, width] = ['', 0];
  for (const each of text) {
    const own = widthOf(each);
    if (width + own > columns) {
      pieces.push(piece);
      [piece, width] = ['', 0];
    }
    piece += each;
    width += own;
  }
  return [...pieces, piece];
}

/** Left and right at the two edges; where both do not fit, the right one goes to a line of its own. */
export function apart(left: string, right: string, columns: number): string[] {
  const width = columns - widthOf(right);
  if (widthOf(left) + 1 <= width || right === '')
    return right === '' ? wrapped(left, columns) : [left + ' '.repeat(width - widthOf(left)) + right];
  return [
    ...wrapped(left, columns),
    ...wrapped(right, columns).map((each) => ' '.repeat(Math.max(0, columns - widthOf(each))) + each),
  ];
}

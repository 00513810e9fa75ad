/** The rows with one of them at another place; the same rows where there is no such place. */
export function movedTo<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const known = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < rows.length;
  if (from === to || !known(from) || !known(to)) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!);
}

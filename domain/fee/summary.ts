/** A very long bill in few lines. */
import type { BillLine } from './types.ts';

/** So many lines are still read one by one. */
const MOST_LINES = 500;

/**
 * The lines as they are; where they are more than anybody reads, those of one clause and price are one line, in the
 * order they first came. They sum to the same.
 */
export function summarised(lines: readonly BillLine[]): readonly BillLine[] {
  if (lines.length <= MOST_LINES) return lines;
  return [
    ...Map.groupBy(lines, ({ kind, clause, unitFen, ref }) => JSON.stringify([kind, clause.zh, unitFen, ref])).values(),
  ].map(together);
}

function together(alike: readonly BillLine[]): BillLine {
  const { units: _, ...first } = alike[0]!;
  const units = alike.reduce((sum, line) => sum + (line.units ?? 0), 0);
  return {
    ...first,
    ...(units > 0 ? { units } : {}),
    to: alike.at(-1)!.to,
    amountFen: alike.reduce((sum, line) => sum + line.amountFen, 0),
  };
}

/** Where spells and evidence of a day stand on its bar, in percent of it. */
import type { AnyRow } from '#kit/console/fields.ts';

export type BarSpell = {
  readonly row: AnyRow;
  readonly left: number;
  readonly width: number;
  readonly from: string;
  readonly to: string | null;
};

/** Spells are cut at the day's ends; one that has no end yet goes on until now and no further. */
export function dayBar(
  spells: readonly AnyRow[],
  evidence: readonly AnyRow[],
  start: number,
  end: number,
  now: number,
): { spells: BarSpell[]; marks: { row: AnyRow; left: number }[] } {
  const at = (instant: number): number =>
    ((Math.max(start, Math.min(end, instant)) - start) / Math.max(1, end - start)) * 100;
  return {
    spells: spells.flatMap((row): BarSpell[] => {
      const from = String(row['fromTime']);
      const to = typeof row['toTime'] === 'string' ? row['toTime'] : null;
      const left = at(Date.parse(from));
      const width = at(to === null ? now : Date.parse(to)) - left;
      return width > 0 ? [{ row, left, width, from, to }] : [];
    }),
    marks: evidence.map((row) => ({ row, left: at(Date.parse(String(row['at']))) })),
  };
}

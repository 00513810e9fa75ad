/** What a line of a guidance board shows. A board never shows more than was free. */

export type Line = { readonly free: number; readonly full: boolean };

export type Limits = {
  /** At so many or fewer the line says FULL. */
  readonly fullAt: number;
  /** And numbers again from so many, so that it does not flicker. */
  readonly clearAt: number;
};

/** The next picture of a line, given whether it showed FULL before. */
export function nextLine(wasFull: boolean, free: number, { fullAt, clearAt }: Limits): Line {
  const sure = Math.max(0, Math.floor(free));
  const full = wasFull ? sure < Math.max(clearAt, fullAt + 1) : sure <= fullAt;
  return { free: sure, full };
}

/**
 * A line on change at most this often, and anyway after the longer time: a board without word for five minutes shows
 * two dashes.
 */
export const BOARD_EVERY_MS = 2_000;
const BOARD_ANYWAY_MS = 120_000;

export function isBoardDue(changed: boolean, sentAt: number | null, now: number): boolean {
  if (sentAt === null) return true;
  const age = now - sentAt;
  return age >= BOARD_ANYWAY_MS || (changed && age >= BOARD_EVERY_MS);
}

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
 * A board is updated at most this often. A change may take two seconds to its board, of which storing it and the way to
 * the board need a part: with updates two seconds apart, a change just after one would always be late.
 */
export const BOARD_EVERY_MS = 1_000;
/** A board is updated anyway after this long: without an update for five minutes it shows two dashes. */
const BOARD_ANYWAY_MS = 120_000;

/** When a board is due (epoch ms), given whether its figures changed and when it was updated last. */
export const boardDueAt = (changed: boolean, sentAt: number | null): number =>
  sentAt === null ? 0 : sentAt + (changed ? BOARD_EVERY_MS : BOARD_ANYWAY_MS);

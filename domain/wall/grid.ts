/** The grid of a big screen: boxes on 24 columns and 12 rows, none outside it and none over another. */

export const COLUMNS = 24;
export const ROWS = 12;

/** Columns and rows. */
export type Size = readonly [w: number, h: number];
/** The least size of any box. */
export const SMALLEST: Size = [2, 1];

export type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
export type Placed = Box & { readonly id: string };

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)));

/** A box of a size and at a place that the grid has, no smaller than `least`. */
export function within({ x, y, w, h }: Box, least: Size = SMALLEST): Box {
  const [width, height] = [between(w, least[0], COLUMNS), between(h, least[1], ROWS)];
  return { x: between(x, 0, COLUMNS - width), y: between(y, 0, ROWS - height), w: width, h: height };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** How far down a box must lie to be below all that are in its way; null where the grid ends before. */
function rowBelow(box: Box, fixed: readonly Box[]): number | null {
  const { x, w, h } = box;
  let { y } = box;
  const inTheWay = (): Box | undefined => fixed.find((each) => overlap(each, { x, y, w, h }));
  for (let hit = inTheWay(); hit; hit = inTheWay()) y = hit.y + hit.h;
  return y + h > ROWS ? null : y;
}

/**
 * All boxes after one was moved or sized: what it comes upon gives way downwards. Null where that does not fit. `least`:
 * the least size of the one moved.
 */
export function moved<T extends Placed>(
  boxes: readonly T[],
  id: string,
  to: Box,
  least: Size = SMALLEST,
): readonly T[] | null {
  const own = boxes.find((each) => each.id === id);
  if (!own) return null;
  const fixed: T[] = [{ ...own, ...within(to, least) }];
  const others = boxes.filter((each) => each !== own).sort((a, b) => a.y - b.y || a.x - b.x);
  for (const other of others) {
    const y = rowBelow(other, fixed);
    if (y === null) return null;
    fixed.push({ ...other, y });
  }
  return boxes.map((each) => fixed.find((other) => other.id === each.id)!);
}

/** The first free place for a box of this size, from the top left; null where there is none. */
export function freePlaceFor(boxes: readonly Box[], w: number, h: number): Box | null {
  for (let y = 0; y + h <= ROWS; y += 1)
    for (let x = 0; x + w <= COLUMNS; x += 1) {
      const box = { x, y, w, h };
      if (!boxes.some((each) => overlap(each, box))) return box;
    }
  return null;
}

/** Whether boxes lie as they may: inside, apart, and each under a name of its own. */
export const isLaid = (boxes: readonly Placed[]): boolean =>
  new Set(boxes.map(({ id }) => id)).size === boxes.length &&
  boxes.every((box, nth) => {
    const { x, y, w, h } = within(box);
    const fits = x === box.x && y === box.y && w === box.w && h === box.h;
    return fits && !boxes.slice(nth + 1).some((other) => overlap(box, other));
  });

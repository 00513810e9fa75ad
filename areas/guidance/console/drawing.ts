/** What is drawn on a floor and not saved yet: rows, places of moved spaces, and the way back. */
import { isOn, rounded, spacesOf } from '#domain/guidance/rows.ts';
import type { Placed, Point, Row } from '#domain/guidance/rows.ts';
import type { LiveSpace } from './live.ts';

export type Draft = Row & { readonly key: string };
type Plan = {
  readonly rows: readonly Draft[];
  /** Where spaces that stand already were moved to, by id. */
  readonly moves: ReadonlyMap<string, Point>;
};
export type Drawing = {
  readonly now: Plan;
  readonly past: readonly Plan[];
  readonly future: readonly Plan[];
  /** What the last step belongs to: a drag, or typing in one field, is one step back however many changes it made. */
  readonly step: string | null;
};
export type Selection =
  | { readonly kind: 'row'; readonly key: string }
  | { readonly kind: 'spaces'; readonly ids: ReadonlySet<string> }
  | null;

const MOST_STEPS = 200;

export const emptyDrawing: Drawing = { now: { rows: [], moves: new Map() }, past: [], future: [], step: null };

/** The drawing with another plan; the one before is a step back, unless both are part of the same `step`. */
function changed(drawing: Drawing, now: Plan, step: string | null): Drawing {
  const goesOn = step !== null && step === drawing.step;
  const past = goesOn ? drawing.past : [...drawing.past, drawing.now].slice(-MOST_STEPS);
  return { now, past, future: [], step };
}

export const isEmpty = ({ now }: Drawing): boolean => now.rows.length === 0 && now.moves.size === 0;

export function undone(drawing: Drawing): Drawing {
  const now = drawing.past.at(-1);
  if (!now) return drawing;
  return { now, past: drawing.past.slice(0, -1), future: [drawing.now, ...drawing.future], step: null };
}

export function redone(drawing: Drawing): Drawing {
  const [now, ...future] = drawing.future;
  return now ? { now, past: [...drawing.past, drawing.now], future, step: null } : drawing;
}

export const withRow = (drawing: Drawing, row: Draft): Drawing =>
  changed(drawing, { ...drawing.now, rows: [...drawing.now.rows, row] }, null);

export const withoutRow = (drawing: Drawing, key: string): Drawing =>
  changed(drawing, { ...drawing.now, rows: drawing.now.rows.filter((row) => row.key !== key) }, null);

export function edited(drawing: Drawing, key: string, values: Partial<Row>): Drawing {
  const rows = drawing.now.rows.map((row) => (row.key === key ? { ...row, ...values } : row));
  return changed(drawing, { ...drawing.now, rows }, `${key} ${Object.keys(values).join(' ')}`);
}

const shifted = ({ x, y }: Point, by: Point): Point => ({ x: rounded(x + by.x), y: rounded(y + by.y) });

type Move = {
  readonly selection: Selection;
  readonly by: Point;
  /** Spaces as they are stored. */
  readonly spaces: readonly LiveSpace[];
  /** Where it goes from: the plan before a drag, which has come `by` so far altogether; the present one otherwise. */
  readonly from?: Drawing;
  readonly step?: string | null;
};

/** The drawing with what is selected moved. Spaces without a place on the plan stay where they are: nowhere. */
export function moved(drawing: Drawing, { selection, by, spaces, from = drawing, step = null }: Move): Drawing {
  const { rows, moves } = from.now;
  if (selection?.kind === 'row') {
    const next = rows.map((row) => (row.key === selection.key ? { ...row, ...shifted(row, by) } : row));
    return changed(drawing, { rows: next, moves }, step);
  }
  if (selection?.kind !== 'spaces') return drawing;
  const next = new Map(moves);
  for (const { id, x, y } of spaces) {
    if (!selection.ids.has(id) || x === null || y === null) continue;
    const to = shifted(moves.get(id) ?? { x, y }, by);
    if (to.x === x && to.y === y) next.delete(id);
    else next.set(id, to);
  }
  return changed(drawing, { rows, moves: next }, step);
}

export type Fault = { readonly kind: 'double' | 'outside'; readonly spaceNo: string };

/** Why it could not be saved: numbers used twice, spaces beyond the floor. */
export function faultsOf(
  { now: { rows, moves } }: Drawing,
  spaces: readonly LiveSpace[],
  floor: { readonly width: number; readonly height: number },
): Fault[] {
  const drawn = rows.flatMap(spacesOf);
  const numbers = new Set(spaces.map(({ spaceNo }) => spaceNo));
  const faults: Fault[] = [];
  for (const { spaceNo } of drawn) {
    if (numbers.has(spaceNo)) faults.push({ kind: 'double', spaceNo });
    numbers.add(spaceNo);
  }
  const stand = spaces.flatMap(({ id, spaceNo, w, h, angle }) => {
    const to = moves.get(id);
    return to ? [{ spaceNo, ...to, w: w ?? 2.5, h: h ?? 5, angle: angle ?? 0 }] : [];
  });
  for (const space of [...drawn, ...stand])
    if (!isOn(space, floor)) faults.push({ kind: 'outside', spaceNo: space.spaceNo });
  return faults;
}

/** What is sent to be saved. */
export function contentOf({ now: { rows, moves } }: Drawing): {
  readonly added: readonly Placed[];
  readonly moved: readonly (Point & { readonly id: string })[];
} {
  return { added: rows.flatMap(spacesOf), moved: [...moves].map(([id, to]) => ({ id, ...to })) };
}

/** What is painted on a week before it is saved. */
import { addDays } from '#domain/time/day.ts';

export type Brush = { readonly kind: 'shift' | 'rest' | 'leave' | 'none'; readonly shiftId: string | null };
export type Cell = Brush & { readonly parkId: string | null };
export type SavedCell = Cell & { readonly id: string; readonly day: string; readonly flags: readonly string[] };
export type Person = { readonly userId: string; readonly name: string; readonly cells: readonly SavedCell[] };
export type Shift = {
  readonly id: string;
  readonly shiftName: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly colour: string | null;
};
export type Week = {
  readonly days: readonly string[];
  readonly shifts: readonly Shift[];
  readonly people: readonly Person[];
  readonly uncovered: readonly { readonly day: string; readonly parkId: string; readonly parkName: string }[];
};
/** Painted cells by person and day. */
export type Draft = ReadonlyMap<string, Cell>;

const keyOf = (userId: string, day: string): string => `${userId} ${day}`;
export const drawn = (draft: Draft, userId: string, day: string): Cell | undefined => draft.get(keyOf(userId, day));

const same = (saved: readonly SavedCell[], cell: Cell): boolean =>
  cell.kind === 'none'
    ? saved.length === 0
    : saved.length === 1 &&
      saved[0]!.kind === cell.kind &&
      saved[0]!.shiftId === cell.shiftId &&
      saved[0]!.parkId === cell.parkId;

/** The draft with one cell painted; painted as it stands, nothing is left to save there. */
export function painted(draft: Draft, person: Person, day: string, cell: Cell): Draft {
  const next = new Map(draft);
  const saved = person.cells.filter((each) => each.day === day);
  if (same(saved, cell)) next.delete(keyOf(person.userId, day));
  else next.set(keyOf(person.userId, day), cell);
  return next;
}

/** A pattern laid over a person's days from the first on, over and over. */
export const patterned = (draft: Draft, person: Person, days: readonly string[], pattern: readonly Cell[]): Draft =>
  pattern.length === 0
    ? draft
    : days.reduce((so, day, nth) => painted(so, person, day, pattern[nth % pattern.length]!), draft);

/** The week before, laid over this one: people who are in both, days that had one entry. */
export function copied(draft: Draft, before: Week, now: Week): Draft {
  const people = new Map(before.people.map((person) => [person.userId, person]));
  return now.people.reduce((so, person) => {
    const former = people.get(person.userId)?.cells ?? [];
    const single = [...Map.groupBy(former, ({ day }) => day).values()].flatMap((cells) =>
      cells.length === 1 ? cells : [],
    );
    return single.reduce(
      (next, { day, kind, shiftId, parkId }) => painted(next, person, addDays(day, 7), { kind, shiftId, parkId }),
      so,
    );
  }, draft);
}

/** The entries of the draft as the call takes them. */
export const entriesOf = (draft: Draft): Record<string, unknown>[] =>
  [...draft].map(([key, { kind, shiftId, parkId }]) => {
    const [userId, day] = key.split(' ');
    return { userId, day, kind, shiftId, parkId: kind === 'shift' ? parkId : null };
  });

/** Monday of the week a day is in. */
export const mondayOf = (day: string, weekday: number): string => addDays(day, 1 - weekday);

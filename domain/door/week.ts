/** A day of rights as it is drawn: the same spans by which a passage is decided, within the time rights hold. */
import { dayOf, minuteOf } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import type { Grant } from './decide.ts';
import { joined, spansOn } from './plan.ts';
import type { Calendar, Span } from './plan.ts';

export type Right = Omit<Grant, 'id'>;

/** The minutes of a wall day in which a right holds at all; null where it does not. A part of a minute counts as one. */
function heldOn({ from, until }: Right, day: Day, zone: string): Span | null {
  const last = until === null ? null : until - 1;
  if (last !== null && last < from) return null;
  const begins = dayOf(from, zone);
  const ends = last === null ? null : dayOf(last, zone);
  if (begins > day || (ends !== null && ends < day)) return null;
  return {
    from: begins === day ? minuteOf(from, zone) : 0,
    to: ends === day ? minuteOf(last!, zone) + 1 : 1440,
  };
}

/** When on a wall day any of these rights lets somebody pass: sorted, apart. */
export const openOn = (rights: readonly Right[], day: Day, zone: string, calendar: Calendar): Span[] =>
  joined(
    rights.flatMap((right) => {
      const held = heldOn(right, day, zone);
      if (held === null) return [];
      return spansOn(right.plan, day, calendar).spans.flatMap((span) => {
        const [from, to] = [Math.max(span.from, held.from), Math.min(span.to, held.to)];
        return from < to ? [{ from, to }] : [];
      });
    }),
  );

/** The occupied time of a section without a plate in hours in which nobody was on duty there. */
import { HOUR } from '../time/zone.ts';
import { within } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';
import { berthTime, unreadTime } from './figures.ts';
import type { PlateTime } from './figures.ts';
import { dutiesOf } from './on-duty.ts';
import type { Presence } from './on-duty.ts';
import type { Spell } from './types.ts';

export type Gap = { readonly occupiedMs: number; readonly unreadMs: number };

/** A share above this is reported. */
export const GAP_LIMIT = 0.15;
/** Of less occupied time one car alone would make it. */
const LEAST_MS = 5 * HOUR;

/** Of the hours a section is attended by its settings, those before anybody did something there. */
export function unattendedGap(
  spells: readonly Spell[],
  stays: readonly PlateTime[],
  hours: readonly Interval[],
  presences: readonly Presence[],
): Gap {
  const times = dutiesOf(presences, hours).flatMap(({ userId, time }) => (userId === null ? within(time, hours) : []));
  return {
    occupiedMs: times.reduce((sum, time) => sum + berthTime(spells, time).occupied, 0),
    unreadMs: unreadTime(spells, stays, times),
  };
}

/** Whether so much was left unread that somebody has to look at it. */
export const isGap = ({ occupiedMs, unreadMs }: Gap): boolean =>
  occupiedMs >= LEAST_MS && unreadMs > GAP_LIMIT * occupiedMs;

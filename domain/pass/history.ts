/**
 * What a pass covered, day by day, and why not. The lane, the bill and the answer to "why was this car temporary on 3
 * May?" all ask here, so that they cannot disagree. Days are the lot's own.
 */
import { addDays, daysBetween } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import { daysCovered } from './pass.ts';
import type { PassDays } from './pass.ts';

/** Days a pass rests. `toDay` is null while its end is not set. */
export type Suspension = { readonly fromDay: Day; readonly toDay: Day | null };

/**
 * `spans`: days bought or given, in any order. `lastDay`: the day a stopped pass still holds; null while it was not
 * stopped.
 */
export type PassHistory = {
  readonly spans: readonly PassDays[];
  readonly suspended: readonly Suspension[];
  readonly lastDay: Day | null;
};

export type DayReason = 'covered' | 'grace' | 'suspended' | 'stopped' | 'notBegun' | 'gap' | 'ended';

const FAR = '9999-12-31';

const holds = ({ fromDay, toDay }: { fromDay: Day; toDay: Day | null }, day: Day): boolean =>
  fromDay <= day && (toDay === null || day <= toDay);

/** The days of a span that no cut takes. */
function minus(span: PassDays, cuts: readonly Suspension[]): PassDays[] {
  let left = [span];
  for (const cut of cuts) {
    const toDay = cut.toDay ?? FAR;
    if (toDay < cut.fromDay) continue;
    left = left.flatMap((part) => {
      if (toDay < part.fromDay || part.toDay < cut.fromDay) return [part];
      const before = part.fromDay < cut.fromDay ? [{ fromDay: part.fromDay, toDay: addDays(cut.fromDay, -1) }] : [];
      return toDay < part.toDay ? [...before, { fromDay: addDays(toDay, 1), toDay: part.toDay }] : before;
    });
  }
  return left.filter((part) => part.fromDay <= part.toDay);
}

const cutAt = (parts: readonly PassDays[], lastDay: Day | null): PassDays[] =>
  lastDay === null
    ? [...parts]
    : parts
        .map((part) => ({ fromDay: part.fromDay, toDay: part.toDay < lastDay ? part.toDay : lastDay }))
        .filter((part) => part.fromDay <= part.toDay);

/** Days the pass really covers: bought, not suspended, not after it was stopped. */
export const coveredDays = ({ spans, suspended, lastDay }: PassHistory): PassDays[] =>
  cutAt(
    spans.flatMap((span) => minus(span, suspended)),
    lastDay,
  );

/** Days of grace after each end: the car is still let in and out as one with a pass. */
function graceDays({ spans, suspended, lastDay }: PassHistory, grace: number): PassDays[] {
  if (grace <= 0) return [];
  const after = spans
    .filter((span) => span.fromDay <= span.toDay)
    .map(({ toDay }) => ({ fromDay: addDays(toDay, 1), toDay: addDays(toDay, grace) }));
  return cutAt(
    after.flatMap((part) => minus(part, suspended)),
    lastDay,
  );
}

/** Days on which the car parks without paying: covered ones and those of grace. They may overlap and touch. */
export const freeDays = (history: PassHistory, grace: number): PassDays[] => [
  ...coveredDays(history),
  ...graceDays(history, grace),
];

/** Why the car is what it is on a day; `grace` is the lot's number of days after an end. */
export function dayReason(history: PassHistory, day: Day, grace: number): DayReason {
  if (coveredDays(history).some((part) => holds(part, day))) return 'covered';
  if (history.lastDay !== null && history.lastDay < day) return 'stopped';
  if (history.suspended.some((each) => holds(each, day))) return 'suspended';
  if (graceDays(history, grace).some((part) => holds(part, day))) return 'grace';
  if (!history.spans.some(({ toDay }) => toDay < day)) return 'notBegun';
  return history.spans.some(({ fromDay }) => day < fromDay) ? 'gap' : 'ended';
}

/** Every day from `fromDay` to `toDay`, both included, with its reason. */
export function daysExplained(
  history: PassHistory,
  fromDay: Day,
  toDay: Day,
  grace: number,
): { day: Day; reason: DayReason }[] {
  return Array.from({ length: daysCovered({ fromDay, toDay }) }, (_, nth) => addDays(fromDay, nth)).map((day) => ({
    day,
    reason: dayReason(history, day, grace),
  }));
}

/**
 * What a lane is given: days since the end beside the state. Null where the plate is treated as if it had no pass:
 * before the first day, suspended, stopped.
 */
export function standingOn(
  history: PassHistory,
  day: Day,
  grace: number,
): { readonly state: 'valid' | 'grace' | 'expired'; readonly endedDays: number } | null {
  const reason = dayReason(history, day, grace);
  if (reason === 'covered') return { state: 'valid', endedDays: 0 };
  if (reason !== 'grace' && reason !== 'gap' && reason !== 'ended') return null;
  const end = history.spans
    .map(({ toDay }) => toDay)
    .filter((toDay) => toDay < day)
    .sort()
    .at(-1)!;
  return { state: reason === 'grace' ? 'grace' : 'expired', endedDays: daysBetween(end, day) };
}

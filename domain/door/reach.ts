/**
 * When somebody may come in at a door, as stretches of time, and what a change of rules makes different. `decide` itself
 * is put the question at every instant at which its answer can change.
 */
import { addDays, dayOf, minuteOf, nextDayStart, startOfDay } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import { HOUR, MINUTE, offsetAt } from '../time/zone.ts';
import { decide } from './decide.ts';
import type { Area, Door, Grant, PassageRequest } from './decide.ts';
import { spansOn } from './plan.ts';
import type { Calendar, Plan } from './plan.ts';

/** Epoch ms; `until` not included. */
export type Stretch = { readonly from: number; readonly until: number };

/** What of a door decides who comes in: the rest is as on an ordinary day. */
export type Entrance = {
  readonly into: Omit<Area, 'capacity' | 'inside'> | null;
  readonly fromArea: string | null;
  readonly openPlan: Plan | null;
  readonly firstCard: boolean;
};

/**
 * `usual`: comes with whom the area wants, from nobody knows where; `alone`: without company; `again`: readers saw the
 * person come in here a minute before.
 */
export const manners = ['usual', 'alone', 'again'] as const;
export type Manner = (typeof manners)[number];

/** The clock of the place, and the time that is looked at: `from <= t < until`, epoch ms. */
export type Period = Stretch & { readonly zone: string; readonly calendar: Calendar };

/** The grants of a person at the door; null: somebody without a credential, for whom it only opens by itself. */
export type Comer = readonly Grant[] | null;

function requestOf(comer: Comer, { into, fromArea, openPlan, firstCard }: Entrance, manner: Manner) {
  const door: Door = {
    mode: 'normal',
    fire: false,
    into: into === null ? null : { ...into, capacity: null, inside: 0 },
    fromArea,
    verify: 'any',
    otherOpen: false,
    tempGate: false,
    firstCard,
    openPlan,
    firstCame: false,
  };
  const seen = manner === 'again' && into !== null;
  return (at: number, { zone, calendar }: Period): PassageRequest => ({
    at,
    zone,
    calendar,
    reader: 'in',
    door,
    credential: comer === null ? null : { state: 'active', duress: false },
    person:
      comer === null
        ? null
        : {
            id: '',
            status: 'active',
            barred: false,
            opener: false,
            grants: comer,
            area: seen ? into.id : undefined,
            cameIn: seen ? at - MINUTE : null,
          },
    second: true,
    companion: manner !== 'alone',
    hot: false,
    lease: null,
  });
}

/** Where the answer may change on a day: its plans' spans, by the wall. On a day whose clock is set, any minute. */
function changesOn(day: Day, plans: readonly Plan[], { zone, calendar }: Period): number[] {
  const begins = startOfDay(day, zone);
  const ends = startOfDay(addDays(day, 1), zone);
  if (ends - begins !== 24 * HOUR || offsetAt(begins, zone) !== offsetAt(ends, zone))
    return Array.from({ length: Math.ceil((ends - begins) / MINUTE) }, (_, nth) => begins + nth * MINUTE);
  const minutes = plans.flatMap((plan) => spansOn(plan, day, calendar).spans.flatMap(({ from, to }) => [from, to]));
  return [begins, ...minutes.map((minute) => begins + minute * MINUTE)];
}

/** When the door lets this person in, sorted and apart. */
export function reachOf(comer: Comer, entrance: Entrance, period: Period, manner: Manner = 'usual'): Stretch[] {
  const request = requestOf(comer, entrance, manner);
  const { from, until, zone } = period;
  const plans = [
    ...new Set([...(comer ?? []).map(({ plan }) => plan), ...(entrance.openPlan ? [entrance.openPlan] : [])]),
  ];
  const instants = new Set([from]);
  for (const grant of comer ?? []) for (const at of [grant.from, grant.until]) if (at !== null) instants.add(at);
  for (let at = from; at < until; at = nextDayStart(at, zone))
    for (const change of changesOn(dayOf(at, zone), plans, period)) instants.add(change);
  const sorted = [...instants].filter((at) => at >= from && at < until).toSorted((a, b) => a - b);
  const found: { from: number; until: number }[] = [];
  for (const [nth, at] of sorted.entries()) {
    if (decide(request(at, period)).result !== 'granted') continue;
    const ends = sorted[nth + 1] ?? until;
    const last = found.at(-1);
    if (last?.until === at) last.until = ends;
    else found.push({ from: at, until: ends });
  }
  return found;
}

/** What of `a` is not in `b`; both sorted and apart. */
export function without(a: readonly Stretch[], b: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let nth = 0;
  for (const { from, until } of a) {
    let at = from;
    while (nth < b.length && b[nth]!.until <= from) nth += 1;
    for (let next = nth; next < b.length && b[next]!.from < until; next += 1) {
      if (b[next]!.from > at) left.push({ from: at, until: b[next]!.from });
      at = Math.max(at, b[next]!.until);
    }
    if (at < until) left.push({ from: at, until });
  }
  return left;
}

/** By the wall, in minutes: from ten in the evening to six in the morning. */
export const NIGHT = { from: 1_320, until: 360 } as const;

/** Whether any of these touches a night. */
export const isAtNight = (stretches: readonly Stretch[], zone: string): boolean =>
  stretches.some(({ from, until }) => {
    const minute = minuteOf(from, zone);
    if (minute < NIGHT.until || minute >= NIGHT.from) return true;
    return until > nextDayStart(from, zone) - (1_440 - NIGHT.from) * MINUTE;
  });

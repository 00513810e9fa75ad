/**
 * When a plan lets somebody pass: spans of a day by weekday, holiday, made-up workday and event. Half open: who comes
 * at the end is late.
 */
import { dayOf, minuteOf, weekdayOf } from '../time/day.ts';
import type { Day } from '../time/day.ts';

/** Minutes of the wall day, `from` included, `to` not; 1440 is the midnight after. */
export type Span = { readonly from: number; readonly to: number };
export type DayKind = 'holiday' | 'workday' | 'event';
/** What days of a calendar are besides their weekday. A day may be a holiday and have an event. */
export type Calendar = ReadonlyMap<Day, ReadonlySet<DayKind>>;

/** `days`: what holds on days of the calendar; null for a plan that knows weekdays alone. */
export type Plan = {
  /** Monday first. */
  readonly week: readonly (readonly Span[])[];
  readonly days: {
    /** Nothing given: closed. */
    readonly holiday: readonly Span[];
    /** Nothing given: as on a Monday. */
    readonly workday: readonly Span[];
    /** Nothing given: the day is what it is without the event. */
    readonly event: readonly Span[];
  } | null;
  /** First and last day it holds at all; null without a bound. */
  readonly dateFrom: Day | null;
  readonly dateTo: Day | null;
};

export type PlanAnswer = 'open' | 'holiday' | 'out-of-hours';

const none: ReadonlySet<DayKind> = new Set();

/** What counts on a day: its spans, and whether they are those of a holiday. */
export function spansOn(plan: Plan, day: Day, calendar: Calendar): { spans: readonly Span[]; holiday: boolean } {
  if ((plan.dateFrom !== null && day < plan.dateFrom) || (plan.dateTo !== null && day > plan.dateTo))
    return { spans: [], holiday: false };
  const weekday = plan.week[weekdayOf(day) - 1] ?? [];
  const kinds = plan.days === null ? none : (calendar.get(day) ?? none);
  if (plan.days === null || kinds.size === 0) return { spans: weekday, holiday: false };
  if (kinds.has('event') && plan.days.event.length > 0) return { spans: plan.days.event, holiday: false };
  if (kinds.has('holiday')) return { spans: plan.days.holiday, holiday: true };
  if (kinds.has('workday'))
    return { spans: plan.days.workday.length > 0 ? plan.days.workday : (plan.week[0] ?? []), holiday: false };
  return { spans: weekday, holiday: false };
}

/** Whether the plan lets somebody pass at an instant (epoch ms), by the wall of the place. */
export function planAt(plan: Plan, at: number, zone: string, calendar: Calendar): PlanAnswer {
  const minute = minuteOf(at, zone);
  const { spans, holiday } = spansOn(plan, dayOf(at, zone), calendar);
  if (spans.some(({ from, to }) => from <= minute && minute < to)) return 'open';
  return holiday ? 'holiday' : 'out-of-hours';
}

/** `HH:mm` as minutes; 24:00 is the end of the day. Null for anything else. */
export function minuteIn(text: string): number | null {
  const found = /^(\d{2}):(\d{2})(:00)?$/.exec(text);
  if (!found) return null;
  const [hour, minute] = [Number(found[1]), Number(found[2])];
  const all = hour * 60 + minute;
  return minute < 60 && all <= 1440 ? all : null;
}

/** What of spans is kept apart: sorted, those that touch or overlap joined. */
export function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && span.from <= last.to) out[out.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else out.push(span);
  }
  return out;
}

/** Every minute of every day. */
export const always: Plan = {
  week: Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]),
  days: null,
  dateFrom: null,
  dateTo: null,
};

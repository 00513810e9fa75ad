/** A stay while it is priced: the inputs a tariff needs, and their values. */
import { MINUTE } from '../time/zone.ts';
import { tariffClauses } from './clauses.ts';
import type { Days } from './day-plan.ts';
import { DayPlans, spanKey, spanNth } from './day-plan.ts';
import { tookMinutes } from './events.ts';
import type { Before, Bound, Chosen, Condition, Factor, FreeTime, Gift, Scheme, Span, Step, Tariff } from './form.ts';
import type { FeeContext, FeeRefusal } from './types.ts';
import { visitsClock } from './visits.ts';

/** A question the stay gives no answer to; becomes a refusal. */
export class Unpriced extends Error {
  readonly refusal: FeeRefusal;
  constructor(refusal: FeeRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/** @throws Unpriced */
export const refuse = (refused: FeeRefusal['refused'], zh: string, en: string): never => {
  throw new Unpriced({ refused, words: { zh, en } });
};

/** A stay in search of its scheme. `from` and `to` are whole seconds in ms. */
export type Fitting = {
  readonly tariff: Tariff;
  readonly from: number;
  readonly to: number;
  readonly clock: number;
  readonly vehicle: string;
  readonly context: FeeContext;
  readonly days: Days;
};

/** A stay being priced by one of the schemes. */
export type Case = Fitting & {
  readonly scheme: Scheme;
  readonly compiled: Compiled;
  /** Where its free time ends, lost or not, in ms. */
  readonly freeEnd: number;
};

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const lcm = (a: number, b: number): number => (a / gcd(a, b)) * b;

export type Cap = Extract<Step, { cap: unknown }>;
export type Complete = Extract<Step, { complete: unknown }>;

/** What follows from a scheme alone. A cap counts these meters; null: all. */
export type Compiled = {
  readonly scale: number;
  readonly byDay: boolean;
  readonly clauses: ReturnType<typeof tariffClauses>;
  readonly caps: readonly Cap[];
  readonly completes: readonly Complete[];
  readonly countedBy: ReadonlyMap<Cap | Complete, readonly number[] | null>;
  plans: DayPlans | null;
};
const compiled = new WeakMap<Scheme, Compiled>();

const fractionsOf = (factor: Chosen<Factor>): number[] => {
  if (Array.isArray(factor)) return [Number(factor[1])];
  if (typeof factor === 'object' && 'by' in factor)
    return [...Object.values(factor.of), ...(factor.else === undefined ? [] : [factor.else])].flatMap(fractionsOf);
  return [];
};

/** Whether the choice depends on one of these. */
function dependsOn(chosen: Chosen<unknown> | undefined, ...names: string[]): boolean {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return false;
  const { by, of, else: otherwise } = chosen as Exclude<Chosen<number>, number>;
  return names.includes(by) || [...Object.values(of), otherwise].some((each) => dependsOn(each, ...names));
}

/** What follows from a scheme, worked out once; its amounts are in `currency`. */
export function compile(scheme: Scheme, currency: string | undefined): Compiled {
  let found = compiled.get(scheme);
  if (!found) {
    const after = scheme.after ?? [];
    const rungs = scheme.meters.flatMap((meter) => meter.ladder);
    const parts = rungs.flatMap(({ perMinutes, unitMinutes = 1 }) =>
      perMinutes === undefined ? [] : [perMinutes / gcd(perMinutes, unitMinutes)],
    );
    const factors = after.flatMap((step) => ('times' in step ? fractionsOf(step.times) : []));
    const [caps, completes] = [after.filter((step) => 'cap' in step), after.filter((step) => 'complete' in step)];
    const countedBy = new Map<Cap | Complete, readonly number[] | null>(
      [...caps, ...completes].map((step) => [
        step,
        step.of?.map((id) => scheme.meters.findIndex((meter) => meter.id === id)) ?? null,
      ]),
    );
    compiled.set(
      scheme,
      (found = {
        scale: [...parts, ...factors].reduce(lcm, 1),
        byDay: rungs.some(({ fen }) => dependsOn(fen, 'season', 'day')),
        clauses: tariffClauses(scheme, currency),
        caps,
        completes,
        countedBy,
        plans: null,
      }),
    );
  }
  return found;
}

/** The windows of the scheme's meters as instants, cached for the last calendar. */
export function plansOf({ compiled: own, scheme, days }: Case): DayPlans {
  if (own.plans?.days !== days) own.plans = new DayPlans(days, scheme.meters);
  return own.plans;
}

/**
 * What is known of the stay by a name at an instant: as it changed last, given with the stay, or worked out from its
 * events.
 */
export const valueOf = (
  { context, from, to }: Pick<Case, 'context' | 'from' | 'to'>,
  name: string,
  at: number,
): string | number | undefined =>
  context.changes?.findLast((each) => each.value === name && each.at <= at)?.is ??
  context.values?.[name] ??
  tookMinutes(name, context.events, from, to);

/**
 * When a choice is evaluated: `at` for seasons, days and, unless `known` is another instant, values; `nth` is the
 * number of the span.
 */
export type Moment = { readonly at: number; readonly known?: number; readonly nth?: () => number };

/** For choices about the stay as a whole: seasons and days of its beginning, values as they are at its end. */
export const wholeStay = ({ from, to }: Fitting): Moment => ({ at: from, known: to });

/** The one of several that fits the stay. @throws Unpriced where the tariff does not say */
export function pick<T>(chosen: Chosen<T>, of: Case, moment: Moment): T {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return chosen as T;
  const { by, of: options, else: otherwise } = chosen;
  const key = keyOf(by, options, of, moment);
  if (Object.hasOwn(options, key)) return pick(options[key]!, of, moment);
  if (otherwise !== undefined) return pick(otherwise, of, moment);
  return refuse(
    'NOT_SAID',
    `费率未规定：${by} = ${key || '未提供'}`,
    `The tariff does not say what holds for ${by} = ${key || 'not given'}`,
  );
}

function keyOf(by: string, options: object, of: Case, { at, known = at, nth }: Moment): string {
  if (by === 'vehicle') return of.vehicle;
  if (by === 'season') return of.days.seasonOf(of.tariff.seasons ?? [], at);
  if (by === 'nth') return String(nth?.() ?? 1);
  if (by === 'day') return [...of.days.kinds(of.days.dayAt(at))].find((kind) => kind in options) ?? '';
  return String(valueOf(of, by, known) ?? '');
}

/** Where a span is counted from, in ms, where it is one of minutes. */
export const clockOf = ({ clock, freeEnd }: Case, span: Span): number =>
  typeof span === 'object' && 'minutes' in span && span.from === 'free' ? freeEnd : clock;

/** The how manieth span since the clock began an instant lies in. */
export const nthOf = (of: Case, span: Span, at: number): number => spanNth(span, at, clockOf(of, span), of.days);

export const number = (value: string | number | undefined): number => (value === undefined ? 0 : Number(value));

function within(bound: Bound, at: number, { days, context, tariff }: Fitting): boolean {
  const area = (context.areas ?? []).findLast((each) => each.at <= at)?.area ?? tariff.entryArea ?? '';
  return (bound.area === undefined || bound.area === area) && days.inBound(bound, at);
}

/** Whether the stay meets all conditions; values are taken as they are at its end. */
export function meets(of: Fitting, conditions: readonly Condition[] | undefined): boolean {
  return (conditions ?? []).every(({ vehicle, value, is, atLeast, entry, exit, stayAtMostMinutes, earlier }) => {
    const given = value === undefined ? undefined : valueOf(of, value, of.to);
    return (
      (vehicle?.includes(of.vehicle) ?? true) &&
      (is?.some((each) => String(each) === String(given)) ?? true) &&
      (atLeast === undefined || number(given) >= atLeast) &&
      (entry === undefined || within(entry, of.from, of)) &&
      (exit === undefined || within(exit, of.to, of)) &&
      (stayAtMostMinutes === undefined || of.to - of.from <= stayAtMostMinutes * MINUTE) &&
      (earlier === undefined || went(of, earlier))
    );
  });
}

/**
 * The plate's earlier visits that began in the span in which this one begins. In a continuous piece of time there are
 * none.
 */
function earlierIn(span: Span, { context: { earlier = [] }, clock: begin, days }: Fitting): FeeContext['earlier'] & {} {
  if (span === 'piece' || earlier.length === 0) return [];
  const clock = visitsClock(span, begin, earlier);
  const key = spanKey(span, begin, clock, days);
  return earlier.filter(({ at }) => at < begin && spanKey(span, at, clock, days) === key);
}

/** What the plate paid, in fen, for its earlier visits in the span in which this one begins. */
export const paidBefore = (span: Span, of: Fitting): number =>
  earlierIn(span, of).reduce((sum, { fen }) => sum + fen, 0);

function went(of: Fitting, { per, paidAtLeast, paidAtMost, visitsAtLeast, visitsAtMost }: Before): boolean {
  const visits = earlierIn(per, of);
  const paid = visits.reduce((sum, { fen }) => sum + fen, 0);
  return (
    paid >= (paidAtLeast ?? 0) &&
    paid <= (paidAtMost ?? Number.POSITIVE_INFINITY) &&
    visits.length >= (visitsAtLeast ?? 0) &&
    visits.length <= (visitsAtMost ?? Number.POSITIVE_INFINITY)
  );
}

function giftMinutes(gifts: readonly Gift[] | undefined, of: Case): number {
  const groups = new Map<string, number>();
  let minutes = 0;
  for (const { value, atLeast, each, minutes: gift, group } of gifts ?? []) {
    const given = number(valueOf(of, value, of.to));
    const got = each !== undefined ? Math.floor(given / each) * gift : given >= (atLeast ?? 0) ? gift : 0;
    if (group === undefined) minutes += got;
    else groups.set(group, Math.max(groups.get(group) ?? 0, got));
  }
  return [...groups.values()].reduce((sum, each) => sum + each, minutes);
}

/** Free milliseconds of a length of time, what was granted before any was lost, and whether they cover all of it. */
export function freeTime(
  free: FreeTime | undefined,
  length: number,
  of: Case,
): { ms: number; granted: number; all: boolean } {
  if (!free || (free.once !== undefined && earlierIn(free.once, of).length > 0))
    return { ms: 0, granted: 0, all: false };
  const most = free.withinMinutes === undefined ? Number.POSITIVE_INFINITY : free.withinMinutes * MINUTE;
  const granted = Math.min(most, (pick(free.minutes, of, wholeStay(of)) + giftMinutes(free.gifts, of)) * MINUTE);
  const all = free.inclusive === false ? length < granted : length <= granted;
  return { ms: free.lost ? 0 : granted, granted, all };
}

/** Prices a stay by a tariff: chooses the scheme, counts by its meters, and does what follows from them. */
import { formatFen } from '../money/fen.ts';
import type { Fen } from '../money/fen.ts';
import { MINUTE } from '../time/zone.ts';
import type { Chosen, Condition, Factor, FreeTime, Gift, Scheme, Span, Step, Tariff, Times, Window } from './form.ts';
import { DayPlans, Days, seasonEdges, spanKey, spanNth } from './day-plan.ts';
import { count } from './meters.ts';
import type { Charged, Counting } from './meters.ts';
import { tariffClauses } from './clauses.ts';
import { clockStart, tookMinutes } from './events.ts';
import type { BillLine, FeeContext, FeeRefusal, Priced } from './types.ts';
import { visitsClock } from './visits.ts';
import type { Words } from './words.ts';

/** A question the stay gives no answer to; becomes a refusal. */
class Unpriced extends Error {
  readonly refusal: FeeRefusal;
  constructor(refusal: FeeRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

const refuse = (refused: FeeRefusal['refused'], zh: string, en: string): never => {
  throw new Unpriced({ refused, words: { zh, en } });
};

/** A stay being priced. `from` and `to` are whole seconds in ms. */
type Case = {
  readonly tariff: Tariff;
  readonly scheme: Scheme;
  readonly compiled: Compiled;
  readonly from: number;
  readonly to: number;
  readonly clock: number;
  readonly vehicle: string;
  readonly context: FeeContext;
  readonly days: Days;
};

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const lcm = (a: number, b: number): number => (a / gcd(a, b)) * b;

type Cap = Extract<Step, { cap: unknown }>;
/** What follows from a scheme alone. `countedBy` a cap are these meters; null: all. */
type Compiled = {
  readonly scale: number;
  readonly byDay: boolean;
  readonly clauses: ReturnType<typeof tariffClauses>;
  readonly caps: readonly Cap[];
  readonly countedBy: ReadonlyMap<Cap, readonly number[] | null>;
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
function asks(chosen: Chosen<unknown> | undefined, ...names: string[]): boolean {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return false;
  const { by, of, else: otherwise } = chosen as Exclude<Chosen<number>, number>;
  return names.includes(by) || [...Object.values(of), otherwise].some((each) => asks(each, ...names));
}

function compile(scheme: Scheme): Compiled {
  let found = compiled.get(scheme);
  if (!found) {
    const rungs = scheme.meters.flatMap((meter) => meter.ladder);
    const parts = rungs.flatMap(({ perMinutes, unitMinutes = 1 }) =>
      perMinutes === undefined ? [] : [perMinutes / gcd(perMinutes, unitMinutes)],
    );
    const factors = (scheme.after ?? []).flatMap((step) => ('times' in step ? fractionsOf(step.times) : []));
    const caps = (scheme.after ?? []).filter((step) => 'cap' in step);
    const countedBy = new Map(
      caps.map((step) => [step, step.of?.map((id) => scheme.meters.findIndex((meter) => meter.id === id)) ?? null]),
    );
    compiled.set(
      scheme,
      (found = {
        scale: [...parts, ...factors].reduce(lcm, 1),
        byDay: rungs.some(({ fen }) => asks(fen, 'season', 'day')),
        clauses: tariffClauses(scheme),
        caps,
        countedBy,
        plans: null,
      }),
    );
  }
  return found;
}

type Known = Pick<Case, 'context' | 'from' | 'to'>;

/** What is known of the stay by a name: told with it, or worked out from its events. */
const valueOf = ({ context, from, to }: Known, name: string): string | number | undefined =>
  context.values?.[name] ?? tookMinutes(name, context.events, from, to);

/** The one of several that fits the stay; `at` is the moment seasons and days are asked of, `span` what is counted by `nth`, from `clock` on. */
function pick<T>(chosen: Chosen<T>, of: Case, at: number, span: Span = 'stay', clock = of.clock): T {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return chosen as T;
  const { by, of: options, else: otherwise } = chosen;
  const key =
    by === 'vehicle'
      ? of.vehicle
      : by === 'season'
        ? of.days.seasonOf(of.tariff.seasons ?? [], at)
        : by === 'nth'
          ? String(spanNth(span, at, clock, of.days))
          : by === 'day'
            ? ([...of.days.kinds(of.days.dayAt(at))].find((kind) => kind in options) ?? '')
            : String(valueOf(of, by) ?? '');
  if (Object.hasOwn(options, key)) return pick(options[key]!, of, at, span, clock);
  if (otherwise !== undefined) return pick(otherwise, of, at, span, clock);
  return refuse(
    'NOT_SAID',
    `费率未规定：${by} = ${key || '未提供'}`,
    `The tariff does not say what holds for ${by} = ${key || 'not given'}`,
  );
}

const number = (value: string | number | undefined): number => (value === undefined ? 0 : Number(value));

function within(
  window: Window,
  at: number,
  { days, context, tariff }: Pick<Case, 'days' | 'context' | 'tariff'>,
): boolean {
  const area = (context.areas ?? []).findLast((each) => each.at <= at)?.area ?? tariff.entryArea ?? '';
  return (window.area === undefined || window.area === area) && days.inWindow(window, at);
}

function meets(of: Omit<Case, 'compiled' | 'scheme'>, conditions: readonly Condition[] | undefined): boolean {
  return (conditions ?? []).every(({ vehicle, value, is, atLeast, entry, exit, stayAtMostMinutes }) => {
    const given = value === undefined ? undefined : valueOf(of, value);
    return (
      (vehicle?.includes(of.vehicle) ?? true) &&
      (is?.some((each) => String(each) === String(given)) ?? true) &&
      (atLeast === undefined || number(given) >= atLeast) &&
      (entry === undefined || within(entry, of.from, of)) &&
      (exit === undefined || within(exit, of.to, of)) &&
      (stayAtMostMinutes === undefined || of.to - of.from <= stayAtMostMinutes * MINUTE)
    );
  });
}

function giftMinutes(gifts: readonly Gift[] | undefined, of: Case): number {
  const groups = new Map<string, number>();
  let minutes = 0;
  for (const { value, atLeast, each, minutes: gift, group } of gifts ?? []) {
    const given = number(valueOf(of, value));
    const got = each !== undefined ? Math.floor(given / each) * gift : given >= (atLeast ?? 0) ? gift : 0;
    if (group === undefined) minutes += got;
    else groups.set(group, Math.max(groups.get(group) ?? 0, got));
  }
  return [...groups.values()].reduce((sum, each) => sum + each, minutes);
}

/** Whether an earlier visit of the plate began in the span that this one begins in. */
function visitedIn(span: Span, { context: { earlier }, clock: begin, days }: Case): boolean {
  const clock = visitsClock(span, begin, earlier);
  return (
    span !== 'piece' &&
    (earlier ?? []).some(({ at }) => at < begin && spanKey(span, at, clock, days) === spanKey(span, begin, clock, days))
  );
}

/** Free milliseconds of a length of time, and whether they cover all of it. */
function freeTime(free: FreeTime | undefined, length: number, of: Case): { ms: number; all: boolean } {
  if (!free || (free.once !== undefined && visitedIn(free.once, of))) return { ms: 0, all: false };
  const most = free.withinMinutes === undefined ? Number.POSITIVE_INFINITY : free.withinMinutes * MINUTE;
  const ms = Math.min(most, (pick(free.minutes, of, of.from) + giftMinutes(free.gifts, of)) * MINUTE);
  const all = free.inclusive === false ? length < ms : length <= ms;
  return { ms: free.lost ? 0 : ms, all };
}

function countingOf(of: Case, start: number): Counting {
  const {
    scheme,
    clock,
    compiled: { scale, byDay, caps },
    context,
    tariff,
  } = of;
  const cuts: { span: Span; clock: number }[] = caps.map((step) => ({ span: step.per, clock: capClock(of, step) }));
  if (byDay)
    for (const span of ['day' as const, ...seasonEdges(tariff.seasons ?? []).map((at) => ({ at }))])
      cuts.push({ span, clock });
  return {
    from: start,
    to: of.to,
    clock,
    plans: plansOf(of),
    meters: scheme.meters,
    cuts,
    areas: [{ at: Number.NEGATIVE_INFINITY, area: tariff.entryArea ?? '' }, ...(context.areas ?? [])],
    priceAt: (meter, rung, at) => {
      const { fen, perMinutes, unitMinutes = 1 } = scheme.meters[meter]!.ladder[rung]!;
      const price = pick(fen, of, at, scheme.meters[meter]!.again) * scale;
      return perMinutes === undefined ? price : (price * unitMinutes) / perMinutes;
    },
    freeOf: (meter, counted) => freeTime(scheme.meters[meter]!.free, counted, of),
  };
}

/** Where the spans of a cap are counted from. */
const capClock = ({ clock, context }: Case, { per, visits }: Cap): number =>
  visits ? visitsClock(per, clock, context.earlier) : clock;

function plansOf({ compiled: own, scheme, days }: Case): DayPlans {
  if (own.plans?.days !== days) own.plans = new DayPlans(days, scheme.meters);
  return own.plans;
}

// ---------------------------------------------------------------- what follows the meters

function apply(of: Case, lines: Charged[], step: Step, nth: number): Charged[] {
  const { scale } = of.compiled;
  if ('cap' in step) return capped(of, lines, step, nth);
  if ('times' in step) return multiplied(of, lines, pick(step.times, of, of.from));
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  const adjust = (amount: number, factor = ''): Charged[] => {
    if (amount === 0) return lines;
    takeLast(lines, Math.max(0, -amount));
    return [
      ...lines,
      {
        from: lines.at(-1)?.from ?? of.from,
        to: of.to,
        meter: -1,
        rung: -1,
        units: 0,
        unit: 0,
        amount,
        left: Math.max(0, amount),
        piece: 0,
        step: nth,
        factor,
      },
    ];
  };
  if ('atLeast' in step) {
    const least = pick(step.atLeast, of, of.from);
    return adjust(sum > 0 ? Math.max(0, least * scale - sum) : 0, toldOf(step.atLeast, least));
  }
  if ('roundTo' in step) return adjust(rounded(sum, step.roundTo * scale, step.how) - sum);
  if (!meets(of, step.when)) return lines;
  if ('plus' in step)
    return step.each
      ? [...lines, ...touched(of, step.plus, step.each, nth)]
      : adjust(pick(step.plus, of, of.from) * scale);
  const less =
    'fen' in step.less
      ? step.less.fen * scale
      : Math.min(
          rounded((sum * step.less.percent) / 100, scale, 'half-up'),
          (step.less.atMost ?? Number.POSITIVE_INFINITY) * scale,
        );
  return adjust(-Math.min(sum, less));
}

/** The amount that was chosen, where the clause does not name it. */
const toldOf = (chosen: Chosen<number>, amount: number): string =>
  typeof chosen === 'number' ? '' : ` ${formatFen(amount)}`;

/** A supplement for each time the stay is in a window, at the moment that begins. */
function touched(of: Case, plus: Chosen<number>, window: Times, nth: number): Charged[] {
  return of.days.timesIn(window, Math.max(of.from, of.clock), of.to).flatMap((at) => {
    const amount = pick(plus, of, at) * of.compiled.scale;
    return amount === 0
      ? []
      : [
          {
            from: at,
            to: at,
            meter: -1,
            rung: -1,
            units: 0,
            unit: 0,
            amount,
            left: amount,
            piece: 0,
            step: nth,
            factor: '',
          },
        ];
  });
}

const rounded = (value: number, to: number, how: 'up' | 'down' | 'half-up'): number =>
  (how === 'up' ? Math.ceil(value / to) : how === 'down' ? Math.floor(value / to) : Math.floor(value / to + 0.5)) * to;

function multiplied(of: Case, lines: Charged[], factor: Factor): Charged[] {
  const by = Array.isArray(factor)
    ? factor
    : [
        typeof factor === 'object' && 'value' in factor
          ? number(valueOf(of, factor.value) ?? factor.else)
          : Number(factor),
        1,
      ];
  const [up, down] = by as readonly [number, number];
  if (up === down) return lines;
  for (const line of lines) {
    line.unit = (line.unit * up) / down;
    line.amount = (line.amount * up) / down;
    line.left = (line.left * up) / down;
    if (line.rung >= 0) line.factor += ` × ${down === 1 ? up : `${up}/${down}`}`;
  }
  return lines;
}

/** Takes so much from the last of what is charged backwards: what a cap or a reduction took, a later cap does not take again. */
function takeLast(lines: readonly Charged[], amount: number): void {
  let rest = amount;
  for (let nth = lines.length - 1; nth >= 0; nth -= 1) {
    const line = lines[nth]!;
    const taken = Math.min(line.left, rest);
    line.left -= taken;
    rest -= taken;
  }
}

/** The lines, each with what stands behind it. */
function withThem(lines: readonly Charged[], after: ReadonlyMap<Charged, Charged>): Charged[] {
  const all: Charged[] = [];
  for (const line of lines) {
    all.push(line);
    const behind = after.get(line);
    if (behind) all.push(behind);
  }
  return all;
}

/** What began within one span costs no more than the cap. What is too much is taken from the last of it backwards, and stands behind that as a line. */
function capped(of: Case, lines: Charged[], step: Cap, nth: number): Charged[] {
  const { scale } = of.compiled;
  const { cap, per, visits } = step;
  const clock = capClock(of, step);
  const ids = of.compiled.countedBy.get(step);
  const keyOf = (at: number, piece: number): number => (per === 'piece' ? piece : spanKey(per, at, clock, of.days));
  const groups = new Map<number, Charged[]>();
  for (const line of lines) {
    if (line.left === 0 || (ids && !ids.includes(line.meter))) continue;
    const key = keyOf(line.from, line.piece);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  const after = new Map<Charged, Charged>();
  for (const [key, group] of groups) {
    const first = group[0]!;
    const before = visits
      ? (of.context.earlier ?? []).reduce((paid, { at, fen }) => (keyOf(at, -1) === key ? paid + fen : paid), 0)
      : 0;
    const most = pick(cap, of, first.from, per, clock);
    const over = group.reduce((sum, { left }) => sum + left, 0) - Math.max(0, most - before) * scale;
    if (over <= 0) continue;
    takeLast(group, over);
    const last = group.at(-1)!;
    const { to, meter, piece } = last;
    after.set(last, {
      from: first.from,
      to,
      meter,
      rung: -1,
      units: 0,
      unit: 0,
      amount: -over,
      left: 0,
      piece,
      step: nth,
      factor: toldOf(cap, most) + (before > 0 ? ` − ${formatFen(before)}` : ''),
    });
  }
  return after.size === 0 ? lines : withThem(lines, after);
}

const followed = (words: Words, by: string): Words => (by ? { zh: words.zh + by, en: words.en + by } : words);

/** Lines in fen: each carries what the running sum, rounded half up, has grown by, so that they sum to the total. */
function billed(of: Case, lines: readonly Charged[], before: readonly BillLine[]): Priced {
  const { scale, clauses } = of.compiled;
  let [exact, told] = [0, 0];
  const bill = lines.map((line): BillLine => {
    exact += line.amount;
    const amountFen: Fen = Math.floor(exact / scale + 0.5) - told;
    told += amountFen;
    const { from, to, meter, rung, units, step, factor } = line;
    if (step >= 0)
      return {
        from: to,
        to,
        kind: clauses.steps[step]!.kind,
        amountFen,
        clause: followed(clauses.steps[step]!.words, factor),
      };
    if (rung === -1)
      return { from, to, kind: 'free', amountFen, clause: meter === -1 ? clauses.outside : clauses.free };
    const words = clauses.rungs[meter]![rung]!;
    const unitFen = line.unit / scale;
    const priced = Number.isInteger(unitFen) && units * unitFen === amountFen ? { units, unitFen } : {};
    const { unitMinutes, minutes } = of.scheme.meters[meter]!.ladder[rung]!;
    const kind = unitMinutes === undefined && minutes === undefined ? 'flat' : 'time';
    return { from, to, kind, ...(kind === 'time' ? priced : {}), amountFen, clause: followed(words, factor) };
  });
  return { lines: [...before, ...bill], totalFen: told };
}

function priceScheme(of: Case): Priced {
  const {
    scheme,
    from,
    to,
    compiled: { clauses },
  } = of;
  if (scheme.maxStayMinutes !== undefined && to - from > scheme.maxStayMinutes * MINUTE)
    refuse(
      'MAX_STAY',
      `超过最长停车时间${scheme.maxStayMinutes}分钟`,
      `Longer than the longest stay of ${scheme.maxStayMinutes} minutes`,
    );
  const begin = Math.min(to, Math.max(from, of.clock));
  const free = freeTime(scheme.free, to - begin, of);
  const whole = (clause: Words): Priced => ({ lines: [{ from, to, kind: 'free', amountFen: 0, clause }], totalFen: 0 });
  if (begin === to) return whole(from === to ? clauses.empty : clauses.before);
  if (free.all) return whole(clauses.stayFree);
  const start = Math.min(to, begin + free.ms);
  const lead: BillLine[] = [];
  if (begin > from) lead.push({ from, to: begin, kind: 'free', amountFen: 0, clause: clauses.before });
  if (start > begin) lead.push({ from: begin, to: start, kind: 'free', amountFen: 0, clause: clauses.stayFree });
  const counted = count(countingOf(of, start));
  if (scheme.otherwise === 'refuse' && counted.some(({ meter }) => meter === -1))
    refuse('UNCOVERED', '有时段未规定收费', 'Some of the time has no price');
  let lines = counted;
  for (const [nth, step] of (scheme.after ?? []).entries()) lines = apply(of, lines, step, nth);
  return billed(of, lines, lead);
}

const bySets = new WeakMap<object, Days>();
const byZone = new Map<string, Days>();

/** The calendar of a context, the same for the same holidays, so that its days are worked out once. */
function daysOf({ zone, calendar }: FeeContext): Days {
  const found = calendar ? bySets.get(calendar) : byZone.get(zone);
  if (found && found.zone === zone) return found;
  const days = new Days(zone, calendar ?? {});
  if (calendar) bySets.set(calendar, days);
  else byZone.set(zone, days);
  return days;
}

/** Prices whole seconds, `from` <= `to`. What the tariff does not say is a refusal, never 0. */
export function priceTariff(
  tariff: Tariff,
  from: number,
  to: number,
  vehicle: string,
  context: FeeContext,
): Priced | FeeRefusal {
  const days = daysOf(context);
  try {
    const of = { tariff, from, to, clock: from, vehicle, context, days };
    const fitting = tariff.schemes.filter((scheme) => meets(of, scheme.when));
    if (fitting.length === 0) return refuse('NOT_SAID', '没有适用的收费方案', 'No scheme of the tariff fits this stay');
    const priced = (tariff.choose === 'cheapest' ? fitting : fitting.slice(0, 1)).map((scheme) => {
      const clock = clockStart(scheme.startsAt, context.events, from, to);
      return priceScheme({ ...of, scheme, compiled: compile(scheme), clock });
    });
    return priced.reduce((best, each) => (each.totalFen < best.totalFen ? each : best));
  } catch (error) {
    if (error instanceof Unpriced) return error.refusal;
    throw error;
  }
}

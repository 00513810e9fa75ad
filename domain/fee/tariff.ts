/** Prices a stay by a tariff: chooses the scheme, counts by its meters, and does what follows from them. */
import type { Fen } from '../money/fen.ts';
import { MINUTE } from '../time/zone.ts';
import type { Span, Tariff } from './form.ts';
import { Days, nextStart, seasonEdges, spanKey } from './day-plan.ts';
import { clockStart } from './events.ts';
import { count } from './meters.ts';
import type { Charged, Counting } from './meters.ts';
import { Unpriced, clockOf, compile, freeTime, meets, nthOf, pick, plansOf, refuse } from './stay-case.ts';
import type { Case, Fitting } from './stay-case.ts';
import { apply, capClock } from './steps.ts';
import type { BillLine, FeeContext, FeeRefusal, Priced } from './types.ts';
import { minutesWords } from './words.ts';
import type { Words } from './words.ts';

/** Where a stay's time is cut: the spans of caps and of prices that depend on the day. */
function cutsOf(of: Case): Counting['cuts'] {
  const {
    clock,
    scheme: { maxPaid },
    compiled: { byDay, caps, completes },
    tariff,
  } = of;
  const own = (span: Span): { span: Span; clock: number } => ({ span, clock: clockOf(of, span) });
  return [
    ...caps.map((step) => ({ span: step.per, clock: capClock(of, step) })),
    ...completes.map(({ per }) => own(per)),
    ...(maxPaid?.per === undefined ? [] : [own(maxPaid.per)]),
    ...(byDay
      ? ['day' as const, ...seasonEdges(tariff.seasons ?? []).map((at) => ({ at }))].map((span) => ({ span, clock }))
      : []),
  ];
}

function countingOf(of: Case, begin: number, start: number): Counting {
  const { scheme, context, tariff } = of;
  const { scale } = of.compiled;
  return {
    from: start,
    begin,
    to: of.to,
    clockOf: (span) => clockOf(of, span),
    plans: plansOf(of),
    meters: scheme.meters,
    cuts: cutsOf(of),
    turns: (context.changes ?? []).map(({ at }) => at),
    areas: [{ at: Number.NEGATIVE_INFINITY, area: tariff.entryArea ?? '' }, ...(context.areas ?? [])],
    priceAt: (meter, rung, at, piece) => {
      const { ladder, again } = scheme.meters[meter]!;
      const { fen: chosen, perMinutes, unitMinutes = 1 } = ladder[rung]!;
      const nth = (): number => (again === 'piece' ? piece : nthOf(of, again, at));
      const fen = pick(chosen, of, { at, nth });
      const unit = fen * scale;
      return { unit: perMinutes === undefined ? unit : (unit * unitMinutes) / perMinutes, fen };
    },
    freeOf: (meter, counted) => freeTime(scheme.meters[meter]!.free, counted, of),
  };
}

const followed = (words: Words, by: Words): Words => ({ zh: words.zh + by.zh, en: words.en + by.en });

/** Lines in fen: each carries what the running sum, rounded half up, has grown by, so that they sum to the total. */
function billed(of: Case, lines: readonly Charged[], before: readonly BillLine[]): Priced {
  const { scale, clauses } = of.compiled;
  let [exact, rounded] = [0, 0];
  const bill = lines.map((line): BillLine => {
    exact += line.amount;
    const amountFen: Fen = Math.floor(exact / scale + 0.5) - rounded;
    rounded += amountFen;
    const { from, to, meter, rung, units, step, factor, fen } = line;
    if (step >= 0)
      return {
        from: to,
        to,
        kind: clauses.steps[step]!.kind ?? (line.amount < 0 ? 'cap' : 'minimum'),
        amountFen,
        clause: followed(clauses.steps[step]!.words, factor),
      };
    if (rung === -1)
      return { from, to, kind: 'free', amountFen, clause: meter === -1 ? clauses.outside : clauses.free };
    const words = clauses.rungs[meter]![rung]!(fen);
    const unitFen = line.unit / scale;
    const priced = Number.isInteger(unitFen) && units * unitFen === amountFen ? { units, unitFen } : {};
    const { unitMinutes, minutes } = of.scheme.meters[meter]!.ladder[rung]!;
    const kind = unitMinutes === undefined && minutes === undefined ? 'flat' : 'time';
    return { from, to, kind, ...(kind === 'time' ? priced : {}), amountFen, clause: followed(words, factor) };
  });
  return { lines: [...before, ...bill], totalFen: rounded };
}

/** The longest time in ms that one span of the stay is charged for. */
function longestPaid(of: Case, lines: readonly Charged[], per: Span): number {
  const clock = clockOf(of, per);
  const paid = new Map<number, number>();
  for (const { from, to, rung, unit, piece } of lines) {
    if (rung === -1 || unit === 0) continue;
    for (let at = from; at < to;) {
      const end = Math.min(to, nextStart(per, at, clock, of.days));
      const key = per === 'piece' ? piece : spanKey(per, at, clock, of.days);
      paid.set(key, (paid.get(key) ?? 0) + end - at);
      at = end;
    }
  }
  return Math.max(0, ...paid.values());
}

/** @throws Unpriced where the meters charge for more time than may be paid for, or leave time without a price */
function mustBePriced(of: Case, lines: readonly Charged[]): void {
  const { maxPaid, otherwise } = of.scheme;
  if (otherwise === 'refuse' && lines.some(({ meter }) => meter === -1))
    refuse('UNCOVERED', '有时段未规定收费', 'Some of the time has no price');
  if (maxPaid && longestPaid(of, lines, maxPaid.per ?? 'stay') > maxPaid.minutes * MINUTE) {
    const { zh, en } = minutesWords(maxPaid.minutes);
    refuse('MAX_STAY', `超过最长计费时间${zh}`, `Charged for longer than the ${en} that may be paid for`);
  }
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
  const timed: Case = { ...of, freeEnd: begin + free.granted };
  const { lines: counted, pieces } = count(countingOf(timed, begin, start));
  mustBePriced(timed, counted);
  let lines = counted;
  for (const [nth, step] of (scheme.after ?? []).entries()) lines = apply(timed, lines, pieces, step, nth);
  return billed(timed, lines, lead);
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

/** The price of a stay, and which of the schemes it comes from. */
export type ByScheme = { readonly scheme: number; readonly priced: Priced };

/** Prices whole seconds, `from` <= `to`, and names the scheme. What the tariff does not say is a refusal, never 0. */
export function priceByScheme(
  tariff: Tariff,
  from: number,
  to: number,
  vehicle: string,
  context: FeeContext,
): ByScheme | FeeRefusal {
  const of: Fitting = { tariff, from, to, clock: from, vehicle, context, days: daysOf(context) };
  try {
    const fitting = tariff.schemes.flatMap((scheme, nth) => (meets(of, scheme.when) ? [{ scheme, nth }] : []));
    if (fitting.length === 0) return refuse('NOT_SAID', '没有适用的收费方案', 'No scheme of the tariff fits this stay');
    return (tariff.choose === 'cheapest' ? fitting : fitting.slice(0, 1))
      .map(({ scheme, nth }): ByScheme => {
        const clock = clockStart(scheme.startsAt, context.events, from, to);
        const compiled = compile(scheme, tariff.currency);
        return { scheme: nth, priced: priceScheme({ ...of, scheme, compiled, clock, freeEnd: clock }) };
      })
      .reduce((best, each) => (each.priced.totalFen < best.priced.totalFen ? each : best));
  } catch (error) {
    if (error instanceof Unpriced) return error.refusal;
    throw error;
  }
}

/** Prices whole seconds, `from` <= `to`. What the tariff does not say is a refusal, never 0. */
export function priceTariff(
  tariff: Tariff,
  from: number,
  to: number,
  vehicle: string,
  context: FeeContext,
): Priced | FeeRefusal {
  const found = priceByScheme(tariff, from, to, vehicle, context);
  return 'refused' in found ? found : found.priced;
}

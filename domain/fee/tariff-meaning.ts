/**
 * What the grammar of tariffs cannot say: names that must exist, lengths that must fit each other, and parts that would
 * mean nothing where they stand.
 */
import type { RuleProblem } from './check.ts';
import { DAY_NAMES } from './day-names.ts';
import type { Bound, Chosen, Condition, FreeTime, Meter, Rung, Scheme, Season, Span, Step, Tariff } from './form.ts';

type ReportProblem = (field: string, zh: string, en: string) => void;

/** What a choice may ask for where it stands: whether spans are counted there, and the seasons there are. */
type Place = { readonly report: ReportProblem; readonly seasons: ReadonlySet<string>; readonly counts: boolean };

const isFree = (span: Span | undefined): boolean =>
  typeof span === 'object' && 'minutes' in span && span.from === 'free';

/** The keys of a choice that can never be met. */
function wrongKeys(by: string, keys: readonly string[], seasons: ReadonlySet<string>): string[] {
  if (by === 'season') return keys.filter((key) => !seasons.has(key));
  if (by === 'day') return keys.filter((key) => !Object.hasOwn(DAY_NAMES, key));
  if (by === 'nth') return keys.filter((key) => !/^[1-9]\d{0,5}$/u.test(key));
  return [];
}

function choice(chosen: Chosen<unknown> | undefined, field: string, place: Place): void {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return;
  const { by, of, else: otherwise } = chosen as Exclude<Chosen<number>, number>;
  const { report, seasons, counts } = place;
  if (by === 'nth' && !counts)
    report(
      `${field}.by`,
      '这里没有可数的跨度，不能按次序（nth）取值：只用于单元价格（again 不是 stay）、封顶与 complete（per 不是 stay）、按次经过（each）的加收',
      'Nothing is counted here, so that a choice by nth has no meaning: it is for the price of a unit (again other than stay), for caps and complete (per other than stay), and for a supplement with each',
    );
  if (by === 'season' && seasons.size === 0)
    report(`${field}.by`, '没有写明季节（seasons）', 'The tariff names no seasons');
  else
    for (const key of wrongKeys(by, Object.keys(of), seasons))
      report(`${field}.of.${key}`, `${by} 没有 ${key}`, `There is no ${by} called ${key}`);
  for (const [key, each] of Object.entries(of)) choice(each, `${field}.of.${key}`, place);
  choice(otherwise, `${field}.else`, place);
}

function bound({ from, to, fromExclusive, toInclusive, ...rest }: Bound, field: string, report: ReportProblem): void {
  if (from === undefined && to === undefined && Object.keys(rest).length === 0)
    report(field, '没有写明任何条件', 'No condition is given');
  if (fromExclusive !== undefined && from === undefined)
    report(`${field}.fromExclusive`, '须与 from 同写', 'is given together with from');
  if (toInclusive !== undefined && to === undefined)
    report(`${field}.toInclusive`, '须与 to 同写', 'is given together with to');
}

/** A span in which earlier visits are looked for. */
function overVisits(span: Span, field: string, report: ReportProblem): void {
  if (span === 'piece')
    report(field, '之前的停车不在任何连续时段（piece）内', 'Earlier visits lie in no continuous piece of time');
  if (isFree(span))
    report(field, '多次停车不能从免费时间结束起算', 'Over several visits, no span is counted from free time');
}

function condition(of: Condition, field: string, report: ReportProblem): void {
  const { value, is, atLeast, entry, exit, earlier } = of;
  if (Object.keys(of).length === 0) report(field, '没有写明任何条件', 'No condition is given');
  if (value !== undefined && is === undefined && atLeast === undefined)
    report(`${field}.value`, '须写明 is 或 atLeast', 'needs is or atLeast');
  if (value === undefined)
    for (const [name, given] of [
      ['is', is],
      ['atLeast', atLeast],
    ] as const)
      if (given !== undefined) report(`${field}.${name}`, '须写明 value', 'needs value');
  if (entry) bound(entry, `${field}.entry`, report);
  if (exit) bound(exit, `${field}.exit`, report);
  if (!earlier) return;
  overVisits(earlier.per, `${field}.earlier.per`, report);
  if (Object.keys(earlier).length === 1)
    report(`${field}.earlier`, '须写明付费或次数', 'needs what was paid, or how many visits there were');
}

function conditions(when: readonly Condition[] | undefined, field: string, report: ReportProblem): void {
  for (const [nth, each] of (when ?? []).entries()) condition(each, `${field}[${nth}]`, report);
}

function freeTime(free: FreeTime | undefined, field: string, place: Place): void {
  if (!free) return;
  choice(free.minutes, `${field}.minutes`, place);
  if (free.once !== undefined) overVisits(free.once, `${field}.once`, place.report);
  for (const [nth, { atLeast, each }] of (free.gifts ?? []).entries())
    if ((atLeast === undefined) === (each === undefined))
      place.report(`${field}.gifts[${nth}]`, '须写明 atLeast 与 each 之一', 'needs one of atLeast and each');
}

function rungs(ladder: readonly Rung[], field: string, place: Place): void {
  for (const [at, { minutes: length, unitMinutes, perMinutes, round, fen }] of ladder.entries()) {
    const own = `${field}[${at}]`;
    if (length === undefined && at < ladder.length - 1)
      place.report(`${own}.minutes`, '除最后一级外都须写明时长', 'Every rung but the last needs its length');
    if (perMinutes !== undefined && unitMinutes === undefined)
      place.report(`${own}.unitMinutes`, '按 perMinutes 计价须写明计费单元', 'A price per minutes needs its unit');
    if (round === 'down' && length === undefined && unitMinutes === undefined)
      place.report(`${own}.round`, '一口价没有不足一个单元', 'A flat price has no unit to be unfinished');
    choice(fen, `${own}.fen`, place);
  }
}

function meter({ again, free, ladder }: Meter, field: string, scheme: Scheme, place: Place): void {
  fromFree(again, `${field}.again`, scheme, place.report);
  freeTime(free, `${field}.free`, place);
  rungs(ladder, `${field}.ladder`, { ...place, counts: again !== 'stay' });
}

function fromFree(span: Span | undefined, field: string, { free }: Scheme, report: ReportProblem): void {
  if (isFree(span) && !free) report(field, '方案没有免费时间', 'The scheme has no free time');
}

function spanStep(step: Extract<Step, { per: Span }>, field: string, scheme: Scheme, place: Place): void {
  const { per, of = [] } = step;
  for (const id of of)
    if (!scheme.meters.some((each) => each.id === id))
      place.report(`${field}.of`, `没有计时器 ${id}`, `There is no meter ${id}`);
  fromFree(per, `${field}.per`, scheme, place.report);
  const counting = { ...place, counts: per !== 'stay' };
  if ('cap' in step) {
    if (step.visits === true && isFree(per)) overVisits(per, `${field}.per`, place.report);
    return choice(step.cap, `${field}.cap`, counting);
  }
  if (per === 'stay' || per === 'piece')
    place.report(
      `${field}.per`,
      '须为会结束的跨度，如 day 或 {minutes}',
      'must be a span that ends, such as day or {minutes}',
    );
  choice(step.complete, `${field}.complete`, counting);
}

function afterwards(step: Step, field: string, scheme: Scheme, place: Place): void {
  if ('cap' in step || 'complete' in step) return spanStep(step, field, scheme, place);
  if ('times' in step) return choice(step.times, `${field}.times`, place);
  if ('atLeast' in step) return choice(step.atLeast, `${field}.atLeast`, place);
  if ('roundTo' in step) return;
  conditions(step.when, `${field}.when`, place.report);
  if ('plus' in step) choice(step.plus, `${field}.plus`, { ...place, counts: step.each !== undefined });
  else if ('paid' in step.less) overVisits(step.less.paid, `${field}.less.paid`, place.report);
}

function season({ months, from, to, windows }: Season, field: string, report: ReportProblem): void {
  if (months === undefined && from === undefined && to === undefined && windows === undefined)
    report(field, '没有写明何时', 'Nothing says when it is');
  if ((from === undefined) !== (to === undefined))
    report(`${field}.${from === undefined ? 'from' : 'to'}`, 'from 与 to 须同写', 'from and to are given together');
}

/** All that does not fit together in JSON that the grammar takes for a tariff. */
export function meaningProblems({ currency, seasons = [], schemes }: Tariff): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const report: ReportProblem = (field, zh, en) => {
    problems.push({ field, words: { zh, en } });
  };
  const place: Place = { report, seasons: new Set(seasons.map(({ id }) => id)), counts: false };
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    report('currency', `没有币种 ${currency}`, `There is no currency ${currency}`);
  for (const [nth, each] of seasons.entries()) season(each, `seasons[${nth}]`, report);
  for (const [at, scheme] of schemes.entries()) {
    const path = `schemes[${at}]`;
    const ids = scheme.meters.map(({ id }) => id);
    conditions(scheme.when, `${path}.when`, report);
    freeTime(scheme.free, `${path}.free`, place);
    fromFree(scheme.maxPaid?.per, `${path}.maxPaid.per`, scheme, report);
    for (const [nth, each] of scheme.meters.entries()) {
      if (ids.indexOf(each.id) !== nth)
        report(`${path}.meters[${nth}].id`, `计时器编号重复：${each.id}`, `Two meters are called ${each.id}`);
      meter(each, `${path}.meters[${nth}]`, scheme, place);
    }
    for (const [nth, step] of (scheme.after ?? []).entries()) afterwards(step, `${path}.after[${nth}]`, scheme, place);
  }
  return problems;
}

/**
 * A tariff converted to another mode, where that mode can express it: it then charges the same to the fen; only what
 * periods are called may differ.
 */
import type { AreaRow, PeriodRow, RuleHead, RuleRows, SubPeriodRow } from './complex.ts';
import { complexTariff } from './complex.ts';
import type { Chosen, FreeTime, Meter, Rung, Step, Tariff, Window } from './form.ts';
import { asTariff } from './simple.ts';
import type { FeeRule, SimpleRule } from './types.ts';
import { CURRENCY } from './words.ts';
import type { Words } from './words.ts';

/** What a mode cannot express: its place in the tariff, and what it is. */
export type Unsaid = { readonly place: string; readonly words: Words };
type Converted<T> =
  | { readonly value: T; readonly unsaid?: undefined }
  | { readonly unsaid: Unsaid; readonly value?: undefined };

/** The rule in the language of tariffs. */
export const inFull = (rule: FeeRule): Tariff => (rule.form === 2 ? rule : asTariff(rule));

// ---------------------------------------------------------------- what two tariffs say, without how they say it

type Plain = Readonly<Record<string, unknown>>;

const without = (value: object, ...gone: readonly [string, unknown][]): Plain =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([name, each]) =>
        each !== undefined && !gone.some(([field, usual]) => field === name && (usual === undefined || each === usual)),
    ),
  );

const plainFree = (free: FreeTime | undefined): Plain | undefined =>
  free === undefined || free.minutes === 0 ? undefined : without(free, ['inclusive', true]);

/** Midnight is the end of a day. */
function plainWindow({ from = '00:00', to = '24:00', ...rest }: Window): Plain {
  const end = to === '00:00' ? '24:00' : to;
  return from === '00:00' && end === '24:00' ? rest : { ...rest, from, to: end };
}

function plainWindows(windows: readonly Window[] | undefined): readonly Plain[] | undefined {
  const plain = (windows ?? []).map(plainWindow);
  return plain.length === 0 || plain.some((each) => Object.keys(each).length === 0) ? undefined : plain;
}

/** One unit that fills its rung is the rung sold as a whole. */
const plainRung = (rung: Rung): Plain =>
  without(
    rung,
    ['round', 'up'],
    ...(rung.unitMinutes === rung.minutes && rung.round !== 'down' && rung.perMinutes === undefined
      ? [['unitMinutes', undefined] as [string, unknown]]
      : []),
  );

/** A meter that has all the time has one piece of it, without an edge. */
function plainMeter(meter: Meter, nth: number): Plain {
  const { windows, free, again, edge, ladder } = meter;
  const [own, plain] = [plainFree(free), plainWindows(windows)];
  const alone = nth === 0 && plain === undefined;
  return {
    ...(own ? { free: own } : {}),
    ...(plain ? { windows: plain } : {}),
    again: alone && again === 'piece' ? 'stay' : again,
    edge: alone ? 'ends' : edge,
    ladder: ladder.map(plainRung),
  };
}

/** Caps name their meters by place; caps on pieces of single meters do not meet, so that their order says nothing. */
function plainSteps(after: readonly Step[], meters: readonly Meter[]): readonly Plain[] {
  const plain = after.map((step): Plain => {
    if (!('cap' in step)) return without(step);
    const of = step.of?.map((id) => meters.findIndex((meter) => meter.id === id)).sort((a, b) => a - b);
    return {
      ...without(step, ['visits', false], ['of', undefined]),
      ...(of === undefined || of.length === meters.length ? {} : { of }),
    };
  });
  const key = (step: Plain): number =>
    step['per'] === 'piece' && (step['of'] as number[] | undefined)?.length === 1
      ? (step['of'] as number[])[0]!
      : Number.NaN;
  return plain.toSorted((a, b) => (Number.isNaN(key(a) - key(b)) ? 0 : key(a) - key(b)));
}

function plainTariff({ schemes, choose, ...rest }: Tariff): Plain {
  return {
    ...without(rest, ['label', undefined], ['currency', CURRENCY]),
    ...(schemes.length > 1 && choose === 'cheapest' ? { choose } : {}),
    schemes: schemes.map(({ free, meters, after = [], otherwise, ...scheme }) => {
      const own = plainFree(free);
      return {
        ...without(scheme, ['label', undefined]),
        ...(own ? { free: own } : {}),
        ...(otherwise === 'refuse' ? { otherwise } : {}),
        meters: meters.map(plainMeter),
        ...(after.length > 0 ? { after: plainSteps(after, meters) } : {}),
      };
    }),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The first place where the two differ; null where they are the same. */
function difference(expected: unknown, actual: unknown, path = ''): string | null {
  if (!isObject(expected) || !isObject(actual) || Array.isArray(expected) !== Array.isArray(actual))
    return expected === actual ? null : path;
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  for (const name of names) {
    const here = Array.isArray(expected) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const found = difference((expected as Plain)[name], (actual as Plain)[name], here);
    if (found !== null) return found;
  }
  return null;
}

const w = (zh: string, en: string): Words => ({ zh, en });
const PARTS: Readonly<Record<string, Words>> = {
  currency: w('币种', 'the currency'),
  seasons: w('季节', 'seasons'),
  entryArea: w('入场时所在区域', 'the area a stay begins in'),
  leaveMinutes: w('缴费后离场时间', 'minutes to leave after a payment'),
  schemes: w('多个收费方案', 'several schemes'),
  when: w('适用条件', 'conditions'),
  startsAt: w('从事件起计时', 'a clock that starts at an event'),
  maxStayMinutes: w('最长停车', 'a longest stay'),
  maxPaid: w('最长计费时间', 'a longest time that may be paid for'),
  otherwise: w('时段外拒绝计价', 'time without a price'),
  free: w('免费时间', 'free time'),
  inclusive: w('恰好等于免费分钟时计费', 'exactly the free minutes are charged'),
  gifts: w('赠送时间', 'minutes given'),
  withinMinutes: w('只在开始一段时间内免费', 'free only at the start'),
  once: w('同车只免费一次', 'free time once for a plate'),
  lost: w('超出后免费分钟是否计费', 'whether free minutes are charged once exceeded'),
  meters: w('多个时段', 'several periods'),
  windows: w('收费时段', 'times of a period'),
  days: w('日期种类', 'kinds of days'),
  not: w('排除的日期', 'days left out'),
  months: w('月份', 'months'),
  area: w('区域', 'an area'),
  again: w('阶梯何时从头开始', 'when the ladder restarts'),
  edge: w('时段结束时未完的单元', 'a unit under way where its time ends'),
  ladder: w('阶梯', 'the ladder'),
  minutes: w('阶梯每级的长度或免费分钟', 'the length of a rung, or free minutes'),
  unitMinutes: w('计费单元', 'the unit'),
  fen: w('按情况取值的价格', 'a price that depends on something'),
  perMinutes: w('按比例的单价', 'a price of which a unit costs its part'),
  round: w('不足一个单元的取舍', 'how part units are rounded'),
  after: w('封顶以外的步骤，或封顶的次序', 'a step besides caps, or the order of caps'),
  cap: w('按情况取值的封顶', 'a cap that depends on something'),
  per: w('封顶的跨度', 'the span of a cap'),
  of: w('封顶所含的时段', 'the periods a cap is for'),
  visits: w('封顶合计多次停车', 'a cap over several visits'),
};

function unsaidAt(place: string): Unsaid {
  const name = place
    .split('.')
    .findLast((part) => part.replace(/\[\d+\]/gu, '') in PARTS)
    ?.replace(/\[\d+\]/gu, '');
  return { place, words: PARTS[name ?? ''] ?? w(place, place) };
}

/** The converted value, where it expresses exactly the tariff and no more. */
function heldTo<T>(expected: Tariff, value: T, tariff: Tariff): Converted<T> {
  const place = difference(plainTariff(expected), plainTariff(tariff));
  return place === null ? { value } : { unsaid: unsaidAt(place) };
}

const numberOf = (chosen: Chosen<number> | undefined): number => (typeof chosen === 'number' ? chosen : 0);

// ---------------------------------------------------------------- simple mode

/** The rule in simple mode, as near as it can express it. */
function simpleOf({ schemes }: Tariff): SimpleRule {
  const { free, meters, after = [] } = schemes[0]!;
  const { ladder } = meters[0]!;
  const [first, unit] = [ladder.length > 1 ? (plainRung(ladder[0]!) as Rung) : undefined, ladder.at(-1)!];
  const cap = after.find((step) => 'cap' in step);
  return {
    form: 1,
    kind: 'simple',
    freeMinutes: numberOf(free?.minutes),
    freeMinutesCounted: free?.lost ?? false,
    ...(first?.minutes === undefined ? {} : { firstMinutes: first.minutes, firstFen: numberOf(first.fen) }),
    unitMinutes: unit.unitMinutes ?? 60,
    unitFen: unit.unitMinutes === undefined ? 0 : numberOf(unit.fen),
    roundUp: unit.round !== 'down',
    ...(cap && 'cap' in cap ? { dayCapFen: numberOf(cap.cap) } : {}),
    dayCapBasis: cap && 'cap' in cap && typeof cap.per === 'object' ? 'rolling-24h' : 'natural-day',
    ...(unit.unitMinutes === undefined && ladder.length === 1 ? { perVisitFen: numberOf(unit.fen) } : {}),
  };
}

/** The rule in simple mode, or what simple mode cannot express of it. */
export function toSimpleMode(rule: FeeRule): Converted<SimpleRule> {
  if (rule.form === 1) return { value: rule };
  const simple = simpleOf(rule);
  return heldTo(rule, simple, asTariff(simple));
}

// ---------------------------------------------------------------- complex mode

const dayLong = (per: unknown): boolean => isObject(per) && (per as { minutes?: number }).minutes === 1440;
type Cap = Extract<Step, { readonly cap: unknown }>;

/** The period of a meter. Its name is what bills call it, unless that follows from its area, days and times. */
function periodOf(meter: Meter, nth: number, areaRow: AreaRow, caps: readonly Cap[]): PeriodRow {
  const [window] = (plainWindows(meter.windows) as readonly Window[] | undefined) ?? [];
  const own = caps.find(({ per, of }) => per === 'piece' && of?.length === 1 && of[0] === meter.id);
  const again = dayLong(meter.again)
    ? '24h'
    : typeof meter.again === 'string' && ['piece', 'stay', 'day'].includes(meter.again)
      ? (meter.again as PeriodRow['again'])
      : 'piece';
  const label = meter.label?.zh ?? null;
  const name =
    label !== null && areaRow.areaName !== null && label.startsWith(`${areaRow.areaName} `)
      ? label.slice(areaRow.areaName.length + 1)
      : label;
  return {
    id: meter.id,
    areaRuleId: areaRow.id,
    periodName: name,
    startTime: window?.from ?? null,
    endTime: window?.to === undefined ? null : window.to === '24:00' ? '00:00' : window.to,
    days: window?.days ?? [],
    again,
    edge: meter.edge,
    maxFee: own ? numberOf(own.cap) : null,
    sort: nth + 1,
  };
}

function stepsOf({ id, ladder }: Meter): SubPeriodRow[] {
  let start = 0;
  return ladder.map((rung, nth): SubPeriodRow => {
    const row = {
      id: `${id}-${nth}`,
      periodId: id,
      startMinute: start,
      endMinute: rung.minutes === undefined ? null : start + rung.minutes,
      unitMinutes: rung.unitMinutes ?? null,
      unitFee: numberOf(rung.fen),
      roundUp: rung.round !== 'down',
    };
    start = row.endMinute ?? start;
    return row;
  });
}

/** The rows of complex mode, as near as they can say it. `areaNames`: of the lot's areas, by id. */
function rowsOf({ schemes }: Tariff, areaNames: ReadonlyMap<string, string>): RuleRows {
  const { free, meters, after = [] } = schemes[0]!;
  const caps = after.filter((step): step is Cap => 'cap' in step);
  const areaOf = ({ windows }: Meter): string | null => windows?.[0]?.area ?? null;
  const days = caps.filter(({ per }) => per === 'day' || dayLong(per));
  const areas = [...new Set(meters.map(areaOf))].map((areaId, nth): AreaRow => {
    const own = meters.filter((meter) => areaOf(meter) === areaId);
    const cap = days.find(
      ({ of }) =>
        (of ?? meters.map(({ id }) => id)).toSorted().join(' ') ===
        own
          .map(({ id }) => id)
          .toSorted()
          .join(' '),
    );
    const given = areaId === null ? undefined : own.find((meter) => meter.free)?.free;
    return {
      id: `area-${nth}`,
      areaId,
      areaName: areaId === null ? null : (areaNames.get(areaId) ?? null),
      freeMinutes: given ? numberOf(given.minutes) : null,
      dayMaxFee: cap ? numberOf(cap.cap) : null,
    };
  });
  const whole = caps.find(({ per, of }) => per === 'stay' && (of === undefined || of.length === meters.length));
  const head: RuleHead = {
    freeMinutes: free ? numberOf(free.minutes) : null,
    freeMinutesCounted: (free ?? meters.find((meter) => meter.free)?.free)?.lost ?? false,
    dayCapBasis: days.some(({ per }) => dayLong(per)) ? 'rolling-24h' : 'natural-day',
    maxFee: whole ? numberOf(whole.cap) : null,
  };
  const periods = meters.map((meter, nth) =>
    periodOf(
      meter,
      nth,
      areas.find(({ areaId }) => areaId === areaOf(meter))!,
      caps,
    ),
  );
  return { head, areas, periods, subPeriods: meters.flatMap(stepsOf) };
}

/** Names that say no more than the days and times do are left to be made of them. */
function withoutPlainNames(rows: RuleRows, made: Tariff): RuleRows {
  const bare =
    complexTariff({ ...rows, periods: rows.periods.map((period) => ({ ...period, periodName: null })) }).tariff
      ?.schemes[0]!.meters ?? [];
  const says = (id: string, meters: readonly Meter[]): string =>
    meters.find((meter) => meter.id === id)?.label?.zh ?? '';
  return {
    ...rows,
    periods: rows.periods.map((period) =>
      says(period.id, bare) === says(period.id, made.schemes[0]!.meters) ? { ...period, periodName: null } : period,
    ),
  };
}

/**
 * The rule in complex mode, with ids of its own, or what complex mode cannot express of it. `areaNames`: of the lot's
 * areas, by id.
 */
export function toComplexMode(rule: FeeRule, areaNames: ReadonlyMap<string, string>): Converted<RuleRows> {
  const expected = inFull(rule);
  const rows = rowsOf(expected, areaNames);
  const unknown = rows.areas.findIndex(({ areaId, areaName }) => areaId !== null && areaName === null);
  if (unknown >= 0)
    return {
      unsaid: {
        place: rows.areas[unknown]!.areaId!,
        words: w('不是本车场区域的区域', 'an area that is not one of this car park'),
      },
    };
  const { tariff, problems } = complexTariff(rows);
  if (!tariff) return { unsaid: { place: 'schemes[0]', words: problems[0]!.words } };
  return heldTo(expected, withoutPlainNames(rows, tariff), tariff);
}

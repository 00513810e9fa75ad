/**
 * A whole tariff in words: every clause with its times, conditions and amounts, so that two that differ read
 * differently.
 */
import { capital, spanWords } from './clauses.ts';
import { DAY_NAMES } from './day-names.ts';
import { eventWords } from './events.ts';
import type {
  Before,
  Bound,
  Chosen,
  Condition,
  DayKind,
  Factor,
  FreeTime,
  Meter,
  Rung,
  Scheme,
  Season,
  Span,
  Step,
  Tariff,
} from './form.ts';
import { amountWords, minutesWords, perWords } from './words.ts';
import type { Words } from './words.ts';

/** What areas are called, where a rule names them by an id. */
export type AreaNames = ReadonlyMap<string, string>;
export const noNames: AreaNames = new Map();

const w = (zh: string, en: string): Words => ({ zh, en });
const same = (text: string | number): Words => w(String(text), String(text));
const joined = (parts: readonly Words[], zh: string, en: string): Words =>
  w(parts.map((part) => part.zh).join(zh), parts.map((part) => part.en).join(en));
const list = (parts: readonly Words[]): Words => joined(parts, '、', ', ');
const bracketed = (words: Words): Words => w(`（${words.zh}）`, ` (${words.en})`);

const BY: Readonly<Record<string, Words>> = {
  vehicle: w('车辆种类', 'vehicle'),
  season: w('季节', 'season'),
  day: w('日期', 'day'),
  nth: w('次序', 'order'),
};
const keyWords = (by: string, key: string): Words =>
  by === 'day' ? (DAY_NAMES[key as DayKind] ?? same(key)) : by === 'nth' ? w(`第${key}个`, `no. ${key}`) : same(key);

/** 小：2.00元、大：3.00元、其余：2.00元, in words of `describe`. */
function chosenWords<T>(chosen: Chosen<T>, describe: (value: T) => Words): Words {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return describe(chosen as T);
  const { by, of, else: otherwise } = chosen;
  const each = Object.entries(of).map(([key, value]) =>
    joined([keyWords(by, key), chosenWords(value, describe)], ' ', ' '),
  );
  const rest = otherwise === undefined ? [] : [joined([w('其余', 'else'), chosenWords(otherwise, describe)], ' ', ' ')];
  const name = BY[by] ?? same(by);
  return w(`按${name.zh}〔${list([...each, ...rest]).zh}〕`, `by ${name.en} [${list([...each, ...rest]).en}]`);
}

const amount = (chosen: Chosen<number>, currency: string | undefined): Words =>
  chosenWords(chosen, (fen) => amountWords(fen, currency));
const minutes = (chosen: Chosen<number>): Words => chosenWords(chosen, minutesWords);

export function windowWords(
  { from, to, days, not, months, area, fromExclusive, toInclusive }: Bound,
  areaNames: AreaNames,
): Words {
  const parts: Words[] = [];
  if (months) parts.push(w(`${months.join('、')}月`, `months ${months.join(', ')}`));
  if (days) parts.push(list(days.map((day) => DAY_NAMES[day])));
  if (not) parts.push(joined([w('除', 'not on '), list(not.map((day) => DAY_NAMES[day]))], '', ''));
  if (from !== undefined || to !== undefined) parts.push(same(`${from ?? '00:00'}–${to ?? '24:00'}`));
  if (fromExclusive) parts.push(w(`（不含${from ?? '00:00'}）`, `(not at ${from ?? '00:00'} itself)`));
  if (toInclusive) parts.push(w(`（含${to ?? '24:00'}）`, `(${to ?? '24:00'} included)`));
  if (area !== undefined) parts.push(w(`区域${areaNames.get(area) ?? area}`, `area ${areaNames.get(area) ?? area}`));
  return parts.length === 0 ? w('全部时间', 'all time') : joined(parts, ' ', ' ');
}

/** 同车每日此前付费不少于10.00元. */
function earlierWords(
  { per, paidAtLeast, paidAtMost, visitsAtLeast, visitsAtMost }: Before,
  currency: string | undefined,
): Words {
  const between = (least: Words | null, most: Words | null): Words[] => [
    ...(least ? [w(`不少于${least.zh}`, `at least ${least.en}`)] : []),
    ...(most ? [w(`不多于${most.zh}`, `at most ${most.en}`)] : []),
  ];
  const money = (fen: number | undefined): Words | null => (fen === undefined ? null : amountWords(fen, currency));
  const times = (visits: number | undefined): Words | null =>
    visits === undefined ? null : w(`${visits}次`, String(visits));
  const paid = between(money(paidAtLeast), money(paidAtMost));
  const visits = between(times(visitsAtLeast), times(visitsAtMost));
  const conditionsText = [
    ...(paid.length > 0 ? [joined([w('付费', 'paid '), list(paid)], '', '')] : []),
    ...(visits.length > 0 ? [joined([w('停车', 'visits '), list(visits)], '', '')] : []),
  ];
  return joined(
    [joined([w('同车', 'by the plate before, '), spanWords(per), w('此前', ':')], '', ''), list(conditionsText)],
    '',
    ' ',
  );
}

function conditionWords(
  { vehicle, value, is, atLeast, entry, exit, stayAtMostMinutes, earlier }: Condition,
  areaNames: AreaNames,
  currency: string | undefined,
): Words {
  const parts: Words[] = [];
  if (vehicle) parts.push(list(vehicle.map(same)));
  if (value !== undefined && is) parts.push(w(`${value}为${is.join('、')}`, `${value} is ${is.join(', ')}`));
  if (value !== undefined && atLeast !== undefined)
    parts.push(w(`${value}不少于${atLeast}`, `${value} at least ${atLeast}`));
  if (entry) parts.push(joined([w('入场', 'entry'), windowWords(entry, areaNames)], ' ', ' '));
  if (exit) parts.push(joined([w('出场', 'exit'), windowWords(exit, areaNames)], ' ', ' '));
  if (stayAtMostMinutes !== undefined)
    parts.push(joined([w('停车不超过', 'stay at most '), minutesWords(stayAtMostMinutes)], '', ''));
  if (earlier) parts.push(earlierWords(earlier, currency));
  return joined(parts, '，', ', ');
}

export const whenWords = (
  when: readonly Condition[] | undefined,
  areaNames: AreaNames,
  currency?: string,
): Words | null =>
  when && when.length > 0
    ? joined(
        when.map((each) => conditionWords(each, areaNames, currency)),
        '且',
        ' and ',
      )
    : null;

export function freeWords({ minutes: free, inclusive, lost, gifts = [], withinMinutes, once }: FreeTime): Words {
  const allowance = minutes(free);
  const notes: Words[] = [];
  if (lost) notes.push(w('超出后从头计费', 'charged from the start once exceeded'));
  if (inclusive === false) notes.push(w('恰好等于时不免', 'not when exactly so long'));
  if (withinMinutes !== undefined)
    notes.push(joined([w('仅开始后', 'only within the first '), minutesWords(withinMinutes), w('内', '')], '', ''));
  if (once !== undefined) notes.push(joined([w('同车', 'once a plate '), spanWords(once), w('一次', '')], '', ''));
  for (const { value, atLeast, each, minutes: gift } of gifts) {
    const more = minutesWords(gift);
    notes.push(
      each === undefined
        ? w(`${value}满${atLeast ?? 0}加${more.zh}`, `${more.en} more from ${value} ${atLeast ?? 0}`)
        : w(`每${each} ${value}加${more.zh}`, `${more.en} more for each ${each} of ${value}`),
    );
  }
  const free_ = w(`免费${allowance.zh}`, `${allowance.en} free`);
  return notes.length === 0 ? free_ : joined([free_, bracketed(joined(notes, '，', ', '))], '', '');
}

/** 首1小时10.00元, 之后2小时内每30分钟3.00元, 之后每30分钟3.00元. */
export function rungWords(
  { minutes: length, unitMinutes, fen, perMinutes, round }: Rung,
  nth: number,
  currency?: string,
): Words {
  const price = amount(fen, currency);
  const down = round === 'down' ? bracketed(w('不足一个单元不计', 'unfinished units not charged')) : w('', '');
  const whole =
    unitMinutes === undefined ||
    (length === unitMinutes && (perMinutes ?? unitMinutes) === unitMinutes && round !== 'down');
  if (whole) {
    if (length === undefined)
      return nth === 0
        ? w(`每次${price.zh}`, `${price.en} per visit`)
        : w(`之后一口价${price.zh}`, `then ${price.en} once`);
    const span = minutesWords(length);
    return nth === 0
      ? w(`首${span.zh}${price.zh}`, `first ${span.en} ${price.en}`)
      : w(`之后${span.zh}${price.zh}`, `then ${span.en} ${price.en}`);
  }
  const per = perWords(perMinutes ?? unitMinutes);
  const sold = perMinutes === undefined || perMinutes === unitMinutes ? null : minutesWords(unitMinutes);
  const unit = w(
    `${per.zh}${price.zh}${sold ? `，按${sold.zh}计` : ''}${down.zh}`,
    `${price.en} ${per.en}${sold ? `, in units of ${sold.en}` : ''}${down.en}`,
  );
  const within = length === undefined ? null : minutesWords(length);
  return w(
    `${nth === 0 ? '' : '之后'}${within ? `${nth === 0 ? '首' : ''}${within.zh}内` : ''}${unit.zh}`,
    `${nth === 0 ? '' : 'then '}${unit.en}${within ? ` for ${within.en}` : ''}`,
  );
}

export const EDGES: Readonly<Record<Meter['edge'], Words>> = {
  ends: w('时段结束即作废', 'unused unit time lapses'),
  pauses: w('时段外暂停', 'pausing outside its time'),
  'runs-on': w('单元按开始时刻计价', 'units priced by when they start'),
};
const AGAIN: Readonly<Record<string, Words>> = {
  stay: w('整次停车连续计', 'once a stay'),
  piece: w('每次进入重新计', 'resets each time'),
  day: w('每日重新计', 'resets daily'),
  week: w('每周重新计', 'resets weekly'),
  month: w('每月重新计', 'resets monthly'),
};
export const againWords = (again: Span): Words =>
  typeof again === 'string' ? AGAIN[again]! : joined([spanWords(again), w('重新计', 'resets')], '', ' ');

function meterWords(
  { label, windows, free, again, edge, ladder }: Meter,
  alone: boolean,
  areaNames: AreaNames,
  currency: string | undefined,
): Words {
  const times = windows
    ? joined(
        windows.map((window) => windowWords(window, areaNames)),
        '；',
        '; ',
      )
    : null;
  const parts = [...(free ? [freeWords(free)] : []), ...ladder.map((rung, nth) => rungWords(rung, nth, currency))];
  const bounded = windows !== undefined || !alone; // time that goes on has nothing to end at
  if (bounded || (again !== 'stay' && again !== 'piece')) parts.push(againWords(again));
  if (bounded) parts.push(EDGES[edge]);
  const head =
    label && times
      ? joined([label, bracketed(times)], '', '')
      : (label ?? times ?? (alone ? null : w('其余时间', 'any other time')));
  const body = joined(parts, '，', ', ');
  return head ? joined([head, body], '：', ': ') : body;
}

const factorWords = (factor: Factor): Words => {
  if (typeof factor === 'number') return same(factor);
  return 'value' in factor
    ? w(`${factor.value}（缺省${factor.else}）`, `${factor.value} (${factor.else} unless given)`)
    : same(`${factor[0]}/${factor[1]}`);
};
const HOW = { up: w('向上', 'up'), down: w('向下', 'down'), 'half-up': w('四舍五入', 'half up') } as const;

/** What reduces: 5.00元, 50%，至多20.00元, or what was paid before. */
function lessWords(less: Extract<Step, { less: unknown }>['less'], currency: string | undefined): Words {
  if ('fen' in less) return amountWords(less.fen, currency);
  if ('paid' in less)
    return joined([w('同车', 'what the plate paid before '), spanWords(less.paid), w('此前已付', '')], '', '');
  const percent = same(`${less.percent}%`);
  if (less.atMost === undefined) return percent;
  return joined([percent, joined([w('至多', 'at most '), amountWords(less.atMost, currency)], '', '')], '，', ', ');
}

/** The names of the meters a step is about; none where it is about all. */
const metersOf = (of: readonly string[] | undefined, meters: readonly Meter[]): Words =>
  list((of ?? []).map((id) => meters.find((meter) => meter.id === id)?.label ?? same(id)));

function spanStepWords(
  step: Extract<Step, { per: Span }>,
  meters: readonly Meter[],
  currency: string | undefined,
): Words {
  const [span, name] = [spanWords(step.per), metersOf(step.of, meters)];
  const before = name.en === '' ? '' : `${name.en} `;
  if ('complete' in step) {
    const price = amount(step.complete, currency);
    return w(
      `${name.zh}满${span.zh}计${price.zh}，代替其间费用`,
      `${before}${price.en} ${span.en} that is complete, in place of what it cost`,
    );
  }
  const most = amount(step.cap, currency);
  const visits = step.visits ? bracketed(w('同车多次合计', 'over several visits')) : w('', '');
  return w(`${name.zh}${span.zh}封顶${most.zh}${visits.zh}`, `${before}at most ${most.en} ${span.en}${visits.en}`);
}

export function stepWords(step: Step, meters: readonly Meter[], areaNames: AreaNames, currency?: string): Words {
  const conditional = (words: Words, when: readonly Condition[] | undefined): Words => {
    const cond = whenWords(when, areaNames, currency);
    return cond ? joined([words, bracketed(cond)], '', '') : words;
  };
  if ('cap' in step || 'complete' in step) return spanStepWords(step, meters, currency);
  if ('times' in step)
    return joined([step.label ?? w('倍率', 'Factor'), chosenWords(step.times, factorWords)], ' × ', ' × ');
  if ('atLeast' in step) return joined([w('最低收费', 'at least'), amount(step.atLeast, currency)], '', ' ');
  if ('roundTo' in step) {
    const to = amountWords(step.roundTo, currency);
    return w(`${HOW[step.how].zh}取整到${to.zh}`, `rounded ${HOW[step.how].en} to ${to.en}`);
  }
  if ('plus' in step) {
    const each = step.each
      ? bracketed(joined([w('每经过', 'each time in '), windowWords(step.each, areaNames)], '', ''))
      : w('', '');
    const plus = joined([step.label, w('加收', 'plus'), amount(step.plus, currency)], '', ' ');
    return conditional(joined([plus, each], '', ''), step.when);
  }
  return conditional(joined([step.label, w('减', 'less'), lessWords(step.less, currency)], '', ' '), step.when);
}

/** 每日最长计费2小时，超过则不计价. */
export function maxPaidWords({ minutes: most, per = 'stay' }: NonNullable<Scheme['maxPaid']>): Words {
  const [length, span] = [minutesWords(most), spanWords(per)];
  return w(`${span.zh}最长计费${length.zh}，超过则不计价`, `at most ${length.en} paid for ${span.en}, no price beyond`);
}

function schemeWords(
  { label, when, startsAt, maxStayMinutes, maxPaid, free, meters, otherwise, after = [] }: Scheme,
  areaNames: AreaNames,
  currency: string | undefined,
): Words {
  const conditions = whenWords(when, areaNames, currency);
  const parts: Words[] = [];
  if (maxStayMinutes !== undefined)
    parts.push(joined([w('最长停车', 'stays of at most '), minutesWords(maxStayMinutes)], '', ''));
  if (maxPaid) parts.push(maxPaidWords(maxPaid));
  if (startsAt !== undefined)
    parts.push(w(`自“${eventWords(startsAt).zh}”起计时`, `the clock starts at “${eventWords(startsAt).en}”`));
  if (free) parts.push(freeWords(free));
  parts.push(...meters.map((meter) => meterWords(meter, meters.length === 1, areaNames, currency)));
  if (otherwise === 'refuse') parts.push(w('其余时间不计价', 'no price for any other time'));
  parts.push(...after.map((step) => stepWords(step, meters, areaNames, currency)));
  const body = joined(parts, '，', ', ');
  const head = label && conditions ? joined([label, bracketed(conditions)], '', '') : (label ?? conditions);
  return head ? joined([head, body], '：', ': ') : body;
}

/** 季节 peak：12-20 至 01-06，工作日 17:00–19:00. */
export function seasonWords({ id, months, from, to, windows }: Season): Words {
  const dates = from === undefined || to === undefined ? [] : [w(`${from} 至 ${to}`, `${from} to ${to}`)];
  const times = windows
    ? [
        joined(
          windows.map((window) => windowWords(window, noNames)),
          '；',
          '; ',
        ),
      ]
    : [];
  return joined(
    [
      w(`季节 ${id}`, `season ${id}`),
      joined([...(months ? [windowWords({ months }, noNames)] : []), ...dates, ...times], '，', ', '),
    ],
    '：',
    ': ',
  );
}

/** The whole tariff, its schemes one after the other, and what its seasons are. */
export function describeTariff(
  { schemes, choose, leaveMinutes, seasons = [], currency }: Tariff,
  areaNames: AreaNames = noNames,
): Words {
  const clauses = joined(
    schemes.map((scheme) => schemeWords(scheme, areaNames, currency)),
    '；',
    '; ',
  );
  const cheapest =
    choose === 'cheapest' && schemes.length > 1
      ? joined([w('取最便宜的一种：', 'The cheapest of: '), clauses], '', '')
      : clauses;
  const leave = leaveMinutes
    ? joined([w('；缴费后', '; '), minutesWords(leaveMinutes), w('内离场', ' to leave after paying')], '', '')
    : w('', '');
  const parts = seasons.map((season) => joined([w('；', '; '), seasonWords(season)], '', ''));
  return capital(joined([cheapest, leave, ...parts], '', ''));
}

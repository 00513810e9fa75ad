/** A tariff told in full, part by part, for the person who writes it: every number, every time it holds, every condition. */
import type { Chosen, Condition, DayKind, Factor, FreeTime, Gift, Meter, Rung, Scheme, Season, Step, Tariff, Window } from './form.ts';
import { spanWords } from './clauses.ts';
import { asTariff } from './simple.ts';
import type { FeeRule } from './types.ts';
import { amountWords, minutesWords } from './words.ts';
import type { Words } from './words.ts';

/** One part of a tariff: the frame, a scheme, a meter, or what follows the meters. */
export type Part = { readonly title: Words; readonly lines: readonly Words[] };

/** What areas are called, where a rule names them by an id. */
type AreaNames = ReadonlyMap<string, string>;
const noNames: AreaNames = new Map();

const say = (zh: string, en: string): Words => ({ zh, en });
const told = (parts: readonly Words[], zh: string, en: string): Words => say(parts.map((part) => part.zh).join(zh), parts.map((part) => part.en).join(en));
const capital = ({ zh, en }: Words): Words => say(zh, en.charAt(0).toUpperCase() + en.slice(1));

export const DAY_WORDS: Readonly<Record<DayKind, Words>> = {
  workday: say('工作日', 'working days'), restday: say('休息日', 'rest days'), holiday: say('节假日', 'holidays'), makeup: say('调休上班日', 'make-up days'),
  mon: say('周一', 'Mondays'), tue: say('周二', 'Tuesdays'), wed: say('周三', 'Wednesdays'), thu: say('周四', 'Thursdays'), fri: say('周五', 'Fridays'), sat: say('周六', 'Saturdays'), sun: say('周日', 'Sundays'),
};
const ASKED: Readonly<Record<string, Words>> = { vehicle: say('车辆种类', 'kind of vehicle'), season: say('季节', 'season'), day: say('日的种类', 'kind of day') };

const daysWords = (days: readonly DayKind[]): Words => told(days.map((day) => DAY_WORDS[day]), '、', ', ');
const monthsWords = (months: readonly number[]): Words => say(`${months.join('、')}月`, `months ${months.join(', ')}`);

/** 工作日 08:00–22:00; all day where nothing narrows it. */
function windowWords({ from, to, days, not, months, area }: Window, areaNames: AreaNames): Words {
  const parts: Words[] = [];
  if (area !== undefined) parts.push(say(`区域 ${areaNames.get(area) ?? area}`, `area ${areaNames.get(area) ?? area}`));
  if (months) parts.push(monthsWords(months));
  if (days) parts.push(daysWords(days));
  if (not) parts.push(say(`除${daysWords(not).zh}`, `except ${daysWords(not).en}`));
  if (from !== undefined || to !== undefined) parts.push(say(`${from ?? '00:00'}–${to ?? '24:00'}`, `${from ?? '00:00'}–${to ?? '24:00'}`));
  return parts.length === 0 ? say('全天', 'all day') : told(parts, ' ', ' ');
}

/** A value, or each of several with what it holds for. */
function chosenWords<T>(chosen: Chosen<T>, words: (value: T) => Words): Words {
  if (typeof chosen !== 'object' || chosen === null || !('by' in chosen)) return words(chosen as T);
  const { by, of, else: otherwise } = chosen;
  const name = ASKED[by] ?? say(by, by);
  const each = Object.entries(of).map(([key, value]) => {
    const { zh, en } = chosenWords(value, words);
    const day = by === 'day' ? DAY_WORDS[key as DayKind] : undefined;
    return say(`${day?.zh ?? key} ${zh}`, `${day?.en ?? key} ${en}`);
  });
  if (otherwise !== undefined) each.push(say(`其他 ${chosenWords(otherwise, words).zh}`, `otherwise ${chosenWords(otherwise, words).en}`));
  const list = told(each, '，', ', ');
  return say(`按${name.zh}（${list.zh}）`, `by ${name.en} (${list.en})`);
}

const amountOf = (chosen: Chosen<number>): Words => chosenWords(chosen, amountWords);

function rungWords({ minutes, unitMinutes, fen, perMinutes, round }: Rung, nth: number): Words {
  const price = amountOf(fen);
  const length = minutes === undefined ? null : minutesWords(minutes);
  const lead = length === null ? (nth === 0 ? say('', '') : say('之后', 'then ')) : nth === 0 ? say(`首${length.zh}`, `first ${length.en}: `) : say(`其后${length.zh}`, `next ${length.en}: `);
  if (unitMinutes === undefined) return length === null ? say(`${lead.zh}一口价${price.zh}`, `${lead.en}${price.en}, however long`) : say(`${lead.zh}共${price.zh}`, `${lead.en}${price.en} in all`);
  const [unit, per] = [minutesWords(unitMinutes), minutesWords(perMinutes ?? unitMinutes)];
  const sold = perMinutes === undefined || perMinutes === unitMinutes ? say('', '') : say(`，按${unit.zh}计`, `, in units of ${unit.en}`);
  const down = round === 'down' ? say('，不足一个单元不计', ', unfinished units not charged') : say('', '');
  return say(`${lead.zh}${length ? '，' : ''}每${per.zh}${price.zh}${sold.zh}${down.zh}`, `${lead.en}${price.en} per ${per.en}${sold.en}${down.en}`);
}

function giftWords({ value, atLeast, each, minutes }: Gift): Words {
  const gift = minutesWords(minutes);
  return each !== undefined ? say(`${value} 每满${each}加${gift.zh}`, `${gift.en} more for each ${each} of ${value}`) : say(`${value} 满${atLeast ?? 0}加${gift.zh}`, `${gift.en} more from ${atLeast ?? 0} of ${value}`);
}

function freeWords({ minutes, inclusive, lost, gifts = [], withinMinutes }: FreeTime): Words {
  const { zh, en } = chosenWords(minutes, minutesWords);
  const parts = [say(`免费${zh}`, `${en} free`), ...gifts.map(giftWords)];
  if (withinMinutes !== undefined) parts.push(say(`限开始后${minutesWords(withinMinutes).zh}内`, `within ${minutesWords(withinMinutes).en} of the start`));
  if (inclusive === false) parts.push(say('恰好等于时已收费', 'exactly so long is charged'));
  parts.push(lost ? say('超出后从头计费', 'charged from the start once exceeded') : say('超出后免费时间仍不计', 'stays free when exceeded'));
  return told(parts, '，', ', ');
}

function conditionWords({ vehicle, value, is, atLeast, entry, exit, stayAtMostMinutes }: Condition, areaNames: AreaNames): Words {
  const parts: Words[] = [];
  if (vehicle) parts.push(say(`车辆种类为 ${vehicle.join('、')}`, `vehicle is ${vehicle.join(' or ')}`));
  if (value !== undefined && is) parts.push(say(`${value} 为 ${is.join('、')}`, `${value} is ${is.join(' or ')}`));
  if (value !== undefined && atLeast !== undefined) parts.push(say(`${value} 至少 ${atLeast}`, `${value} is at least ${atLeast}`));
  if (entry) parts.push(say(`入场在${windowWords(entry, areaNames).zh}`, `entry ${windowWords(entry, areaNames).en}`));
  if (exit) parts.push(say(`出场在${windowWords(exit, areaNames).zh}`, `exit ${windowWords(exit, areaNames).en}`));
  if (stayAtMostMinutes !== undefined) parts.push(say(`停车不超过${minutesWords(stayAtMostMinutes).zh}`, `stay of at most ${minutesWords(stayAtMostMinutes).en}`));
  return told(parts, '，', ', ');
}

const whenWords = (when: readonly Condition[] | undefined, areaNames: AreaNames): Words => (when ? told(when.map((each) => conditionWords(each, areaNames)), '；', '; ') : say('', ''));

const EDGES: Readonly<Record<Meter['edge'], Words>> = {
  ends: say('时段结束时，未满的单元到此为止', 'a unit under way ends with the period'),
  pauses: say('时段结束时，未满的单元暂停，下次接着计', 'a unit under way pauses and goes on when the period comes again'),
  'runs-on': say('单元计到完，按开始时刻定价', 'a unit runs to its end at the price of its start'),
};

function meterPart({ id, label, windows, free, again, edge, ladder }: Meter, alone: boolean, areaNames: AreaNames): Part {
  const lines = ladder.map((rung, nth) => capital(rungWords(rung, nth)));
  if (free) lines.push(capital(freeWords(free)));
  const span = spanWords(again);
  lines.push(again === 'stay' ? say('阶梯整次停车累计', 'Counted over the whole stay') : say(`阶梯${span.zh}从头计`, `Counted anew ${span.en}`));
  if (windows) lines.push(capital(EDGES[edge]));
  const name = label ?? (alone ? say('计费', 'Charge') : say(id, id));
  const when = windows ? told(windows.map((window) => windowWords(window, areaNames)), '；', '; ') : say('全部时间', 'all time');
  return { title: say(`${name.zh}（${when.zh}）`, `${name.en} (${when.en})`), lines };
}

const factorWords = (factor: Factor): Words => {
  if (typeof factor === 'number') return say(`× ${factor}`, `× ${factor}`);
  if ('value' in factor) return say(`× ${factor.value}（未提供时 ${factor.else}）`, `× ${factor.value} (${factor.else} when not given)`);
  return say(`× ${factor[0]}/${factor[1]}`, `× ${factor[0]}/${factor[1]}`);
};
const HOW = { up: say('向上取整', 'up'), down: say('向下取整', 'down'), 'half-up': say('四舍五入', 'half up') };

function stepWords(step: Step, meters: readonly Meter[], areaNames: AreaNames): Words {
  if ('cap' in step) {
    const names = (step.of ?? []).map((id) => meters.find((meter) => meter.id === id)?.label ?? say(id, id));
    const [only, span, most] = [told(names, '、', ', '), spanWords(step.per), amountOf(step.cap)];
    return say(`${only.zh}${span.zh}封顶${most.zh}${step.visits ? '，同车牌之前的停车计入' : ''}`, `${names.length > 0 ? `${only.en}: ` : ''}at most ${most.en} ${span.en}${step.visits ? ', earlier visits of the plate counted in' : ''}`);
  }
  if ('times' in step) return say(`${step.label ? `${step.label.zh} ` : ''}${chosenWords(step.times, factorWords).zh}`, `${step.label ? `${step.label.en} ` : ''}${chosenWords(step.times, factorWords).en}`);
  if ('atLeast' in step) return say(`有费用时至少${amountOf(step.atLeast).zh}`, `at least ${amountOf(step.atLeast).en} where anything is charged`);
  if ('roundTo' in step) return say(`按${amountWords(step.roundTo).zh}${HOW[step.how].zh}`, `rounded ${HOW[step.how].en} to ${amountWords(step.roundTo).en}`);
  const when = whenWords(step.when, areaNames);
  const only = step.when ? say(`（${when.zh}）`, ` (${when.en})`) : say('', '');
  if ('plus' in step) return say(`${step.label.zh}：加收${amountOf(step.plus).zh}${only.zh}`, `${step.label.en}: ${amountOf(step.plus).en} more${only.en}`);
  const less = 'fen' in step.less ? amountWords(step.less.fen) : say(`${step.less.percent}%`, `${step.less.percent}%`);
  return say(`${step.label.zh}：减${less.zh}${only.zh}`, `${step.label.en}: ${less.en} less${only.en}`);
}

function schemeParts(scheme: Scheme, nth: number, many: boolean, areaNames: AreaNames): Part[] {
  const { label, when, startsAt, maxStayMinutes, free, meters, otherwise, after = [] } = scheme;
  const lines: Words[] = [];
  if (when) lines.push(say(`适用：${whenWords(when, areaNames).zh}`, `For: ${whenWords(when, areaNames).en}`));
  if (startsAt !== undefined) lines.push(say(`从 ${startsAt} 开始计时`, `The clock starts at ${startsAt}`));
  if (free) lines.push(capital(freeWords(free)));
  if (maxStayMinutes !== undefined) lines.push(say(`最长停车${minutesWords(maxStayMinutes).zh}，超过则拒绝计费`, `At most ${minutesWords(maxStayMinutes).en}; longer stays have no price`));
  if (meters.every(({ windows }) => windows !== undefined)) lines.push(otherwise === 'refuse' ? say('其余时间未规定收费，拒绝计费', 'Other time has no price and is refused') : say('其余时间免费', 'Other time is free'));
  const title = label ?? (many ? say(`方案${nth + 1}`, `Scheme ${nth + 1}`) : say('通则', 'In general'));
  return [
    ...(many || lines.length > 0 ? [{ title, lines }] : []), ...meters.map((meter) => meterPart(meter, meters.length === 1, areaNames)),
    ...(after.length > 0 ? [{ title: say('之后依次', 'Then, in this order'), lines: after.map((step) => capital(stepWords(step, meters, areaNames))) }] : []),
  ];
}

const seasonWords = ({ id, months, from, to }: Season): Words => say(`季节 ${id}：${months ? monthsWords(months).zh : `${from ?? ''} 至 ${to ?? ''}`}`, `Season ${id}: ${months ? monthsWords(months).en : `${from ?? ''} to ${to ?? ''}`}`);

function frameLines({ seasons = [], entryArea, leaveMinutes, choose, schemes }: Tariff, areaNames: AreaNames): Words[] {
  return [
    ...(schemes.length > 1 ? [choose === 'cheapest' ? say('适用的方案中取最便宜的', 'Of the schemes that fit, the cheapest holds') : say('第一个适用的方案为准', 'The first scheme that fits holds')] : []),
    ...seasons.map(seasonWords),
    ...(entryArea === undefined ? [] : [say(`入场时在区域 ${areaNames.get(entryArea) ?? entryArea}`, `A stay begins in area ${areaNames.get(entryArea) ?? entryArea}`)]),
    ...(leaveMinutes === undefined ? [] : [say(`缴费后${minutesWords(leaveMinutes).zh}内离场`, `${capital(say('', minutesWords(leaveMinutes).en)).en} to leave after a payment`)]),
  ];
}

/** All that a rule says, in its own order. A simple rule is told as the tariff it stands for. */
export function outline(rule: FeeRule, areaNames: AreaNames = noNames): Part[] {
  const tariff = rule.form === 1 ? asTariff(rule) : rule;
  const frame = frameLines(tariff, areaNames);
  return [
    ...(frame.length > 0 ? [{ title: tariff.label ?? say('总则', 'The whole'), lines: frame }] : []),
    ...tariff.schemes.flatMap((scheme, nth) => schemeParts(scheme, nth, tariff.schemes.length > 1, areaNames)),
  ];
}

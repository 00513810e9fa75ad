/**
 * Spans of days as people write them, in Chinese and English: “last week”, “近 30 天”, “October”, “2026-09”. What was
 * read is taken out of the text, so that the rest can be read as something else. Weeks begin on Monday.
 */
import { addDays, addMonths, daysInMonth, weekdayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';

export type Span = { readonly from: Day; readonly to: Day };
export type Found<T> = { readonly value: T; readonly rest: string };

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(${MONTHS.join('|')}|${MONTHS.map((name) => name.slice(0, 3)).join('|')})`;
const LAST = '(?:last|past|previous)';
const DAY_TEXT = String.raw`(\d{4}-\d{2}-\d{2})`;

const firstOf = (day: Day): Day => `${day.slice(0, 8)}01`;
const pad = (value: number): string => String(value).padStart(2, '0');

function monthOf(year: number, month: number): Span | null {
  if (month < 1 || month > 12) return null;
  const start = `${year}-${pad(month)}`;
  return { from: `${start}-01`, to: `${start}-${pad(daysInMonth(year, month))}` };
}
/** The month of that number that began last. */
const lastMonth = (month: number, today: Day): Span | null =>
  monthOf(Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0), month);
const named = (name: string): number => MONTHS.findIndex((each) => each.startsWith(name.slice(0, 3))) + 1;

/** Whole weeks, months, quarters or years before today's; 0 is the one under way, up to today. */
function week(today: Day, back: number): Span {
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7) - 7 * back);
  return { from: monday, to: back === 0 ? today : addDays(monday, 6) };
}
function months(today: Day, each: number, back: number): Span {
  const month = Number(today.slice(5, 7));
  const from = addMonths(firstOf(today), -((month - 1) % each) - each * back);
  return { from, to: back === 0 ? today : addDays(addMonths(from, each), -1) };
}
const lately = (today: Day, days: number): Span | null =>
  days < 1 || days > 800 ? null : { from: addDays(today, 1 - days), to: today };
const between = (from: Day, to: Day): Span | null => {
  try {
    return addDays(from, 0) <= addDays(to, 0) ? { from, to } : null;
  } catch {
    return null; // no day of the calendar
  }
};

type Rule = readonly [shape: RegExp, span: (today: Day, ...parts: string[]) => Span | null];
/** The longer ones first: “last 3 months” is no “last month”. */
const RULES: readonly Rule[] = [
  [new RegExp(`${DAY_TEXT}\\s*(?:至|到|~|to|–|—)\\s*${DAY_TEXT}`), (_, from, to) => between(from!, to!)],
  [new RegExp(DAY_TEXT), (_, day) => between(day!, day!)],
  [/(\d{4})\s*年\s*(\d{1,2})\s*月(?:份)?/, (_, year, month) => monthOf(Number(year), Number(month))],
  [/\b(\d{4})-(\d{2})\b(?!-)/, (_, year, month) => monthOf(Number(year), Number(month))],
  [new RegExp(`\\b${MONTH}\\s+(\\d{4})\\b`), (_, name, year) => monthOf(Number(year), named(name!))],
  [/(\d{4})\s*年(?!\s*\d)/, (_, year) => between(`${year}-01-01`, `${year}-12-31`)],
  [/去年\s*(\d{1,2})\s*月(?:份)?/, (today, month) => monthOf(Number(today.slice(0, 4)) - 1, Number(month))],
  [/(?:最近|过去|近)\s*(\d{1,3})\s*(?:天|日)/, (today, count) => lately(today, Number(count))],
  [/(?:最近|过去|近)\s*(\d{1,2})\s*(?:周|个?星期)/, (today, count) => lately(today, Number(count) * 7)],
  [/(?:最近|过去|近)\s*(\d{1,2})\s*个?月/, (today, count) => lately(today, Number(count) * 30)],
  [new RegExp(`\\b${LAST}\\s+(\\d{1,3})\\s+days?\\b`), (today, count) => lately(today, Number(count))],
  [new RegExp(`\\b${LAST}\\s+(\\d{1,2})\\s+weeks?\\b`), (today, count) => lately(today, Number(count) * 7)],
  [new RegExp(`\\b${LAST}\\s+(\\d{1,2})\\s+months?\\b`), (today, count) => lately(today, Number(count) * 30)],
  [/今天|今日|当天|\btoday\b/, (today) => ({ from: today, to: today })],
  [/昨天|昨日|\byesterday\b/, (today) => between(addDays(today, -1), addDays(today, -1))],
  [/前天|\bday before yesterday\b/, (today) => between(addDays(today, -2), addDays(today, -2))],
  [/本周|这周|这个?星期|\bthis week\b/, (today) => week(today, 0)],
  [/上周|上个?星期|\blast week\b/, (today) => week(today, 1)],
  [/本月|这个?月|\bthis month\b/, (today) => months(today, 1, 0)],
  [/上个?月|\blast month\b/, (today) => months(today, 1, 1)],
  [/本季度?|这个?季度|\bthis quarter\b/, (today) => months(today, 3, 0)],
  [/上个?季度|\blast quarter\b/, (today) => months(today, 3, 1)],
  [/今年|本年|\bthis year\b/, (today) => months(today, 12, 0)],
  [/去年|上一年|\blast year\b/, (today) => months(today, 12, 1)],
  [/(?<!\d)(\d{1,2})\s*月(?:份)?/, (today, month) => lastMonth(Number(month), today)],
  [new RegExp(`\\b(?:in|of|for)\\s+${MONTH}\\b`), (today, name) => lastMonth(named(name!), today)],
];

const cut = (text: string, { index, 0: found }: RegExpExecArray): string =>
  `${text.slice(0, index)} ${text.slice(index + found.length)}`;

/** @param text in small letters @returns the first span that is written there, and the text without it */
export function spanIn(text: string, today: Day): Found<Span> | null {
  for (const [shape, span] of RULES) {
    const match = shape.exec(text);
    const value = match && span(today, ...match.slice(1));
    if (value) return { value, rest: cut(text, match) };
  }
  return null;
}

const YEAR_BEFORE =
  /(?:相?比|较|对比|和|与)\s*去年(?:同期)?(?:相比)?|同比|去年同期|\b(?:against|vs\.?|versus|compared (?:with|to)|than)\s+(?:the\s+)?(?:last|previous) year\b|\byear (?:on|over) year\b/;

/** Whether the same span of the year before is wanted as well. */
export function yearBeforeIn(text: string): Found<true> | null {
  const match = YEAR_BEFORE.exec(text);
  return match && { value: true, rest: cut(text, match) };
}

/** The same days a year earlier; whole months stay whole. */
export function yearBefore({ from, to }: Span): Span {
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  const start = addMonths(from, -12);
  return { from: start, to: isWhole ? addDays(addMonths(addDays(to, 1), -12), -1) : addMonths(to, -12) };
}

import type { Drill, Report } from '#kit/declare/report.ts';
import { addDays, daysBetween, daysInMonth } from '#domain/time/day.ts';
import type { AnyRow } from './fields.ts';
import type { Place } from './place.ts';

/** Lists look at no longer spans. */
const mostDays = 90;

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * First and last day of a line: its own day or month, else the report's. A month is whole where the report counts whole
 * months.
 */
function daysOf(of: Report, row: AnyRow, filters: Readonly<Record<string, string>>): [string, string] | null {
  const [from, to] = ['startTime', 'endTime'].map((name) => filters[name]?.slice(0, 10));
  for (const [name, { kind }] of Object.entries(of.dimensions)) {
    const value = String(row[name] ?? '');
    if (kind === 'date') return [value, value];
    if (kind === 'month') {
      const last = `${value}-${daysInMonth(Number(value.slice(0, 4)), Number(value.slice(5)))}`;
      if (of.accepts?.['startMonth'] || !from || !to) return [`${value}-01`, last];
      return [later(`${value}-01`, from), to < last ? to : last];
    }
  }
  return from && to ? [from, to] : null;
}

const span = (from: string, to: string): [string, string] => [`${from} 00:00:00`, `${to} 23:59:59`];

/**
 * Where a figure of a line leads: the list of its rows, narrowed as the report is; null where the line does not say
 * enough.
 */
export function drillAddress(
  of: Report,
  drill: Drill,
  row: AnyRow,
  filters: Readonly<Record<string, string>>,
): string | null {
  const { startTime: _, endTime: __, ...narrowed } = filters;
  const params = new URLSearchParams({ ...narrowed, ...drill.fixed });
  for (const [param, dimension] of Object.entries(drill.params ?? {})) {
    if (row[dimension] === null || row[dimension] === undefined) return null;
    params.set(param, String(row[dimension]));
  }
  const days = drill.time === null ? null : daysOf(of, row, filters);
  if (days) {
    const [from, to] = days;
    const spare = Math.max(0, mostDays - daysBetween(from, to));
    const [before, after] = drill.slack ?? [0, 0];
    const list = span(
      addDays(from, -Math.min(before, Math.max(0, spare - after))),
      addDays(to, Math.min(after, spare)),
    );
    ['startTime', 'endTime'].forEach((name, end) => params.set(name, list[end]!));
    if (drill.time) ['From', 'To'].forEach((end, at) => params.set(`${drill.time}${end}`, span(from, to)[at]!));
  }
  return `${drill.route}?${params.toString()}`;
}

/** The same address, with the page it is opened from in it: there a way back is offered. */
export function leadingBack(address: string, { path, search }: Pick<Place, 'path' | 'search'>): string {
  const from = new URLSearchParams({ from: path + search }).toString();
  return `${address}${address.includes('?') ? '&' : '?'}${from}`;
}

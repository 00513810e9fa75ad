import type { Report } from '#kit/declare/report.ts';
import type { AnyRow } from './fields.ts';

/** Where a line leads: the declared list, filtered by the line's dimensions. */
export function drillAddress(of: Report, row: AnyRow, filters: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams();
  for (const name of ['startTime', 'endTime']) if (filters[name]) params.set(name, filters[name]);
  for (const [param, dimension] of Object.entries(of.drill!.params)) {
    const value = row[dimension];
    if (value === null || value === undefined) continue;
    const isDay = of.dimensions[dimension]?.kind === 'date';
    params.set(param, isDay && param === 'startTime' ? `${String(value)} 00:00:00` : isDay && param === 'endTime' ? `${String(value)} 23:59:59` : String(value));
  }
  return `${of.drill!.route}?${params.toString()}`;
}

/** Every figure of a report that is a link: the list behind it has as many rows, or rows of that sum. */
import assert from 'node:assert/strict';
import { reports as allReports, resources } from '#apps/models.ts';
import { drillAddress } from '#kit/console/drill.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Ask } from './pairs.ts';

type Page = { records: Record<string, any>[]; totals?: Record<string, number>; total: number };

/** What a list's totals call the money that reports call by the account it is booked in. */
const sumOf = (measure: string, totals: Page['totals']): number | undefined =>
  totals?.[measure] ?? totals?.['amountFen'] ?? totals?.['moneyFen'] ?? totals?.['outstandingFen'];

/** Other figures count their rows, unless the list has a total of their name. */
const summed = new Set(['money', 'duration']);

/** Follows the links of one report, of each measure on `most` lines at most; answers the measures followed. */
export async function followLinks(
  ask: Ask,
  name: string,
  filters: Readonly<Record<string, string>>,
  most = Infinity,
): Promise<string[]> {
  const report = allReports.find((each) => each.name === name)!;
  const [path, query] = report.wire.path.split('?');
  const page: Page = await ask(path!, { ...Object.fromEntries(new URLSearchParams(query)), ...filters, size: 500 });
  const followed: string[] = [];
  for (const [measure, drill] of Object.entries(report.cells ?? {})) {
    let left = most;
    for (const row of page.records) {
      const address = !row[measure] || left === 0 ? null : drillAddress(report, drill, { id: '', ...row }, filters);
      const list = address && resources.find(({ route }) => route === new URL(address, 'http://x').pathname);
      if (!address || !list) continue;
      const { total, totals }: Page = await ask(listPaths(list)[0]!, {
        ...Object.fromEntries(new URL(address, 'http://x').searchParams),
        size: 1,
      });
      const found =
        summed.has(report.measures[measure]!.kind) || totals?.[measure] !== undefined ? sumOf(measure, totals) : total;
      // What left the drawer is below nothing in its rows.
      assert.deepEqual(
        [
          name,
          measure,
          drill.route === '/work/shiftEntry' && measure !== 'correctionFen' ? Math.abs(found ?? NaN) : found,
        ],
        [name, measure, row[measure]],
        address,
      );
      followed.push(measure);
      left -= 1;
    }
  }
  return followed;
}

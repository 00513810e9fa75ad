/** Every figure of every report that leads to its rows, held against those rows: by the server's own calls alone. */
import { reports as allReports, resources } from '#apps/models.ts';
import type { Api } from '#device/simulator/api.ts';
import type { ParkSite } from '#device/simulator/setup.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { drillAddress } from '#kit/console/drill.ts';
import type { Report } from '#kit/declare/report.ts';
import { listPaths } from '#kit/declare/resource.ts';

type Row = Readonly<Record<string, unknown>>;
type Page = {
  readonly records: readonly Row[];
  readonly totals?: Readonly<Record<string, number>>;
  readonly total: number;
};
export type Span = { readonly from: number; readonly to: number; readonly zone: string };

/** Lists count exactly up to here. */
const COUNTED = 10_000;
/** The longest span of one report request. */
const MOST_DAYS = 31;

function rangesOf({
  from,
  to,
  zone,
}: Span): { startTime: string; endTime: string; startMonth: string; endMonth: string }[] {
  const ranges = [];
  for (let day = dayOf(from, zone), last = dayOf(to, zone); day <= last; day = addDays(day, MOST_DAYS)) {
    const end = addDays(day, MOST_DAYS - 1) < last ? addDays(day, MOST_DAYS - 1) : last;
    ranges.push({
      startTime: `${day} 00:00:00`,
      endTime: `${end} 23:59:59`,
      startMonth: day.slice(0, 7),
      endMonth: end.slice(0, 7),
    });
  }
  return ranges;
}

async function queryReport(api: Api, report: Report, query: Row): Promise<readonly Row[]> {
  const [path, fixed] = report.wire.path.split('?');
  return (await api.get<Page>(path!, { ...Object.fromEntries(new URLSearchParams(fixed)), ...query, size: 500 }))
    .records;
}

/** What the list behind a figure says; null where it has more rows than it counts. */
async function behind(api: Api, address: string, measure: string, summed: boolean): Promise<number | null> {
  const { pathname, searchParams } = new URL(address, 'http://x');
  const list = resources.find(({ route }) => route === pathname);
  if (!list) throw new Error(`no list at ${pathname}`);
  const page = await api.get<Page>(listPaths(list)[0]!, { ...Object.fromEntries(searchParams), size: 1 });
  if (summed) return page.totals?.[measure] ?? page.totals?.['amountFen'] ?? page.totals?.['outstandingFen'] ?? 0;
  return page.total >= COUNTED ? null : page.total;
}

export async function verifyReports(
  api: Api,
  sites: readonly ParkSite[],
  span: Span,
): Promise<{ reports: number; figures: number; wrong: string[] }> {
  const linked = allReports.filter(({ cells }) => cells && Object.keys(cells).length > 0);
  const wrong: string[] = [];
  let figures = 0;
  for (const { parkId, name } of sites) {
    for (const report of linked) {
      for (const range of rangesOf(span)) {
        for (const row of await queryReport(api, report, { parkId, ...range })) {
          for (const [measure, drill] of Object.entries(report.cells!)) {
            const { startTime, endTime } = range;
            const address = row[measure]
              ? drillAddress(report, drill, { id: '', ...row }, { startTime, endTime, parkId })
              : null;
            const found =
              address &&
              (await behind(api, address, measure, ['money', 'duration'].includes(report.measures[measure]!.kind)));
            if (!address || found === null) continue;
            figures += 1;
            if (found !== row[measure])
              wrong.push(
                `${name}, ${report.title.en}: ${measure} is ${String(row[measure])}, its rows say ${found} (${address})`,
              );
          }
        }
      }
    }
  }
  return { reports: linked.length, figures, wrong };
}

import type { ReactNode } from 'react';
import type { Report } from '#kit/declare/report.ts';
import { today } from '#kit/declare/format.ts';
import { dayField } from '#kit/declare/report-parts.ts';
import { asText } from './cells.tsx';
import type { AnyRow } from './fields.ts';
import { distinctLabels } from './chart-series.ts';
import { LazyChart } from './lazy-chart.tsx';
import { zone } from './me.ts';
import { part } from './part.tsx';
import { useWords } from './words.ts';

const HeatMap = part(() => import('./heat-map.tsx'), { wait: <div className="gh-chart" aria-busy="true" /> });

/** The chart its declaration names, of these lines. */
export function ReportChart({ of, rows }: { of: Report; rows: readonly AnyRow[] }): ReactNode {
  const wording = useWords();
  const chart = of.chart!;
  if (chart.kind === 'heat') return <HeatMap of={of} rows={rows} />;
  const fields = { ...of.dimensions, ...of.measures, ...(chart.days ? { [chart.x]: dayField } : {}) };
  const timed = ['date', 'month'].includes(fields[chart.x]!.kind);
  // Time runs to the right, whichever way the table is sorted.
  const lines =
    chart.kind === 'line' || timed
      ? [...rows].sort((a, b) => String(a[chart.x]).localeCompare(String(b[chart.x])))
      : rows;
  const labelOf = (row: AnyRow, name: string): string => {
    const label = row.labels?.[name] ?? fields[name]?.options?.[String(row[name])] ?? row[name];
    return typeof label === 'object' && label !== null
      ? wording.t(label as { zh: string; en: string })
      : String(label ?? '—');
  };
  const other = timed
    ? undefined
    : Object.keys(of.dimensions).find((name) => name !== chart.x && lines.some((row) => row.labels?.[name]));
  const labels = distinctLabels(
    lines.map((row) => labelOf(row, chart.x)),
    lines.map((row) => (other ? labelOf(row, other) : '')),
  );
  const shown = [...new Set(labels)].slice(0, timed || chart.kind === 'line' ? undefined : 30);
  const sumOf = (label: string, name: string): number =>
    lines.reduce((sum, row, nth) => (labels[nth] === label ? sum + Number(row[name] ?? 0) : sum), 0);
  return (
    <LazyChart
      kind={chart.kind}
      title={wording.t(of.title)}
      unfinished={timed && today(zone()).startsWith(String(lines.at(-1)?.[chart.x]))}
      labels={shown}
      series={chart.y.map((name) => ({
        name: wording.t(fields[name]!.label),
        values: shown.map((label) => sumOf(label, name)),
      }))}
      format={(value) => asText(fields[chart.y[0]!]!.kind, value, wording)}
      seconds={fields[chart.y[0]!]!.kind === 'duration'}
    />
  );
}

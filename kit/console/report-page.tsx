import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Field } from '#kit/declare/field.ts';
import type { Report } from '#kit/declare/report.ts';
import { fill, text } from '#kit/declare/text.ts';
import { nextSort, paramsOf, sortQuery, stateOf } from './address.ts';
import type { ListState } from './address.ts';
import { ask } from './ask.ts';
import { asText, drawn } from './cells.tsx';
import { ConditionChips } from './condition-chips.tsx';
import { conditionsOf } from './conditions.ts';
import { drillAddress, leadingBack } from './drill.ts';
import { Nothing, Trouble } from './empty.tsx';
import { columnWidth, isNumeric, isSortable } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { change, number, today } from '#kit/declare/format.ts';
import { Icon } from './icon.tsx';
import { LazyChart } from './lazy-chart.tsx';
import { reportRange } from './listing.ts';
import type { Paged } from './listing.ts';
import type { Slots } from './list-table.tsx';
import { useMay, zone } from './me.ts';
import { usePageActions } from './page-actions.ts';
import { usePlace } from './place.ts';
import { Pager } from './pager.tsx';
import { part } from './part.tsx';
import { Signatures } from './signatures.tsx';
import { PrintHead } from './print-head.tsx';
import { QuickRanges } from './quick-ranges.tsx';
import { SearchBar } from './search-bar.tsx';
import { timeRange } from './span.ts';
import { DataTable } from './table.tsx';
import type { Column } from './table.tsx';
import { ToolButton } from './tool-button.tsx';
import { Views } from './views.tsx';
import { useWords } from './words.ts';
import type { Words } from './words.ts';

const HeatMap = part(() => import('./heat-map.tsx'), { wait: <div className="gh-chart" aria-busy="true" /> });
const MonthsBeside = part(() => import('./months-beside.tsx'));
const ExportDialog = part(() => import('./export-dialog.tsx'));

const words = {
  total: text('合计', 'Total'),
  sums: text('合计与上期比较', 'Totals compared with the previous period'),
  before: text('较上期', 'vs previous period'),
  notOver: text('今日未结束，比较不含今日', 'Today is not over: compared without it'),
  alone: text('今日未结束，不作比较', 'Today is not over: nothing is compared'),
  period: text('统计时间', 'Period'),
  export: text('导出', 'Export'),
  print: text('打印', 'Print'),
  does: text('{does}：{what}', '{does}: {what}'),
  refresh: text('刷新', 'Refresh'),
};
const most = 500;

type Answer = Paged<Record<string, unknown>> & {
  totals: Record<string, number>;
  previous?: Record<string, number>;
  /** The totals without a day that is not over, where there is one: what is held against `previous`. */ finished?: Record<
    string,
    number
  >;
  /** Of all lines, where they are more than a page. */ charted?: AnyRow[];
};

/** Asks for a report as the address of its page says. */
function useReport(of: Report) {
  const { search } = usePlace();
  const state = useMemo(() => stateOf(new URLSearchParams(search)), [search]);
  const day = today(zone());
  const filters = useMemo(() => ({ ...reportRange(of, day), ...state.filters }), [of, day, state.filters]);
  const query = { ...filters, ...sortQuery(state), current: String(state.page), size: String(most) };
  const found = useQuery({
    queryKey: [of.name, 'report', query],
    queryFn: ({ signal }) => ask<Answer>(of.wire.path, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(
    () => found.data?.records.map((record, at): AnyRow => ({ ...record, id: String(at) })),
    [found.data],
  );
  return { state, filters, rows, ...found };
}

/** The sums over the whole filter, each with its change against the period of the same length before. Their places stand there before they come. */
function Sums({
  of,
  totals,
  finished,
  previous,
}: {
  of: Report;
  totals: Readonly<Record<string, number>> | undefined;
  finished: Readonly<Record<string, number>> | undefined;
  previous: Readonly<Record<string, number>> | undefined;
}): ReactNode {
  const words2 = useWords();
  const note = finished ? words.notOver : previous && Object.keys(previous).length === 0 ? words.alone : null;
  return (
    <>
      <div className="gh-sums" role="group" tabIndex={0} aria-label={words2.t(words.sums)}>
        {Object.entries(of.measures)
          .filter(([name]) => (of.tiles?.includes(name) ?? true) && (!totals || totals[name] !== undefined))
          .map(([name, field]) => {
            const [now, before] = [(finished ?? totals)?.[name], previous?.[name]];
            const moved =
              now === undefined ? null : change(now, before, words2.lang, (value) => asText(field.kind, value, words2));
            const arrow = moved === null || moved === '0.0%' ? '' : now! > before! ? '▲ ' : '▼ ';
            return (
              <div key={name}>
                <div className="gh-dim">{words2.t(field.label)}</div>
                <div className="value">{totals ? asText(field.kind, totals[name]!, words2) : '…'}</div>
                <div className="gh-num">
                  {moved ? (
                    <span className="gh-dim">
                      {words2.t(words.before)} {arrow}
                      {moved}
                    </span>
                  ) : (
                    <span className="gh-dim">—</span>
                  )}
                </div>
              </div>
            );
          })}
      </div>
      {note ? <p className="gh-dim gh-sums-note">{words2.t(note)}</p> : null}
    </>
  );
}

/** A column of the report; `to` says where a line's cell leads, to the rows behind it. Nothing is behind a figure of nothing. */
function columnOf(
  name: string,
  field: Field,
  said: Words,
  slots: Slots | undefined,
  to: ((row: AnyRow) => string | null) | undefined,
  go: (address: string) => void,
): Column {
  const { t } = said;
  const draw = (row: AnyRow) => slots?.[name]?.(row) ?? drawn(name, field, row, said);
  return {
    id: name,
    title: t(field.label),
    width: columnWidth(field, t),
    sortable: isSortable(field),
    ...(isNumeric(field.kind) ? { align: 'right' as const } : {}),
    cell: (row) => {
      const address = row[name] === 0 || row[name] === null ? null : (to?.(row) ?? null);
      return address ? (
        <button type="button" className="gh-link" onClick={() => go(address)}>
          {draw(row)}
        </button>
      ) : (
        draw(row)
      );
    },
  };
}

function ChartOf({ of, rows }: { of: Report; rows: readonly AnyRow[] }): ReactNode {
  const w = useWords();
  const chart = of.chart!;
  const fields = { ...of.dimensions, ...of.measures };
  if (chart.kind === 'heat') return <HeatMap of={of} rows={rows} />;
  const timed = ['date', 'month'].includes(fields[chart.x]!.kind);
  // Time runs to the right, whichever way the table is sorted.
  const lines =
    chart.kind === 'line' || timed
      ? [...rows].sort((a, b) => String(a[chart.x]).localeCompare(String(b[chart.x])))
      : rows;
  const labelOf = (row: AnyRow, name: string): string => {
    const label = row.labels?.[name] ?? fields[name]?.options?.[String(row[name])] ?? row[name];
    return typeof label === 'object' && label !== null
      ? w.t(label as { zh: string; en: string })
      : String(label ?? '—');
  };
  // Two people of one name, or one at two lots, are told apart by what else the row is of; what still has one name is added up.
  const other = timed
    ? undefined
    : Object.keys(of.dimensions).find((name) => name !== chart.x && lines.some((row) => row.labels?.[name]));
  const labels = lines
    .map((row) => labelOf(row, chart.x))
    .map((label, nth, all) =>
      other && all.indexOf(label) !== all.lastIndexOf(label) ? `${label} · ${labelOf(lines[nth]!, other)}` : label,
    );
  const shown = [...new Set(labels)].slice(0, timed || chart.kind === 'line' ? undefined : 30);
  const sumOf = (label: string, name: string): number =>
    lines.reduce((sum, row, nth) => (labels[nth] === label ? sum + Number(row[name] ?? 0) : sum), 0);
  return (
    <LazyChart
      kind={chart.kind}
      title={w.t(of.title)}
      unfinished={timed && today(zone()).startsWith(String(lines.at(-1)?.[chart.x]))}
      labels={shown}
      series={chart.y.map((name) => ({
        name: w.t(fields[name]!.label),
        values: shown.map((label) => sumOf(label, name)),
      }))}
      format={(value) => asText(fields[chart.y[0]!]!.kind, value, w)}
      seconds={fields[chart.y[0]!]!.kind === 'duration'}
    />
  );
}

export type ReportPageProps = { of: Report; slots?: Slots; actions?: ReactNode; children?: ReactNode };

/** A report: conditions, sums against the period before, chart, table with its totals row, the way into the lines behind, export, print. */
export function ReportPage({ of, slots, actions, children }: ReportPageProps): ReactNode {
  const said = useWords();
  const { t } = said;
  const may = useMay();
  const place = usePlace();
  const { replace } = place;
  const { state, filters, rows, data, error, isFetching, isPending, isPlaceholderData, refetch } = useReport(of);
  const [exporting, setExporting] = useState(false);
  const canExport = may(`${of.name}:export`) || may(`${of.name}:read`);
  const offer = (key: 'export' | 'print', icon: string, run: () => void) => ({
    key,
    label: fill(words.does, { does: words[key], what: of.title }),
    icon,
    run,
  });
  usePageActions(
    isPlaceholderData
      ? []
      : [
          ...(canExport ? [offer('export', 'download', () => setExporting(true))] : []),
          offer('print', 'print', () => window.print()),
        ],
  );
  const columns = useMemo(
    () =>
      Object.entries({ ...of.dimensions, ...of.measures }).map(([name, field], at) => {
        const drill = at === 0 ? of.drill : of.cells?.[name];
        const column = columnOf(
          name,
          field,
          said,
          slots,
          drill && ((row) => drillAddress(of, drill, row, filters)),
          (to) => place.go(leadingBack(to, place)),
        );
        return { ...column, begins: at === 0 };
      }),
    [of, slots, said, filters, place],
  );
  const span: Field = { kind: 'dateTime', label: words.period };
  const fields: [string, Field][] = [[timeRange, span], ...Object.entries(of.filters)];
  const set = (news: Partial<ListState>) => replace(paramsOf({ ...state, page: 1, ...news }));
  const reset = () => set({ keyword: '', filters: {}, sort: '' });
  const firstDimension = Object.keys(of.dimensions)[0]!;
  const byMonth = Object.keys(of.dimensions).find((name) => of.dimensions[name]!.kind === 'month');
  // Of more lines than a page the answer has those of the chart, added up.
  const whole = data && data.total > most ? (of.chart?.x === byMonth ? data.charted : undefined) : rows;
  const foot = data
    ? {
        [firstDimension]: `${t(words.total)}${data.total > most ? ` (${number(data.total)})` : ''}`,
        ...Object.fromEntries(
          Object.entries(of.measures).map(([name, field]) => [
            name,
            drawn(name, field, { id: '', ...data.totals }, said),
          ]),
        ),
      }
    : undefined;
  const sort = state.sort || (of.order ? `${of.order.desc ? '-' : ''}${of.order.by}` : '');
  return (
    <div className="gh-page" aria-busy={isPlaceholderData}>
      <PrintHead title={t(of.title)} conditions={conditionsOf(fields, {}, filters)} filters={filters} />
      <SearchBar
        fields={fields}
        filters={filters}
        onReset={reset}
        onSearch={(next) =>
          set({ filters: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')) })
        }
      >
        <QuickRanges filters={filters} />
      </SearchBar>
      <ConditionChips state={state} conditions={conditionsOf(fields, {}, state.filters)} onChange={set} />
      {children}
      {isPending || (data && data.total > 0) ? (
        <section className="gh-card" aria-busy={isPending}>
          <Sums of={of} totals={data?.totals} finished={data?.finished} previous={data?.previous} />
          {!of.chart ? null : rows ? <ChartOf of={of} rows={data?.charted ?? rows} /> : <div className="gh-chart" />}
        </section>
      ) : null}
      {byMonth && whole ? <MonthsBeside of={of} by={byMonth} rows={whole} /> : null}
      <section className="gh-card main">
        <div className="gh-tools gh-no-print">
          <h1>{t(of.title)}</h1>
          {actions}
          <span className="gap" />
          {isFetching ? <span className="gh-spin" /> : null}
          {canExport ? (
            <ToolButton
              icon="download"
              label={t(words.export)}
              disabled={isPlaceholderData}
              onClick={() => setExporting(true)}
            />
          ) : null}
          <ToolButton icon="print" label={t(words.print)} disabled={isPlaceholderData} onClick={() => window.print()} />
          <Views of={of.name} state={state} shown={[]} />
          <button
            type="button"
            className="gh-btn icon"
            aria-label={t(words.refresh)}
            title={t(words.refresh)}
            onClick={() => void refetch()}
          >
            <Icon name="refresh" />
          </button>
        </div>
        <DataTable
          label={t(of.title)}
          columns={columns}
          rows={error ? [] : rows}
          sort={sort}
          onSort={(field) => set({ sort: nextSort(state.sort, field) })}
          {...(foot ? { foot } : {})}
          empty={
            error ? (
              <Trouble error={error} onRetry={() => void refetch()} />
            ) : rows?.length === 0 ? (
              <Nothing filtered={Object.keys(state.filters).length > 0} onReset={reset}>
                {of.help ? <span>{t(of.help)}</span> : null}
              </Nothing>
            ) : undefined
          }
        />
        {data && data.total > most ? (
          <Pager page={state.page} size={most} total={data.total} fixed onPage={(page) => set({ page })} />
        ) : null}
      </section>
      <Signatures />
      {exporting ? (
        <ExportDialog
          title={t(of.title)}
          path={`/api/gatehouse/export-report/${of.name}`}
          query={{ ...filters, ...sortQuery(state) }}
          onClose={() => setExporting(false)}
        />
      ) : null}
    </div>
  );
}

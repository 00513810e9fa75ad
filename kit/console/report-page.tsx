import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Field } from '#kit/declare/field.ts';
import type { Report } from '#kit/declare/report.ts';
import { fill, text } from '#kit/declare/text.ts';
import { nextSort, paramsOf, sortQuery, stateOf } from './address.ts';
import type { ListState } from './address.ts';
import { ask } from './ask.ts';
import { drawn } from './cells.tsx';
import { ConditionChips } from './condition-chips.tsx';
import { conditionsOf } from './conditions.ts';
import { drillAddress, leadingBack } from './drill.ts';
import { Nothing, Trouble } from './empty.tsx';
import { columnWidth, isNumeric, isWhole, isSortable } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { number, today } from '#kit/declare/format.ts';
import { Icon } from './icon.tsx';
import { reportRange } from './listing.ts';
import type { Paged } from './listing.ts';
import type { Slots } from './list-table.tsx';
import { useMay, zone } from './me.ts';
import { usePageActions } from './page-actions.ts';
import { usePlace } from './place.ts';
import { Pager } from './pager.tsx';
import { part } from './part.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportSums } from './report-sums.tsx';
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

const MonthsBeside = part(() => import('./months-beside.tsx'));
const ExportDialog = part(() => import('./export-dialog.tsx'));

const words = {
  total: text('合计', 'Total'),
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
  /** Of all lines, where they are more than a page; of days, where the lines are about something else. */ charted?: AnyRow[];
};

/** Fetches a report with the filters in its page's address. */
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

/**
 * A column of the report; `to` says where a line's cell leads, to the rows behind it. Nothing is behind a figure of
 * nothing.
 */
function columnOf(
  name: string,
  field: Field,
  wording: Words,
  slots: Slots | undefined,
  to: ((row: AnyRow) => string | null) | undefined,
  go: (address: string) => void,
): Column {
  const { t } = wording;
  const draw = (row: AnyRow) => slots?.[name]?.(row) ?? drawn(name, field, row, wording);
  return {
    id: name,
    title: t(field.label),
    width: columnWidth(field, t),
    sortable: isSortable(field),
    ...(isNumeric(field.kind) ? { align: 'right' as const } : {}),
    whole: isWhole(field.kind),
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

export type ReportPageProps = { of: Report; slots?: Slots; actions?: ReactNode; children?: ReactNode };

type Result = ReturnType<typeof useReport>;

/** The columns of the table; a cell leads to the rows behind its figure where the declaration says which. */
function useReportColumns(of: Report, slots: Slots | undefined, filters: Result['filters']): readonly Column[] {
  const wording = useWords();
  const place = usePlace();
  return useMemo(
    () =>
      Object.entries({ ...of.dimensions, ...of.measures }).map(([name, field], at) => {
        const drill = at === 0 ? of.drill : of.cells?.[name];
        const column = columnOf(
          name,
          field,
          wording,
          slots,
          drill && ((row) => drillAddress(of, drill, row, filters)),
          (to) => place.go(leadingBack(to, place)),
        );
        return { ...column, begins: at === 0 };
      }),
    [of, slots, wording, filters, place],
  );
}

/** Export and print, for the palette of the page. */
function useReportActions(of: Report, canExport: boolean, ready: boolean, onExport: () => void): void {
  const offer = (key: 'export' | 'print', icon: string, run: () => void) => ({
    key,
    label: fill(words.does, { does: words[key], what: of.title }),
    icon,
    run,
  });
  usePageActions(
    ready
      ? [...(canExport ? [offer('export', 'download', onExport)] : []), offer('print', 'print', () => window.print())]
      : [],
  );
}

type ReportToolsProps = {
  of: Report;
  result: Result;
  actions: ReactNode;
  canExport: boolean;
  onExport: () => void;
};

function ReportTools({ of, result, actions, canExport, onExport }: ReportToolsProps): ReactNode {
  const { t } = useWords();
  const { state, isFetching, isPlaceholderData, refetch } = result;
  return (
    <div className="gh-tools gh-no-print">
      <h1>{t(of.title)}</h1>
      {actions}
      <span className="gap" />
      {isFetching ? <span className="gh-spin" /> : null}
      {canExport ? (
        <ToolButton icon="download" label={t(words.export)} disabled={isPlaceholderData} onClick={onExport} />
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
  );
}

type Change = (news: Partial<ListState>) => void;
type ReportConditionsProps = { of: Report; result: Result; onChange: Change; onReset: () => void };

function ReportConditions({ of, result: { state, filters }, onChange, onReset }: ReportConditionsProps): ReactNode {
  const { t } = useWords();
  const span: Field = { kind: 'dateTime', label: words.period };
  const fields: [string, Field][] = [[timeRange, span], ...Object.entries(of.filters)];
  return (
    <>
      <PrintHead title={t(of.title)} conditions={conditionsOf(fields, {}, filters)} filters={filters} />
      <SearchBar
        fields={fields}
        filters={filters}
        onReset={onReset}
        onSearch={(next) =>
          onChange({ filters: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')) })
        }
      >
        <QuickRanges filters={filters} />
      </SearchBar>
      <ConditionChips state={state} conditions={conditionsOf(fields, {}, state.filters)} onChange={onChange} />
    </>
  );
}

/** The row below the table: the sums of all lines, and how many there are where they are more than a page. */
function totalsRow(of: Report, data: Answer, wording: Words): Record<string, ReactNode> {
  const firstDimension = Object.keys(of.dimensions)[0]!;
  return {
    [firstDimension]: `${wording.t(words.total)}${data.total > most ? ` (${number(data.total)})` : ''}`,
    ...Object.fromEntries(
      Object.entries(of.measures).map(([name, field]) => [
        name,
        drawn(name, field, { id: '', ...data.totals }, wording),
      ]),
    ),
  };
}

type ReportTableProps = ReportConditionsProps & { slots: Slots | undefined };

function ReportTable({ of, result, slots, onChange, onReset }: ReportTableProps): ReactNode {
  const wording = useWords();
  const { t } = wording;
  const { state, filters, rows, data, error, refetch } = result;
  const columns = useReportColumns(of, slots, filters);
  return (
    <>
      <DataTable
        label={t(of.title)}
        columns={columns}
        rows={error ? [] : rows}
        sort={state.sort || (of.order ? `${of.order.desc ? '-' : ''}${of.order.by}` : '')}
        onSort={(field) => onChange({ sort: nextSort(state.sort, field) })}
        {...(data ? { foot: totalsRow(of, data, wording) } : {})}
        empty={
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : rows?.length === 0 ? (
            <Nothing filtered={Object.keys(state.filters).length > 0} onReset={onReset}>
              {of.help ? <span>{t(of.help)}</span> : null}
            </Nothing>
          ) : undefined
        }
      />
      {data && data.total > most ? (
        <Pager page={state.page} size={most} total={data.total} fixed onPage={(page) => onChange({ page })} />
      ) : null}
    </>
  );
}

/**
 * A report: conditions, sums against the period before, chart, table with its totals row, the way into the lines
 * behind, export, print.
 */
export function ReportPage({ of, slots, actions, children }: ReportPageProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { replace } = usePlace();
  const result = useReport(of);
  const { state, filters, rows, data, isPending, isPlaceholderData } = result;
  const [exporting, setExporting] = useState(false);
  const canExport = may(`${of.name}:export`) || may(`${of.name}:read`);
  const startExport = () => setExporting(true);
  useReportActions(of, canExport, !isPlaceholderData, startExport);
  const set: Change = (news) => replace(paramsOf({ ...state, page: 1, ...news }));
  const reset = () => set({ keyword: '', filters: {}, sort: '' });
  const byMonth = Object.keys(of.dimensions).find((name) => of.dimensions[name]!.kind === 'month');
  // Of more lines than a page the answer has those of the chart, added up.
  const whole = data && data.total > most ? (of.chart?.x === byMonth ? data.charted : undefined) : rows;
  return (
    <div className="gh-page" aria-busy={isPlaceholderData}>
      <ReportConditions of={of} result={result} onChange={set} onReset={reset} />
      {children}
      {isPending || (data && data.total > 0) ? (
        <section className="gh-card" aria-busy={isPending}>
          <ReportSums of={of} totals={data?.totals} finished={data?.finished} previous={data?.previous} />
          {!of.chart ? null : rows ? (
            <ReportChart of={of} rows={data?.charted ?? rows} />
          ) : (
            <div className="gh-chart" />
          )}
        </section>
      ) : null}
      {byMonth && whole ? <MonthsBeside of={of} by={byMonth} rows={whole} /> : null}
      <section className="gh-card main">
        <ReportTools of={of} result={result} actions={actions} canExport={canExport} onExport={startExport} />
        <ReportTable of={of} result={result} slots={slots} onChange={set} onReset={reset} />
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

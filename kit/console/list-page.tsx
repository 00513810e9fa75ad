import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Field } from '#kit/declare/field.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { nextSort } from './address.ts';
import { Batch } from './batch.tsx';
import { drawn } from './cells.tsx';
import { ColumnSettings } from './columns.tsx';
import { allows, deedsOf, perform } from './deeds.ts';
import type { Deed } from './deeds.ts';
import { Nothing, Trouble } from './empty.tsx';
import { ConditionChips } from './condition-chips.tsx';
import { conditionsOf } from './conditions.ts';
import { columnFields, fieldsOf } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { Icon } from './icon.tsx';
import { KeysButton } from './keys-help.tsx';
import { useKeys } from './keyboard.ts';
import { useButtonColumn, useColumns, useRowCursor } from './list-table.tsx';
import type { RowAction, Slots } from './list-table.tsx';
import { useListing, useRefresh } from './listing.ts';
import type { Listing } from './listing.ts';
import { useMay } from './me.ts';
import { Overlay } from './overlay.tsx';
import type { Above, Foresee } from './overlay.tsx';
import { Pager } from './pager.tsx';
import { usePageActions } from './page-actions.ts';
import { usePlace } from './place.ts';
import { PrintHead } from './print-head.tsx';
import { QuickRanges } from './quick-ranges.tsx';
import { putListed, recordAddress } from './record.ts';
import { SearchBar } from './search-bar.tsx';
import { timeRange } from './span.ts';
import { DataTable } from './table.tsx';
import { ToolButton } from './tool-button.tsx';
import { Views } from './views.tsx';
import { useWords } from './words.ts';
import type { Words } from './words.ts';

const words = {
  add: text('新增', 'Add'),
  refresh: text('刷新', 'Refresh'),
  sum: text('合计', 'Total'),
  export: text('导出', 'Export'),
  does: text('{does}：{what}', '{does}: {what}'),
  import: text('导入', 'Import'),
  period: text('时间范围', 'Period'),
};

type Fixed = Readonly<Record<string, string>>;

/** The way from a row to the page of its own, which goes on to its neighbours in this list. */
function useRecordPage(
  of: Resource,
  page: string | undefined,
  { query, data }: Listing,
): { openPage?: (row: AnyRow) => void } {
  const { path, search, go } = usePlace();
  if (!page) return {};
  const openPage = (row: AnyRow) => {
    const ids = (data?.records ?? []).map(({ id }) => id);
    putListed(page, { address: path + search, path: listPaths(of)[0]!, query, ids, total: data?.total ?? ids.length });
    go(recordAddress(page, row.id));
  };
  return { openPage };
}

export type ListPageProps = {
  of: Resource;
  /** Own drawings of single fields, in the table and the detail. */
  slots?: Slots;
  /** Besides the buttons of the toolbar. */
  actions?: ReactNode;
  /** Besides the buttons of a row. */
  rowActions?: (row: AnyRow) => readonly RowAction[];
  /** Filters that are not the person's to change, such as the lot this page is about. */
  fixed?: Fixed;
  /** Below the facts in the detail drawer, and above them. */
  detail?: (row: AnyRow) => ReactNode;
  lead?: (row: AnyRow) => ReactNode;
  /** Besides the declared buttons for the chosen rows; `done` draws the list anew. */
  batchActions?: (rows: readonly AnyRow[], done: () => Promise<void>) => ReactNode;
  /** What the server answered to a new row, where that holds more than the list will show. */
  onAdded?: (answer: AnyRow) => void;
  foresee?: Foresee;
  /** The resource under whose name a row has a page of its own, where it is another's. */
  pageOf?: string;
  /** Between the search bar and the table. */
  children?: ReactNode;
};

/** The fields of the search bar; a list of facts starts with its own span of time. */
function searchable(of: Resource, fixed: Fixed | undefined): [string, Field][] {
  const fields = Object.entries(fieldsOf(of)).filter(
    ([name, field]) => field.search && name !== of.facts?.by && fixed?.[name] === undefined,
  );
  const span: Field = {
    kind: 'dateTime',
    label: of.facts ? (of.fields[of.facts.by]?.label ?? words.period) : words.period,
  };
  return of.facts ? [[timeRange, span], ...fields] : fields;
}

const withoutEmpty = (filters: Fixed): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

/** The line under the table: sums over the whole filter, not over the page. */
function totalsRow(
  of: Resource,
  first: string,
  totals: Readonly<Record<string, number>> | undefined,
  said: Words,
): Record<string, ReactNode> {
  const fields = columnFields(of);
  const sums = Object.fromEntries(
    of.totals
      .filter((name) => fields[name])
      .map((name) => [name, totals ? drawn(name, fields[name]!, { id: '', ...totals }, said) : '…']),
  );
  return { '#': said.t(words.sum), [first]: <span className="gh-narrow-only">{said.t(words.sum)}</span>, ...sums };
}

type ToolbarProps = {
  of: Resource;
  actions: ReactNode;
  listing: Listing;
  columns: ReactNode;
  canAdd: boolean;
  paged: boolean;
  onOpen: (above: Above) => void;
};

function Toolbar({ of, actions, listing, columns, canAdd, paged, onOpen }: ToolbarProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { isFetching, isPlaceholderData, refetch } = listing;
  const canDo = (verb: 'import' | 'export') => of.verbs.includes(verb) && may(`${of.name}:${verb}`);
  const offer = (key: 'add' | 'import' | 'export', icon: string, above: Above) => [
    { key, label: fill(words.does, { does: words[key], what: of.many }), icon, run: () => onOpen(above) },
  ];
  usePageActions([
    ...(canAdd ? offer('add', 'plus', { kind: 'form' }) : []),
    ...(canDo('import') ? offer('import', 'upload', { kind: 'import' }) : []),
    ...(canDo('export') ? offer('export', 'download', { kind: 'export' }) : []),
  ]);
  return (
    <div className="gh-tools gh-no-print">
      <h1>{t(of.many)}</h1>
      {canAdd ? (
        <button type="button" className="gh-btn primary" onClick={() => onOpen({ kind: 'form' })}>
          <Icon name="plus" size={14} />
          {t(words.add)}
        </button>
      ) : null}
      {actions}
      <span className="ways">
        {isFetching ? <span className="gh-spin" /> : null}
        {canDo('import') ? (
          <ToolButton icon="upload" label={t(words.import)} onClick={() => onOpen({ kind: 'import' })} />
        ) : null}
        {canDo('export') ? (
          <ToolButton
            icon="download"
            label={t(words.export)}
            disabled={isPlaceholderData}
            onClick={() => onOpen({ kind: 'export' })}
          />
        ) : null}
        <button
          type="button"
          className="gh-btn icon"
          aria-label={t(words.refresh)}
          title={t(words.refresh)}
          onClick={() => void refetch()}
        >
          <Icon name="refresh" />
        </button>
        {columns}
        <KeysButton adding={canAdd} paged={paged} />
      </span>
    </div>
  );
}

/** A list of a resource with everything its declaration says: search, sort, columns, paging, buttons, forms, export and import. */
export function ListPage({
  of,
  slots,
  actions,
  rowActions,
  fixed,
  detail,
  lead,
  batchActions,
  onAdded,
  foresee,
  pageOf = of.verbs.includes('detail') ? of.name : undefined,
  children,
}: ListPageProps): ReactNode {
  const said = useWords();
  const { t } = said;
  const may = useMay();
  const listing = useListing(of, fixed);
  const refresh = useRefresh(of);
  const { state, filters, set, data, error, isPlaceholderData, refetch } = listing;
  const rows = data?.records;
  const firstNumber = (state.page - 1) * state.size + 1;
  const [picked, setPicked] = useState<Record<string, true>>({});
  const [above, setAbove] = useState<Above | null>(null);
  const deeds = useMemo(() => deedsOf(of), [of]);
  const search = useMemo(() => searchable(of, fixed), [of, fixed]);
  const named = useMemo(() => columnFields(of), [of]);
  const { columns, settings, setWidth } = useColumns(of, slots, firstNumber, {
    columns: state.columns,
    onColumns: (next) => set({ columns: next }),
  });

  const open = (row: AnyRow) => setAbove({ kind: 'detail', row });
  const { openPage } = useRecordPage(of, pageOf, listing);
  const { here, setHere } = useRowCursor(rows ?? [], open);
  const canAdd = of.verbs.includes('add') && may(`${of.name}:add`);
  useKeys({
    n: () => {
      if (canAdd) setAbove({ kind: 'form' });
    },
    r: () => void refetch(),
    o: () => {
      const row = rows?.[here];
      if (row) openPage?.(row);
    },
    '/': () => document.querySelector<HTMLElement>('[data-keyword]')?.focus(),
  });

  const changed = async () => {
    setPicked({});
    await refresh();
  };
  const does = async (deed: Deed, on: readonly AnyRow[]) => {
    if (deed.fields) return setAbove({ kind: 'ask', deed, rows: on });
    if (await perform(of, deed, on)) await changed();
  };
  const onEdit = (row: AnyRow) => setAbove({ kind: 'form', row });
  const buttons = useButtonColumn(
    {
      deeds,
      onDeed: (deed, row) => void does(deed, [row]),
      onDetail: open,
      ...(of.verbs.includes('edit') ? { onEdit } : {}),
      ...(rowActions ? { extra: rowActions } : {}),
    },
    rows ?? [],
  );
  const batches = deeds.filter((deed) => deed.batch && rows?.some((row) => allows(row, deed.name)));
  const reset = () => set({ page: 1, keyword: '', filters: {}, sort: '' });
  const foot =
    data && columns.some(({ id }) => of.totals.includes(id))
      ? totalsRow(of, columns[1]!.id, data.totals, said)
      : undefined;
  const empty = error ? (
    <Trouble error={error} onRetry={() => void refetch()} />
  ) : rows?.length === 0 ? (
    <Nothing filtered={state.keyword !== '' || Object.keys(state.filters).length > 0} onReset={reset}>
      {of.help ? <span>{t(of.help)}</span> : null}
      {canAdd ? (
        <button type="button" className="gh-btn" onClick={() => setAbove({ kind: 'form' })}>
          <Icon name="plus" size={14} />
          {t(words.add)} · {t(of.title)}
        </button>
      ) : null}
    </Nothing>
  ) : undefined;

  return (
    <div className="gh-page fill" aria-busy={isPlaceholderData}>
      <PrintHead
        title={t(of.many)}
        conditions={conditionsOf(search, named, filters)}
        filters={filters}
        keyword={state.keyword}
      />
      <SearchBar
        fields={search}
        filters={filters}
        keyword={state.keyword}
        onSearch={(next, keyword) => set({ page: 1, filters: withoutEmpty(next), keyword })}
        onReset={reset}
      >
        {of.facts ? <QuickRanges filters={filters} /> : null}
      </SearchBar>
      <ConditionChips
        state={state}
        conditions={conditionsOf(search, named, state.filters)}
        onChange={(change) => set({ page: 1, ...change })}
      />
      {children}
      <section className="gh-card main" aria-busy={of.totals.length > 0 && data !== undefined && !data.totals}>
        <Toolbar
          of={of}
          actions={actions}
          listing={listing}
          columns={
            <>
              <Views of={of.name} state={state} shown={settings.shown} />
              <ColumnSettings {...settings} />
            </>
          }
          canAdd={canAdd}
          paged={openPage !== undefined}
          onOpen={setAbove}
        />
        <Batch
          rows={(rows ?? []).filter((row) => picked[row.id])}
          deeds={batches}
          onDeed={(deed, on) => void does(deed, on)}
          onClear={() => setPicked({})}
        >
          {(on) => batchActions?.(on, changed)}
        </Batch>
        <DataTable
          label={t(of.many)}
          columns={buttons ? [...columns, buttons] : columns}
          rows={error ? [] : rows}
          sort={state.sort || (of.order.desc ? `-${of.order.by}` : of.order.by)}
          onSort={(field) => set({ page: 1, sort: nextSort(state.sort, field) })}
          {...(batches.length > 0 || batchActions ? { picked, onPick: setPicked } : {})}
          onWidth={setWidth}
          {...(foot ? { foot } : {})}
          here={here}
          onOpen={(row, index) => {
            setHere(index);
            open(row);
          }}
          empty={empty}
        />
        <Pager
          page={state.page}
          size={state.size}
          total={data?.total ?? 0}
          capped={data?.capped === true}
          onPage={(page, size) => {
            setPicked({});
            set({ page, size });
          }}
          {...(isPlaceholderData ? { note: <span className="gh-spin" /> } : {})}
        />
      </section>
      <Overlay
        of={of}
        above={above}
        given={fixed ?? {}}
        {...(slots ? { slots } : {})}
        {...(detail ? { detail } : {})}
        {...(lead ? { lead } : {})}
        {...(onAdded ? { onAdded } : {})}
        {...(openPage ? { onPage: openPage } : {})}
        {...(foresee ? { foresee } : {})}
        exporting={{ query: listing.exportQuery, shown: settings.shown, all: settings.all.map(({ id }) => id) }}
        onAbove={setAbove}
        onChanged={changed}
      />
    </div>
  );
}

import { Suspense, lazy, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Field } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { nextSort } from './address.ts';
import { Value } from './cells.tsx';
import { ColumnSettings } from './columns.tsx';
import { allows, deedsOf, doneWords, perform } from './deeds.ts';
import type { Deed } from './deeds.ts';
import { Nothing, Trouble } from './empty.tsx';
import { columnFields, fieldsOf } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { timeRange } from './filter-inputs.tsx';
import { Icon } from './icon.tsx';
import { KeysButton } from './keys-help.tsx';
import { useKeys } from './keyboard.ts';
import { editWords, useButtonColumn, useColumns, useRowCursor } from './list-table.tsx';
import type { Slots } from './list-table.tsx';
import { useListing, useRefresh } from './listing.ts';
import { useMay } from './me.ts';
import { tell } from './notices.ts';
import { Pager } from './pager.tsx';
import { QuickRanges } from './quick-ranges.tsx';
import { SearchBar } from './search-bar.tsx';
import { DataTable } from './table.tsx';
import { useWords } from './words.ts';
import './look/page.css';
import './look/parts.css';

const FormDrawer = lazy(() => import('./form-drawer.tsx'));
const DetailDrawer = lazy(() => import('./detail-drawer.tsx'));
const AskDialog = lazy(() => import('./ask-dialog.tsx'));
const ExportDialog = lazy(() => import('./export-dialog.tsx'));
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

const words = {
  add: text('新增', 'Add'), refresh: text('刷新', 'Refresh'), loaded: text('获取成功', 'Loaded'), picked: text('已选 {n} 项', '{n} selected'), none: text('取消选择', 'Clear'), sum: text('合计', 'Total'),
  export: text('导出', 'Export'), import: text('导入', 'Import'), period: text('时间范围', 'Period'),
};

export type ListPageProps = {
  of: Resource;
  /** Own drawings of single fields, in the table and the detail. */
  slots?: Slots;
  /** Besides the buttons of the toolbar. */
  actions?: ReactNode;
  /** Besides the buttons of a row. */
  rowActions?: (row: AnyRow) => ReactNode;
  /** Filters that are not the person's to change, such as the lot this page is about. */
  fixed?: Readonly<Record<string, string>>;
  /** Below the facts in the detail drawer. */
  detail?: (row: AnyRow) => ReactNode;
  /** Between the search bar and the table. */
  children?: ReactNode;
};

/** What lies above the page: one thing at a time. */
type Above = { kind: 'form'; row?: AnyRow } | { kind: 'detail'; row: AnyRow; index: number } | { kind: 'ask'; deed: Deed; rows: readonly AnyRow[] } | { kind: 'export' } | { kind: 'import' };

/** The fields of the search bar; a list of facts starts with its own span of time. */
function searchable(of: Resource, fixed: Readonly<Record<string, string>> | undefined): [string, Field][] {
  const fields = Object.entries(fieldsOf(of)).filter(([name, field]) => field.search && name !== of.facts?.by && fixed?.[name] === undefined);
  const span: Field = { kind: 'dateTime', label: of.facts ? (of.fields[of.facts.by]?.label ?? words.period) : words.period };
  return of.facts ? [[timeRange, span], ...fields] : fields;
}

/** A list of a resource with everything its declaration says: search, sort, columns, paging, buttons, forms, export and import. */
export function ListPage({ of, slots, actions, rowActions, fixed, detail, children }: ListPageProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const listing = useListing(of, fixed);
  const refresh = useRefresh(of);
  const { state, filters, set, data, error, isFetching, isPlaceholderData, refetch } = listing;
  const rows = data?.records;
  const firstNumber = (state.page - 1) * state.size + 1;
  const [picked, setPicked] = useState<Record<string, true>>({});
  const [above, setAbove] = useState<Above | null>(null);
  const deeds = useMemo(() => deedsOf(of), [of]);
  const search = useMemo(() => searchable(of, fixed), [of, fixed]);
  const { columns, settings, setWidth } = useColumns(of, slots, firstNumber);

  const open = (row: AnyRow, index: number) => setAbove({ kind: 'detail', row, index });
  const { here, setHere } = useRowCursor(rows ?? [], open);
  const does = async (deed: Deed, on: readonly AnyRow[], numbers: readonly number[]) => {
    if (deed.fields) return setAbove({ kind: 'ask', deed, rows: on });
    if (!(await perform(deed, on, numbers))) return;
    setPicked({});
    setAbove(null);
    await refresh();
  };
  const canAdd = of.verbs.includes('add') && may(`${of.name}:add`);
  const startAdding = () => canAdd && setAbove({ kind: 'form' });
  useKeys({ n: startAdding, r: () => void refetch(), '/': () => document.querySelector<HTMLElement>('[data-keyword]')?.focus() });

  const buttons = useButtonColumn({
    deeds, onDeed: (deed, row, index) => void does(deed, [row], [firstNumber + index]), onDetail: (row) => open(row, rows?.indexOf(row) ?? 0),
    ...(of.verbs.includes('edit') ? { onEdit: (row: AnyRow) => setAbove({ kind: 'form', row }) } : {}), ...(rowActions ? { extra: rowActions } : {}),
  }, rows ?? []);
  const chosen = (rows ?? []).filter((row) => picked[row.id]);
  const batches = deeds.filter((deed) => deed.batch && (rows ?? []).some((row) => allows(row, deed.name)));
  const filtered = state.keyword !== '' || Object.keys(state.filters).length > 0;
  const reset = () => set({ page: 1, keyword: '', filters: {}, sort: '' });
  const foot = data?.totals ? totalsRow(of, data.totals, t(words.sum)) : undefined;
  const empty = error ? <Trouble error={error} onRetry={() => void refetch()} /> : rows?.length === 0 ? <Nothing filtered={filtered} onReset={reset} /> : undefined;
  const close = () => setAbove(null);

  return (
    <div className="gh-page fill">
      <SearchBar fields={search} filters={filters} keyword={state.keyword} onSearch={(next, keyword) => set({ page: 1, filters: withoutEmpty(next), keyword })} onReset={reset}>
        {of.facts ? <QuickRanges days={of.facts.days} /> : null}
      </SearchBar>
      {children}
      <section className="gh-card main" aria-label={t(of.title)}>
        <div className="gh-tools gh-no-print">
          <h1>{t(of.title)}</h1>
          {canAdd ? <button type="button" className="gh-btn primary" onClick={startAdding}><Icon name="plus" size={14} />{t(words.add)}</button> : null}
          {actions}
          <span className="gap" />
          <span className="said" role="status">{isFetching ? <span className="gh-spin" /> : data && !error ? t(words.loaded) : null}</span>
          {of.verbs.includes('import') && may(`${of.name}:import`) ? <button type="button" className="gh-btn" onClick={() => setAbove({ kind: 'import' })}><Icon name="upload" size={14} />{t(words.import)}</button> : null}
          {of.verbs.includes('export') && may(`${of.name}:export`) ? <button type="button" className="gh-btn" onClick={() => setAbove({ kind: 'export' })}><Icon name="download" size={14} />{t(words.export)}</button> : null}
          <button type="button" className="gh-btn icon" aria-label={t(words.refresh)} title={t(words.refresh)} onClick={() => void refetch()}><Icon name="refresh" /></button>
          <ColumnSettings {...settings} />
          <KeysButton adding={canAdd} />
        </div>
        {chosen.length > 0 ? (
          <div className="gh-picked">
            <span>{t(words.picked).replace('{n}', String(chosen.length))}</span>
            {batches.map((deed) => {
              const on = chosen.filter((row) => allows(row, deed.name));
              const numbers = on.map((row) => firstNumber + rows!.indexOf(row));
              return <button key={deed.name} type="button" className={`gh-btn ${deed.danger ? 'danger' : ''}`} disabled={on.length === 0} onClick={() => void does(deed, on, numbers)}>{t(deed.label)}{on.length < chosen.length ? ` (${on.length})` : ''}</button>;
            })}
            <button type="button" className="gh-link" onClick={() => setPicked({})}>{t(words.none)}</button>
          </div>
        ) : null}
        <DataTable
          label={t(of.title)} columns={buttons ? [...columns, buttons] : columns} rows={error ? [] : rows} sort={state.sort || (of.order.desc ? `-${of.order.by}` : of.order.by)} onSort={(field) => set({ page: 1, sort: nextSort(state.sort, field) })}
          {...(batches.length > 0 ? { picked, onPick: setPicked } : {})} onWidth={setWidth} {...(foot ? { foot } : {})} here={here} onOpen={(row, index) => { setHere(index); open(row, index); }} empty={empty}
        />
        <Pager page={state.page} size={state.size} total={data?.total ?? 0} capped={data?.capped === true} onPage={(page, size) => { setPicked({}); set({ page, size }); }} {...(isPlaceholderData ? { note: <span className="gh-spin" /> } : {})} />
      </section>
      <Suspense fallback={null}>
        {above?.kind === 'form' ? <FormDrawer of={of} {...(above.row ? { row: above.row } : {})} given={fixed ?? {}} onClose={close} /> : null}
        {above?.kind === 'detail' ? (
          <DetailDrawer
            of={of} row={above.row} {...(slots ? { slots } : {})} onClose={close}
            buttons={of.verbs.includes('edit') && allows(above.row, 'edit') ? <button type="button" className="gh-btn" onClick={() => setAbove({ kind: 'form', row: above.row })}>{t(editWords)}</button> : null}
          >{detail?.(above.row)}</DetailDrawer>
        ) : null}
        {above?.kind === 'ask' ? <AskDialog title={t(above.deed.label)} fields={above.deed.fields!} danger={above.deed.danger} run={async (values, key) => { await above.deed.run(above.rows, values, key); tell.ok(t(doneWords)); setPicked({}); await refresh(); }} onClose={close} /> : null}
        {above?.kind === 'export' ? <ExportDialog title={t(of.title)} path={`/api/gatehouse/export/${of.name}`} query={listing.exportQuery} shown={settings.all.filter(({ id }) => !settings.choice.hidden?.includes(id)).map(({ id }) => id)} all={settings.all.map(({ id }) => id)} onClose={close} /> : null}
        {above?.kind === 'import' ? <ImportDialog of={of} onClose={close} onDone={() => void refresh()} /> : null}
      </Suspense>
    </div>
  );
}

const withoutEmpty = (filters: Readonly<Record<string, string>>): Record<string, string> => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

/** The line under the table: sums over the whole filter, not over the page. */
function totalsRow(of: Resource, totals: Readonly<Record<string, number>>, label: string): Record<string, ReactNode> {
  const fields = columnFields(of);
  const sums = Object.fromEntries(Object.keys(totals).filter((name) => fields[name]).map((name) => [name, <Value key={name} name={name} field={fields[name]!} row={{ id: '', ...totals }} />]));
  return { '#': label, ...sums };
}

import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { Batch } from './batch.tsx';
import { allows, itemActionsOf, perform } from './item-actions.ts';
import type { ItemAction } from './item-actions.ts';
import type { AnyRow } from './fields.ts';
import { useKeys } from './keyboard.ts';
import { ListConditions } from './list-conditions.tsx';
import { ListPager, ListRows } from './list-rows.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useButtonColumn, useColumns, useRowCursor } from './list-table.tsx';
import type { RowAction, ShownColumns, Slots } from './list-table.tsx';
import { useListing, useRefresh } from './listing.ts';
import type { Listing } from './listing.ts';
import { useMay } from './me.ts';
import { Overlay } from './overlay.tsx';
import type { Above, Foresee } from './overlay.tsx';
import { usePlace } from './place.ts';
import { putListed, recordAddress } from './record.ts';

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
  /** Besides the declared buttons for the chosen rows; `done` reloads the list. */
  batchActions?: (rows: readonly AnyRow[], done: () => Promise<void>) => ReactNode;
  /** What the server answered to a new row, where that holds more than the list will show. */
  onAdded?: (answer: AnyRow) => void;
  foresee?: Foresee;
  /** Below the fields of the form, of the values as they stand in it. */
  formNote?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** The resource under whose name a row has a page of its own, where it is another's. */
  pageOf?: string;
  /** Between the search bar and the table. */
  children?: ReactNode;
};

type ListOverlayProps = {
  page: ListPageProps;
  listing: Listing;
  settings: ShownColumns['settings'];
  above: Above | null;
  openPage: ((row: AnyRow) => void) | undefined;
  onAbove: (above: Above | null) => void;
  onChanged: () => Promise<void>;
};

/** What lies above the list, with what its page adds to it. */
function ListOverlay({ page, listing, settings, above, openPage, onAbove, onChanged }: ListOverlayProps): ReactNode {
  const { of, fixed, slots, detail, lead, onAdded, foresee, formNote } = page;
  return (
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
      {...(formNote ? { formNote } : {})}
      exporting={{ query: listing.exportQuery, shown: settings.shown, all: settings.all.map(({ id }) => id) }}
      onAbove={onAbove}
      onChanged={onChanged}
    />
  );
}

/** What the declared buttons do, at a row and with the chosen ones. Where input is needed, a form comes first. */
function useListActions(
  { of, rowActions }: ListPageProps,
  rows: readonly AnyRow[] | undefined,
  onAbove: (above: Above) => void,
  changed: () => Promise<void>,
) {
  const actions = useMemo(() => itemActionsOf(of), [of]);
  const run = async (action: ItemAction, on: readonly AnyRow[]) => {
    if (action.fields) return onAbove({ kind: 'ask', action, rows: on });
    if (await perform(of, action, on)) await changed();
  };
  const onEdit = (row: AnyRow) => onAbove({ kind: 'form', row });
  const buttons = useButtonColumn(
    {
      actions,
      onAction: (action, row) => void run(action, [row]),
      onDetail: (row) => onAbove({ kind: 'detail', row }),
      ...(of.verbs.includes('edit') ? { onEdit } : {}),
      ...(rowActions ? { extra: rowActions } : {}),
    },
    rows ?? [],
  );
  const batches = actions.filter((action) => action.batch && rows?.some((row) => allows(row, action.name)));
  return { run, buttons, batches };
}

/**
 * What stands on the page: its rows and columns, the chosen ones, the one the keyboard stands on, and what lies above.
 */
function useListPage(page: ListPageProps) {
  const { of, slots, fixed } = page;
  const pageOf = page.pageOf ?? (of.verbs.includes('detail') ? of.name : undefined);
  const may = useMay();
  const listing = useListing(of, fixed);
  const refresh = useRefresh(of);
  const { state, set, refetch } = listing;
  const rows = listing.data?.records;
  const [picked, setPicked] = useState<Record<string, true>>({});
  const [above, setAbove] = useState<Above | null>(null);
  const shown = useColumns(of, slots, (state.page - 1) * state.size + 1, {
    columns: state.columns,
    onColumns: (next) => set({ columns: next }),
  });
  const open = (row: AnyRow) => setAbove({ kind: 'detail', row });
  const { openPage } = useRecordPage(of, pageOf, listing);
  const cursor = useRowCursor(rows ?? [], open);
  const canAdd = of.verbs.includes('add') && may(`${of.name}:add`);
  const add = () => {
    if (canAdd) setAbove({ kind: 'form' });
  };
  useKeys({
    n: add,
    r: () => void refetch(),
    o: () => {
      const row = rows?.[cursor.here];
      if (row) openPage?.(row);
    },
    '/': () => document.querySelector<HTMLElement>('[data-keyword]')?.focus(),
  });
  const changed = async () => {
    setPicked({});
    await refresh();
  };
  const actions = useListActions(page, rows, setAbove, changed);
  const reset = () => set({ page: 1, keyword: '', filters: {}, sort: '' });
  return {
    ...shown,
    ...cursor,
    ...actions,
    listing,
    rows: rows ?? [],
    picked,
    setPicked,
    above,
    setAbove,
    open,
    openPage,
    canAdd,
    add,
    changed,
    reset,
  };
}

/**
 * A list of a resource with everything its declaration says: search, sort, columns, paging, buttons, forms, export and
 * import.
 */
export function ListPage(page: ListPageProps): ReactNode {
  const { of, actions, fixed, batchActions, children } = page;
  const list = useListPage(page);
  const { listing, columns, buttons, batches, picked, setPicked, openPage, canAdd, run, setAbove, changed } = list;
  const { data, isPlaceholderData, set } = listing;
  return (
    <div className="gh-page fill" aria-busy={isPlaceholderData}>
      <ListConditions of={of} listing={listing} fixed={fixed} onReset={list.reset} />
      {children}
      <section className="gh-card main" aria-busy={of.totals.length > 0 && data !== undefined && !data.totals}>
        <ListToolbar
          of={of}
          actions={actions}
          listing={listing}
          settings={list.settings}
          canAdd={canAdd}
          paged={openPage !== undefined}
          onOpen={setAbove}
        />
        <Batch
          rows={list.rows.filter((row) => picked[row.id])}
          actions={batches}
          onAction={(action, on) => void run(action, on)}
          onClear={() => setPicked({})}
        >
          {(on) => batchActions?.(on, changed)}
        </Batch>
        <ListRows
          of={of}
          listing={listing}
          columns={buttons ? [...columns, buttons] : columns}
          canAdd={canAdd}
          {...(batches.length > 0 || batchActions ? { picked, onPick: setPicked } : {})}
          onWidth={list.setWidth}
          here={list.here}
          onOpen={(row, index) => {
            list.setHere(index);
            list.open(row);
          }}
          onReset={list.reset}
          onAdd={list.add}
        />
        <ListPager
          listing={listing}
          onPage={(next, size) => {
            setPicked({});
            set({ page: next, size });
          }}
        />
      </section>
      <ListOverlay
        page={page}
        listing={listing}
        settings={list.settings}
        above={list.above}
        openPage={openPage}
        onAbove={setAbove}
        onChanged={changed}
      />
    </div>
  );
}

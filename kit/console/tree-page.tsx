import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { stateOf } from './address.ts';
import { ask } from './ask.ts';
import { ColumnSettings } from './columns.tsx';
import type { ItemAction } from './item-actions.ts';
import { itemActionsOf, perform } from './item-actions.ts';
import { Nothing, Trouble } from './empty.tsx';
import type { AnyRow } from './fields.ts';
import { Icon } from './icon.tsx';
import { useKeys } from './keyboard.ts';
import { useButtonColumn, useColumns, useRowCursor } from './list-table.tsx';
import type { RowAction, ShownColumns, Slots } from './list-table.tsx';
import { useRefresh } from './listing.ts';
import { useMay } from './me.ts';
import { Overlay } from './overlay.tsx';
import type { Above } from './overlay.tsx';
import { usePageActions } from './page-actions.ts';
import { usePlace } from './place.ts';
import { DataTable } from './table.tsx';
import type { Column } from './table.tsx';
import { ToolButton } from './tool-button.tsx';
import { branches, flatten } from './tree.ts';
import type { FlatRow, TreeRow } from './tree.ts';
import { useWords } from './words.ts';

const words = {
  add: text('新增', 'Add'),
  below: text('新增下级', 'Add child'),
  open: text('全部展开', 'Expand all'),
  shut: text('全部收起', 'Collapse all'),
  refresh: text('刷新', 'Refresh'),
  export: text('导出', 'Export'),
  keyword: text('输入名称查找', 'Find by name'),
  twist: text('展开或收起', 'Expand or collapse'),
};

/** The name column, indented by depth, with the button that opens its branch. */
function withTwist(column: Column, open: ReadonlySet<string>, toggle: (id: string) => void, label: string): Column {
  return {
    ...column,
    width: Math.max(column.width, 260),
    sortable: false,
    cell: (row, index) => {
      const { depth, leaf } = row as FlatRow;
      return (
        <span style={{ paddingLeft: depth * 20 }}>
          <button
            type="button"
            className={`gh-twist ${leaf ? 'leaf' : ''}`}
            tabIndex={leaf ? -1 : 0}
            aria-label={label}
            aria-expanded={open.has(row.id)}
            onClick={(event) => {
              event.stopPropagation();
              toggle(row.id);
            }}
          >
            <Icon name="right" size={14} />
          </button>
          {column.cell(row, index)}
        </span>
      );
    },
  };
}

/** The tree in scope, narrowed to what was typed, with the branches that are shut. */
function useTree(of: Resource) {
  const { data, error, refetch } = useQuery({
    queryKey: [of.name, 'tree'],
    queryFn: ({ signal }) => ask<TreeRow[]>(`/api/gatehouse/tree/${of.name}`, {}, { signal, quiet: true }),
  });
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const { search, replace } = usePlace();
  const word = stateOf(new URLSearchParams(search)).keyword;
  const setWord = (keyword: string) => replace(new URLSearchParams(keyword ? { keyword } : {}));
  const all = useMemo(() => branches(data ?? []), [data]);
  const open = useMemo(() => new Set(all.filter((id) => !shut.has(id))), [all, shut]);
  const rows = useMemo(
    () => data && flatten(data, open, word.trim(), (row) => String(row[of.display] ?? '')),
    [data, open, word, of.display],
  );
  const toggle = (id: string) =>
    setShut((held) => (held.has(id) ? new Set([...held].filter((other) => other !== id)) : new Set([...held, id])));
  return { word, setWord, rows, error, refetch, all, open, shut, setShut, toggle };
}

/** The buttons of a row: what is declared, and adding below it. */
function useTreeButtons(
  of: Resource,
  rows: readonly AnyRow[],
  canAdd: boolean,
  onAbove: (above: Above) => void,
  changed: () => Promise<void>,
  rowActions?: (row: AnyRow) => readonly RowAction[],
): Column | null {
  const { t } = useWords();
  const actions = useMemo(() => itemActionsOf(of), [of]);
  const run = async (action: ItemAction, row: AnyRow) => {
    if (action.fields) onAbove({ kind: 'ask', action, rows: [row] });
    else if (await perform(of, action, [row])) await changed();
  };
  const extra = (row: AnyRow) => [
    ...(rowActions?.(row) ?? []),
    ...(canAdd
      ? [
          {
            key: 'below',
            label: t(words.below),
            main: true,
            onPick: () => onAbove({ kind: 'form', given: of.parent ? { [of.parent]: row.id } : {} }),
          },
        ]
      : []),
  ];
  return useButtonColumn(
    {
      actions,
      onAction: (action, row) => void run(action, row),
      ...(of.verbs.includes('edit') ? { onEdit: (row: AnyRow) => onAbove({ kind: 'form', row }) } : {}),
      extra,
    },
    rows,
  );
}

type TreeToolsProps = {
  of: Resource;
  canAdd: boolean;
  actions: ReactNode;
  word: string;
  /** Some branches are shut. */
  folded: boolean;
  settings: ShownColumns['settings'];
  onWord: (word: string) => void;
  onFold: () => void;
  onRefresh: () => void;
  onOpen: (above: Above) => void;
};

function TreeTools(props: TreeToolsProps): ReactNode {
  const { of, canAdd, actions, word, folded, settings, onWord, onFold, onRefresh, onOpen } = props;
  const { t } = useWords();
  const may = useMay();
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
      <input
        className="gh-input find"
        type="search"
        data-keyword=""
        placeholder={t(words.keyword)}
        aria-label={t(words.keyword)}
        value={word}
        onChange={(event) => onWord(event.target.value)}
      />
      <span className="gap" />
      {of.verbs.includes('export') && may(`${of.name}:export`) ? (
        <ToolButton icon="download" label={t(words.export)} onClick={() => onOpen({ kind: 'export' })} />
      ) : null}
      <button type="button" className="gh-btn fold" onClick={onFold}>
        {t(folded ? words.open : words.shut)}
      </button>
      <button
        type="button"
        className="gh-btn icon"
        aria-label={t(words.refresh)}
        title={t(words.refresh)}
        onClick={onRefresh}
      >
        <Icon name="refresh" />
      </button>
      <ColumnSettings {...settings} />
    </div>
  );
}

export type TreePageProps = {
  of: Resource;
  slots?: Slots;
  actions?: ReactNode;
  /** Buttons of a row besides those that the resource declares. */
  rowActions?: (row: AnyRow) => readonly RowAction[];
  /** Below the fields of the form, of the values as they stand in it. */
  formNote?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  children?: ReactNode;
};

/** A resource whose rows lie below one another: the whole tree in scope, found by word, added to at any place. */
export function TreePage({ of, slots, actions, rowActions, formNote, children }: TreePageProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(of);
  const { word, setWord, rows, error, refetch, all, open, shut, setShut, toggle } = useTree(of);
  const [above, setAbove] = useState<Above | null>(null);
  const { columns, settings, setWidth } = useColumns(of, slots, 1);
  const canAdd = of.verbs.includes('add') && may(`${of.name}:add`);
  const start = () => canAdd && setAbove({ kind: 'form' });
  usePageActions(canAdd ? [{ key: 'add', label: words.add, icon: 'plus', run: start }] : []);
  const detail = (row: AnyRow) => setAbove({ kind: 'detail', row });
  const { here, setHere } = useRowCursor(rows ?? [], detail);
  useKeys({ n: start, '/': () => document.querySelector<HTMLElement>('[data-keyword]')?.focus() });
  const buttons = useTreeButtons(of, rows ?? [], canAdd, setAbove, refresh, rowActions);
  const drawn = columns.map((column) =>
    column.id === of.display ? withTwist(column, open, toggle, t(words.twist)) : { ...column, sortable: false },
  );
  return (
    <div className="gh-page fill">
      {children}
      <section className="gh-card main">
        <TreeTools
          of={of}
          canAdd={canAdd}
          actions={actions}
          word={word}
          folded={shut.size > 0}
          settings={settings}
          onWord={setWord}
          onFold={() => setShut(shut.size > 0 ? new Set() : new Set(all))}
          onRefresh={() => void refetch()}
          onOpen={setAbove}
        />
        <DataTable
          label={t(of.many)}
          columns={buttons ? [...drawn, buttons] : drawn}
          rows={error ? [] : rows}
          onWidth={setWidth}
          here={here}
          onOpen={(row, index) => {
            setHere(index);
            detail(row);
          }}
          empty={
            error ? (
              <Trouble error={error} onRetry={() => void refetch()} />
            ) : rows?.length === 0 ? (
              <Nothing filtered={word !== ''} onReset={() => setWord('')} />
            ) : undefined
          }
        />
      </section>
      <Overlay
        of={of}
        {...(formNote ? { formNote } : {})}
        above={above}
        {...(slots ? { slots } : {})}
        exporting={{
          query: word.trim() ? { [of.display]: word.trim() } : {},
          shown: settings.shown,
          all: settings.all.map(({ id }) => id),
        }}
        onAbove={setAbove}
        onChanged={refresh}
      />
    </div>
  );
}

import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import {
  columnResizingFeature,
  columnSizingFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { text } from '#kit/declare/text.ts';
import { headingWidth } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { useNarrow } from './narrow.ts';
import { part } from './part.tsx';
import { classOf, TableFoot, TableHead } from './table-frame.tsx';
import type { VirtualBodyProps } from './virtual-body.tsx';
import { useWords } from './words.ts';

export type Column = {
  id: string;
  title: string;
  width: number;
  align?: 'right' | 'mid';
  sortable?: boolean;
  /** What a line is about: stays in view at the left edge. */
  begins?: boolean;
  /** Stays in view at the right edge, as wide as the widest of its buttons' rows. */
  ends?: boolean;
  /** Not broken within a word on paper, as a date is not. */
  whole?: boolean;
  /** Its heading is for screen readers alone, where it does not fit. */
  unseen?: boolean;
  cell: (row: AnyRow, index: number) => ReactNode;
};

export type TableProps = {
  label: string;
  columns: readonly Column[];
  rows: readonly AnyRow[] | undefined;
  sort?: string;
  onSort?: (field: string) => void;
  picked?: Readonly<Record<string, true>>;
  onPick?: (picked: Record<string, true>) => void;
  onWidth?: (id: string, width: number) => void;
  foot?: Readonly<Record<string, ReactNode>>;
  /** Index of the row with the keyboard focus. */
  here?: number;
  onOpen?: (row: AnyRow, index: number) => void;
  /** Shown in place of rows: nothing found, or what went wrong. */
  empty?: ReactNode;
};

const features = tableFeatures({ columnSizingFeature, columnResizingFeature, rowSelectionFeature });
const nothing: AnyRow[] = [];
const [virtualFrom, firstDrawn] = [100, 30];
const words = {
  one: text('选择第{n}行', 'Select row {n}'),
};

/** Until it comes the first lines stand there; where it does not come, all of them. */
const VirtualBody = part<VirtualBodyProps>(() => import('./virtual-body.tsx'), {
  wait: ({ line }) => <tbody>{Array.from({ length: firstDrawn }, (_, index) => line(index))}</tbody>,
  instead:
    ({ count, line }) =>
    () => <tbody>{Array.from({ length: count }, (_, index) => line(index))}</tbody>,
});

export type LineProps = {
  row: AnyRow;
  index: number;
  columns: readonly Column[];
  here: boolean;
  picked: boolean;
  onPick?: ((id: string) => void) | undefined;
  onOpen?: ((row: AnyRow, index: number) => void) | undefined;
};

export const Line = memo(function Line({ row, index, columns, here, picked, onPick, onOpen }: LineProps): ReactNode {
  const { t } = useWords();
  return (
    <tr
      className={`${here ? 'here' : ''} ${picked ? 'picked' : ''}`}
      data-row={index}
      data-open={onOpen ? '' : undefined}
      onClick={onOpen ? () => onOpen(row, index) : undefined}
    >
      {onPick ? (
        <td className="mid" onClick={(event) => event.stopPropagation()}>
          <input
            type="checkbox"
            checked={picked}
            aria-label={t(words.one).replace('{n}', String(index + 1))}
            onChange={() => onPick(row.id)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  );
});

function Bones({ columns, pick }: { columns: readonly Column[]; pick: boolean }): ReactNode {
  return Array.from({ length: 10 }, (_, line) => (
    <tr key={line} aria-hidden="true">
      {pick ? <td className="mid" /> : null}
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          <span className="gh-bone" />
        </td>
      ))}
    </tr>
  ));
}

const [cellPadding, sortMark] = [22, 13];
/** How wide the buttons of a table were last: one that is opened again need not be laid out twice. */
const lastDrawn = new Map<string, number>();

/**
 * How wide columns stand: the one of the buttons as wide as they are drawn, for pages add buttons of their own, in
 * either language. The rows need not be redrawn for it.
 */
function useWidths(
  label: string,
  frame: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  rows: readonly AnyRow[] | undefined,
): (column: Column) => number {
  const [drawn, setDrawn] = useState(() => lastDrawn.get(label) ?? 0);
  const padding = useNarrow() ? 4 : cellPadding;
  useLayoutEffect(() => {
    if (rows === undefined || !columns.some(({ ends }) => ends)) return;
    const rowsOfButtons = [...frame.current!.querySelectorAll<HTMLElement>('tbody .gh-rowbtns')];
    if (rowsOfButtons.length === 0) return;
    const width = Math.max(...rowsOfButtons.map((each) => each.offsetWidth)) + padding;
    lastDrawn.set(label, width);
    setDrawn(width);
  }, [label, frame, columns, rows, padding]);
  return (column) =>
    column.ends && drawn > 0
      ? Math.max(drawn, column.unseen ? 0 : headingWidth(column.title) - sortMark)
      : column.width;
}

/** TanStack's sizes and selection of our columns and rows. */
function useGrid({ columns, picked, onPick, onWidth }: TableProps, data: readonly AnyRow[]) {
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: AnyRow) => row[column.id],
        size: column.width,
        minSize: 56,
        enableResizing: !column.ends,
      })),
    [columns],
  );
  const sizes = useMemo(() => Object.fromEntries(columns.map((column) => [column.id, column.width])), [columns]);
  return useTable<typeof features, AnyRow>({
    features,
    columns: defs,
    data: data as AnyRow[],
    getRowId: (row) => row.id,
    columnResizeMode: 'onEnd',
    state: { rowSelection: picked ?? {}, columnSizing: sizes },
    onRowSelectionChange: (change) => onPick?.(typeof change === 'function' ? change(picked ?? {}) : change),
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(sizes) : change;
      for (const [id, width] of Object.entries(next)) if (width !== sizes[id]) onWidth?.(id, Math.round(width));
    },
  });
}

export type Grid = ReturnType<typeof useGrid>;

/** A table whose rows end with buttons fades out before these, any other at its own edge (look/page.css). */
const frameClass = (columns: readonly Column[]): string =>
  `gh-table ${columns.some(({ ends }) => ends) ? '' : 'open-end'}`;

/** Our own table markup over TanStack's sizes and selection; long lists draw only the rows in view. */
export function DataTable(props: TableProps): ReactNode {
  const { label, columns, rows, sort, onSort, picked, onPick, onWidth, foot, here, onOpen, empty } = props;
  const frame = useRef<HTMLDivElement>(null);
  const data = rows ?? nothing;
  const widthOf = useWidths(label, frame, columns, rows);
  const grid = useGrid(props, data);
  const pickOne = useMemo(
    () => (onPick ? (id: string) => grid.getRow(id).toggleSelected() : undefined),
    [onPick, grid],
  );
  const length = (column: Column): string =>
    column.id === '#' ? 'var(--gh-serial)' : `calc(${widthOf(column)}px * var(--gh-tight))`;
  const line = (row: AnyRow, index: number) => (
    <Line
      key={row.id}
      row={row}
      index={index}
      columns={columns}
      here={here === index}
      picked={picked?.[row.id] ?? false}
      onPick={pickOne}
      onOpen={onOpen}
    />
  );
  return (
    <div className={frameClass(columns)} ref={frame} tabIndex={0} role="region" aria-label={label}>
      <table
        style={{ minWidth: `calc(${[onPick ? '40px' : '0px', ...columns.map(length)].join(' + ')})` }}
        aria-rowcount={rows?.length ?? -1}
        aria-busy={rows === undefined && !empty}
      >
        <colgroup>
          {onPick ? <col style={{ width: 40 }} /> : null}
          {columns.map((column) => (
            <col key={column.id} className={column.id === '#' ? 'serial' : ''} style={{ width: length(column) }} />
          ))}
        </colgroup>
        <TableHead
          grid={grid}
          columns={columns}
          sort={sort}
          onSort={onSort}
          picking={onPick !== undefined}
          some={data.length > 0}
          resizable={onWidth !== undefined}
        />
        {data.length > virtualFrom ? (
          <VirtualBody
            frame={frame}
            count={data.length}
            span={columns.length + (onPick ? 1 : 0)}
            here={here ?? -1}
            line={(index) => line(data[index]!, index)}
          />
        ) : (
          <tbody>
            {rows === undefined && !empty ? <Bones columns={columns} pick={onPick !== undefined} /> : data.map(line)}
          </tbody>
        )}
        {foot && data.length > 0 ? <TableFoot foot={foot} columns={columns} picking={onPick !== undefined} /> : null}
      </table>
      {data.length === 0 && empty ? empty : null}
    </div>
  );
}

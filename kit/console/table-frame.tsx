import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Column, Grid, TableProps } from './table.tsx';
import { useWords } from './words.ts';

const words = {
  all: text('全选', 'Select all'),
  width: text('调整列宽', 'Column width'),
};

export const classOf = ({ id, align, begins, ends, whole }: Column): string =>
  `${align ?? ''} ${begins ? 'begins' : ''} ${ends ? 'ends' : ''} ${whole ? 'whole' : ''} ${id === '#' ? 'serial' : ''}`.trim();

const ariaSort = (sort: string | undefined, id: string) =>
  sort === id ? { 'aria-sort': 'ascending' as const } : sort === `-${id}` ? { 'aria-sort': 'descending' as const } : {};

function SelectAll({ grid, some }: { grid: Grid; some: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <th className="mid">
      <input
        type="checkbox"
        aria-label={t(words.all)}
        checked={some && grid.getIsAllRowsSelected()}
        ref={(box) => {
          if (box) box.indeterminate = grid.getIsSomeRowsSelected() && !grid.getIsAllRowsSelected();
        }}
        onChange={grid.getToggleAllRowsSelectedHandler()}
      />
    </th>
  );
}

type Sorting = { sort: string | undefined; onSort: TableProps['onSort'] };
type HeadingProps = Sorting & { column: Column; resize: ReturnType<Header['getResizeHandler']> | null };
type Header = ReturnType<Grid['getFlatHeaders']>[number];

/** A column's title, which sorts by it where it can, and the grip its width is changed with. */
function Heading({ column, sort, onSort, resize }: HeadingProps): ReactNode {
  const { t } = useWords();
  const title = (
    <span className={column.unseen ? 'gh-sr' : undefined} title={column.title}>
      {column.title}
    </span>
  );
  return (
    <th scope="col" className={classOf(column)} {...ariaSort(sort, column.id)}>
      {column.sortable && onSort ? (
        <button type="button" className="sort" onClick={() => onSort(column.id)}>
          {title}
          <i className="dir" aria-hidden="true">
            {sort === column.id ? '▲' : sort === `-${column.id}` ? '▼' : '↕'}
          </i>
        </button>
      ) : (
        title
      )}
      {resize ? (
        <span className="grip" aria-hidden="true" title={t(words.width)} onMouseDown={resize} onTouchStart={resize} />
      ) : null}
    </th>
  );
}

type TableHeadProps = Sorting & {
  grid: Grid;
  columns: readonly Column[];
  /** Rows can be chosen. */
  picking: boolean;
  /** There are rows. */
  some: boolean;
  resizable: boolean;
};

export function TableHead({ grid, columns, sort, onSort, picking, some, resizable }: TableHeadProps): ReactNode {
  return (
    <thead>
      <tr>
        {picking ? <SelectAll grid={grid} some={some} /> : null}
        {grid.getFlatHeaders().map((header, at) => {
          const column = columns[at]!;
          return (
            <Heading
              key={header.id}
              column={column}
              sort={sort}
              onSort={onSort}
              resize={resizable && !column.ends ? header.getResizeHandler() : null}
            />
          );
        })}
      </tr>
    </thead>
  );
}

type TableFootProps = { foot: NonNullable<TableProps['foot']>; columns: readonly Column[]; picking: boolean };

export function TableFoot({ foot, columns, picking }: TableFootProps): ReactNode {
  return (
    <tfoot>
      <tr>
        {picking ? <td className="unticked" /> : null}
        {columns.map((column) => (
          <td key={column.id} className={classOf(column)}>
            {foot[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { nextSort } from './address.ts';
import { drawn } from './cells.tsx';
import { Nothing, Trouble } from './empty.tsx';
import { columnFields } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { Icon } from './icon.tsx';
import type { Listing } from './listing.ts';
import { Pager } from './pager.tsx';
import { DataTable } from './table.tsx';
import type { Column, TableProps } from './table.tsx';
import { useWords } from './words.ts';
import type { Words } from './words.ts';

const words = { add: text('新增', 'Add'), sum: text('合计', 'Total') };

/** The line under the table: sums over the whole filter, not over the page. */
function totalsRow(
  of: Resource,
  first: string,
  totals: Readonly<Record<string, number>> | undefined,
  wording: Words,
): Record<string, ReactNode> {
  const fields = columnFields(of);
  const sums = Object.fromEntries(
    of.totals
      .filter((name) => fields[name])
      .map((name) => [name, totals ? drawn(name, fields[name]!, { id: '', ...totals }, wording) : '…']),
  );
  return {
    '#': wording.t(words.sum),
    [first]: <span className="gh-narrow-only">{wording.t(words.sum)}</span>,
    ...sums,
  };
}

type NothingListedProps = { of: Resource; filtered: boolean; canAdd: boolean; onReset: () => void; onAdd: () => void };

function NothingListed({ of, filtered, canAdd, onReset, onAdd }: NothingListedProps): ReactNode {
  const { t } = useWords();
  return (
    <Nothing filtered={filtered} onReset={onReset}>
      {of.help ? <span>{t(of.help)}</span> : null}
      {canAdd ? (
        <button type="button" className="gh-btn" onClick={onAdd}>
          <Icon name="plus" size={14} />
          {t(words.add)} · {t(of.title)}
        </button>
      ) : null}
    </Nothing>
  );
}

type ListRowsProps = Pick<TableProps, 'picked' | 'onPick' | 'onWidth' | 'here' | 'onOpen'> & {
  of: Resource;
  listing: Listing;
  columns: readonly Column[];
  canAdd: boolean;
  onReset: () => void;
  onAdd: () => void;
};

/** The rows of a page of the list with the sums of the whole list, or why there are none. */
export function ListRows({ of, listing, columns, canAdd, onReset, onAdd, ...table }: ListRowsProps): ReactNode {
  const wording = useWords();
  const { state, set, data, error, refetch } = listing;
  const rows: readonly AnyRow[] | undefined = data?.records;
  const foot =
    data && columns.some(({ id }) => of.totals.includes(id))
      ? totalsRow(of, columns[1]!.id, data.totals, wording)
      : undefined;
  const empty = error ? (
    <Trouble error={error} onRetry={() => void refetch()} />
  ) : rows?.length === 0 ? (
    <NothingListed
      of={of}
      filtered={state.keyword !== '' || Object.keys(state.filters).length > 0}
      canAdd={canAdd}
      onReset={onReset}
      onAdd={onAdd}
    />
  ) : undefined;
  return (
    <DataTable
      label={wording.t(of.many)}
      columns={columns}
      rows={error ? [] : rows}
      sort={state.sort || (of.order.desc ? `-${of.order.by}` : of.order.by)}
      onSort={(field) => set({ page: 1, sort: nextSort(state.sort, field) })}
      {...table}
      {...(foot ? { foot } : {})}
      empty={empty}
    />
  );
}

type ListPagerProps = { listing: Listing; onPage: (page: number, size: number) => void };

export function ListPager({ listing: { state, data, isPlaceholderData }, onPage }: ListPagerProps): ReactNode {
  return (
    <Pager
      page={state.page}
      size={state.size}
      total={data?.total ?? 0}
      capped={data?.capped === true}
      onPage={onPage}
      {...(isPlaceholderData ? { note: <span className="gh-spin" /> } : {})}
    />
  );
}

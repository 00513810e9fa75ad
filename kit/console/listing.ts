import { useMemo } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import type { Report } from '#kit/declare/report.ts';
import { ask } from './ask.ts';
import type { ListState } from './address.ts';
import { filterQuery, paramsOf, sortQuery, stateOf } from './address.ts';
import type { AnyRow } from './fields.ts';
import { today } from '#kit/declare/format.ts';
import { listCalls } from './list-calls.ts';
import { zone } from './me.ts';
import { waitingKey } from './notices.ts';
import { usePlace } from './place.ts';
import { defaultRange, twoMonthsBack } from './ranges.ts';

export type Paged<R = AnyRow> = {
  records: R[];
  total: number;
  size: number;
  current: number;
  pages: number;
  capped?: boolean;
  totals?: Record<string, number>;
};

/** The same of a report; one by month counts whole months. */
export const reportRange = ({ dimensions, defaultDays }: Report, day: string): Record<string, string> => ({
  ...defaultRange(defaultDays, day),
  ...(Object.values(dimensions).some(({ kind }) => kind === 'month') ? { startTime: twoMonthsBack(day) } : {}),
});

export type Listing = ReturnType<typeof useListing>;

/**
 * One page of a list, determined by the page's address; its sums are fetched once, not with every page. `fixed` filters
 * are not the person's to change.
 */
export function useListing(of: Resource, fixed?: Readonly<Record<string, string>>) {
  const { search, replace } = usePlace();
  const state = useMemo(() => stateOf(new URLSearchParams(search)), [search]);
  const day = today(zone());
  const calls = useMemo(() => listCalls(of, state, day, fixed), [of, state, day, fixed]);
  const { defaults, query, path, conditions } = calls;
  const get =
    (more: Record<string, string>) =>
    ({ signal }: { signal: AbortSignal }) =>
      ask<Paged>(path, more, { signal, quiet: true });
  const found = useQuery({
    queryKey: [of.name, 'list', query],
    queryFn: get(calls.rows),
    placeholderData: keepPreviousData,
  });
  const sums = useQuery({
    queryKey: [of.name, 'list', 'totals', conditions],
    queryFn: get(calls.sums ?? {}),
    enabled: calls.sums !== null,
  });
  const summing = sums.data
    ? { total: sums.data.total, capped: false, totals: sums.data.totals! }
    : sums.isError
      ? { totals: {} }
      : {};
  const data: Paged | undefined = found.data && { ...found.data, ...summing };
  const filters = useMemo(() => ({ ...defaults, ...state.filters }), [state.filters, defaults]);
  const set = (change: Partial<ListState>) => replace(paramsOf({ ...state, ...change }));
  const refetch = () => Promise.all([found.refetch(), ...(calls.sums ? [sums.refetch()] : [])]);
  return {
    state,
    filters,
    query,
    set,
    ...found,
    data,
    refetch,
    exportQuery: { ...filterQuery(state, defaults), ...sortQuery(state), ...fixed },
  };
}

/** Refetches everything drawn from a resource, after a change of one of its rows. */
export function useRefresh(of: Resource): () => Promise<void> {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: waitingKey });
    return Promise.all(
      [[of.name], ['options', of.name]].map((queryKey) => client.invalidateQueries({ queryKey })),
    ).then(() => undefined);
  };
}

export const pathOf = (of: Resource, verb: 'detail' | 'submit' | 'remove'): string =>
  `${of.wire.base}/${of.wire[verb] ?? verb}`;

/** The full record of a row; the row itself where the contract has no detail call. */
export const fetchDetail = (of: Resource, row: AnyRow, signal?: AbortSignal): Promise<AnyRow> =>
  of.verbs.includes('detail')
    ? ask<AnyRow>(pathOf(of, 'detail'), { id: row.id }, { quiet: true, ...(signal ? { signal } : {}) })
    : Promise.resolve(row);

import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { useMay } from '#kit/console/me.ts';
import { roadFigures } from '../model/berth-calls.ts';
import { figureFields } from '../model/figures.ts';

const names = Object.keys(figureFields) as (keyof typeof figureFields)[];
export type Figures = Readonly<Record<keyof typeof figureFields, number | null>> & {
  readonly parkId: string;
  readonly companyId: string;
};

/** Figures of every roadside car park in sight, for whoever may read those; refreshed automatically. */
function useFigures(): readonly Figures[] | undefined {
  const may = useMay();
  return useQuery({
    queryKey: ['curbPark', 'figures'],
    queryFn: ({ signal }) => ask<Figures[]>(roadFigures, {}, { signal, quiet: true }),
    enabled: may(roadFigures.permission),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  }).data;
}

/** The figures added up by a key of the car park; what one may not see is nothing, not nought. */
export function useSums(key: 'parkId' | 'companyId'): ReadonlyMap<string, Figures> {
  const figures = useFigures();
  return useMemo(() => {
    const sums = new Map<string, Figures>();
    for (const each of figures ?? []) {
      const before = sums.get(each[key]);
      const added = names.map((name) => [name, each[name] === null ? null : (before?.[name] ?? 0) + each[name]]);
      sums.set(each[key], { ...each, ...Object.fromEntries(added) });
    }
    return sums;
  }, [figures, key]);
}

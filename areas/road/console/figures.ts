import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { integer, money } from '#kit/declare/field.ts';
import type { FieldOptions, Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { useMay } from '#kit/console/me.ts';
import { roadFigures } from '../model/berth-calls.ts';

const names = ['total', 'free', 'unknown', 'unread', 'settledFen', 'newFen', 'debts', 'owedFen'] as const;
export type Figures = Readonly<Record<(typeof names)[number], number | null>> & {
  readonly parkId: string;
  readonly companyId: string;
};

const drawn: FieldOptions = { readOnly: true, computed: true };
/** What stands beside a car park or company of the roadside; drawn by its page, no column of its own. */
export const figureFields = {
  total: integer(text('泊位', 'Berths'), drawn),
  free: integer(text('空闲', 'Free'), drawn),
  unknown: integer(text('不明', 'Unknown'), drawn),
  unread: integer(text('未登记车牌', 'Unread'), drawn),
  settledFen: money(text('今日已付', 'Settled today'), {
    ...drawn,
    help: text('今日驶离的停车，驶离时已付', 'Paid by the end of stays that ended today'),
  }),
  newFen: money(text('今日新欠', 'New debts today'), drawn),
  debts: integer(text('欠费笔数', 'Debts'), drawn),
  owedFen: money(text('尚欠', 'Owed'), drawn),
} satisfies Fields;

/** Figures of every roadside car park in sight, for whoever may read those; asked for again by themselves. */
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

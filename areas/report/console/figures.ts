import { useEffect, useRef } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Call } from '#kit/declare/call.ts';
import { ask } from '#kit/console/ask.ts';
import { useLive } from '#kit/live/live.ts';
import { useMe } from '#kit/console/me.ts';

/** Figures of today grow by the minute; those of fifteen days hardly do. */
export const often = 15_000;
export const seldom = 120_000;

export type Only = { readonly parkId: string; readonly parkType?: 'curb' };

/** One figure of the home page, refetched automatically while the page is in view. */
export function useFigure<T>(what: Pick<Call, 'name' | 'path'>, only: Only, every: number): UseQueryResult<T> {
  return useQuery({
    queryKey: ['home', what.name, only.parkId, only.parkType],
    queryFn: ({ signal }) => ask<T>(what.path, only, { signal, quiet: true }),
    refetchInterval: every,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Between two looks at the same figures, however much happens at the lanes. */
const breathMs = 1_500;

/** Asks again for what moves when something moved at a lane of the lots in view. */
export function useMovement(only: Only, names: readonly string[]): void {
  const client = useQueryClient();
  const tenantId = useMe((state) => state.me?.tenantId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const name of names) void client.invalidateQueries({ queryKey: ['home', name, only.parkId] });
    }, breathMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive([`gatehouse/v1/live/${tenantId ?? 0}/${only.parkId || '+'}/lane`], look, {
    poll: () => undefined,
    pollMs: 60_000,
  });
}

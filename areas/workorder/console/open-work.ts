import { useQueries } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import type { Paged } from '#kit/console/listing.ts';
import { rdrwork } from '../model/rdrwork.ts';

/** States of work orders that somebody still has to do something about, in their order. */
export const openStates = ['waiting', 'allocated', 'doing', 'paused', 'done'] as const;

/** Open work orders, a list for each state with the one due first on top, at most `size` of each. */
export const useOpenWork = (size: number) =>
  useQueries({
    queries: openStates.map((status) => ({
      queryKey: [rdrwork.name, 'open', size, status],
      refetchInterval: 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask<Paged>(listPaths(rdrwork)[0]!, { status, sort: 'solveDue', size }, { signal, quiet: true }),
    })),
  });

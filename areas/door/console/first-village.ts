/** The community a page begins with where its address names none. */
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { village } from '#areas/lot/model/village.ts';

/** Its id; empty where there is none, undefined while it is not known. */
export function useFirstVillage(isWanted: boolean): string | undefined {
  const may = useMay();
  const isAllowed = may(`${village.name}:read`);
  const { data } = useQuery({
    queryKey: [village.name, 'first'],
    enabled: isWanted && isAllowed,
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(village)[0]!, { size: 1 }, { signal, quiet: true }).then(({ records }) =>
        String(records[0]?.id ?? ''),
      ),
  });
  return isAllowed ? data : '';
}

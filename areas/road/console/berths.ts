/** Berths and sections of one car park as screens ask for them. */
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import type { Spot } from '#kit/console/map-view.ts';
import { parkBerths } from '../model/berth-calls.ts';
import { berthSection } from '../model/berth-section.ts';
import type { berthStates } from '../model/words.ts';

export type StripBerth = {
  readonly id: string;
  readonly berthNo: string;
  readonly sectionId: string;
  readonly location: Spot | null;
  readonly state: keyof typeof berthStates;
  readonly plate: string | null;
  readonly minutes: number | null;
};
export type Counts = Readonly<Record<StripBerth['state'], number>>;

/** How long a strip is taken for what stands there now. */
export const everyMs = 15_000;

/** Berths of a car park, or of one of its sections, in street order; refreshed automatically. */
export const useBerths = (parkId: string, sectionId = '') =>
  useQuery({
    queryKey: ['rdBerth', 'strip', parkId, sectionId],
    queryFn: ({ signal }) =>
      ask<StripBerth[]>(parkBerths, { parkId, ...(sectionId ? { sectionId } : {}) }, { signal, quiet: true }),
    enabled: parkId !== '',
    refetchInterval: everyMs,
  });

/** Sections of a car park in their order, as far as the person may see them. */
export function useSections(parkId: string) {
  const may = useMay();
  return useQuery({
    queryKey: [berthSection.name, 'of', parkId],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(berthSection)[0]!, { parkId, size: 500 }, { signal, quiet: true }).then(
        ({ records }) => records,
      ),
    enabled: parkId !== '' && may('berthSection:read'),
  });
}

export function countsOf(berths: readonly Pick<StripBerth, 'state'>[]): Counts {
  const counts = { free: 0, occupied: 0, unknown: 0, closed: 0 };
  for (const { state } of berths) counts[state] += 1;
  return counts;
}

/** The corners of a section's line, where it has one. */
export const lineOf = (section: AnyRow): readonly Spot[] =>
  Array.isArray(section['line']) ? (section['line'] as Spot[]) : [];

import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { carInside } from '../model/car-inside.ts';

/**
 * Other cars inside the same lot under exactly this plate, the latest entry first. Asks nothing while the plate is too
 * short to be one.
 */
export const useMates = (row: AnyRow, plate: string) =>
  useQuery({
    queryKey: [carInside.name, 'mates', row.id, plate],
    enabled: plate.length >= 6,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { records } = await ask<Paged>(
        listPaths(carInside as Resource)[0]!,
        { parkId: row['parkId'], plateNumber: plate, size: 20, sort: '-inTime' },
        { signal, quiet: true },
      );
      return records.filter((other) => other['plateNumber'] === plate && other.id !== row.id);
    },
  });

import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { park } from '#areas/lot/model/park.ts';
import { carInside } from '#areas/passage/model/car-inside.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { parkMonth } from '#areas/pass/model/park-month.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { today, wallTime } from '#kit/declare/format.ts';
import { defaultRange } from '#kit/console/ranges.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { recordAddress } from '#kit/console/record.ts';
import { plainly, steady, worthAsking } from './answers.ts';
import type { Hits } from './answers.ts';

/** One kind of thing that the palette finds by what was typed. */
type Lookup = {
  of: Resource;
  icon: string;
  /** Filters of its list for the words typed; null where they cannot mean such a thing. */
  filters: (typed: string) => Record<string, string> | null;
  label: (row: AnyRow) => string;
  note: (row: AnyRow) => string;
  /** `may`: what the person may see decides where he is led. */
  address: (row: AnyRow, may: (permission: string) => boolean) => string;
};

/** The longest range a list of facts answers. */
const days = 90;
const shownOfEach = 5;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const named = (row: AnyRow, field: string): string => row.labels?.[field] ?? '';
const at = (value: unknown): string => (value ? wallTime(textOf(value), zone()) : '');
const query = (filters: Readonly<Record<string, string>>): string => new URLSearchParams(filters).toString();

/** Three characters at least, for any two stand on thousands of plates. */
const plate = (typed: string): string | null =>
  /^[\u4e00-\u9fff]?[A-Z0-9]{3,8}$/.test(typed) || /^[\u4e00-\u9fff][A-Z][A-Z0-9]*$/.test(typed) ? typed : null;
const lately = (): Record<string, string> => defaultRange(days, today(zone()));

const lookups: readonly Lookup[] = [
  {
    of: carInside,
    icon: 'car',
    filters: (typed) => (plate(typed) ? { plateNumber: typed } : null),
    label: (row) => textOf(row['plateNumber']),
    note: (row) => [named(row, 'parkId'), at(row['inTime'])].filter(Boolean).join(' · '),
    address: (row, may) =>
      may(`${stay.name}:read`)
        ? recordAddress(stay.name, row.id)
        : `/static/incar?${query({ plateNumber: textOf(row['plateNumber']) })}`,
  },
  {
    of: stay,
    icon: 'swap',
    filters: (typed) => (plate(typed) ? { plateNumber: typed, ...lately() } : null),
    label: (row) => textOf(row['plateNumber']),
    note: (row) => [named(row, 'parkId'), at(row['inTime']), at(row['outTime'])].filter(Boolean).join(' · '),
    address: (row) => recordAddress(stay.name, row.id),
  },
  {
    of: parkingOrder,
    icon: 'order',
    filters: (typed) => (/^(?=.*\d)[A-Z0-9-]{6,40}$/.test(typed) ? { orderNo: typed, ...lately() } : null),
    label: (row) => textOf(row['orderNo']),
    note: (row) => [textOf(row['plateNumber']), named(row, 'parkId')].filter(Boolean).join(' · '),
    address: (row) => recordAddress(parkingOrder.name, row.id),
  },
  {
    of: parkMonth,
    icon: 'ticket',
    filters: (typed) => (plate(typed) ? { plateNumber: typed } : null),
    label: (row) => textOf(row['plateNumber']),
    note: (row) => [textOf(row['ownerName']), named(row, 'parkId'), textOf(row['endTime'])].filter(Boolean).join(' · '),
    address: (row) => recordAddress(parkMonth.name, row.id),
  },
  {
    of: park,
    icon: 'park',
    filters: (typed) => ({ parkName: typed }),
    label: (row) => textOf(row['parkName']),
    note: (row) => named(row, 'companyId'),
    address: (row) => recordAddress(park.name, row.id),
  },
];

/**
 * Searches the lists a person may read for the text typed, once typing pauses (`searchText`); each returns a few rows.
 */
export function useLookups(searchText: string, typed: string): { found: readonly Hits[]; busy: boolean } {
  const may = useMay();
  const [last, setLast] = useState<{ searchText: string; found: readonly Hits[] }>({ searchText: '', found: [] });
  const words = plainly(searchText);
  const wanted = !worthAsking(searchText)
    ? []
    : lookups.flatMap((lookup) => {
        const filters = may(`${lookup.of.name}:read`)
          ? lookup.filters(lookup.of.name === park.name ? searchText.trim() : words)
          : null;
        return filters ? [{ lookup, filters }] : [];
      });
  const answers = useQueries({
    queries: wanted.map(({ lookup: { of }, filters }) => ({
      queryKey: [of.name, 'palette', filters],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask<Paged>(listPaths(of)[0]!, { current: 1, size: shownOfEach, ...filters }, { signal, quiet: true }),
      staleTime: 30_000,
      retry: false,
    })),
  });
  const found = wanted.map(({ lookup }, nth) => ({
    key: lookup.of.name,
    title: lookup.of.title,
    answered: !answers[nth]!.isPending,
    hits: (answers[nth]!.data?.records ?? []).map((row) => ({
      key: `${lookup.of.name} ${row.id}`,
      label: lookup.label(row),
      note: lookup.note(row),
      icon: lookup.icon,
      address: lookup.address(row, may),
    })),
  }));
  const busy = answers.some(({ isPending }) => isPending);
  if (!busy && last.searchText !== searchText) setLast({ searchText, found });
  return { found: steady(found, last.found, searchText, typed), busy };
}

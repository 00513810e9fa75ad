import type { ReactNode } from 'react';
import { drawn } from '#kit/console/cells.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Slots } from '#kit/console/list-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { figureFields } from '../model/figures.ts';
import { useSums } from './figures.ts';

/** Cells of the figures, for a list whose rows are car parks or companies. */
export function useFigureSlots(key: 'parkId' | 'companyId'): Slots {
  const localized = useWords();
  const sums = useSums(key);
  return Object.fromEntries(
    Object.entries(figureFields).map(([name, field]) => [
      name,
      (row: AnyRow): ReactNode => drawn(name, field, { ...sums.get(row.id), id: row.id }, localized),
    ]),
  );
}

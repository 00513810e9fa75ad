import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { datasource, outsideTables } from '../model/datasource.ts';

const DataLook = part(() => import('./data-look.tsx'));
const words = { look: text('查看表', 'Look at tables') };

/** Data sources; what stands in one of them at `?look=`. */
export default function Datasources(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { search, replace } = usePlace();
  const params = new URLSearchParams(search);
  const looked = params.get('look');
  const open = (id: string | null) => {
    if (id) params.set('look', id);
    else params.delete('look');
    replace(params);
  };
  if (looked) return <DataLook key={looked} id={looked} onLeave={() => open(null)} />;
  const rowActions = (row: AnyRow): RowAction[] =>
    may(outsideTables.permission)
      ? [{ key: 'look', label: t(words.look), main: true, onPick: () => open(row.id) }]
      : [];
  return <ListPage of={datasource} rowActions={rowActions} />;
}

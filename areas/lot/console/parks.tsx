import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { boxWords } from './parks-words.ts';
import type { Box } from './parks-words.ts';

const ParkBox = part(() => import('./park-box.tsx'));

/** Car parks, with their six codes, their parameters and their upkeep. */
export default function Parks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [box, setBox] = useState<Box | null>(null);
  const open = (kind: Box['kind'], row: AnyRow) => ({
    key: kind,
    label: t(boxWords[kind]),
    onPick: () => setBox({ kind, row }),
  });
  const extra = (row: AnyRow) => [
    ...(may('parkParameter:read') ? [open('settings', row)] : []),
    open('codes', row),
    ...(may('carInside:sync') || may('parkDevice:parkCommand') ? [open('upkeep', row)] : []),
  ];
  return (
    <>
      <ListPage of={park} rowActions={extra} />
      {box ? <ParkBox {...box} onClose={() => setBox(null)} /> : null}
    </>
  );
}

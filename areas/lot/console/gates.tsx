import { useState } from 'react';
import type { ReactNode } from 'react';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { gateHours } from './gates-words.ts';

const HoursDrawer = part(() => import('./gate-hours.tsx'));

/** Lanes, with the hours in which each car type may pass. */
export default function Gates(): ReactNode {
  const { t } = useWords();
  const [row, setRow] = useState<AnyRow | null>(null);
  const extra = (each: AnyRow) =>
    allows(each, 'edit') ? [{ key: 'hours', label: t(gateHours), onPick: () => setRow(each) }] : [];
  return (
    <>
      <ListPage of={parkGate} rowActions={extra} />
      {row ? <HoursDrawer row={row} onClose={() => setRow(null)} /> : null}
    </>
  );
}

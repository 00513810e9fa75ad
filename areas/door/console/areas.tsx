import { useState } from 'react';
import type { ReactNode } from 'react';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { TreePage } from '#kit/console/tree-page.tsx';
import { useWords } from '#kit/console/words.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { DoorDifference } from './difference.tsx';
import { doorArea } from '../model/door-area.ts';
import { doorFire, startRoll } from '../model/door-fire.ts';
import { insideArea } from '../model/inside-area.ts';

const InsideDialog = part(() => import('./inside.tsx'));

const formNote = (values: Readonly<Record<string, unknown>>): ReactNode => (
  <DoorDifference of={doorArea as Resource} values={values} />
);

/** Areas of doors; of each one sees who is inside, or calls the roll without an alarm, which opens on its own page. */
export default function DoorAreas(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const callRoll = async ({ id }: AnyRow): Promise<void> => {
    try {
      const { fireId } = await ask<{ fireId: string }>(startRoll, { areaId: id }, { key: newKey(), quiet: true });
      go(recordAddress(doorFire.name, fireId));
    } catch (failed) {
      notify.error(wordsOf(failed));
    }
  };
  const [shown, setShown] = useState<AnyRow | null>(null);
  const rowActions = (row: AnyRow) => [
    ...(may(insideArea.permission)
      ? [{ key: 'inside', label: t(insideArea.title), main: true, onPick: () => setShown(row) }]
      : []),
    ...(may(startRoll.permission)
      ? [{ key: 'roll', label: t(startRoll.title), main: true, onPick: () => void callRoll(row) }]
      : []),
  ];
  return (
    <>
      <TreePage of={doorArea} rowActions={rowActions} formNote={formNote} />
      {shown ? (
        <InsideDialog areaId={shown.id} areaName={String(shown['areaName'])} onClose={() => setShown(null)} />
      ) : null}
    </>
  );
}

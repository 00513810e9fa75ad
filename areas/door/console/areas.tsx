import type { ReactNode } from 'react';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { TreePage } from '#kit/console/tree-page.tsx';
import { useWords } from '#kit/console/words.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { DoorDifference } from './difference.tsx';
import { doorArea } from '../model/door-area.ts';
import { doorFire, startRoll } from '../model/door-fire.ts';

const formNote = (values: Readonly<Record<string, unknown>>): ReactNode => (
  <DoorDifference of={doorArea as Resource} values={values} />
);

/** Areas of doors; the roll of each can be called without an alarm and opens on its own page. */
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
  const rowActions = (row: AnyRow) =>
    may(startRoll.permission)
      ? [{ key: 'roll', label: t(startRoll.title), main: true, onPick: () => void callRoll(row) }]
      : [];
  return <TreePage of={doorArea} rowActions={rowActions} formNote={formNote} />;
}

import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { RecordPage } from '#kit/console/record-page.tsx';
import { doorFire } from '../model/door-fire.ts';
import { fireRollOf } from './fire-roll.tsx';

/** Fire alarms at doors and roll calls without one; the details contain the roll. */
export default function Fires(): ReactNode {
  return (
    <RecordPage of={doorFire} lead={fireRollOf}>
      <ChoiceTabs of={doorFire} name="status" />
    </RecordPage>
  );
}

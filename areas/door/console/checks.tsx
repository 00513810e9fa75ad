import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { doorCheck } from '../model/door-check.ts';

/** People who were handed in, by what became of them. */
export default function DoorChecks(): ReactNode {
  return (
    <ListPage of={doorCheck}>
      <ChoiceTabs of={doorCheck} name="status" />
    </ListPage>
  );
}

import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { separationException } from '../model/separation-exception.ts';

/** Exceptions to separation rules, by how they stand. */
export default function SeparationExceptions(): ReactNode {
  return (
    <ListPage of={separationException}>
      <ChoiceTabs of={separationException} name="status" />
    </ListPage>
  );
}

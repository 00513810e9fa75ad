import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { moneyItem } from '../model/money-day.ts';

/** Carried differences by state. */
export default function Carried(): ReactNode {
  return (
    <ListPage of={moneyItem}>
      <ChoiceTabs of={moneyItem} name="status" />
    </ListPage>
  );
}

import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { adverOrder } from '../model/advert-order.ts';

/** Ad-free orders of all car parks, by platform. */
export default function PlatOrders(): ReactNode {
  return (
    <ListPage of={adverOrder}>
      <ChoiceTabs of={adverOrder} name="plat" />
    </ListPage>
  );
}

import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { carList } from '../model/car-list.ts';

const lists = carList as Resource;

/** Both lists of cars, each of them at one press. */
export default function CarLists(): ReactNode {
  return (
    <ListPage of={lists}>
      <ChoiceTabs of={lists} name="type" />
    </ListPage>
  );
}

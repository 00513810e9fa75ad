import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { carList } from '../model/car-list.ts';

const lists = carList as unknown as Resource;

/** Both lists of cars; the white one and what of it waits for a decision at one press each. */
export default function CarLists(): ReactNode {
  return <ListPage of={lists}><ChoiceTabs of={lists} name="type" /><ChoiceTabs of={lists} name="dataStatus" /></ListPage>;
}

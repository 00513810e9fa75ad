import type { ReactNode } from 'react';
import { ListPage } from '#kit/console/list-page.tsx';
import { doorEmployee } from '../model/door-employee.ts';
import { weekOfPerson } from './week-plan.tsx';

/** People of doors; the details draw a person's week at each device. */
export default function DoorPeople(): ReactNode {
  return <ListPage of={doorEmployee} detail={weekOfPerson} />;
}

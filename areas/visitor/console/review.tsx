import type { ReactNode } from 'react';
import { ListPage } from '#kit/console/list-page.tsx';
import { reviewed } from './sides.ts';
import { visitDetail } from './visit-detail.tsx';

const waiting = { status: 'waiting' };

/** Visits that wait, to be passed or refused, several at once too. */
export default function Review(): ReactNode {
  return <ListPage of={reviewed} fixed={waiting} detail={visitDetail} />;
}

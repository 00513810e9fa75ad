import { arrearsMoved } from '#areas/billing/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { followArrears } from './follow.ts';

/** What the roadside handles: debts follow the arrears account, of whatever car park. */
export const roadEvents: AreaEvents = {
  name: 'road',
  emits: [],
  handles: [on(arrearsMoved, ({ place, moves }, { db }) => followArrears(db, place, moves))],
};

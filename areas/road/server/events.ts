import { arrearsMoved, paidTogether } from '#areas/billing/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { appealDecided, appealRaised } from '#areas/workorder/model/events.ts';
import { decideAppeal, holdAppealed } from './appeals.ts';
import { keepCollection } from './collected-online.ts';
import { followArrears } from './follow.ts';

/**
 * What the roadside handles: debts follow the arrears account, of whatever car park, and what is decided of appeals
 * against them.
 */
export const roadEvents: AreaEvents = {
  name: 'road',
  emits: [],
  handles: [
    on(arrearsMoved, ({ place, moves }, { db }) => followArrears(db, place, moves)),
    on(paidTogether, (payment, { db }) => keepCollection(db, payment)),
    on(appealRaised, (appeal, { db }) => holdAppealed(appeal, db)),
    on(appealDecided, (outcome, { db }) => decideAppeal(outcome, db)),
  ],
};

import { inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { tableOf } from '#kit/server/table.ts';
import { unchargedOrder, unchargedStates } from '../model/uncharged.ts';

/** Few among all orders, found by an index of their own. */
export const isUncharged = (): SQL => inArray(tableOf(unchargedOrder).status!, Object.keys(unchargedStates));

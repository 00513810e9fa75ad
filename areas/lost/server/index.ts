import * as model from '#areas/lost/model/index.ts';
import { area } from '#kit/area/area.ts';
import type { Effect } from '#kit/server/lifecycle.ts';

const returned: Effect = async (_, { ownerName, ownerPhone, closedNote }) => ({ ownerName, ownerPhone, closedNote });
const ended: Effect = async (_, { closedNote }) => ({ closedNote });

export const lost = area({
  name: 'lost',
  model,
  effects: { lostItem: { giveBack: returned, handOver: ended, dispose: ended } },
});

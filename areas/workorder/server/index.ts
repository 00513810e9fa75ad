import { crud } from '#kit/server/crud.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Served } from '#kit/server/served.ts';
import { member, memberPlate } from '../model/member.ts';
import { requestServed } from './requests.ts';
import { warningServed } from './warnings.ts';
import { workServed } from './work.ts';

export const served: readonly Served[] = [
  ...workServed,
  ...warningServed,
  ...requestServed,
  ...crud(member),
  ...moves(member, {
    block: async (_, asked) => ({ blockReason: asked.reason }),
    unblock: async () => ({ blockReason: null }),
  }),
  ...crud(memberPlate),
];

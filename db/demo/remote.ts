/** Who may open barriers from afar in the demo: one lot requires a grant, two only list theirs. */
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';
import { staff } from './city.ts';

const grants = [
  { code: 'AB04', account: 'anbo.service', remark: '夜间无人值守，由客服中心远程开闸', needed: true },
  { code: 'AB04', account: 'anbo', remark: '集团应急' },
  { code: 'AB01', account: 'anbo.manager', remark: '车场经理' },
  { code: 'CX03', account: 'changxing', remark: '年末盘点值班', days: 7 },
] as const;

/** `userIds` in the order of `staff`. */
export async function grantRemote(ask: Ask, lots: readonly BuiltLot[], userIds: readonly string[]): Promise<void> {
  for (const { code, account, remark, ...more } of grants) {
    const parkId = lots.find(({ plan }) => plan.code === code)!.site.parkId;
    const userId = userIds[staff.findIndex((each) => each.account === account)]!;
    const term =
      'days' in more
        ? {
            authorizeType: 'term',
            startTime: new Date().toISOString(),
            endTime: new Date(Date.now() + more.days * 86_400_000).toISOString(),
          }
        : { authorizeType: 'long' };
    await ask('POST', 'platAuthorize/remoteAuthorize', { parkId, userId, remark, ...term });
    if ('needed' in more) await ask('POST', 'parkParameter/submit', { parkId, settings: { remoteNeedsGrant: true } });
  }
}

/** How many coupons of a rule a driver may still take: by phone for good, by plate on one day of the lot. */
import { claimRefusal } from '#domain/coupon/limits.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { placesOf } from '#areas/billing/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import type { Taker } from './claim.ts';
import type { Rule } from './terms.ts';

const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const whyNot = {
  early: text('领取尚未开始', 'Claiming has not begun'),
  late: text('领取已结束', 'Claiming is over'),
  person: text('您已领取过', 'You have claimed this before'),
  plate: text('该车牌今天已领取过', 'This plate has claimed it today'),
};

/** The zone of a rule's first car park: its days are counted and shown there. */
export async function zoneOf(db: Db, tenantId: number, parkIds: readonly string[]): Promise<string> {
  const [parkId] = parkIds;
  return (parkId && (await placesOf(db, [parkId], tenantId)).get(parkId)?.zone) || 'Asia/Shanghai';
}

/** What a phone took counts also after it gave it on: else one phone could take all and give them away. */
async function taken(db: Db, rule: Rule, { plate, phone }: Taker, now: Date) {
  const zone = await zoneOf(db, rule.tenantId, rule.parkIds ?? []);
  const since = new Date(startOfDay(dayOf(now.getTime(), zone), zone)).toISOString();
  const [count] = await db.raw<{ held: number; givenOn: number; byPlateToday: number }>(
    `SELECT count(*) FILTER (WHERE holder_phone = $3)::int AS held, count(*) FILTER (WHERE plate_number = $4 AND claim_time >= $5)::int AS "byPlateToday",
       (SELECT count(*)::int FROM coupon_gift WHERE tenant_id = $1 AND rule_id = $2 AND giver = 'driver' AND giver_phone = $3) AS "givenOn"
     FROM coupon_info WHERE tenant_id = $1 AND rule_id = $2 AND status <> 'cancelled' AND (holder_phone = $3 OR plate_number = $4) AND deleted_at IS NULL`,
    [rule.tenantId, rule.id, phone, plate, since],
  );
  return { byPerson: count!.held + count!.givenOn, byPlateToday: count!.byPlateToday };
}

/** A coupon that was given on is taken whenever it is offered: the rule's window is for claiming. The rule is held. */
export async function mayTake(db: Db, rule: Rule, taker: Taker, now: Date, within?: 'window'): Promise<void> {
  if (within && rule.status !== 'enabled') throw ruleRefused(whyNot.late);
  const limits = {
    budgetNum: rule.budgetNum,
    perPerson: rule.perPerson ?? 0,
    perPlateDay: rule.perPlateDay ?? 0,
    claimFrom: within ? ms(rule.claimFrom) : null,
    claimUntil: within ? ms(rule.claimUntil) : null,
  };
  const refused = claimRefusal(limits, await taken(db, rule, taker, now), now.getTime());
  if (refused) throw ruleRefused(whyNot[refused]);
}

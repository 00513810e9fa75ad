/** Coupons come to drivers: claimed by a code, or given by a store or the office. */
import { lastMoment } from '#domain/coupon/limits.ts';
import { couponStep } from '#domain/coupon/coupon.ts';
import type { Purse } from '#domain/coupon/coupon.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { couponsTaken } from '../model/events.ts';
import { couponRule } from '../model/coupon-rule.ts';
import { couponGift, couponGiftItem } from '../model/records.ts';
import { giveCoupons } from '../model/row-calls.ts';
import { placeFor } from './follow.ts';
import { ofStore } from './own.ts';
import { couponOf, couponsWhere, Purses, writeCoupons } from './rows.ts';
import type { StoredCoupon } from './rows.ts';
import type { Rule } from './terms.ts';

const NO_MONEY: Purse = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: 0 };
const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at));

export type Taker = { readonly plate: string; readonly phone: string | null };

/** Gives unclaimed coupons of a rule to a driver; onto the bill at once where his car is inside. The rule is held. */
export async function handOver(
  db: Db,
  rule: Rule,
  rows: readonly StoredCoupon[],
  { plate, phone }: Taker,
  now: Date,
): Promise<void> {
  const at = now.getTime();
  const validUntil = lastMoment(at, rule.validDays, ms(rule.validUntil));
  const steps = rows.map((row) => couponStep(couponOf(row), NO_MONEY, { kind: 'claim', plate, phone, validUntil, at }));
  const refused = steps.find((step) => step.refused)?.refused;
  if (refused) throw ruleRefused(text('该卡券已被领取或已失效', 'This coupon is taken or over'));
  await writeCoupons(
    db,
    rule.tenantId,
    steps.map(({ coupon }) => ({ coupon, also: { claimTime: at } })),
  );
  const purses = await Purses.hold(db, rule.tenantId, [rule.id]);
  purses.count(rule.id, { claimed: rows.length });
  await purses.write();
  const { tenantId, companyId } = rule;
  await emit(
    couponsTaken,
    { tenantId, companyId, couponIds: rows.map(({ id }) => id), name: rule.ruleName, plate, phone, validUntil, at },
    { db },
  );
  if (rule.autoUse) await placeInside(db, rule.tenantId, rule.parkIds ?? [], plate, now);
}

/** Where a car of this plate is inside now, of these lots. */
export const lotsInside = (db: Db, tenantId: number, parkIds: readonly string[], plate: string) =>
  db.raw<{ tenantId: number; companyId: string; parkId: string; stayId: string }>(
    `SELECT tenant_id AS "tenantId", company_id AS "companyId", park_id AS "parkId", id AS "stayId" FROM car_inside
     WHERE tenant_id = $1 AND park_id = ANY($2::uuid[]) AND plate_number = $3 AND status = 'open'
     ORDER BY in_time DESC`,
    [tenantId, [...parkIds], plate],
  );

/** Onto the bill of the plate's car where it is inside one of the lots. */
export async function placeInside(
  db: Db,
  tenantId: number,
  parkIds: readonly string[],
  plate: string,
  now: Date,
): Promise<void> {
  const [lot] = await lotsInside(db, tenantId, parkIds, plate);
  if (lot) await placeFor(db, lot, [{ stayId: lot.stayId, plate, at: now.getTime() }], now);
}

/** Unclaimed coupons of a rule, the oldest first, so that two takers never wait for the same one. */
export const unclaimedOf = (db: Db, rule: Rule, num: number, now: Date): Promise<StoredCoupon[]> =>
  couponsWhere(
    db,
    rule.tenantId,
    `c.id IN (SELECT u.id FROM coupon_info u WHERE u.tenant_id = $1 AND u.rule_id = $2 AND u.status = 'unclaimed'
     AND u.valid_until >= $3 AND u.deleted_at IS NULL ORDER BY u.id LIMIT ${num} FOR NO KEY UPDATE SKIP LOCKED)`,
    [rule.id, now.toISOString()],
    true,
  );

async function give(work: Work): Promise<unknown> {
  const {
    ruleId,
    plateNumber,
    phone = null,
    num: count,
    remark,
  } = work.input as {
    ruleId: string;
    plateNumber: string;
    phone?: string | null;
    num?: number | null;
    remark?: string | null;
  };
  const num = count ?? 1;
  const rule = (await rowOf(couponRule, ruleId, work.db, { lock: true, narrow: ofStore(couponRule)(work) })) as Rule;
  if (rule.status !== 'enabled') throw ruleRefused(text('该规则未启用', 'This rule is not enabled'));
  const { tenantId, companyId } = rule;
  const db = ofTenant(work.db, tenantId);
  const rows = await unclaimedOf(db, rule, num, work.now);
  if (rows.length < num)
    throw ruleRefused(
      fill(text('未领取的卡券只有 {count} 张，请先发券', 'Only {count} unclaimed coupons: issue more first'), {
        count: rows.length,
      }),
    );
  await handOver(db, rule, rows, { plate: plateNumber, phone }, work.now);
  const { person } = work;
  const owner = { tenantId, companyId, storeId: rule.storeId, createdBy: person.userId, updatedBy: person.userId };
  const giftId = newId();
  const time = work.now.toISOString();
  await db.insert(tableOf(couponGift)).values({
    ...owner,
    id: giftId,
    time,
    ruleId: rule.id,
    giver: person.sellerId ? 'store' : 'staff',
    giverName: person.name || person.account,
    way: phone ? 'phone' : 'plate',
    plateNumber,
    phone,
    num,
    remark: remark ?? null,
  });
  await db
    .insert(tableOf(couponGiftItem))
    .values(rows.map((row) => ({ ...owner, id: newId(), giftId, couponId: row.id, time })));
  work.record({
    resource: 'couponInfo',
    action: 'give',
    rowId: giftId,
    after: { ruleId: rule.id, plateNumber, phone, num },
    tenantId,
    companyId,
  });
  return { giftId, coupons: rows.map(({ id }) => id) };
}

export const claimServed: Served[] = [serve(giveCoupons, give)];

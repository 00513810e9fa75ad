/** A seller gives a discount to a plate. */
import { couponStep } from '#domain/derate/coupon.ts';
import type { Coupon } from '#domain/derate/coupon.ts';
import { mostCharged } from '#domain/derate/terms.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { formatFen } from '#domain/money/fen.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { placesOf } from '#areas/billing/server/door.ts';
import { giveDerate } from '../model/calls.ts';
import { carDerate } from '../model/car-derate.ts';
import { parkDerate } from '../model/park-derate.ts';
import { cancelDerate } from '../model/row-calls.ts';
import { applyCouponActions } from './coupon-actions.ts';
import { requestedId, ofSeller, sellerNamed } from './own.ts';
import type { Seller } from './own.ts';
import { holdAccounts, writeAccount } from './rows.ts';
import { termsOf } from './terms.ts';
import type { Rule } from './terms.ts';

/** A rule this seller may give today. The rule's row is held, so that its limit is counted by one giver at a time. */
export async function ruleToGive(db: Db, seller: Seller, derateId: string, now: Date): Promise<Rule> {
  if (!seller.enable) throw ruleRefused(text('该商家已停用', 'This shop is disabled'));
  if (!seller.derateIds?.includes(derateId))
    throw new Refused('bad_input', {}, [
      { field: 'derateId', msg: text('该商家不能使用此优惠规则', 'This shop may not use this rule') },
    ]);
  const rule = (await rowOf(parkDerate, derateId, db, { lock: true })) as Rule;
  if (!rule.enable) throw ruleRefused(text('该优惠规则已停用', 'This discount rule is disabled'));
  const today = dayOf(now.getTime(), (await placesOf(db, [seller.parkId], seller.tenantId)).get(seller.parkId)!.zone);
  if ((rule.startDate && today < rule.startDate) || (rule.endDate && today > rule.endDate))
    throw ruleRefused(text('该优惠规则不在有效期内', 'This discount rule is not valid today'));
  return rule;
}

const GIVEN = ['bound', 'locked', 'used', 'restored'];

async function withinLimit(db: Db, rule: Rule, plate: string, now: Date): Promise<void> {
  if (!rule.dayLimit) return;
  const { zone } = (await placesOf(db, [rule.parkId], rule.tenantId)).get(rule.parkId)!;
  const since = new Date(startOfDay(dayOf(now.getTime(), zone), zone)).toISOString();
  const [row] = await db.raw<{ given: number }>(
    'SELECT count(*)::int AS given FROM car_derate WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 AND derate_id = $4 AND time >= $5 AND status = ANY($6::text[]) AND deleted_at IS NULL',
    [rule.tenantId, rule.parkId, plate, rule.id, since, GIVEN],
  );
  if (row!.given >= rule.dayLimit)
    throw ruleRefused(
      fill(text('{plate} 今天已领取 {count} 次，达到上限', "{plate} has reached today's limit of {count}"), {
        plate,
        count: row!.given,
      }),
    );
}

export type Giving = {
  readonly plate: string;
  readonly source: 'office' | 'seller' | 'code' | 'box';
  readonly operator: string;
  readonly remark?: string | null;
  readonly by?: string;
};

const HOUR = 3_600_000;

/**
 * Binds a discount to a plate and holds what it may cost of the seller's balance. `db` is of the seller's tenant.
 * Answers its id.
 */
export async function give(
  db: Db,
  seller: Seller,
  rule: Rule,
  { plate, source, operator, remark, by }: Giving,
  now: Date,
): Promise<{ id: string; validUntil: string }> {
  await withinLimit(db, rule, plate, now);
  const [terms, at] = [termsOf(rule), now.getTime()];
  const fresh: Coupon = {
    id: newId(),
    terms,
    state: 'issued',
    plate: null,
    stay: null,
    order: null,
    lockedUntil: null,
    validUntil: at + (rule.validHours ?? 24) * HOUR,
    reservedFen: 0,
    benefitFen: 0,
    chargedFen: 0,
    uses: [],
  };
  const account = (await holdAccounts(db, seller.tenantId, [seller.id])).get(seller.id)!;
  const step = couponStep(fresh, account, { kind: 'bind', plate, at });
  if (step.refused)
    throw ruleRefused(
      fill(text('商家余额不足：本次需冻结 {need} 元', 'Insufficient shop balance: CNY {need} needed'), {
        need: formatFen(mostCharged(terms)),
      }),
    );
  const validUntil = new Date(fresh.validUntil).toISOString();
  await db.insert(tableOf(carDerate)).values({
    tenantId: seller.tenantId,
    companyId: seller.companyId,
    parkId: seller.parkId,
    id: fresh.id,
    plateNumber: plate,
    sellerId: seller.id,
    derateId: rule.id,
    derateType: rule.derateType,
    derateValue: rule.derateValue,
    status: step.coupon.state,
    source,
    time: now.toISOString(),
    validUntil,
    benefitFen: 0,
    chargedFen: 0,
    reservedFen: step.coupon.reservedFen,
    operator,
    remark: remark ?? null,
    terms,
    uses: [],
    ...(by ? { createdBy: by, updatedBy: by } : {}),
  });
  await writeAccount(db, seller.tenantId, seller.id, step.account);
  return { id: fresh.id, validUntil };
}

async function giveNow(work: Work): Promise<unknown> {
  const { sellerId, derateId, plateNumber, remark } = work.input as {
    sellerId: string;
    derateId: string;
    plateNumber: string;
    remark?: string;
  };
  const seller = await sellerNamed(work, sellerId);
  const db = ofTenant(work.db, seller.tenantId);
  const rule = await ruleToGive(db, seller, derateId, work.now);
  const { person } = work;
  const given = await give(
    db,
    seller,
    rule,
    {
      plate: plateNumber,
      source: person.sellerId ? 'seller' : 'office',
      operator: person.name || person.account,
      remark: remark ?? null,
      by: person.userId,
    },
    work.now,
  );
  work.record({
    resource: carDerate.name,
    action: 'grant',
    rowId: given.id,
    after: { plateNumber, sellerId, derateId },
    tenantId: seller.tenantId,
    companyId: seller.companyId,
    parkId: seller.parkId,
  });
  return given;
}

const WHY_NOT = {
  locked: text('该优惠正在报价中，请稍后再试', 'This discount is part of an open quote. Try again later.'),
  'not-open': text('该优惠已使用或已失效，不能撤销', 'This discount is used or over and cannot be withdrawn'),
} as const;

async function cancelNow(work: Work): Promise<unknown> {
  const row = await rowOf(
    carDerate,
    requestedId((work.input as { recordId: string }).recordId, carDerate.title),
    work.db,
    {
      narrow: ofSeller(carDerate)(work),
    },
  );
  const [tenantId, at] = [row.tenantId as number, work.now.getTime()];
  const { steps } = await applyCouponActions(ofTenant(work.db, tenantId), tenantId, [
    { couponId: row.id, at, event: { kind: 'cancel', at } },
  ]);
  const refused = steps[0]?.refused;
  if (refused) throw ruleRefused(WHY_NOT[refused === 'locked' ? 'locked' : 'not-open']);
  work.record({
    resource: carDerate.name,
    action: 'cancel',
    rowId: row.id,
    before: { status: row.status },
    after: { status: 'cancelled' },
    tenantId,
    companyId: row.companyId as string,
    parkId: row.parkId as string,
  });
  return { id: row.id };
}

export const giveServed: Served[] = [serve(giveDerate, giveNow), serve(cancelDerate, cancelNow)];

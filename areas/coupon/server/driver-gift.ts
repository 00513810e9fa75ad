/** One driver gives a coupon on to another: by a code that is good for a day, once, and until he takes it back. */
import { networkOf } from '#domain/network/network.ts';
import { couponStep } from '#domain/coupon/coupon.ts';
import type { CouponEvent, CouponStep, Purse } from '#domain/coupon/coupon.ts';
import { knock } from '#areas/access/server/door.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { couponRule } from '../model/coupon-rule.ts';
import { couponsTaken } from '../model/events.ts';
import { couponGift, couponGiftItem } from '../model/records.ts';
import { placeInside } from './claim.ts';
import type { Taker } from './claim.ts';
import { mayTake } from './limits.ts';
import type { Found } from './driver.ts';
import { couponOf, couponsWhere, writeCoupons } from './rows.ts';
import type { StoredCoupon } from './rows.ts';
import { newNo } from './rules.ts';
import type { Rule } from './terms.ts';

const DAY_MS = 86_400_000;
/** A gift moves no money: what is held for the coupon stays held. */
const NO_MONEY: Purse = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: 0 };

const whyNot: Readonly<Record<NonNullable<CouponStep['refused']>, ReturnType<typeof text>>> = {
  'not-open': text('该卡券已被领取或已失效', 'This coupon is taken or over'),
  over: text('该卡券已过期', 'This coupon is over'),
  gifts: text('该卡券不能再转赠', 'This coupon may not be given on again'),
  own: text('不能转赠给自己', 'This coupon is yours already'),
};

function stepped(row: StoredCoupon, event: CouponEvent) {
  const { coupon, refused } = couponStep(couponOf(row), NO_MONEY, event);
  if (refused) throw ruleRefused(whyNot[refused]);
  return coupon;
}

/** The coupon of this plate and phone; both are needed, one alone opens nothing. */
async function ownCoupon(db: Db, tenantId: number, { plate, phone }: Taker, couponId: string): Promise<StoredCoupon> {
  const [row] = await couponsWhere(
    db,
    tenantId,
    'c.id::text = $2 AND c.plate_number = $3 AND c.holder_phone = $4',
    [couponId, plate, phone],
    true,
  );
  if (!row) throw new Refused('no_such_record', { what: text('该卡券', 'This coupon') });
  return row;
}

/** Offers a claimed coupon to whoever gets its gift code within a day. */
export const offerGift = (work: Work, tenantId: number, taker: Taker, couponId: string): Promise<void> =>
  work.database.write(tenantScope(tenantId), async (db) => {
    const row = await ownCoupon(db, tenantId, taker, couponId);
    const rule = (await rowOf(couponRule as Resource, row.ruleId, db)) as Rule;
    const at = work.now.getTime();
    const maxGifts = rule.giftable ? (rule.maxGifts ?? 1) : 0;
    const coupon = stepped(row, { kind: 'give', maxGifts, until: at + DAY_MS, at });
    await writeCoupons(db, tenantId, [{ coupon, also: { giftCode: newNo() } }]);
  });

/** Takes a coupon back that nobody has accepted yet. */
export const withdrawGift = (work: Work, tenantId: number, taker: Taker, couponId: string): Promise<void> =>
  work.database.write(tenantScope(tenantId), async (db) => {
    const row = await ownCoupon(db, tenantId, taker, couponId);
    await writeCoupons(db, tenantId, [{ coupon: stepped(row, { kind: 'withdraw' }), also: { giftCode: null } }]);
  });

/**
 * The taker has it from now on, within the rule's limits for him; the giver has it no more. The rule is held, so that
 * limits are counted by one at a time.
 */
export async function acceptGift(work: Work, found: Found, taker: Taker & { readonly phone: string }): Promise<void> {
  await knock(work.database, [{ key: `coupon-claim:${networkOf(work.request.ip)}`, most: 30, seconds: 3600 }]);
  await work.database.write(tenantScope(found.tenantId), async (db) => {
    const rule = (await rowOf(couponRule as Resource, found.ruleId, db, { lock: true })) as Rule;
    const [row] = await couponsWhere(db, found.tenantId, `c.id = $2 AND c.status = 'giving'`, [found.couponId], true);
    if (!row) throw ruleRefused(whyNot['not-open']);
    const at = work.now.getTime();
    const coupon = stepped(row, { kind: 'accept', phone: taker.phone, plate: taker.plate, at });
    await mayTake(db, rule, taker, work.now);
    await writeCoupons(db, found.tenantId, [{ coupon, also: { claimTime: at, giftCode: null } }]);
    await recordGift(db, rule, row, taker, work.now);
    await emit(
      couponsTaken,
      {
        tenantId: rule.tenantId,
        companyId: rule.companyId,
        couponIds: [row.id],
        name: rule.ruleName,
        plate: taker.plate,
        phone: taker.phone,
        validUntil: coupon.validUntil,
        at,
      },
      { db },
    );
    if (rule.autoUse) await placeInside(db, rule.tenantId, rule.parkIds ?? [], taker.plate, work.now);
  });
}

async function recordGift(db: Db, rule: Rule, row: StoredCoupon, taker: Taker, now: Date): Promise<void> {
  const owner = { tenantId: rule.tenantId, companyId: rule.companyId, storeId: row.storeId };
  const [giftId, time] = [newId(), now.toISOString()];
  await db.insert(tableOf(couponGift)).values({
    ...owner,
    id: giftId,
    time,
    ruleId: rule.id,
    giver: 'driver',
    giverName: null,
    giverPhone: row.phone,
    way: 'link',
    plateNumber: taker.plate,
    phone: taker.phone,
    num: 1,
  });
  await db.insert(tableOf(couponGiftItem)).values([{ ...owner, id: newId(), giftId, couponId: row.id, time }]);
}

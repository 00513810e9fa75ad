/**
 * A driver claims coupons by a code, sees those of his plate and phone, and puts one on the bill of his car: no login.
 */
import { networkOf } from '#domain/network/network.ts';
import { knock, mustBeOpen } from '#areas/access/server/door.ts';
import { endPlaced } from '#areas/derate/server/door.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Work } from '#kit/server/work.ts';
import { couponRule } from '../model/coupon-rule.ts';
import { handOver, lotsInside, unclaimedOf } from './claim.ts';
import type { Taker } from './claim.ts';
import { mayTake, zoneOf } from './limits.ts';
import { placeNow } from './place.ts';
import { couponsWhere } from './rows.ts';
import type { StoredCoupon } from './rows.ts';
import type { Rule } from './terms.ts';

/** What a code leads to: a rule whose coupons may be claimed, one coupon of it, or one that a driver gives on. */
export type Found = {
  readonly tenantId: number;
  readonly ruleId: string;
  readonly couponId: string | null;
  readonly name: string;
  readonly status: string;
  readonly isGift: boolean;
};

/** Whoever holds a code may ask; ten wrong ones of an address end its asking for a quarter of an hour. */
export async function byCode(work: Work, code: string): Promise<Found | null> {
  const network = networkOf(work.request.ip);
  const misses = [{ key: `coupon-miss:${network}`, most: 10, seconds: 900 }];
  await mustBeOpen(work.database, misses);
  await knock(work.database, [{ key: `coupon-look:${network}`, most: 60, seconds: 60 }]);
  const spoken = code.trim().toUpperCase();
  const ask = (sql: string): Promise<Found[]> =>
    work.database.read(platformScope, (db) => db.raw<Found>(sql, [spoken]));
  const [rule] = await ask(
    `SELECT tenant_id AS "tenantId", id AS "ruleId", NULL::uuid AS "couponId", rule_name AS name, status,
     false AS "isGift" FROM coupon_rule WHERE claim_code = $1 AND deleted_at IS NULL`,
  );
  if (rule) return rule;
  const [one] = await ask(
    `SELECT tenant_id AS "tenantId", rule_id AS "ruleId", id AS "couponId", terms->>'name' AS name, status, gift_code = $1 AS "isGift" FROM coupon_info
     WHERE (coupon_no = $1 OR (gift_code = $1 AND status = 'giving')) AND deleted_at IS NULL`,
  );
  if (one) return one;
  await knock(work.database, misses);
  return null;
}

export async function claim(work: Work, found: Found, taker: Taker): Promise<void> {
  const network = networkOf(work.request.ip);
  await knock(work.database, [{ key: `coupon-claim:${network}`, most: 30, seconds: 3600 }]);
  await work.database.write(tenantScope(found.tenantId), async (db) => {
    const rule = (await rowOf(couponRule as Resource, found.ruleId, db, { lock: true })) as Rule;
    await mayTake(db, rule, taker, work.now, 'window');
    const rows = found.couponId
      ? await couponsWhere(db, found.tenantId, 'c.id = $2', [found.couponId], true)
      : await unclaimedOf(db, rule, 1, work.now);
    if (rows.length === 0) throw ruleRefused(text('已领完', 'All are taken'));
    await handOver(db, rule, rows, taker, work.now);
  });
}

export type Mine = Pick<StoredCoupon, 'id' | 'validUntil'> & {
  readonly name: string;
  readonly status: 'held' | 'giving' | 'placed';
  /** It may be given on. */
  readonly isGiftable: boolean;
  readonly giftCode: string | null;
  readonly givingUntil: string | null;
  /** Its times are shown in this zone. */
  readonly zone: string;
  /** The lot whose bill it stands on, or where it may be put on one now. */
  readonly parkId: string | null;
};

const minePart = `c.plate_number = $2 AND c.holder_phone = $3 AND c.status IN ('held', 'giving', 'placed') AND c.valid_until >= $4`;
const mineOf = (db: Db, tenantId: number, { plate, phone }: Taker, now: Date, lock: boolean): Promise<StoredCoupon[]> =>
  couponsWhere(db, tenantId, minePart, [plate, phone, now.toISOString()], lock);

type Terms = { readonly parks: readonly string[]; readonly maxGifts: number };
/** What of its rule matters to who holds a coupon. */
async function termsFor(db: Db, tenantId: number, ruleId: string): Promise<Terms> {
  const [rule] = await db.raw<{ parks: string[] | null; maxGifts: number }>(
    `SELECT park_ids AS parks, CASE WHEN giftable THEN coalesce(max_gifts, 1) ELSE 0 END AS "maxGifts" FROM coupon_rule WHERE tenant_id = $1 AND id = $2`,
    [tenantId, ruleId],
  );
  return { parks: rule?.parks ?? [], maxGifts: rule?.maxGifts ?? 0 };
}
/** Where of these lots this plate is inside. */
const lotFor = async (db: Db, tenantId: number, parks: readonly string[], plate: string) =>
  (await lotsInside(db, tenantId, parks, plate))[0] ?? null;

async function mine(db: Db, tenantId: number, row: StoredCoupon, plate: string): Promise<Mine> {
  const { id, validUntil, terms, status, ruleId, gifts, giftCode, givingUntil } = row;
  const { parks, maxGifts } = await termsFor(db, tenantId, ruleId);
  return {
    id,
    validUntil,
    name: terms.name,
    status: status === 'placed' || status === 'giving' ? status : 'held',
    parkId: (await lotFor(db, tenantId, parks, plate))?.parkId ?? null,
    isGiftable: status === 'held' && gifts < maxGifts,
    giftCode: status === 'giving' ? giftCode : null,
    givingUntil: status === 'giving' ? givingUntil : null,
    zone: await zoneOf(db, tenantId, parks),
  };
}

/** The coupons of a plate and the phone they were claimed by: both are needed, one alone opens nothing. */
export const coupons = (work: Work, tenantId: number, taker: Taker): Promise<Mine[]> =>
  work.database.read(tenantScope(tenantId), async (db) => {
    const rows = await mineOf(db, tenantId, taker, work.now, false);
    return Promise.all(rows.map((row) => mine(db, tenantId, row, taker.plate)));
  });

const gone = new Refused('no_such_record', { what: text('该卡券', 'This coupon') });

/** Onto the bill of the car where it is inside, or off it again. */
export const turn = (work: Work, tenantId: number, taker: Taker, couponId: string, onto: boolean): Promise<void> =>
  work.database.write(tenantScope(tenantId), async (db) => {
    const row = (await mineOf(db, tenantId, taker, work.now, onto)).find(({ id }) => id === couponId);
    if (!row) throw gone;
    if (!onto) {
      const refused = row.carDerateId ? await endPlaced(db, tenantId, row.carDerateId, work.now) : null;
      if (refused)
        throw ruleRefused(text('该卡券正在报价中，请稍后再试', 'It is part of an open quote, try again later'));
      return;
    }
    const { parks } = await termsFor(db, tenantId, row.ruleId);
    const lot = await lotFor(db, tenantId, parks, taker.plate);
    if (!lot) throw ruleRefused(text('车辆不在可用车场内', 'The car is in none of its car parks'));
    if (await placeNow(db, lot, row, work.now)) throw gone;
  });

export type Banner = { readonly title: string; readonly code: string | null; readonly link: string | null };

/** What else may be claimed, in the order of the banners. */
export const banners = (work: Work, { tenantId, ruleId }: Found): Promise<Banner[]> =>
  work.database.read(tenantScope(tenantId), (db) =>
    db.raw<Banner>(
      `SELECT b.title, r.claim_code AS code, b.link_url AS link FROM coupon_rule_banner b
       LEFT JOIN coupon_rule r ON r.tenant_id = b.tenant_id AND r.id = b.rule_id AND r.status = 'enabled'
       AND r.deleted_at IS NULL
       WHERE b.tenant_id = $1 AND b.enable AND b.deleted_at IS NULL AND (b.from_time IS NULL OR b.from_time <= $2)
         AND (b.until_time IS NULL OR b.until_time >= $2) AND b.rule_id IS DISTINCT FROM $3
         ORDER BY b.sort, b.id LIMIT 10`,
      [tenantId, work.now.toISOString(), ruleId],
    ),
  );

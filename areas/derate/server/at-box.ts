/**
 * Discounts the person at a box gives, only by rules that say so, for a seller who may use them, and takes back until
 * they are paid.
 */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import { carDerate } from '../model/car-derate.ts';
import type { BoxDerate } from '../model/words.ts';
import { applyCouponActions } from './coupon-actions.ts';
import { give, ruleToGive } from './give.ts';
import { sellerNamed } from './own.ts';

type Lot = { readonly tenantId: number; readonly parkId: string };

/** What may be given at the boxes of a lot on one of its days (`YYYY-MM-DD`), by seller and rule. */
export const deratesAtBox = (db: Db, { tenantId, parkId }: Lot, today: string): Promise<BoxDerate[]> =>
  db.raw<BoxDerate>(
    `SELECT s.id AS "sellerId", s.seller_name AS "sellerName", r.id AS "derateId", r.derate_name AS "derateName",
     r.derate_type AS "derateType", r.derate_value AS "derateValue"
   FROM park_derate r JOIN park_seller s ON s.tenant_id = r.tenant_id AND s.park_id = r.park_id
     AND r.id = ANY(s.derate_ids) AND s.enable AND s.deleted_at IS NULL
   WHERE r.tenant_id = $1 AND r.park_id = $2 AND r.at_box AND r.enable AND r.deleted_at IS NULL
     AND coalesce(r.start_date, $3::date) <= $3::date AND coalesce(r.end_date, $3::date) >= $3::date
   ORDER BY s.seller_name, r.derate_name`,
    [tenantId, parkId, today],
  );

/**
 * Binds a discount to the plate of a car of the lot. `db` is of the lot's tenant and holds the lot, which is always
 * taken before its sellers. Answers the discount's id.
 * @throws what keeps a seller from giving it; rule_refused where the rule is not for the box, no_such_record for a
 * seller of another lot
 */
export async function giveAtBox(
  work: Work,
  db: Db,
  lot: Lot,
  request: { readonly sellerId: string; readonly derateId: string; readonly plate: string },
): Promise<{ id: string; name: string }> {
  const seller = await sellerNamed(work, request.sellerId);
  if (seller.parkId !== lot.parkId) throw new Refused('no_such_record', { what: text('商家', 'Shop') });
  const rule = await ruleToGive(db, seller, request.derateId, work.now);
  if (!rule.atBox) throw ruleRefused(text('该优惠规则不能在岗亭发放', 'This rule is not available at the booth'));
  const { person } = work;
  const { id } = await give(
    db,
    seller,
    rule,
    { plate: request.plate, source: 'box', operator: person.name || person.account, by: person.userId },
    work.now,
  );
  return { id, name: `${seller.sellerName} · ${rule.derateName}` };
}

/** Which of these discounts were given at a box, by their ids. */
export async function givenAtBox(db: Db, tenantId: number, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set(
    (
      await db.raw<{ id: string }>(
        `SELECT id FROM car_derate WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND source = 'box' AND deleted_at IS NULL`,
        [tenantId, [...ids]],
      )
    ).map(({ id }) => id),
  );
}

/**
 * Withdraws a discount that was given at a box and stands on the order of the car at the lane; what was held for it is
 * the seller's again. `db` is of the lot's tenant and holds the lot. Answers what it is called.
 * @throws no_such_record where it was not given at a box of the lot; rule_refused once it is used
 */
export async function takeBackAtBox(
  work: Work,
  db: Db,
  lot: Lot,
  request: { readonly id: string; readonly order: string },
): Promise<string> {
  const { tenantId, parkId } = lot;
  const [row] = await db.raw<{ seller: string; rule: string; company: string; status: string }>(
    `SELECT s.seller_name AS seller, r.derate_name AS rule, d.company_id AS company, d.status FROM car_derate d
     JOIN park_seller s ON s.tenant_id = d.tenant_id AND s.id = d.seller_id
     JOIN park_derate r ON r.tenant_id = d.tenant_id AND r.id = d.derate_id
     WHERE d.tenant_id = $1 AND d.park_id = $2 AND d.id = $3 AND d.source = 'box' AND d.deleted_at IS NULL`,
    [tenantId, parkId, request.id],
  );
  if (!row) throw new Refused('no_such_record', { what: carDerate.title });
  const at = work.now.getTime();
  const { steps } = await applyCouponActions(db, tenantId, [
    { couponId: request.id, at, event: { kind: 'unlock', order: request.order } },
    { couponId: request.id, at, event: { kind: 'cancel', at } },
  ]);
  if (steps.at(-1)?.refused)
    throw ruleRefused(text('该优惠已使用或已失效，不能撤销', 'This discount is used or over and cannot be withdrawn'));
  work.record({
    resource: carDerate.name,
    action: 'cancel',
    rowId: request.id,
    before: { status: row.status },
    after: { status: 'cancelled' },
    tenantId,
    companyId: row.company,
    parkId,
  });
  return `${row.seller} · ${row.rule}`;
}

/** Discounts the person at a box gives: only by rules that say so, for a seller who may use them. */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import type { BoxDerate } from '../model/words.ts';
import { give, ruleToGive } from './give.ts';
import { sellerNamed } from './own.ts';

type Lot = { readonly tenantId: number; readonly parkId: string };

/** What may be given at the boxes of a lot on one of its days (`YYYY-MM-DD`), by seller and rule. */
export const deratesAtBox = (db: Db, { tenantId, parkId }: Lot, today: string): Promise<BoxDerate[]> => db.raw<BoxDerate>(
  `SELECT s.id AS "sellerId", s.seller_name AS "sellerName", r.id AS "derateId", r.derate_name AS "derateName", r.derate_type AS "derateType", r.derate_value AS "derateValue"
   FROM park_derate r JOIN park_seller s ON s.tenant_id = r.tenant_id AND s.park_id = r.park_id AND r.id = ANY(s.derate_ids) AND s.enable AND s.deleted_at IS NULL
   WHERE r.tenant_id = $1 AND r.park_id = $2 AND r.at_box AND r.enable AND r.deleted_at IS NULL AND coalesce(r.start_date, $3::date) <= $3::date AND coalesce(r.end_date, $3::date) >= $3::date
   ORDER BY s.seller_name, r.derate_name`, [tenantId, parkId, today]);

/**
 * Binds a discount to the plate of a car of the lot. `db` is of the lot's tenant and holds the lot, which is always taken before its sellers. Answers the discount's id.
 * @throws what keeps a seller from giving it; rule_refused where the rule is not for the box, no_such_record for a seller of another lot
 */
export async function giveAtBox(work: Work, db: Db, lot: Lot, asked: { readonly sellerId: string; readonly derateId: string; readonly plate: string }): Promise<{ id: string; name: string }> {
  const seller = await sellerNamed(work, asked.sellerId);
  if (seller.parkId !== lot.parkId) throw new Refused('no_such_record', { what: text('商家', 'Seller') });
  const rule = await ruleToGive(db, seller, asked.derateId, work.now);
  if (!rule.atBox) throw ruleRefused(text('该优惠规则不能在岗亭发放', 'This rule is not given at the box'));
  const { person } = work;
  const { id } = await give(db, seller, rule, { plate: asked.plate, source: 'box', operator: person.name || person.account, by: person.userId }, work.now);
  return { id, name: `${seller.sellerName} · ${rule.derateName}` };
}

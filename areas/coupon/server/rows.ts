/**
 * Rules, stores and coupons as stored, held in one order: rules, then stores, then coupons. Money in fen, times epoch
 * ms.
 */
import { balanceOf } from '#domain/derate/account.ts';
import type { DerateKind, Terms } from '#domain/derate/terms.ts';
import type { Coupon, CouponState, Purse } from '#domain/coupon/coupon.ts';
import type { Db } from '#kit/server/db.ts';

export type StoredCoupon = {
  readonly id: string;
  readonly companyId: string;
  readonly ruleId: string;
  readonly storeId: string | null;
  readonly status: CouponState;
  readonly plate: string | null;
  readonly phone: string | null;
  readonly validUntil: string;
  readonly reservedFen: number;
  readonly benefitFen: number;
  readonly chargedFen: number;
  readonly derateType: DerateKind;
  readonly derateValue: number;
  readonly carDerateId: string | null;
  readonly gifts: number;
  readonly givingUntil: string | null;
  readonly giftCode: string | null;
  readonly terms: Terms & { readonly name: string };
};

/** Coupons by a condition on alias `c`; `$1` is the tenant. */
export const couponsWhere = (
  db: Db,
  tenantId: number,
  where: string,
  values: readonly unknown[],
  lock = false,
): Promise<StoredCoupon[]> =>
  db.raw<StoredCoupon>(
    `SELECT c.id, c.company_id AS "companyId", c.rule_id AS "ruleId", c.store_id AS "storeId", c.status,
     c.plate_number AS plate, c.holder_phone AS phone, c.valid_until AS "validUntil",
      c.reserved_fen AS "reservedFen", c.benefit_fen AS "benefitFen", c.charged_fen AS "chargedFen",
        c.derate_type AS "derateType", c.derate_value AS "derateValue", c.car_derate_id AS "carDerateId",
      coalesce(c.gifts, 0) AS gifts, c.giving_until AS "givingUntil", c.gift_code AS "giftCode", c.terms
    FROM coupon_info c WHERE c.tenant_id = $1 AND c.deleted_at IS NULL AND ${where}${lock ? ' FOR NO KEY UPDATE OF c' : ''}`,
    [tenantId, ...values],
  );

export const couponOf = (row: StoredCoupon): Coupon => ({
  id: row.id,
  terms: row.terms,
  state: row.status,
  phone: row.phone,
  plate: row.plate,
  validUntil: Date.parse(row.validUntil),
  reservedFen: row.reservedFen,
  benefitFen: row.benefitFen,
  chargedFen: row.chargedFen,
  gifts: row.gifts,
  givingUntil: row.givingUntil === null ? null : Date.parse(row.givingUntil),
});

const iso = (at: number): string => new Date(at).toISOString();

/** What an action writes besides what domain/coupon decides; what is absent stays. */
export type Also = {
  readonly claimTime?: number;
  readonly usedTime?: number | null;
  readonly usedParkId?: string | null;
  readonly carDerateId?: string | null;
  readonly endRemark?: string;
  readonly giftCode?: string | null;
};

/** Writes coupons that are held. */
export async function writeCoupons(
  db: Db,
  tenantId: number,
  coupons: readonly { readonly coupon: Coupon; readonly also?: Also }[],
): Promise<void> {
  if (coupons.length === 0) return;
  const rows = coupons.map(({ coupon, also = {} }) => ({
    id: coupon.id,
    status: coupon.state,
    plate_number: coupon.plate,
    holder_phone: coupon.phone,
    valid_until: iso(coupon.validUntil),
    reserved_fen: coupon.reservedFen,
    benefit_fen: coupon.benefitFen,
    charged_fen: coupon.chargedFen,
    gifts: coupon.gifts,
    giving_until: coupon.givingUntil === null ? null : iso(coupon.givingUntil),
    gift_code: coupon.state === 'giving' ? (also.giftCode ?? null) : null,
    claim_time: also.claimTime === undefined ? null : iso(also.claimTime),
    used_time: also.usedTime ? iso(also.usedTime) : null,
    used_park_id: also.usedParkId ?? null,
    car_derate_id: also.carDerateId ?? null,
    end_remark: also.endRemark ?? null,
  }));
  const clears = (name: 'usedTime' | 'usedParkId' | 'carDerateId'): string[] =>
    coupons.filter(({ also }) => also?.[name] === null).map(({ coupon }) => coupon.id);
  await db.raw(
    `UPDATE coupon_info c SET status = n.status, plate_number = n.plate_number, holder_phone = n.holder_phone,
     valid_until = n.valid_until, reserved_fen = n.reserved_fen, benefit_fen = n.benefit_fen,
     charged_fen = n.charged_fen,
      gifts = n.gifts, giving_until = n.giving_until, gift_code = CASE WHEN n.status = 'giving' THEN coalesce(n.gift_code, c.gift_code) END,
      claim_time = coalesce(n.claim_time, c.claim_time), end_remark = coalesce(n.end_remark, c.end_remark),
      used_time = CASE WHEN c.id = ANY($3::uuid[]) THEN NULL ELSE coalesce(n.used_time, c.used_time) END,
      used_park_id = CASE WHEN c.id = ANY($4::uuid[]) THEN NULL ELSE coalesce(n.used_park_id, c.used_park_id) END,
      car_derate_id = CASE WHEN c.id = ANY($5::uuid[]) THEN NULL ELSE coalesce(n.car_derate_id, c.car_derate_id) END, updated_at = now()
    FROM json_populate_recordset(NULL::coupon_info, $2::json) n WHERE c.tenant_id = $1 AND c.id = n.id`,
    [tenantId, JSON.stringify(rows), clears('usedTime'), clears('usedParkId'), clears('carDerateId')],
  );
}

export type HeldRule = {
  readonly id: string;
  readonly storeId: string | null;
  readonly bearer: 'store' | 'own' | 'platform';
  readonly status: string;
  readonly cancelType: string | null;
  budgetFen: number | null;
  usedFen: number;
  reservedFen: number;
  issued: number;
  claimed: number;
  used: number;
  cancelled: number;
  benefitFen: number;
};
type Count = 'issued' | 'claimed' | 'used' | 'cancelled' | 'benefitFen';

type HeldStore = { id: string; charged_fen: number; used_fen: number; reserved_fen: number; credit_fen: number };

/** Rules and the purses their coupons are paid from, held until the transaction ends. */
export class Purses {
  readonly #db: Db;
  readonly #tenantId: number;
  readonly #rules: ReadonlyMap<string, HeldRule>;
  readonly #stores: Map<string, Purse>;

  private constructor(db: Db, tenantId: number, rules: readonly HeldRule[], stores: Map<string, Purse>) {
    this.#db = db;
    this.#tenantId = tenantId;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#stores = stores;
  }

  static async hold(db: Db, tenantId: number, ruleIds: readonly string[]): Promise<Purses> {
    const rules = await db.raw<HeldRule>(
      `SELECT id, store_id AS "storeId", bearer, status, cancel_type AS "cancelType", budget_fen AS "budgetFen",
       used_fen AS "usedFen", reserved_fen AS "reservedFen", issued, claimed, used, cancelled,
       benefit_fen AS "benefitFen"
      FROM coupon_rule WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
      [tenantId, [...new Set(ruleIds)]],
    );
    const storeIds = [...new Set(rules.flatMap(({ bearer, storeId }) => (bearer === 'store' ? (storeId ?? []) : [])))];
    return new Purses(db, tenantId, rules, await holdStores(db, tenantId, storeIds));
  }

  rule(ruleId: string): HeldRule {
    return this.#rules.get(ruleId)!;
  }

  of(ruleId: string): Purse {
    const rule = this.rule(ruleId);
    const store = rule.bearer === 'store' ? this.#stores.get(rule.storeId!) : undefined;
    const { usedFen, reservedFen } = rule;
    return store ?? { chargedFen: rule.budgetFen ?? 0, usedFen, reservedFen, creditFen: 0 };
  }

  /** What the rule itself used and holds goes the same way, also where a store pays for several rules. */
  put(ruleId: string, purse: Purse): void {
    const before = this.of(ruleId);
    const rule = this.rule(ruleId);
    rule.usedFen += purse.usedFen - before.usedFen;
    rule.reservedFen += purse.reservedFen - before.reservedFen;
    if (rule.bearer === 'store') this.#stores.set(rule.storeId!, purse);
  }

  count(ruleId: string, more: { readonly [C in Count]?: number }): void {
    const rule = this.rule(ruleId);
    for (const [name, by] of Object.entries(more) as [Count, number][]) rule[name] += by;
  }

  async write(): Promise<void> {
    for (const rule of this.#rules.values())
      await this.#db.raw(
        `UPDATE coupon_rule SET used_fen = $3, reserved_fen = $4, issued = $5, claimed = $6, used = $7, cancelled = $8,
         benefit_fen = $9, updated_at = now() WHERE tenant_id = $1 AND id = $2`,
        [
          this.#tenantId,
          rule.id,
          rule.usedFen,
          rule.reservedFen,
          rule.issued,
          rule.claimed,
          rule.used,
          rule.cancelled,
          rule.benefitFen,
        ],
      );
    for (const [id, purse] of this.#stores) await writeStore(this.#db, this.#tenantId, id, purse);
  }
}

/** Accounts of stores, held until the transaction ends, in the order of their ids. */
export async function holdStores(db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, Purse>> {
  if (ids.length === 0) return new Map();
  const rows = await db.raw<HeldStore>(
    'SELECT id, charged_fen, used_fen, reserved_fen, credit_fen FROM coupon_store WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    [tenantId, ids],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        chargedFen: row.charged_fen,
        usedFen: row.used_fen,
        reservedFen: row.reserved_fen,
        creditFen: row.credit_fen,
      },
    ]),
  );
}

export const writeStore = (db: Db, tenantId: number, id: string, purse: Purse): Promise<unknown> =>
  db.raw(
    'UPDATE coupon_store SET charged_fen = $3, used_fen = $4, reserved_fen = $5, balance = $6, updated_at = now() WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, purse.chargedFen, purse.usedFen, purse.reservedFen, balanceOf(purse)],
  );

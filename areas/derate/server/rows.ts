/** Discounts and sellers as stored, and as the rules keep them. */
import type { SellerAccount } from '#domain/derate/account.ts';
import { balanceOf } from '#domain/derate/account.ts';
import type { Coupon, CouponState, Use } from '#domain/derate/coupon.ts';
import type { Terms } from '#domain/derate/terms.ts';
import type { Db } from '#kit/server/db.ts';

export type StoredCoupon = {
  readonly id: string;
  readonly company_id: string;
  readonly park_id: string;
  /** Absent where a coupon stands behind it: then that one's purse pays. */
  readonly seller_id: string | null;
  readonly coupon_id: string | null;
  readonly plate_number: string;
  readonly status: CouponState;
  readonly time: string;
  readonly valid_until: string;
  readonly stay_id: string | null;
  readonly order_id: string | null;
  readonly locked_until: string | null;
  readonly benefit_fen: number;
  readonly charged_fen: number;
  readonly reserved_fen: number;
  readonly terms: Terms & { name: string };
  readonly uses: readonly Use[];
  /** A payment of the order it is locked to is under way: the lock holds until that is known. */
  readonly paying: boolean;
};

const columns = `d.id, d.company_id, d.park_id, d.seller_id, d.coupon_id, d.plate_number, d.status, d.time,
  d.valid_until, d.stay_id, d.order_id, d.locked_until, d.benefit_fen, d.charged_fen, d.reserved_fen, d.terms, d.uses,
  CASE WHEN d.status = 'locked' THEN EXISTS (SELECT 1 FROM parking_order o
    WHERE o.tenant_id = $1 AND o.id = d.order_id::uuid AND o.status = 'pending') ELSE false END AS paying`;

/** Discounts by a condition on alias `d`; `$1` is the tenant. */
export const couponsWhere = (
  db: Db,
  tenantId: number,
  where: string,
  values: readonly unknown[],
  lock = false,
): Promise<StoredCoupon[]> =>
  db.raw<StoredCoupon>(
    `SELECT ${columns} FROM car_derate d WHERE d.tenant_id = $1 AND d.deleted_at IS NULL AND ${where} ORDER BY d.id${lock ? ' FOR UPDATE OF d' : ''}`,
    [tenantId, ...values],
  );

const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const iso = (at: number | null): string | null =>
  at === null || !Number.isFinite(at) ? null : new Date(at).toISOString();

export const couponOf = (row: StoredCoupon): Coupon => ({
  id: row.id,
  terms: row.terms,
  state: row.status,
  plate: row.plate_number,
  stay: row.stay_id,
  order: row.order_id,
  lockedUntil: row.paying ? Number.POSITIVE_INFINITY : ms(row.locked_until),
  validUntil: Date.parse(row.valid_until),
  reservedFen: row.reserved_fen,
  benefitFen: row.benefit_fen,
  chargedFen: row.charged_fen,
  uses: row.uses,
});

const returnedOf = ({ uses }: Coupon): number =>
  uses.reduce((sum, { back, benefitFen }) => (back ? sum + benefitFen : sum), 0);

/**
 * Writes what the rules may change of discounts, which are held. `used`: when (epoch ms) those were used that were used
 * just now, by id.
 */
export async function writeCoupons(
  db: Db,
  tenantId: number,
  coupons: readonly Coupon[],
  used: ReadonlyMap<string, number>,
): Promise<void> {
  if (coupons.length === 0) return;
  const rows = coupons.map((coupon) => ({
    id: coupon.id,
    status: coupon.state,
    stay_id: coupon.stay,
    order_id: coupon.order,
    locked_until: iso(coupon.lockedUntil),
    benefit_fen: coupon.benefitFen,
    returned_fen: returnedOf(coupon),
    charged_fen: coupon.chargedFen,
    reserved_fen: coupon.reservedFen,
    uses: coupon.uses,
    used_time: iso(used.get(coupon.id) ?? null),
  }));
  await db.raw(
    `UPDATE car_derate d SET status = n.status, stay_id = n.stay_id, order_id = n.order_id,
     locked_until = CASE WHEN n.status = 'locked' THEN coalesce(n.locked_until, d.locked_until) END,
      benefit_fen = n.benefit_fen, returned_fen = n.returned_fen, charged_fen = n.charged_fen,
        reserved_fen = n.reserved_fen, uses = n.uses, used_time = CASE WHEN n.status = 'used'
        OR n.returned_fen > 0 THEN coalesce(n.used_time, d.used_time) END, updated_at = now()
    FROM json_populate_recordset(NULL::car_derate, $2::json) n WHERE d.tenant_id = $1 AND d.id = n.id`,
    [tenantId, JSON.stringify(rows)],
  );
}

export type StoredSeller = {
  readonly id: string;
  readonly charged_fen: number;
  readonly used_fen: number;
  readonly reserved_fen: number;
  readonly credit_fen: number;
};

export const accountOf = (row: StoredSeller): SellerAccount => ({
  chargedFen: row.charged_fen,
  usedFen: row.used_fen,
  reservedFen: row.reserved_fen,
  creditFen: row.credit_fen,
});

/** Accounts of sellers, held until the transaction ends; always taken after discounts, in the order of their ids. */
export async function holdAccounts(
  db: Db,
  tenantId: number,
  sellerIds: readonly string[],
): Promise<Map<string, SellerAccount>> {
  if (sellerIds.length === 0) return new Map();
  const rows = await db.raw<StoredSeller>(
    'SELECT id, charged_fen, used_fen, reserved_fen, credit_fen FROM park_seller WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    [tenantId, [...new Set(sellerIds)]],
  );
  return new Map(rows.map((row) => [row.id, accountOf(row)]));
}

export const writeAccount = (db: Db, tenantId: number, sellerId: string, account: SellerAccount): Promise<unknown> =>
  db.raw(
    'UPDATE park_seller SET charged_fen = $3, used_fen = $4, reserved_fen = $5, balance = $6, updated_at = now() WHERE tenant_id = $1 AND id = $2',
    [tenantId, sellerId, account.chargedFen, account.usedFen, account.reservedFen, balanceOf(account)],
  );

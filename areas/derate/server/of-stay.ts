import type { Db } from '#kit/server/db.ts';

/** A discount that a stay's bill counts or has used: who gave it and when (instant), and what it took off, fen. */
export type StayDiscount = {
  readonly at: string;
  readonly seller: string;
  readonly rule: string;
  readonly by: string | null;
  readonly status: string;
  readonly benefitFen: number;
};

/** The discounts of one stay, as they were given. `db` is of the stay's tenant. */
export const discountsOfStay = (db: Db, tenantId: number, stayId: string): Promise<StayDiscount[]> =>
  db.raw<StayDiscount>(
    `SELECT d.time AS at, coalesce(s.seller_name, d.operator, '') AS seller,
     coalesce(r.derate_name, d.terms->>'name') AS rule, d.operator AS by, d.status, d.benefit_fen AS "benefitFen"
   FROM car_derate d LEFT JOIN park_seller s ON s.tenant_id = d.tenant_id AND s.id = d.seller_id
     LEFT JOIN park_derate r ON r.tenant_id = d.tenant_id AND r.id = d.derate_id
   WHERE d.tenant_id = $1 AND d.stay_id = $2 AND d.deleted_at IS NULL`,
    [tenantId, stayId],
  );

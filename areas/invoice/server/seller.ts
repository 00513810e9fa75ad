/** Sellers as the server uses them: whose lot they issue for, and with which account. */
import { rateOn, validityOf } from '#domain/invoice/validity.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { companyLine } from '#areas/org/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';
import type { SellerAccount, SellerParty } from './channel/channel.ts';

/** The tax platform's days and months are China's. */
export const ZONE = 'Asia/Shanghai';

export type Seller = {
  readonly id: string;
  readonly companyId: string;
  readonly sellerName: string;
  readonly taxNo: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  readonly goodsName: string;
  readonly taxCode: string;
  readonly rateBp: number;
  readonly nextRateBp: number | null;
  readonly nextRateFrom: string | null;
  readonly province: string;
  readonly siteAddress: string;
  readonly certificateNo: string | null;
  readonly crossCity: boolean | null;
  readonly endDate: string;
  readonly applyDays: number | null;
  readonly creditFen: number | null;
  readonly provider: SellerAccount['provider'] | null;
  readonly interfaceUrl: string | null;
  readonly appKey: string | null;
  readonly appSecret: string | null;
  readonly confirmed: boolean | null;
};

const columns = `s.id, s.company_id AS "companyId", s.seller_name AS "sellerName", s.tax_no AS "taxNo", s.address, s.phone, s.bank_name AS "bankName", s.bank_account AS "bankAccount",
  s.goods_name AS "goodsName", s.tax_code AS "taxCode", s.rate_bp AS "rateBp", s.next_rate_bp AS "nextRateBp", to_char(s.next_rate_from, 'YYYY-MM-DD') AS "nextRateFrom",
  s.province, s.site_address AS "siteAddress", s.certificate_no AS "certificateNo", s.cross_city AS "crossCity", to_char(s.end_date, 'YYYY-MM-DD') AS "endDate",
  s.apply_days AS "applyDays", s.credit_fen AS "creditFen", s.provider, s.interface_url AS "interfaceUrl", s.app_key AS "appKey", s.app_secret AS "appSecret", s.confirmed`;

/** Also one that was removed since: what was begun is settled with it. */
export async function sellerById(db: Db, tenantId: number, id: string, lock = false): Promise<Seller | null> {
  const [row] = await db.raw<Seller>(
    `SELECT ${columns} FROM invoice_seller_config s WHERE s.tenant_id = $1 AND s.id = $2${lock ? ' FOR NO KEY UPDATE' : ''}`,
    [tenantId, id],
  );
  return row ?? null;
}

/** Who issues for a lot: of its own company, else of the next above; one for this lot before one for all. */
export async function sellerOf(
  db: Db,
  { tenantId, companyId, parkId }: { tenantId: number; companyId: string; parkId: string },
): Promise<Seller | null> {
  const line = (await companyLine(db, tenantId, companyId)).map(({ id }) => id);
  const rows = await db.raw<Seller & { own: boolean }>(
    `SELECT ${columns}, coalesce(cardinality(s.park_ids), 0) > 0 AS own FROM invoice_seller_config s
     WHERE s.tenant_id = $1 AND s.company_id = ANY($2::uuid[]) AND s.deleted_at IS NULL AND (coalesce(cardinality(s.park_ids), 0) = 0 OR $3 = ANY(s.park_ids))`,
    [tenantId, line, parkId],
  );
  const rank = (row: Seller & { own: boolean }): number => line.indexOf(row.companyId) * 2 + (row.own ? 0 : 1);
  return rows.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))[0] ?? null;
}

const opened = (value: string | null): string => (value ? unseal(value) : '');

export const accountOf = (seller: Seller): SellerAccount => ({
  provider: seller.provider ?? 'standard',
  interfaceUrl: seller.interfaceUrl ?? '',
  appKey: seller.appKey ?? '',
  appSecret: opened(seller.appSecret),
});

export const partyOf = (seller: Seller): SellerParty => ({
  name: seller.sellerName,
  taxNo: seller.taxNo,
  address: seller.address,
  phone: seller.phone,
  bankName: seller.bankName,
  bankAccount: opened(seller.bankAccount) || null,
});

export const rateNow = (seller: Seller, now: Date): number => rateOn(seller, dayOf(now.getTime(), ZONE));

/** Confirmed by a second person, connected, and not past its end. */
export const mayIssue = (seller: Seller, now: Date): boolean =>
  seller.confirmed === true &&
  seller.provider !== null &&
  validityOf(seller.endDate, dayOf(now.getTime(), ZONE)) !== 'expired';

/** Net of this month's invoices of a seller, issued or on their way, less what became red in it. The seller is held. */
export async function usedCredit(db: Db, tenantId: number, sellerId: string, now: Date): Promise<number> {
  const month = `${dayOf(now.getTime(), ZONE).slice(0, 7)}-01`;
  const [row] = await db.raw<{ fen: number }>(
    `SELECT coalesce(sum(CASE i.kind WHEN 'blue' THEN i.net_fen ELSE -i.net_fen END), 0)::bigint AS fen
     FROM invoice_item i JOIN invoice_apply_form f ON f.tenant_id = $1 AND f.id = i.form_id
     WHERE i.tenant_id = $1 AND f.seller_id = $2 AND f.status <> 'cancelled' AND i.time >= $3
       AND (i.kind = 'blue' AND i.status IN ('open', 'done') OR i.kind = 'red' AND i.status = 'done')`,
    [tenantId, sellerId, new Date(startOfDay(month, ZONE)).toISOString()],
  );
  return Number(row?.fen ?? 0);
}

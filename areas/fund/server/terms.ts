/** At which terms a company settles: its own setting, else that of the nearest company above it, else what is usual. */
import { companyLine } from '#areas/org/server/door.ts';
import { USUAL_MOST_BP } from '#domain/fund/profit-share.ts';
import type { Mode } from '#domain/fund/settlement.ts';
import type { Db } from '#kit/server/db.ts';
import type { SettleWay } from '../model/words.ts';

export type CompanyTerms = {
  readonly mode: Mode;
  readonly wechatBp: number;
  readonly alipayBp: number;
  readonly otherBp: number;
  readonly serviceBp: number;
  /** The most of a payment that may be shared. */
  readonly mostBp: number;
  /** Whose setting it is; null where nobody has one. */
  readonly setBy: string | null;
};

const usual: CompanyTerms = {
  mode: 'own',
  wechatBp: 60,
  alipayBp: 60,
  otherBp: 60,
  serviceBp: 0,
  mostBp: USUAL_MOST_BP,
  setBy: null,
};

export const feeBpOf = (terms: CompanyTerms, way: SettleWay): number =>
  way === 'coupon' ? 0 : way === 'wechat' ? terms.wechatBp : way === 'alipay' ? terms.alipayBp : terms.otherBp;

type Row = CompanyTerms & { readonly companyId: string };

/** Terms of companies of one group, by company. */
export async function termsOf(
  db: Db,
  tenantId: number,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, CompanyTerms>> {
  const rows = await db.raw<Row>(
    `SELECT company_id AS "companyId", mode, wechat_bp AS "wechatBp", alipay_bp AS "alipayBp", other_bp AS "otherBp", service_bp AS "serviceBp",
      coalesce(share_most_bp, ${USUAL_MOST_BP}) AS "mostBp", company_id AS "setBy"
     FROM cashout_set WHERE tenant_id = $1 AND deleted_at IS NULL AND coalesce(enabled, true)`,
    [tenantId],
  );
  const own = new Map(rows.map((row) => [row.companyId, row]));
  const found = new Map<string, CompanyTerms>();
  for (const companyId of new Set(companyIds)) {
    const line = own.has(companyId) ? [{ id: companyId }] : await companyLine(db, tenantId, companyId);
    const nearest = line.map(({ id }) => own.get(id)).find((row) => row !== undefined);
    found.set(companyId, nearest ?? usual);
  }
  return found;
}

/** Whose part of a company's payments is what, on a day. */
import type { Clause } from '#domain/fund/profit-share.ts';
import type { Day } from '#domain/time/day.ts';
import type { Db } from '#kit/server/db.ts';
import { termsOf } from '../terms.ts';
import type { CompanyTerms } from '../terms.ts';
import type { ShareWay } from '../../model/words.ts';

export type Entitled = {
  readonly id: string;
  readonly companyId: string;
  readonly payType: ShareWay;
  readonly accountNo: string;
  readonly shareBp: number;
  readonly validFrom: Day;
  readonly validUntil: Day | null;
};

/** Receivers of companies in one of these states. */
export const entitledOf = (
  db: Db,
  tenantId: number,
  companyIds: readonly string[],
  states: readonly string[],
): Promise<Entitled[]> =>
  db.raw<Entitled>(
    `SELECT id, company_id AS "companyId", pay_type AS "payType", account_no AS "accountNo", share_bp::int AS "shareBp",
      to_char(valid_from, 'YYYY-MM-DD') AS "validFrom", to_char(valid_until, 'YYYY-MM-DD') AS "validUntil"
     FROM share_receiver WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND status = ANY($3::text[])
       AND deleted_at IS NULL ORDER BY id`,
    [tenantId, [...companyIds], [...states]],
  );

/** Those that count on a day; of several contracts of one account the one that began last. */
export function contractOn(entitled: readonly Entitled[], payType: string, day: Day): Entitled[] {
  const valid = entitled.filter(
    (each) => each.payType === payType && each.validFrom <= day && (each.validUntil === null || day <= each.validUntil),
  );
  return [...Map.groupBy(valid, ({ accountNo }) => accountNo).values()].map(
    (own) =>
      own.toSorted((a, b) =>
        a.validFrom === b.validFrom ? (a.id < b.id ? 1 : -1) : a.validFrom < b.validFrom ? 1 : -1,
      )[0]!,
  );
}

export type Contract = {
  readonly terms: CompanyTerms;
  readonly on: (payType: string, day: Day) => readonly (Clause & Entitled)[];
};

/** Terms and contracts of companies; nobody is entitled where a company's payments are not to be shared. */
export async function contractsOf(
  db: Db,
  tenantId: number,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, Contract>> {
  const terms = await termsOf(db, tenantId, companyIds);
  const setBy = [
    ...new Set([...terms.values()].flatMap((each) => (each.mode === 'split' && each.setBy ? each.setBy : []))),
  ];
  const entitled = setBy.length === 0 ? [] : await entitledOf(db, tenantId, setBy, ['registered']);
  return new Map(
    [...terms].map(([companyId, own]) => [
      companyId,
      {
        terms: own,
        on: (payType, day) =>
          own.mode === 'split'
            ? contractOn(
                entitled.filter((each) => each.companyId === own.setBy),
                payType,
                day,
              ).map((each) => ({ ...each, bp: each.shareBp }))
            : [],
      },
    ]),
  );
}

/** A seller's own login sees and uses only what is his. */
import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDerate } from '../model/park-derate.ts';
import { parkSeller } from '../model/park-seller.ts';

/** Rows of a resource whose `sellerId` is the caller's own, when he is a seller. */
export const ofSeller =
  (of: unknown) =>
  (work: Work): SQL | undefined =>
    work.person.sellerId ? eq(tableOf(of as Resource).sellerId!, work.person.sellerId) : undefined;

export const selfSeller = (work: Work): SQL | undefined =>
  work.person.sellerId ? eq(tableOf(parkSeller).id!, work.person.sellerId) : undefined;

/** The rules a seller may give: the caller's own when he is one, else those of the seller he names as `sellerId`. */
export function rulesOfSeller(work: Work): SQL | undefined {
  const named = work.raw['sellerId'];
  const sellerId = work.person.sellerId ?? (isId(named) ? String(named).toLowerCase() : null);
  if (!sellerId) return undefined;
  const t = tableOf(parkDerate);
  const own = work.db.scope.platform ? sql`s.tenant_id = ${t.tenantId!}` : sql`s.tenant_id = ${work.db.scope.tenantId}`;
  return sql`${t.id!} = ANY(SELECT unnest(s.derate_ids) FROM park_seller s WHERE ${own} AND s.id = ${sellerId})`;
}

/** Cards are the lot's and their owners'. */
export const notForSellers = (work: Work): SQL | undefined => (work.person.sellerId ? sql`false` : undefined);

export type Seller = Stored & {
  tenantId: number;
  companyId: string;
  parkId: string;
  sellerName: string;
  account: string | null;
  derateIds: string[] | null;
  enable: boolean;
  phone: string | null;
};

/** A requested id; what cannot be one names nothing. */
export function requestedId(id: unknown, what: Text): string {
  const spoken = String(id).trim().toLowerCase();
  if (!isId(spoken)) throw new Refused('no_such_record', { what });
  return spoken;
}

/** A seller the caller may act for. */
export const sellerNamed = async (work: Work, id: unknown): Promise<Seller> => {
  return (await rowOf(parkSeller, requestedId(id, parkSeller.title), work.db, {
    narrow: selfSeller(work),
  })) as Seller;
};

/** A store's own login sees and uses only what is his. */
import { eq } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Text } from '#kit/declare/text.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { company } from '#areas/org/model/company.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { couponStore } from '../model/coupon-store.ts';

/** Rows of a resource whose `storeId` is the caller's own, when he is a store. */
export const ofStore =
  (of: unknown) =>
  (work: Work): SQL | undefined =>
    work.person.sellerId ? eq(tableOf(of as Resource).storeId!, work.person.sellerId) : undefined;

export const selfStore = (work: Work): SQL | undefined =>
  work.person.sellerId ? eq(tableOf(couponStore as Resource).id!, work.person.sellerId) : undefined;

/** A requested id; what cannot be one names nothing. */
export function requestedId(id: unknown, what: Text): string {
  const spoken = String(id).trim().toLowerCase();
  if (!isId(spoken)) throw new Refused('no_such_record', { what });
  return spoken;
}

/** The group whose a row of this company is, or will be: what it points at is of the same one. */
export const groupOf = async (work: Work, companyId: unknown): Promise<number> =>
  typeof companyId === 'string' ? Number((await rowOf(company, companyId, work.db)).tenantId) : work.person.tenantId;

/** The people in the roadside journeys, with their roles, and the books of their car parks. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { moneyRound, noticesArrived } from '#areas/billing/server/door.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';

export type Person = { readonly id: string; readonly as: string; readonly name: string };

/** Somebody of the company under the first group, with one built-in role. */
export async function person(product: TestProduct, realName: string, builtIn: string): Promise<Person> {
  const account = `staff.${randomUUID().slice(0, 8)}`;
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.child,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === builtIn,
  );
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName,
    companyId: product.companies.child,
    password: 'Gatehouse-2026',
    allParks: true,
    userType: builtIn === 'curbCollector' ? 'collector' : 'staff',
  });
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: role.id });
  return { id, as: await product.login(account, 'Gatehouse-2026'), name: realName };
}

export const grant = (product: TestProduct, { id }: Person, ...streets: readonly Street[]): Promise<unknown> =>
  product.must('POST', '/api/updown/userSectionGrant/add', {
    userId: id,
    sectionIds: streets.map(({ sectionId }) => sectionId),
  });

/** The channel has answered and its money is booked. */
export async function settled(product: TestProduct): Promise<void> {
  await noticesArrived();
  await moneyRound(product.database);
}

/** Throttling is not the subject here. */
export const calm = (product: TestProduct): Promise<unknown> =>
  product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'driver%'`));

export const rows = <T = Record<string, any>>(
  product: TestProduct,
  street: Street,
  sql: string,
  more: readonly unknown[] = [],
) =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<T>(sql, [street.lot.tenantId, street.lot.parkId, ...more]),
  );

/** R12 and the money check: debts, arrears account and orders say the same, and nothing differs. */
export async function rightBooks(product: TestProduct, street: Street): Promise<void> {
  const [sums] = await rows(
    product,
    street,
    `SELECT (SELECT coalesce(sum(amount_fen), 0)::bigint FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
      AND account = 'arrears') AS account,
      (SELECT coalesce(sum((book->'order'->>'owedFen')::bigint), 0)::bigint FROM parking_order WHERE tenant_id = $1
      AND park_id = $2) AS orders,
      (SELECT coalesce(sum(outstanding_fen), 0)::bigint FROM rd_escape WHERE tenant_id = $1 AND park_id = $2) AS debts`,
  );
  assert.deepEqual([sums!['orders'], sums!['debts']], [sums!['account'], sums!['account']]);
  const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: street.lot.parkId });
  assert.deepEqual(check.differences ?? [], []);
}

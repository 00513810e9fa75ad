/** People who answer calls, and lots with seats, through the same calls as a person makes. */
import { randomUUID } from 'node:crypto';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';

export const DAY_MS = 86_400_000;
export const SECRET = 'Very-secret-1';

export type Agent = { account: string; password: string; token: string; seatId: string };

/** A person who answers calls. */
export async function agent(
  product: TestProduct,
  {
    companyId = product.companies.first,
    sipNo = '8001',
    groupIds = [],
  }: { companyId?: string; sipNo?: string; groupIds?: readonly string[] } = {},
): Promise<Agent> {
  const account = `seat.${randomUUID().slice(0, 8)}`;
  const password = 'Seat-desk-2026';
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: account,
    companyId,
    password,
    allParks: true,
  });
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'seatAgent',
  );
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId, ids: role.id });
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE "user" SET must_change_password = false WHERE id = $1 RETURNING 1', [userId]),
  );
  const made = await product.must('POST', '/api/updown/SipSeatuser/submit', {
    userId,
    groupIds,
    sipNo,
    sipPassword: SECRET,
  });
  return { account, password, token: await product.login(account, password), seatId: made.id };
}

export type Lot = { tenantId: number; parkId: string; gate: string; grantId: string; device: string };

/** A lot with one exit, and with seats granted to it unless there are none. */
export async function openLot(product: TestProduct, seats: number | null = 2): Promise<Lot> {
  const parkId = await product.park(product.companies.child);
  const { id: gate } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    parkId,
    gateName: '出口1',
    gateType: 'out',
  });
  const grant =
    seats === null
      ? { id: '' }
      : await product.must('POST', '/api/updown/cloudseats/grant/submit', {
          parkId,
          seatNum: seats,
          startTime: new Date(Date.now() - DAY_MS).toISOString(),
          endTime: new Date(Date.now() + 90 * DAY_MS).toISOString(),
        });
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  return { tenantId: row!.tenant_id, parkId, gate, grantId: grant.id, device: randomUUID() };
}

/** Of the demo's passes there is one in every state, each with the days, money and log that such a life leaves. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkMoney, placesOf } from '#areas/billing/server/door.ts';
import { refreshPasses } from '#areas/pass/server/door.ts';
import { daysCovered } from '#domain/pass/pass.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { loadPasses } from './passes.ts';

let product: TestProduct;
let parkId: string;
let tenantId: number;
const now = Date.now();
before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child);
  await product.must('POST', '/api/updown/parkParameter/submit', { parkId, settings: { passGraceDays: 7 } });
  [{ tenant_id: tenantId }] = (await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  )) as [{ tenant_id: number }];
  await loadPasses(
    product.database,
    tenantId,
    { site: { parkId }, plan: { code: 'AB05', kind: 'home' } } as never,
    [],
    1,
    now,
  );
});
after(() => product.close());

const sql = <T>(text: string): Promise<T[]> => product.database.read(platformScope, (db) => db.raw<T>(text, [parkId]));

test('each state has its passes, and the clock finds nothing to put right', async () => {
  const states = await sql<{ status: string }>(
    'SELECT DISTINCT status FROM park_month WHERE park_id = $1 ORDER BY status',
  );
  assert.deepEqual(
    states.map(({ status }) => status),
    ['active', 'applied', 'approved', 'expired', 'grace', 'refused', 'stopped', 'suspended'],
  );
  assert.equal(await refreshPasses(product.database, new Date(now)), 0);
});

test('nothing about a pass was done later than now, whatever the hour', async () => {
  const [later] = await sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM park_month WHERE park_id = $1 AND created_at > now()`,
  );
  assert.equal(later!.n, 0);
  const [logged] = await sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_log WHERE park_id = $1 AND created_at > now()`,
  );
  assert.equal(logged!.n, 0);
});

test('who stopped got back what was paid for the days left, no more; who rested has them after the end', async () => {
  const bought = await sql<{
    status: string;
    last_day: string | null;
    kind: string;
    from_day: string;
    new_end: string;
    money_fen: number;
    refunded_fen: number;
  }>(
    'SELECT m.status, m.last_day, r.kind, r.from_day, r.new_end, r.money_fen, r.refunded_fen FROM pass_renewal r JOIN park_month m ON m.id = r.pass_id WHERE r.park_id = $1',
  );
  const stopped = bought.filter(({ status }) => status === 'stopped');
  assert.ok(stopped.length > 0);
  for (const { last_day: last, from_day: from, new_end: end, money_fen: paid, refunded_fen: back } of stopped) {
    assert.equal(
      Number(back),
      Math.floor(
        (Number(paid) * daysCovered({ fromDay: addDays(last!, 1), toDay: end })) /
          daysCovered({ fromDay: from, toDay: end }),
      ),
    );
  }
  assert.ok(bought.every(({ status, refunded_fen: back }) => status === 'stopped' || Number(back) === 0));
  const [rest] = await sql<{
    from_day: string;
    to_day: string;
    frozen_days: number;
    given: number;
  }>(`SELECT s.from_day, s.to_day, s.frozen_days, (r.new_end - r.from_day + 1)::int AS given
    FROM pass_suspension s JOIN pass_renewal r ON r.pass_id = s.pass_id AND r.kind = 'rest' WHERE s.park_id = $1`);
  assert.deepEqual(
    [rest!.frozen_days, rest!.given],
    [
      daysCovered({ fromDay: rest!.from_day, toDay: rest!.to_day }),
      daysCovered({ fromDay: rest!.from_day, toDay: rest!.to_day }),
    ],
  );
});

test('the books agree, the ledger sums to zero, and the log names who did it', async () => {
  await product.database.read(tenantScope(tenantId), async (db) => {
    const place = (await placesOf(db, [parkId])).get(parkId)!;
    const check = await checkMoney(db, place, addDays(dayOf(now, place.zone), -130), dayOf(now, place.zone));
    assert.deepEqual(check.differences, []);
  });
  const [sum] = await sql<{ fen: number }>(
    'SELECT coalesce(sum(amount_fen), 0)::int AS fen FROM ledger_line WHERE park_id = $1',
  );
  assert.equal(sum!.fen, 0);
  const { records } = await product.must('GET', '/api/updown/parkoperatelog/listPage', {
    parkId,
    operateType: 'car',
    startTime: new Date(now - 80 * 86_400_000).toISOString(),
    size: 100,
  });
  const actions = new Set(records.map(({ actionName: action }: { actionName: string }) => action));
  for (const action of ['报停', '恢复', '退租', '通过', '拒绝'])
    assert.ok(actions.has(action), `${action}: ${[...actions].join(' ')}`);
});

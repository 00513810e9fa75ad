/** The demo's collectors: rosters reach back sixty days, clocks are judged, and every kind of result comes up. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { city } from './city.ts';
import { staffRoadside } from './duty.ts';
import { ROSTER_DAYS, ZONE, hire } from './street.ts';
import type { Ask } from './build-base.ts';

test('the roadside has people with rosters, judged clocks, orders, warnings, requests, members and handhelds', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const plan = city
      .flatMap(({ companies }) => companies)
      .flatMap(({ lots }) => lots)
      .find(({ kind }) => kind === 'curb')!;
    const parkId = await product.park(product.companies.child, plan.name, { parkType: 'curb' });
    const people = await hire(ask, plan.code, product.companies.child);
    const first = addDays(dayOf(Date.now(), ZONE), -ROSTER_DAYS);
    const lot = { plan, companyId: product.companies.child, site: { parkId }, street: { people, first } };
    await staffRoadside(product.database, ask, [lot], new Date());
    const counted = await product.database.read(platformScope, (db) =>
      db.raw<{ result: string | null; n: number }>(
        'SELECT result, count(*)::int AS n FROM attendance_day GROUP BY result',
      ),
    );
    const by = new Map(counted.map(({ result, n }) => [result, n]));
    for (const result of ['normal', 'late', 'early', 'absent', 'missing', 'rest'])
      assert.ok((by.get(result) ?? 0) > 0, `${result}: ${JSON.stringify(counted)}`);
    assert.ok(by.get('normal')! > by.get('late')!);
    const sizes = await product.database.read(platformScope, (db) =>
      db.raw<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM rdrwork) AS work, (SELECT count(*)::int FROM rd_warn) AS warn,
          (SELECT count(*)::int FROM user_request) AS request, (SELECT count(*)::int FROM member_plate) AS plate,
          (SELECT count(*)::int FROM notice) AS notice, (SELECT count(*)::int FROM attendance_month
          WHERE status = 'closed') AS closed, (SELECT count(*)::int FROM pdadevice) AS handheld`,
      ),
    );
    assert.deepEqual(sizes[0], { work: 4, warn: 4, request: 4, plate: 2, notice: 3, closed: 1, handheld: 4 });
  } finally {
    await product.close();
  }
});

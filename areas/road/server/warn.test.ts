/** Warnings of the roadside on the real engine: once for a cause, cleared when it is gone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { sweepSilence } from './door.ts';
import { MINUTE, openStreet } from './street.fixture.ts';
import type { Street } from './street.fixture.ts';
import { attended, attendedTimes } from './section-hours.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;

const warnings = (
  street: Street,
): Promise<{ type: string; subject: string; berthNo: string | null; status: string; times: number }[]> =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      'SELECT warn_type AS type, subject, berth_no AS "berthNo", status, times FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 ORDER BY first_time, warn_type',
      [street.lot.tenantId, street.lot.parkId],
    ),
  );

test('a car nobody reads is one warning after the lot’s minutes, and none once it is read', async () => {
  const street = await openStreet(product);
  const subject = street.berths[0]!.berthNo;
  await street.accept([street.claim(0, NOW - 30 * MINUTE, 'arrive')], NOW - 29 * MINUTE);
  assert.deepEqual(await warnings(street), []);
  await sweepSilence(product.database, new Date(NOW - 10 * MINUTE));
  await sweepSilence(product.database, new Date(NOW - 5 * MINUTE));
  assert.deepEqual(await warnings(street), [{ type: 'unread', subject, berthNo: subject, status: 'open', times: 1 }]);
  await street.accept([street.person(0, NOW - 4 * MINUTE, 'plate', '粤B12345')], NOW - 4 * MINUTE);
  assert.deepEqual(await warnings(street), [
    { type: 'unread', subject, berthNo: subject, status: 'cleared', times: 1 },
  ]);
});

test('where a section is attended by hours, nobody is warned outside them', () => {
  const zone = 'Asia/Shanghai';
  const at = (time: string) => Date.parse(`2026-03-04T${time}:00+08:00`);
  assert.deepEqual(
    ['07:29', '07:30', '19:59', '20:00'].map((time) => attended('07:30-20:00', at(time), zone)),
    [false, true, true, false],
  );
  assert.deepEqual(
    ['23:00', '05:59', '12:00'].map((time) => attended('22:00-06:00', at(time), zone)),
    [true, true, false],
  );
  assert.ok(attended(null, at('03:00'), zone));
  const times = (hours: string | null) =>
    attendedTimes(hours, '2026-03-04', zone).map(({ from, to }) => [
      (from - at('00:00')) / MINUTE,
      (to - at('00:00')) / MINUTE,
    ]);
  assert.deepEqual(times('07:30-12:00,13:00-20:00'), [
    [450, 720],
    [780, 1200],
  ]);
  assert.deepEqual(
    [times('22:00-06:00'), times(null)],
    [
      [
        [0, 360],
        [1320, 1440],
      ],
      [[0, 1440]],
    ],
  );
});

test('evidence against a bill is a warning as well', async () => {
  const street = await openStreet(product);
  const T = NOW - 5 * 60 * MINUTE;
  await street.accept(
    [
      street.claim(0, T, 'arrive'),
      street.person(0, T + 6 * MINUTE, 'plate', '粤B12345'),
      street.claim(0, T + 70 * MINUTE, 'leave'),
    ],
    T + 71 * MINUTE,
  );
  await street.sweep(T + 90 * MINUTE);
  await street.accept([street.claim(0, T + 40 * MINUTE, 'leave', { seq: 'late' })], NOW);
  const found = await warnings(street);
  assert.deepEqual(
    found.map(({ type, times }) => [type, times]),
    [['doubt', 1]],
  );
});

test('a sensor that is silent or low on power is warned of, until it is well', async () => {
  const street = await openStreet(product, 1);
  const { tenantId, parkId } = street.lot;
  const set = (sql: string, ...values: unknown[]) =>
    product.database.write(tenantScope(tenantId), (db) =>
      db.raw(`UPDATE park_device SET ${sql} WHERE tenant_id = $1 AND park_id = $2`, [tenantId, parkId, ...values]),
    );
  const warned = async () => (await warnings(street)).map(({ type, status }) => `${type} ${status}`).sort();
  const isoTime = (at: number) => new Date(at).toISOString();
  await set(`last_seen_at = $3, battery_mv = 2900`, isoTime(NOW - 200 * MINUTE));
  await sweepSilence(product.database, new Date(NOW));
  await sweepSilence(product.database, new Date(NOW));
  assert.deepEqual(await warned(), ['battery open', 'sensorSilent open']);
  await set(`last_seen_at = $3, battery_mv = 3500`, isoTime(NOW));
  await sweepSilence(product.database, new Date(NOW + MINUTE));
  assert.deepEqual(await warned(), ['battery cleared', 'sensorSilent cleared']);
});

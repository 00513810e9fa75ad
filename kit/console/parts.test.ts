import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fc } from '#test/property.ts';
import { date, money, month } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { ordered } from './column-choice.ts';
import { allows } from './item-actions.ts';
import { drillAddress } from './drill.ts';
import { covers } from './me.ts';
import { pagesAround } from './paging.ts';
import { isStale } from './session.ts';
import { plainSha256 } from './sha256.ts';
import { branches, flatten } from './tree.ts';

test('the pager always offers the first, the last and the current page, in order and without a gap of one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
      const [page, pages] = [Math.min(a, b), Math.max(a, b)];
      const offered = pagesAround(page, pages);
      const real = offered.filter((n) => n > 0);
      assert.ok(real.includes(1) && real.includes(page) && real.includes(pages));
      assert.deepEqual(
        real,
        [...new Set(real)].sort((x, y) => x - y),
      );
      offered.forEach((n, at) => {
        if (n === 0) assert.ok(offered[at + 1]! - offered[at - 1]! > 2);
      });
    }),
  );
});

test('our own SHA-256 agrees with the machine’s for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
      assert.equal(Buffer.from(plainSha256(bytes)).toString('hex'), createHash('sha256').update(bytes).digest('hex')),
    ),
  );
});

test('columns declared after a person chose an order stand at their declared place', () => {
  assert.deepEqual(ordered(['a', 'b', 'c'], { order: ['c', 'a'] }), ['c', 'b', 'a']);
  assert.deepEqual(ordered(['a', 'b'], { order: ['gone', 'b'] }), ['a', 'b']);
  assert.deepEqual(ordered(['a', 'b'], {}), ['a', 'b']);
});

test('a tree shows the children of open rows; a word shows the way down to what it finds', () => {
  const rows = [
    {
      id: '1',
      name: 'group',
      children: [
        { id: '2', name: 'north', children: [{ id: '3', name: 'mall' }] },
        { id: '4', name: 'south' },
      ],
    },
  ];
  const ids = (open: string[], word: string) =>
    flatten(rows, new Set(open), word, (row) => String(row['name'])).map((row) => `${row.id}@${row.depth}`);
  assert.deepEqual(ids([], ''), ['1@0']);
  assert.deepEqual(ids(['1'], ''), ['1@0', '2@1', '4@1']);
  assert.deepEqual(ids([], 'MALL'), ['1@0', '2@1', '3@2']);
  assert.deepEqual(ids(['1', '2'], 'nothing'), []);
  assert.deepEqual(branches(rows), ['1', '2']);
});

test('a figure of a report leads to the rows of its own day or month, narrowed as the report is', () => {
  const of = (dimension: 'day' | 'month') =>
    report({
      name: 'x',
      title: text('日', 'Day'),
      area: 'report',
      wire: { path: '/x' },
      dimensions: dimension === 'day' ? { day: date(text('日期', 'Day')) } : { month: month(text('月份', 'Month')) },
      measures: { paid: money(text('实收', 'Paid')) },
      filters: {},
    });
  const filters = { startTime: '2026-04-01 00:00:00', endTime: '2026-05-30 23:59:59', parkId: 'p' };
  const to = (dimension: 'day' | 'month', row: Record<string, unknown>, drill: Omit<Drill, 'route'> = {}) => {
    const address = drillAddress(
      of(dimension),
      { route: '/static/tempWCPays', ...drill },
      { id: '0', ...row },
      filters,
    );
    return address && Object.fromEntries(new URL(address, 'http://x').searchParams);
  };
  assert.deepEqual(to('day', { day: '2026-05-01' }), {
    parkId: 'p',
    startTime: '2026-05-01 00:00:00',
    endTime: '2026-05-01 23:59:59',
  });
  assert.deepEqual(to('month', { month: '2026-04' }, { time: 'paidTime', slack: [1, 0], fixed: { payType: 'cash' } }), {
    parkId: 'p',
    payType: 'cash',
    startTime: '2026-03-31 00:00:00',
    endTime: '2026-04-30 23:59:59',
    paidTimeFrom: '2026-04-01 00:00:00',
    paidTimeTo: '2026-04-30 23:59:59',
  });
  assert.deepEqual(
    to('day', { day: '2026-05-31' }, { slack: [90, 31] }),
    { parkId: 'p', startTime: '2026-04-02 00:00:00', endTime: '2026-07-01 23:59:59' },
    'no longer than lists look',
  );
  assert.equal(to('day', { day: '2026-05-01', operator: null }, { params: { operator: 'operator' } }), null);
});

test('permission codes cover themselves, their resource’s star and everything', () => {
  assert.ok(covers(['park:add'], 'park:add'));
  assert.ok(covers(['park:*'], 'park:add'));
  assert.ok(covers(['*'], 'park:add'));
  assert.ok(!covers(['park:edit', 'parkArea:*'], 'park:add'));
});

test('a row’s button is there only when the row names it; silence means no', () => {
  assert.ok(allows({ id: '1', may: ['edit', 'park.lock'] }, 'park.lock'));
  assert.ok(allows({ id: '1', may: ['lock'] }, 'park.lock'));
  assert.ok(!allows({ id: '1', may: ['edit'] }, 'remove'));
  assert.ok(!allows({ id: '1' }, 'edit'));
});

test('a token is renewed while it still lives, and no sooner than needed', () => {
  const held = { accessToken: 'a', refreshToken: 'r', expiresIn: 30_000, takenAt: 0 };
  assert.equal(isStale(held, 29_000_000), false);
  assert.equal(isStale(held, 29_700_000), true);
  assert.equal(isStale({ ...held, expiresIn: 60 }, 29_000), false);
  assert.equal(isStale({ ...held, expiresIn: 60 }, 31_000), true);
});

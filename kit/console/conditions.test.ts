import { test } from 'node:test';
import assert from 'node:assert/strict';
import { dateTime, money, relation, select, str } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { conditionsOf, without } from './conditions.ts';
import { leadingBack } from './drill.ts';
import { spanWords, timeRange } from './span.ts';

const span = dateTime(text('时间', 'Time'));
const search = [
  [timeRange, span],
  ['plate', str(text('车牌', 'Plate'))],
] as const;
const others = { doneTime: dateTime(text('到账时间', 'Done at')), owed: money(text('欠费', 'Owed')) };
const names = (filters: Record<string, string>) => conditionsOf(search, others, filters).map(({ name }) => name);

test('every parameter that narrows is a condition: of the search bar, of another field, of none', () => {
  assert.deepEqual(names({}), []);
  assert.deepEqual(
    names({ unheardOf: 'x', owedTo: '5', doneTimeFrom: 'a', doneTimeTo: 'b', plate: 'A', startTime: 'c' }),
    [timeRange, 'plate', 'doneTime', 'owed', 'unheardOf'],
  );
  assert.deepEqual(names({ plate: '' }), [], 'an empty one asks for nothing');
});

test('a condition on what a row points at is called by the field it names', () => {
  const kind = select(text('类型', 'Kind'), { curb: text('路内', 'Roadside') });
  const lot = { fields: { kind } } as unknown as Resource;
  const lots = { lotId: relation(text('车场', 'Lot'), () => lot) };
  assert.deepEqual(conditionsOf([], lots, { 'lotId.kind': 'curb' }), [
    { name: 'lotId.kind', field: kind, params: ['lotId.kind'] },
  ]);
});

test('a condition is taken off with both its ends, and nothing else is', () => {
  const filters = { doneTimeFrom: 'a', doneTimeTo: 'b', plate: 'A' };
  const [plate, done] = conditionsOf(search, others, filters);
  assert.deepEqual(without(filters, done!), { plate: 'A' });
  assert.deepEqual(without(filters, plate!), { doneTimeFrom: 'a', doneTimeTo: 'b' });
});

test('a figure’s address holds the way back to the report with its own conditions', () => {
  const address = leadingBack('/static/refundorder?payType=cash', {
    path: '/static/chartPayTypeSum',
    search: '?parkId=1&startTime=a b',
  });
  const { pathname, searchParams } = new URL(address, 'http://x');
  assert.deepEqual([pathname, searchParams.get('payType')], ['/static/refundorder', 'cash']);
  assert.equal(searchParams.get('from'), '/static/chartPayTypeSum?parkId=1&startTime=a b');
});

test('whole days are shown as days, a single day once', () => {
  assert.equal(spanWords('2026-05-01 00:00:00', '2026-05-02 23:59:59'), '2026-05-01 ~ 2026-05-02');
  assert.equal(spanWords('2026-05-01 00:00:00', '2026-05-01 23:59:59'), '2026-05-01');
  assert.equal(spanWords('2026-05-01 08:00:00', '2026-05-01 23:59:59'), '2026-05-01 08:00:00 ~ 2026-05-01 23:59:59');
});

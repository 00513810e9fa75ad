import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeable, noticeSlip } from './notice-slip.ts';
import type { ListedDebt } from './notice-slip.ts';
import { linesOf } from './paper.ts';

const debt = (recordId: string, more: Partial<ListedDebt> = {}): ListedDebt => ({
  recordId,
  escapeNo: `Q20261101000000000${recordId}`,
  outTime: '2026-11-01T02:00:00Z',
  dueTime: '2026-11-03T02:00:00Z',
  berthNo: 'W0001',
  outstandingFen: 900,
  status: 'owing',
  ...more,
});

test('a notice slip asks only for debts past their term, neither under appeal, in doubt nor handed over', () => {
  const all = [
    debt('1'),
    debt('2', { status: 'waiting' }),
    debt('3', { heldSince: '2026-11-04T02:00:00Z' }),
    debt('4', { blocked: true }),
    debt('5', { status: 'handed' }),
    debt('6', { status: 'paid', outstandingFen: 0 }),
  ];
  assert.deepEqual(
    noticeable(all).map(({ recordId }) => recordId),
    ['1'],
  );
});

test('it has each debt with its number, the sum, the earliest due time and the drivers’ page, within 58 mm', () => {
  const paper = noticeSlip({
    debts: [debt('1', { dueTime: '2026-11-05T02:00:00Z' }), debt('2', { outstandingFen: 1_500 })],
    plate: '粤B·12345',
    lot: { parkId: 'p1', parkName: '人民路路内', servicePhone: '12345678' },
    origin: 'https://park.example',
    say: ({ zh }) => zh,
    time: (at) => new Date(at).toISOString().slice(5, 16),
    yuan: (fen) => (fen / 100).toFixed(2),
  });
  assert.deepEqual(paper.rows, [
    ['车牌', '粤B·12345'],
    ['11-01T02:00 W0001', '9.00'],
    ['编号', 'Q202611010000000001'],
    ['11-01T02:00 W0001', '15.00'],
    ['编号', 'Q202611010000000002'],
    ['欠费合计（元）', '24.00'],
    ['应缴日期', '11-03T02:00'],
    ['投诉电话', '12345678'],
  ]);
  assert.equal(paper.code!.address, 'https://park.example/m/debts?parkId=p1');
  assert.ok(linesOf(paper).length > paper.rows.length);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addUp, ledgerDeltas, stayDeltas, takenAway } from './days.ts';
import type { DayDelta, LedgerLine, StayFact, Sum } from './days.ts';

const zone = 'Asia/Shanghai';
const at = Date.parse('2026-05-01T23:59:59.999+08:00');
const line = (account: LedgerLine['account'], amountFen: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  posting: 'p',
  lineNo: 0,
  at,
  kind: 'payment',
  account,
  party: '',
  amountFen,
  operator: null,
  ...more,
});
const day = (deltas: readonly DayDelta[]) => addUp(deltas).days[0];

test('money counts on the lot day of its posting, to the last millisecond', () => {
  assert.equal(day(ledgerDeltas([line('drawer', 100), line('revenue', -100)], zone))?.day, '2026-05-01');
  assert.equal(
    day(ledgerDeltas([line('drawer', 100, { at: at + 1 }), line('revenue', -100, { at: at + 1 })], zone))?.day,
    '2026-05-02',
  );
});

test('change given back is not money that came', () => {
  const { days, splits } = addUp(
    ledgerDeltas(
      [
        line('drawer', 2000, { party: 'A' }),
        line('drawer', -1500, { party: 'A', lineNo: 1 }),
        line('revenue', -500, { lineNo: 2 }),
      ],
      zone,
    ),
  );
  assert.deepEqual([days[0]!.paidFen, days[0]!.cashFen, days[0]!.receivableFen, days[0]!.payments], [500, 500, 500, 1]);
  assert.deepEqual(
    splits,
    ['cashier', 'payType'].map((split) => ({
      day: '2026-05-01',
      split,
      key: split === 'cashier' ? '' : 'cash',
      count: 1,
      amountFen: 500,
    })),
  );
});

test('what is left owing counts as receivable when the car goes, and not again when it is collected', () => {
  const owed = [line('arrears', 300, { kind: 'owed' }), line('revenue', -300, { kind: 'owed' })];
  const collected = [line('channel', 300, { posting: 'q', party: 'sandbox' }), line('arrears', -300, { posting: 'q' })];
  const sums = day(ledgerDeltas([...owed, ...collected], zone))!;
  assert.deepEqual([sums.receivableFen, sums.arrearsFen, sums.paidFen, sums.onlineFen], [300, 0, 300, 300]);
});

test('a refund stands beside the money that came and takes nothing from it', () => {
  const refundLines = [
    line('revenue', 200, { kind: 'refund-asked' }),
    line('refunds-payable', -200, { kind: 'refund-asked' }),
  ];
  const paid = [
    line('refunds-payable', 200, { kind: 'refund-paid' }),
    line('channel', -200, { kind: 'refund-paid', party: 'sandbox' }),
  ];
  const sums = day(ledgerDeltas([...refundLines, ...paid], zone))!;
  assert.deepEqual([sums.refundFen, sums.paidFen, sums.receivableFen], [200, 0, 0]);
});

test('money counts for the person who took it, apart from what came without one, and what was given back beside it', () => {
  const lines = [
    line('drawer', 500, { operator: '王敏' }),
    line('channel', 300, { posting: 'q', party: 'wechat', operator: '王敏' }),
    line('channel', 200, { posting: 'r', party: 'alipay' }),
    line('drawer', -100, { posting: 's', kind: 'refund-paid', operator: '李想' }),
  ];
  const { splits } = addUp(ledgerDeltas(lines, zone));
  assert.deepEqual(
    splits
      .filter(({ split }) => split.startsWith('cashier'))
      .map(({ split, key, count, amountFen }) => [split, key, count, amountFen]),
    [
      ['cashierBack', '李想', 1, 100],
      ['cashierOnline', '', 1, 200],
      ['cashierOnline', '王敏', 1, 300],
      ['cashier', '王敏', 1, 500],
    ],
  );
});

const accounts = ['drawer', 'channel', 'revenue', 'waived', 'derated', 'arrears', 'overpaid'] as const;
const posting = fc
  .array(fc.tuple(fc.constantFrom(...accounts), fc.integer({ min: -9999, max: 9999 })), { minLength: 1, maxLength: 6 })
  .map((parts): LedgerLine[] => {
    const lines = parts.map(([account, amountFen], lineNo) => line(account, amountFen, { lineNo }));
    const off = lines.reduce((sum, each) => sum + each.amountFen, 0);
    return [...lines, line('revenue', -off, { lineNo: lines.length })];
  });

test('receivable plus surplus is paid plus discount plus waived plus left owing, for every balanced posting', () => {
  fc.assert(
    fc.property(posting, (lines) => {
      const sums = day(ledgerDeltas(lines, zone));
      if (!sums) return;
      assert.equal(
        sums.receivableFen + sums.surplusFen,
        sums.paidFen + sums.derateFen + sums.waivedFen + sums.arrearsFen,
      );
      assert.equal(sums.paidFen, sums.cashFen + sums.onlineFen);
    }),
  );
});

test('a reversal takes away exactly what its original gave', () => {
  fc.assert(
    fc.property(posting, (lines) => {
      const reversed = lines.map((each) => ({
        ...each,
        posting: 'r',
        kind: `reversal:${each.kind}`,
        amountFen: -each.amountFen,
      }));
      assert.deepEqual(addUp([...ledgerDeltas(lines, zone), ...ledgerDeltas(reversed, zone)]), {
        days: [],
        splits: [],
      });
    }),
  );
});

const stay: fc.Arbitrary<StayFact> = fc.record({
  status: fc.constantFrom('open', 'closed', 'merged', 'closed-batch'),
  inTime: fc.option(fc.integer({ min: at - 1e9, max: at })),
  outTime: fc.option(fc.integer({ min: at, max: at + 1e9 })),
  staySeconds: fc.option(fc.nat()),
  releaseType: fc.constantFrom('paid', 'free', null),
  kind: fc.constantFrom('temp', 'pass', null),
  carTypeId: fc.constantFrom('a', null),
  paidFen: fc.option(fc.nat(10_000)),
  plate: fc.constantFrom('浙A12345', '无牌车-0001', ''),
});

test('a stay removed and added again counts once, and entries minus exits equals arrivals minus departures', () => {
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 20 }), (stays) => {
      const once = stays.flatMap((each) => stayDeltas(each, zone));
      assert.deepEqual(addUp([...once, ...takenAway(once), ...once]), addUp(once));
      const counted = stays.filter((each) => each.status !== 'merged');
      const total = (name: Sum) => addUp(once).days.reduce((sum, each) => sum + each[name], 0);
      assert.equal(
        total('entries') - total('exits'),
        counted.filter((each) => each.inTime !== null).length - counted.filter((each) => each.outTime !== null).length,
      );
    }),
  );
});

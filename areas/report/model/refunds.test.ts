/** “Refund” is one thing in every report: money that has arrived with whoever it went back to, on the day it did. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { feeCells } from './fees.ts';
import { toRefunds } from './parts.ts';
import * as fees from './fees.ts';
import * as registers from './registers.ts';
import * as road from './road.ts';
import * as traffic from './traffic.ts';
import * as shifts from '#areas/shift/model/reports.ts';
import type { Report } from '#kit/declare/report.ts';

const isReport = (of: unknown): of is Report => (of as { kind?: string } | null)?.kind === 'report';
const reports = [fees, registers, road, traffic, shifts].flatMap((each) => Object.values(each).filter(isReport));
const refunding = reports.filter(({ measures }) => 'refundFen' in measures);

test('the reports with refunds are more than a few, and each leads to its rows', () => {
  assert.ok(refunding.length >= 8, String(refunding.length));
  for (const { name, cells } of refunding) assert.ok(cells?.['refundFen'], name);
});

test('a report’s refunds are those that arrived in its days: done refunds, the ledger’s refunds paid, or a drawer’s own', () => {
  assert.deepEqual([toRefunds.time, toRefunds.fixed], ['doneTime', { status: 'refunded' }]);
  for (const { name, cells } of refunding) {
    const { route, time, fixed } = cells!['refundFen']!;
    const arrived = {
      '/static/refundorder': () => time === 'doneTime' && fixed?.['status'] === 'refunded',
      '/static/ledgerEntry': () => fixed?.['item'] === 'refund',
      '/work/shiftEntry': () => fixed?.['kind'] === 'refund',
    }[route];
    assert.ok(arrived?.(), `${name} leads to ${route} ${JSON.stringify({ time, fixed })}`);
  }
  assert.equal(feeCells.refundFen, toRefunds);
});

test('the word says what is narrower: refunds of passes, cash out of a drawer, refunds a person gave; nothing else has a word of its own', () => {
  const words = new Set(refunding.map(({ measures }) => measures['refundFen']!.label.zh));
  for (const word of words) assert.match(word, /退款$/, word);
  assert.deepEqual(
    new Set(
      refunding
        .filter(({ name }) => !/^(carMonthSum|passSum|userFees|shiftSum|onlyShiftSum)$/.test(name))
        .map(({ measures }) => measures['refundFen']!.label.zh),
    ),
    new Set(['退款']),
  );
});

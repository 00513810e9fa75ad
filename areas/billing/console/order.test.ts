import { test } from 'node:test';
import assert from 'node:assert/strict';
import { refundableFen } from './order.ts';

const paid = (amountFen: number, paidTime: string | null = '2026-05-01T01:00:00Z') => ({
  id: 'p',
  amountFen,
  paidTime,
});
const back = (amountFen: number, status: string) => ({ id: 'r', amountFen, status });

test('all that came may go back, an attempt that brought nothing counts for nothing', () =>
  assert.equal(refundableFen([paid(600), paid(500), paid(900, null)], []), 1100));

test('what went back or is on its way is gone, a failed refund gives its part free again', () => {
  assert.equal(refundableFen([paid(1000)], [back(300, 'refunded'), back(200, 'refunding'), back(400, 'failed')]), 500);
  assert.equal(refundableFen([paid(1000)], [back(1000, 'refunded')]), 0);
});

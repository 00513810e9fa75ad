import assert from 'node:assert/strict';
import test from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { dayStart, openBooks, quoted, scope, tenantId } from './books.fixture.ts';
import { calm, noticesArrived, setSandbox } from './channel/sandbox.ts';
import { beginTrade, moneyRound, ordersOf, writeMoney } from './door.ts';
import { refundedBy } from './refund.ts';

test('a slow refund stays in progress until the money has arrived, however often it is queried', async () => {
  const books = await openBooks();
  try {
    const [place, noon] = [await books.newPlace(), dayStart + 12 * 3_600_000];
    const stateAfter = async (aheadMs: number): Promise<string> => {
      await moneyRound(books.db, new Date(Date.now() + aheadMs));
      await noticesArrived();
      return (await books.db.read(scope, (db) => ordersOf(db, [order.id]))).get(order.id)!.order.state;
    };
    const { entry, trade } = beginTrade(tenantId, quoted(place, 500, 0, noon - 1000), {
      id: newId(),
      channel: 'sandbox',
      at: noon,
    });
    const { order } = entry;
    await books.db.write(scope, (db) =>
      writeMoney(db, place, { entries: [entry], charges: [{ trade, payCode: '28' }] }),
    );
    await stateAfter(0);
    assert.equal(await stateAfter(0), 'paid');
    await setSandbox(books.db, { ...calm, refundDelayMs: 3_600_000 });
    await books.db.write(scope, async (db) => {
      const back = refundedBy((await ordersOf(db, [order.id], { lock: true })).get(order.id)!, 200, {
        operator: '财务',
        remark: '退差额',
        at: Date.now(),
      });
      await writeMoney(db, place, { entries: [back.entry], postings: back.postings });
    });
    assert.equal(await stateAfter(0), 'refunding');
    await setSandbox(books.db, calm);
    assert.equal(await stateAfter(120_000), 'refunding', 'the time given by the first query');
    await books.db.write(platformScope, (db) =>
      db.raw(`UPDATE sandbox_trade SET payload = payload - 'due' RETURNING 1`),
    );
    assert.equal(await stateAfter(900_000), 'part-refunded');
  } finally {
    await books.close();
  }
});

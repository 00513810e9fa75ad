import assert from 'node:assert/strict';
import test from 'node:test';
import { newId } from '#kit/server/id.ts';
import { listen, dayStart, openBooks, quoted, scope, tenantId } from './books.fixture.ts';
import { noticesArrived } from './channel/sandbox.ts';
import { beginTrade, moneyRound, writeMoney } from './door.ts';

// Runs alone: in a process with a running server the event is handled already.
test('the event of a paid order is kept until it is handled', async () => {
  const books = await openBooks();
  try {
    const place = await books.newPlace();
    const { entry, trade } = beginTrade(tenantId, quoted(place, 500, 0, dayStart + 11 * 3_600_000), {
      id: newId(),
      channel: 'sandbox',
      at: dayStart + 11 * 3_600_000,
    });
    await books.db.write(scope, (db) =>
      writeMoney(db, place, { entries: [entry], charges: [{ trade, payCode: '28' }] }),
    );
    const round = async () => {
      await moneyRound(books.db);
      await noticesArrived();
    };
    await round();
    await round();
    const published: string[] = [];
    listen(({ paid }) => {
      published.push(...paid.map(({ orderId }) => orderId));
    });
    await round();
    await round();
    assert.deepEqual(published, [entry.order.id]);
  } finally {
    await books.close();
  }
});

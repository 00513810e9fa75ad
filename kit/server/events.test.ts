import assert from 'node:assert/strict';
import { test } from 'node:test';
import { committedEvent, transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { emit, eventFaults, handle, handleNoneBut, handleOnly, isHandled, on, wireEvents } from './events.ts';

const sold = transactionEvent<{ amountFen: number }, number>({
  name: 'sold',
  area: 'shop',
  title: text('售出', 'Sold'),
  payload: { amountFen: text('金额', 'Amount') },
  required: true,
});
const closed = committedEvent<{ day: string }>({
  name: 'closed',
  area: 'shop',
  title: text('打烊', 'Closed'),
  payload: { day: text('日期', 'Day') },
});
const context = { db: {} as Db };
const shop = { name: 'shop', emits: [sold, closed], handles: [] };
const books = { name: 'books', emits: [], handles: [on(sold, ({ amountFen }) => amountFen * 2)] };

// Runs alone: nothing may have been wired before.
test('an event before the wiring is an error, not silence', async () => {
  await assert.rejects(emit(sold, { amountFen: 1 }, context), /before the events were wired/);
});

test('every fault of the wiring is named, all in one message', () => {
  assert.deepEqual(eventFaults([shop, books]), []);
  assert.deepEqual(eventFaults([shop]), ['sold of shop needs a handler, and no area handles it']);
  assert.deepEqual(eventFaults([books]), ['books handles sold, which no area emits']);
  assert.deepEqual(eventFaults([shop, { ...books, emits: [closed] }]), [
    'two events are called closed',
    'closed is declared by shop, but books says it emits it',
  ]);
  assert.throws(
    () =>
      wireEvents([
        { ...shop, handles: [] },
        { ...books, handles: [on({ ...closed }, () => {})] },
      ]),
    {
      message:
        'events do not fit together:\n  books handles closed, which no area emits\n  sold of shop needs a handler, and no area handles it',
    },
  );
});

test("handlers run one after another in the areas' order, with the emitter's context, and answer", async () => {
  const seen: unknown[] = [];
  const more = {
    name: 'more',
    emits: [],
    handles: [on(sold, async ({ amountFen }, given) => (seen.push(given), amountFen * 3))],
  };
  wireEvents([more, shop, books]);
  assert.deepEqual(await emit(sold, { amountFen: 5 }, context), [15, 10]);
  assert.deepEqual(seen, [context]);
  assert.deepEqual([isHandled(sold), isHandled(closed)], [true, false]);
});

test("a handler's failure is the emitter's, and those after it do not run", async () => {
  let ran = 0;
  wireEvents([shop, books]);
  const undo = handleOnly(
    sold,
    on(sold, () => {
      throw new Error('no space in the books');
    }),
  );
  const also = handle(on(sold, () => (ran += 1)));
  await assert.rejects(emit(sold, { amountFen: 5 }, context), /no space in the books/);
  assert.equal(ran, 0);
  also();
  undo();
  assert.deepEqual(await emit(sold, { amountFen: 5 }, context), [10]);
});

test('for a while none but the given handlers run, and afterwards those that were wired', async () => {
  wireEvents([shop, { ...books, handles: [...books.handles, on(closed, () => undefined)] }]);
  const back = handleNoneBut(on(sold, ({ amountFen }) => amountFen + 1));
  assert.deepEqual(await emit(sold, { amountFen: 5 }, context), [6]);
  assert.equal(isHandled(closed), false);
  back();
  assert.deepEqual(await emit(sold, { amountFen: 5 }, context), [10]);
  assert.equal(isHandled(closed), true);
});

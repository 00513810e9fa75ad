import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { entryOf, orderRow } from './entry.ts';
import type { OrderEntry } from './entry.ts';

const place = {
  tenantId: 7,
  companyId: '0197a1b2-c3d4-7e5f-8a9b-0123456789ab',
  parkId: '0197a1b2-c3d4-7e5f-8a9b-0123456789ac',
  zone: 'Asia/Shanghai',
};
const fen = fc.oneof(fc.constant(0), fc.nat({ max: 100_000 }));
const at = fc.oneof(fc.constant(0), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }));
const name = fc.string({ minLength: 1, maxLength: 8 });
const order: fc.Arbitrary<Order> = fc.record({
  id: fc.uuid(),
  park: fc.constantFrom(place.parkId, 'another'),
  stay: name,
  state: fc.constantFrom(
    'none',
    'quoted',
    'pending',
    'paid',
    'failed',
    'overpaid',
    'refunding',
    'refunded',
    'part-refunded',
    'refund-failed',
  ),
  receivableFen: fen,
  deratedFen: fen,
  waivedFen: fen,
  paidFen: fen,
  surplusFen: fen,
  owedFen: fen,
  derateBooked: fc.boolean(),
  pricedAt: at,
  validUntil: at,
  paidAt: fc.option(at),
  windowFrom: fc.option(at),
  attempts: fc.array(
    fc.record({
      trade: name,
      channel: name,
      amountFen: fen,
      createdAt: at,
      state: fc.constantFrom('pending', 'success', 'failed'),
    }),
    { maxLength: 2 },
  ),
  payments: fc.array(
    fc.record({ id: name, via: fc.constantFrom('drawer:1', 'channel:wechat'), amountFen: fen, appliedFen: fen, at }),
    { maxLength: 2 },
  ),
  refunds: fc.array(
    fc.record({
      id: name,
      payment: name,
      amountFen: fen,
      from: fc.constantFrom('revenue', 'overpaid'),
      state: fc.constantFrom('asked', 'done', 'failed'),
    }),
    { maxLength: 2 },
  ),
  done: fc.array(name, { maxLength: 2 }),
});
const entry: fc.Arbitrary<OrderEntry> = fc
  .record({
    order,
    about: fc.record({
      kind: fc.constantFrom('exit', 'prepay'),
      plateNumber: name,
      carTypeId: fc.option(fc.uuid()),
      gateId: fc.option(fc.uuid()),
      createdTime: at,
      inTime: fc.option(at),
      lines: fc.constantFrom(null, [{ kind: 'time', amountFen: 300 }]),
      ruleId: fc.option(name),
      remark: fc.option(name),
      money: fc.dictionary(
        name.filter((key) => key !== '__proto__'),
        fc.record({ operator: fc.option(name) }),
      ),
    }),
  })
  .map((one) => structuredClone(one)) as fc.Arbitrary<OrderEntry>;

const stored = (row: object): Record<string, unknown> => JSON.parse(JSON.stringify(row)) as Record<string, unknown>;

test('an order is read from its row as it was written, in whatever state', () => {
  fc.assert(fc.property(entry, (one) => assert.deepEqual(entryOf(stored(orderRow(place, one))), one)));
});

test('an order of an older row, whose book holds all of it, is read as it was written', () => {
  fc.assert(
    fc.property(entry, (one) => {
      assert.deepEqual(
        entryOf({
          ...stored(orderRow(place, one)),
          book: stored({ deeds: 1, order: one.order, money: one.about.money }),
        }),
        one,
      );
    }),
  );
});

test('a book repeats nothing that a column holds', () => {
  fc.assert(
    fc.property(entry, (one) => {
      const { order: rest } = orderRow(place, one)['book'] as { order: object };
      const columns = new Set([
        'id',
        'stay',
        'receivableFen',
        'deratedFen',
        'waivedFen',
        'paidFen',
        'surplusFen',
        'pricedAt',
        'validUntil',
        'paidAt',
      ]);
      assert.deepEqual(
        Object.keys(rest).filter((key) => columns.has(key)),
        [],
      );
    }),
  );
});

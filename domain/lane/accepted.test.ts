import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { Hub, MINUTE, T0, drive, enter, payOnline, seen } from './hub.fixture.ts';
import { outstanding } from '#domain/ledger/order-state.ts';

const P = '京A12345';
const OUT = T0 + 60 * MINUTE;

test('INV-P8: a gate opened on acceptance is followed by one payment or a debt of the same sum, whatever the channel says then, how often, and before or after the car has gone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('paid', 'failed', 'accepted'), { maxLength: 6 }),
      fc.nat(6),
      (statuses, goesAfter) => {
        const hub = new Hub({ sensorless: [P] });
        enter(hub, 'in1', T0, P, 1);
        const charge = seen(hub, 'out1', OUT, { plate: P, passing: 1 }).facts.find((fact) => fact.fact === 'charge');
        const order = charge?.fact === 'charge' ? charge.order : '';
        let seq = 0;
        const deducted = (result: 'accepted' | 'failed', at: number) =>
          hub.apply({
            kind: 'deducted',
            lane: 'out1',
            device: 'channel',
            seq: (seq += 1),
            at,
            rawAt: at,
            order,
            result,
          });
        deducted('accepted', OUT + 200);
        assert.equal(hub.phase('out1'), 'releasing');
        const goes = () => assert.ok(drive(hub, 'out1', OUT + 300, 1, hub.commands));
        statuses.forEach((word, nth) => {
          if (nth === goesAfter) goes();
          if (word === 'paid') payOnline(hub, 'out1', order, 'deduction', OUT + 10_000 + nth, 'etc');
          else deducted(word, OUT + 10_000 + nth);
        });
        if (goesAfter >= statuses.length) goes();
        const { receivableFen, paidFen, owedFen, payments, surplusFen } = hub.book.order(order)!;
        assert.deepEqual(
          [payments.length + (owedFen > 0 ? 1 : 0), paidFen + owedFen, surplusFen],
          [1, receivableFen, 0],
        );
        assert.equal(outstanding(hub.book.order(order)!), owedFen);
        assert.equal(hub.stays()[0]!.state, 'closed');
      },
    ),
    { numRuns: 500 },
  );
});

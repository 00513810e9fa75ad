/** The invariants of discounts (INV-C) on any bill and any history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { balanceOf } from './account.ts';
import type { SellerAccount } from './account.ts';
import { chosenLines, derateSum, takenBy } from './choose.ts';
import type { Offered } from './choose.ts';
import { couponStep, usable } from './coupon.ts';
import type { Coupon, CouponEvent } from './coupon.ts';
import { chargeOf, mostCharged } from './terms.ts';
import type { Terms } from './terms.ts';

const terms: fc.Arbitrary<Terms> = fc
  .record({
    kind: fc.constantFrom('time' as const, 'amount' as const, 'percent' as const, 'full' as const, 'flat' as const),
    size: fc.integer({ min: 1, max: 100 }),
    exclusive: fc.boolean(),
    by: fc.constantFrom('price' as const, 'benefit' as const, 'face' as const),
    priceFen: fc.integer({ min: 0, max: 3000 }),
    chargePercent: fc.integer({ min: 1, max: 100 }),
    restores: fc.boolean(),
    minSpendFen: fc.constantFrom(0, 0, 500, 2000),
    last: fc.boolean(),
  })
  .map(({ kind, size, by, ...rest }): Terms => ({
    ...rest,
    kind,
    value: kind === 'full' ? 0 : kind === 'amount' || kind === 'flat' ? size * 37 : size,
    chargeBy: by === 'face' && kind !== 'amount' ? 'price' : by,
  }));
const offers = (most: number): fc.Arbitrary<Offered[]> =>
  fc
    .array(terms, { maxLength: most })
    .map((all) =>
      all.map((each, nth) => ({ id: `c${nth}`, name: { zh: `券${nth}`, en: `no. ${nth}` }, terms: each, used: false })),
    );

const MINUTE = 60_000;
const OUT = 600 * MINUTE;
/** A fee that never falls with the length: units of so many minutes, capped. */
const fees = fc
  .record({
    unit: fc.integer({ min: 1, max: 90 }),
    fen: fc.integer({ min: 0, max: 900 }),
    cap: fc.integer({ min: 0, max: 9000 }),
  })
  .map(
    ({ unit, fen, cap }) =>
      (end: number): number =>
        Math.min(cap, Math.ceil(Math.max(0, end) / MINUTE / unit) * fen),
  );
const dueOf = (offered: readonly Offered[], feeAt: (end: number) => number): number =>
  feeAt(OUT) - derateSum(chosenLines(offered, feeAt(OUT), OUT, feeAt));
const shuffled = <T>(list: readonly T[], picks: Iterator<number>): T[] =>
  list
    .map((each) => ({ each, key: picks.next().value as number }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);

test('INV-C1 no discount raises what is due, and none takes it below nothing', () => {
  fc.assert(
    fc.property(offers(6), fees, (offered, feeAt) => {
      let due = feeAt(OUT);
      for (const line of chosenLines(offered, due, OUT, feeAt)) {
        assert.ok(line.amountFen < 0);
        due += line.amountFen;
        assert.ok(due >= 0);
      }
    }),
  );
});

test('INV-C2 the bill is the same in whatever order the discounts were scanned', () => {
  fc.assert(
    fc.property(offers(6), fees, fc.infiniteStream(fc.nat()), (offered, feeAt, picks) => {
      assert.deepEqual(
        chosenLines(shuffled(offered, picks), feeAt(OUT), OUT, feeAt),
        chosenLines(offered, feeAt(OUT), OUT, feeAt),
      );
    }),
  );
});

test('INV-C6 one that stands alone leaves no other line', () => {
  fc.assert(
    fc.property(offers(6), fees, (offered, feeAt) => {
      const lines = chosenLines(offered, feeAt(OUT), OUT, feeAt);
      if (lines.some((line) => offered.find(({ id }) => id === line.ref)!.terms.exclusive))
        assert.equal(lines.length, 1);
    }),
  );
});

test('INV-C7 one more discount never raises what the driver pays, also after a bill that used some', () => {
  fc.assert(
    fc.property(offers(5), terms, fees, fc.boolean(), (offered, more, feeAt, paidBefore) => {
      const lines = chosenLines(offered, feeAt(OUT), OUT, feeAt);
      const before = offered.map((each) => ({
        ...each,
        used: paidBefore && lines.some((line) => line.ref === each.id),
      }));
      const added: Offered = { id: 'more', name: { zh: '又', en: 'more' }, terms: more, used: false };
      assert.ok(dueOf([...before, added], feeAt) <= dueOf(before, feeAt));
    }),
  );
});

test('INV-C8 a per cent is rounded once, down to the fen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 99_999 }), (percent, fee) => {
      const offered: Offered[] = [
        {
          id: 'c',
          name: { zh: '折扣', en: 'off' },
          terms: {
            kind: 'percent',
            value: percent,
            exclusive: false,
            chargeBy: 'benefit',
            priceFen: 99_999,
            chargePercent: 100,
            restores: false,
          },
          used: false,
        },
      ];
      assert.equal(derateSum(chosenLines(offered, fee, OUT, () => fee)), Math.floor((fee * percent) / 100));
    }),
  );
});

test('the orders of a stay share its discounts: together they take what its last bill shows', () => {
  fc.assert(
    fc.property(offers(5), fees, fc.integer({ min: 0, max: 600 }), (offered, feeAt, minutes) => {
      const paidAt = minutes * MINUTE;
      const first = chosenLines(offered, feeAt(paidAt), paidAt, feeAt);
      const taken = takenBy(first, new Map(), derateSum(first));
      assert.deepEqual(
        [...taken.values()].reduce((sum, fen) => sum + fen, 0),
        derateSum(first),
      );
      const then = chosenLines(
        offered.map((each) => ({ ...each, used: taken.has(each.id) })),
        feeAt(OUT),
        OUT,
        feeAt,
      );
      const more = Math.max(0, derateSum(then) - derateSum(first));
      const rest = takenBy(then, taken, more);
      assert.equal(
        [...rest.values()].reduce((sum, fen) => sum + fen, 0),
        more,
      );
    }),
  );
});

const FRESH: Omit<Coupon, 'id' | 'terms'> = {
  state: 'issued',
  plate: null,
  stay: null,
  order: null,
  lockedUntil: null,
  validUntil: 1000,
  reservedFen: 0,
  benefitFen: 0,
  chargedFen: 0,
  uses: [],
};
const times = fc.integer({ min: 0, max: 1200 });
/** Two cars of one plate at two exits, with three orders each, and whatever comes between. */
const events: fc.Arbitrary<CouponEvent> = fc.oneof(
  times.map((at): CouponEvent => ({ kind: 'bind', plate: '京A12345', at })),
  fc
    .record({ stay: fc.constantFrom('s1', 's2'), nth: fc.nat(2), at: times })
    .map(({ stay, nth, at }): CouponEvent => ({ kind: 'lock', stay, order: `${stay}/${nth}`, until: at + 60, at })),
  fc
    .record({ stay: fc.constantFrom('s1', 's2'), nth: fc.nat(2) })
    .map(({ stay, nth }): CouponEvent => ({ kind: 'unlock', order: `${stay}/${nth}` })),
  fc
    .record({ stay: fc.constantFrom('s1', 's2'), nth: fc.nat(2), benefitFen: fc.integer({ min: 0, max: 2000 }) })
    .map(({ stay, nth, benefitFen }): CouponEvent => ({ kind: 'use', stay, order: `${stay}/${nth}`, benefitFen })),
  fc
    .record({ stay: fc.constantFrom('s1', 's2'), nth: fc.nat(2), at: times })
    .map(({ stay, nth, at }): CouponEvent => ({ kind: 'refund', order: `${stay}/${nth}`, at })),
  times.map((at): CouponEvent => ({ kind: 'end', at })),
  times.map((at): CouponEvent => ({ kind: 'cancel', at })),
);
const histories = fc.record({
  all: fc.array(terms, { minLength: 1, maxLength: 4 }),
  actions: fc.array(fc.tuple(fc.nat(3), events), { maxLength: 60, size: 'max' }),
  chargedFen: fc.integer({ min: 0, max: 5000 }),
  creditFen: fc.integer({ min: 0, max: 2000 }),
});

type World = { coupons: Coupon[]; account: SellerAccount };

function play(
  {
    all,
    actions,
    chargedFen,
    creditFen,
  }: { all: Terms[]; actions: [number, CouponEvent][]; chargedFen: number; creditFen: number },
  seen: (world: World, coupon: Coupon, before: Coupon, chargeFen: number) => void,
): World {
  const world: World = {
    coupons: all.map((each, nth) => ({ ...FRESH, id: `c${nth}`, terms: each })),
    account: { chargedFen, usedFen: 0, reservedFen: 0, creditFen },
  };
  for (const [nth, event] of actions) {
    const at = nth % world.coupons.length;
    const before = world.coupons[at]!;
    const step = couponStep(before, world.account, event);
    world.coupons[at] = step.coupon;
    world.account = step.account;
    seen(world, step.coupon, before, step.chargeFen);
  }
  return world;
}

test('INV-C3 a discount is used by one stay at most, whatever exits at once', () => {
  fc.assert(
    fc.property(histories, (history) => {
      play(history, (_, coupon) => {
        const stays = new Set(coupon.uses.filter((each) => !each.back).map((each) => each.order.slice(0, 2)));
        assert.ok(stays.size <= 1);
        if (stays.size === 1) assert.deepEqual([coupon.state, coupon.stay], ['used', [...stays][0]]);
      });
    }),
    { numRuns: 500 },
  );
});

test('INV-C4 a seller never gives away more than he has and his credit: what is used and held is what his discounts say', () => {
  fc.assert(
    fc.property(histories, (history) => {
      play(history, ({ coupons, account }) => {
        assert.ok(balanceOf(account) >= -account.creditFen);
        assert.equal(
          account.usedFen,
          coupons.reduce((sum, each) => sum + each.chargedFen, 0),
        );
        assert.equal(
          account.reservedFen,
          coupons.reduce((sum, each) => sum + each.reservedFen, 0),
        );
        assert.ok(
          coupons.every(
            (each) =>
              each.reservedFen >= 0 &&
              each.chargedFen >= 0 &&
              each.chargedFen + each.reservedFen <= mostCharged(each.terms),
          ),
        );
      });
    }),
    { numRuns: 500 },
  );
});

test('INV-C5 the seller is charged what the rule sets of the benefit on the bills', () => {
  fc.assert(
    fc.property(
      histories.map((history) => ({
        ...history,
        actions: history.actions.filter(([, event]) => event.kind !== 'end' && event.kind !== 'refund'),
      })),
      (history) => {
        play(history, (_, coupon) => assert.equal(coupon.chargedFen, chargeOf(coupon.terms, coupon.benefitFen)));
      },
    ),
  );
});

test('the same event again changes nothing', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const world = play(history, () => undefined);
      for (const [nth, event] of history.actions) {
        const once = couponStep(world.coupons[nth % world.coupons.length]!, world.account, event);
        const twice = couponStep(once.coupon, once.account, event);
        assert.deepEqual([twice.coupon, twice.account, twice.chargeFen], [once.coupon, once.account, 0]);
      }
    }),
  );
});

test('a lock holds for its stay and runs out for others; the last moment counts', () => {
  const base: Coupon = {
    ...FRESH,
    id: 'c',
    terms: {
      kind: 'amount',
      value: 500,
      exclusive: false,
      chargeBy: 'face',
      priceFen: 0,
      chargePercent: 100,
      restores: true,
    },
  };
  const account: SellerAccount = { chargedFen: 500, usedFen: 0, reservedFen: 0, creditFen: 0 };
  const bound = couponStep(base, account, { kind: 'bind', plate: '京A12345', at: 0 });
  assert.equal(
    couponStep({ ...base, id: 'd' }, bound.account, { kind: 'bind', plate: '京A12345', at: 0 }).refused,
    'no-balance',
  );
  const locked = couponStep(bound.coupon, bound.account, { kind: 'lock', stay: 's1', order: 'o1', until: 60, at: 0 });
  assert.deepEqual(
    [
      usable(locked.coupon, 's1', 30),
      usable(locked.coupon, 's2', 60),
      usable(locked.coupon, 's2', 61),
      usable(locked.coupon, 's1', 1001),
    ],
    [true, false, true, false],
  );
  const used = couponStep(locked.coupon, locked.account, { kind: 'use', stay: 's1', order: 'o1', benefitFen: 300 });
  assert.deepEqual(
    [used.chargeFen, balanceOf(used.account), usable(used.coupon, 's2', 61), usable(used.coupon, 's1', 5000)],
    [500, 0, false, true],
  );
  const back = couponStep(used.coupon, used.account, { kind: 'refund', order: 'o1', at: 100 });
  assert.deepEqual(
    [back.chargeFen, back.coupon.state, back.coupon.reservedFen, balanceOf(back.account)],
    [-500, 'restored', 500, 0],
  );
});

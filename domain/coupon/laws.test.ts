/** The invariants of coupons (K) on any history, and the dossier's example to the fen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { balanceOf } from '../derate/account.ts';
import { chosenLines, derateSum } from '../derate/choose.ts';
import type { Offered } from '../derate/choose.ts';
import { couponStep as discountStep } from '../derate/coupon.ts';
import type { Coupon as Discount, CouponEvent as DiscountEvent } from '../derate/coupon.ts';
import { mostCharged } from '../derate/terms.ts';
import type { Terms } from '../derate/terms.ts';
import { couponStep, issue } from './coupon.ts';
import type { Coupon, CouponEvent, Purse } from './coupon.ts';
import { claimRefusal, lastMoment, restOf } from './limits.ts';

const fiveOff: Terms = {
  kind: 'amount',
  value: 500,
  exclusive: false,
  chargeBy: 'benefit',
  priceFen: 0,
  chargePercent: 80,
  restores: true,
  minSpendFen: 1000,
};
const ANY_MONEY: Purse = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: Number.MAX_SAFE_INTEGER };
const P = '京A12345';

const fresh = (id: string, terms: Terms, validUntil = 1000): Coupon => ({
  id,
  terms,
  state: 'unclaimed',
  phone: null,
  plate: null,
  validUntil,
  reservedFen: mostCharged(terms),
  benefitFen: 0,
  chargedFen: 0,
  gifts: 0,
  givingUntil: null,
});

/** A coupon with the discounts it was placed as, as the areas keep them: the purse is moved by the coupon alone. */
class World {
  purse: Purse;
  coupons: Coupon[] = [];
  issued = 0;
  readonly placed = new Map<string, Discount>();
  /** What the bills show, by coupon and order. */
  readonly bills = new Map<string, { benefitFen: number; chargedFen: number }>();
  nth = 0;
  readonly terms: Terms;
  readonly budgetNum: number;
  constructor(purse: Purse, terms: Terms, budgetNum: number) {
    this.purse = purse;
    this.terms = terms;
    this.budgetNum = budgetNum;
  }

  send(num: number): boolean {
    const limits = { budgetNum: this.budgetNum, perPerson: 0, perPlateDay: 0, claimFrom: null, claimUntil: null };
    const purse = num <= restOf(limits, this.issued) ? issue(this.purse, this.terms, num) : null;
    if (!purse) return false;
    this.purse = purse;
    for (let each = 0; each < num; each++) this.coupons.push(fresh(`c${this.issued + each}`, this.terms));
    this.issued += num;
    return true;
  }

  step(nth: number, event: CouponEvent): string | null {
    const step = couponStep(this.coupons[nth]!, this.purse, event);
    this.coupons[nth] = step.coupon;
    this.purse = step.purse;
    if (event.kind === 'place' && !step.refused) this.#place(step.coupon, event.at);
    return step.refused;
  }

  #place(coupon: Coupon, at: number): void {
    const discount: Discount = {
      id: `d${this.nth++}`,
      terms: coupon.terms,
      state: 'issued',
      plate: null,
      stay: null,
      order: null,
      lockedUntil: null,
      validUntil: coupon.validUntil,
      reservedFen: 0,
      benefitFen: 0,
      chargedFen: 0,
      uses: [],
    };
    this.placed.set(coupon.id, discountStep(discount, ANY_MONEY, { kind: 'bind', plate: P, at }).coupon);
  }

  /** A quote, payment, refund or exit of the car whose bill it stands on. */
  bill(nth: number, event: DiscountEvent, at: number): void {
    const coupon = this.coupons[nth]!;
    const before = this.placed.get(coupon.id);
    if (!before) return;
    const { coupon: stepped, chargeFen } = discountStep(before, ANY_MONEY, event);
    let next = stepped;
    if (event.kind === 'use' && next !== before)
      this.bills.set(`${before.id}/${event.order}`, { benefitFen: event.benefitFen, chargedFen: chargeFen });
    if (event.kind === 'refund' && chargeFen <= 0 && next !== before) this.bills.delete(`${before.id}/${event.order}`);
    if (event.kind === 'refund' && next.state === 'restored')
      next = discountStep(next, ANY_MONEY, { kind: 'end', at }).coupon;
    this.placed.set(coupon.id, next);
    if (next.state === 'expired' || next.state === 'cancelled') this.placed.delete(coupon.id);
    this.step(nth, { kind: 'follow', placed: next, over: false, at });
  }
}

test('the example of the dossier: 100 of 5 off from 10, the store pays 80 per cent', () => {
  const world = new World({ chargedFen: 50_000, usedFen: 0, reservedFen: 0, creditFen: 0 }, fiveOff, 100);
  const sums = () => [world.purse.chargedFen, world.purse.usedFen, world.purse.reservedFen, balanceOf(world.purse)];
  assert.ok(world.send(100));
  assert.deepEqual(sums(), [50_000, 0, 40_000, 10_000]);
  assert.equal(world.send(1), false);
  world.step(0, { kind: 'claim', phone: '13800000000', plate: P, validUntil: 1000, at: 10 });
  world.step(0, { kind: 'place', at: 20 });
  const offered: Offered[] = [{ id: 'c0', name: { zh: '券', en: 'coupon' }, terms: fiveOff, used: false }];
  const benefitFen = derateSum(chosenLines(offered, 1800, 0, () => 1800));
  assert.equal(1800 - benefitFen, 1300);
  world.bill(0, { kind: 'lock', stay: 's', order: 'o', until: 90, at: 30 }, 30);
  world.bill(0, { kind: 'use', stay: 's', order: 'o', benefitFen }, 40);
  assert.deepEqual([...sums(), world.coupons[0]!.state], [50_000, 400, 39_600, 10_000, 'used']);
  world.bill(0, { kind: 'refund', order: 'o', at: 50 }, 50);
  assert.deepEqual([...sums(), world.coupons[0]!.state], [50_000, 0, 40_000, 10_000, 'held']);
  for (let nth = 0; nth < 100; nth++) world.step(nth, { kind: 'expire', at: 1001 });
  assert.deepEqual(sums(), [50_000, 0, 0, 50_000]);
});

test('a floor of spending is compared with the fee before any discount', () => {
  const offered = (terms: Terms, id: string): Offered => ({ id, terms, name: { zh: id, en: id }, used: false });
  const three: Terms = { ...fiveOff, value: 300, minSpendFen: 0 };
  const both = [offered(fiveOff, 'a'), offered(three, 'b')];
  assert.equal(derateSum(chosenLines(both, 1000, 0, () => 1000)), 800);
  assert.equal(derateSum(chosenLines(both, 999, 0, () => 999)), 300);
});

test('what the platform pays works on what all others have left, time off before everything', () => {
  const offered = (id: string, terms: Partial<Terms>): Offered => ({
    id,
    name: { zh: id, en: id },
    used: false,
    terms: { ...fiveOff, minSpendFen: 0, ...terms },
  });
  const all = [
    offered('platform', { kind: 'percent', value: 50, last: true }),
    offered('amount', { value: 500 }),
    offered('percent', { kind: 'percent', value: 10 }),
  ];
  const lines = chosenLines(all, 2000, 0, () => 2000);
  assert.deepEqual(
    lines.map(({ ref, amountFen }) => [ref, amountFen]),
    [
      ['percent', -200],
      ['amount', -500],
      ['platform', -650],
    ],
  );
});

test('who may claim: in the window, and so often by person and plate', () => {
  const limits = { budgetNum: 10, perPerson: 2, perPlateDay: 1, claimFrom: 100, claimUntil: 200 };
  const none = { byPerson: 0, byPlateToday: 0 };
  assert.deepEqual(
    [99, 100, 200, 201].map((at) => claimRefusal(limits, none, at)),
    ['early', null, null, 'late'],
  );
  assert.equal(claimRefusal(limits, { byPerson: 2, byPlateToday: 0 }, 150), 'person');
  assert.equal(claimRefusal(limits, { byPerson: 1, byPlateToday: 1 }, 150), 'plate');
  assert.equal(lastMoment(0, 1, null), 86_400_000);
  assert.equal(lastMoment(0, 2, 100), 100);
});

const terms: fc.Arbitrary<Terms> = fc
  .record({
    kind: fc.constantFrom('time' as const, 'amount' as const, 'percent' as const, 'full' as const, 'flat' as const),
    value: fc.integer({ min: 1, max: 100 }),
    exclusive: fc.boolean(),
    chargeBy: fc.constantFrom('price' as const, 'benefit' as const),
    priceFen: fc.integer({ min: 1, max: 900 }),
    chargePercent: fc.integer({ min: 1, max: 100 }),
    restores: fc.boolean(),
  })
  .map((each) => ({ ...each, value: each.kind === 'amount' ? each.value * 13 : each.value }));
const times = fc.integer({ min: 0, max: 1200 });
const stays = fc.record({ stay: fc.constantFrom('s1', 's2'), nth: fc.nat(2) });
type Action =
  | { readonly do: 'send'; readonly num: number }
  | { readonly do: 'step'; readonly event: CouponEvent }
  | { readonly do: 'bill'; readonly event: DiscountEvent; readonly at: number };
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((num): Action => ({ do: 'send', num })),
  times.map((at): Action => ({ do: 'step', event: { kind: 'claim', phone: null, plate: P, validUntil: 1000, at } })),
  times.map((at): Action => ({ do: 'step', event: { kind: 'place', at } })),
  fc.constant<Action>({ do: 'step', event: { kind: 'cancel' } }),
  times.map((at): Action => ({ do: 'step', event: { kind: 'give', maxGifts: 2, until: at + 100, at } })),
  fc
    .tuple(times, fc.constantFrom('京B00001', '京B00002'))
    .map(([at, plate]): Action => ({ do: 'step', event: { kind: 'accept', phone: '13900000000', plate, at } })),
  fc.constant<Action>({ do: 'step', event: { kind: 'withdraw' } }),
  times.map((at): Action => ({ do: 'step', event: { kind: 'lapse', at } })),
  times.map((at): Action => ({ do: 'step', event: { kind: 'expire', at } })),
  fc.tuple(stays, times).map(([{ stay, nth }, at]): Action => ({
    do: 'bill',
    at,
    event: { kind: 'lock', stay, order: `${stay}/${nth}`, until: at + 60, at },
  })),
  fc.tuple(stays, fc.integer({ min: 1, max: 2000 })).map(([{ stay, nth }, benefitFen]): Action => ({
    do: 'bill',
    at: 500,
    event: { kind: 'use', stay, order: `${stay}/${nth}`, benefitFen },
  })),
  fc
    .tuple(stays, times)
    .map(([{ stay, nth }, at]): Action => ({ do: 'bill', at, event: { kind: 'refund', order: `${stay}/${nth}`, at } })),
  times.map((at): Action => ({ do: 'bill', at, event: { kind: 'end', at } })),
);
const histories = fc.record({
  each: terms,
  money: fc.integer({ min: 1000, max: 6000 }),
  credit: fc.integer({ min: 0, max: 500 }),
  budgetNum: fc.integer({ min: 1, max: 8 }),
  // By default fast-check keeps lists to about ten: few coupons would come as far as a bill.
  list: fc.array(fc.tuple(fc.nat(7), actions), { maxLength: 80, size: 'max' }),
});
type History = Parameters<
  Parameters<typeof fc.property<[typeof histories extends fc.Arbitrary<infer H> ? H : never]>>[1]
>[0];

function play({ each, money, credit, budgetNum, list }: History, seen: (world: World) => void): void {
  const world = new World({ chargedFen: money, usedFen: 0, reservedFen: 0, creditFen: credit }, each, budgetNum);
  world.send(1);
  for (const [nth, action] of list) {
    if (action.do === 'send') world.send(action.num);
    else if (world.coupons.length > 0) {
      const at = nth % world.coupons.length;
      if (action.do === 'step') world.step(at, action.event);
      else world.bill(at, action.event, action.at);
    }
    seen(world);
  }
}
const sumOf = <T>(list: Iterable<T>, of: (each: T) => number): number =>
  [...list].reduce((sum, each) => sum + of(each), 0);

test('K2 neither the number nor the money of a budget is ever exceeded', () => {
  fc.assert(
    fc.property(histories, (history) =>
      play(history, ({ purse, issued }) => {
        assert.ok(issued <= history.budgetNum);
        assert.ok(purse.usedFen + purse.reservedFen <= history.money + history.credit);
      }),
    ),
    { numRuns: 500 },
  );
});

test('K3 what is held and used of a purse is what its coupons say', () => {
  fc.assert(
    fc.property(histories, (history) =>
      play(history, ({ purse, coupons }) => {
        assert.equal(
          purse.reservedFen,
          sumOf(coupons, (each) => each.reservedFen),
        );
        assert.equal(
          purse.usedFen,
          sumOf(coupons, (each) => each.chargedFen),
        );
      }),
    ),
    { numRuns: 500 },
  );
});

test('K1 a coupon stands on one bill at most, and is used by one stay at most', () => {
  fc.assert(
    fc.property(histories, (history) =>
      play(history, ({ coupons, placed }) => {
        for (const coupon of coupons) {
          const discount = placed.get(coupon.id);
          assert.equal(discount !== undefined, coupon.state === 'placed' || coupon.state === 'used');
          const used = new Set(discount?.uses.filter(({ back }) => !back).map(({ order }) => order.slice(0, 2)));
          assert.ok(used.size <= 1);
          assert.ok(coupon.chargedFen + coupon.reservedFen <= mostCharged(coupon.terms));
        }
      }),
    ),
    { numRuns: 500 },
  );
});

const STATES: readonly Coupon['state'][] = ['unclaimed', 'held', 'giving', 'placed', 'used', 'expired', 'cancelled'];

test('K4 every coupon issued is in one state, and what is over stays over and holds nothing', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const over = new Map<string, Coupon>();
      play(history, ({ coupons, issued }) => {
        const counts = STATES.map((state) => coupons.filter((coupon) => coupon.state === state).length);
        assert.equal(
          sumOf(counts, (count) => count),
          issued,
        );
        for (const coupon of coupons) {
          assert.deepEqual(over.get(coupon.id) ?? coupon, coupon);
          if (coupon.state !== 'expired' && coupon.state !== 'cancelled') continue;
          assert.equal(coupon.reservedFen, 0);
          over.set(coupon.id, coupon);
        }
      });
    }),
    { numRuns: 500 },
  );
});

test('K5 a gift leaves its giver for its taker with all it was, or nothing happens', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const before = new Map<string, Coupon>();
      play(history, ({ coupons }) => {
        for (const coupon of coupons) {
          const was = before.get(coupon.id);
          before.set(coupon.id, coupon);
          if (!was || (was.phone === coupon.phone && was.plate === coupon.plate)) continue;
          if (was.state === 'unclaimed') continue;
          assert.equal(was.state, 'giving', 'nobody has it but by a gift that is open');
          const { phone, plate } = coupon;
          assert.deepEqual(coupon, { ...was, phone, plate, state: 'held', givingUntil: null, gifts: was.gifts + 1 });
        }
      });
    }),
    { numRuns: 500 },
  );
});

test('the histories played bring coupons into every state, and some from one driver to another', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(histories, (history) =>
      play(history, ({ coupons }) => {
        for (const { state, gifts } of coupons) seen.add(gifts > 0 ? 'given on' : state).add(state);
      }),
    ),
    { numRuns: 500 },
  );
  assert.deepEqual([...seen].sort(), ['given on', ...STATES].sort());
});

test('the sums of the coupons are the sums of the bills', () => {
  fc.assert(
    fc.property(histories, (history) =>
      play(history, ({ coupons, bills }) => {
        assert.equal(
          sumOf(coupons, (each) => each.benefitFen),
          sumOf(bills.values(), (each) => each.benefitFen),
        );
        assert.equal(
          sumOf(coupons, (each) => each.chargedFen),
          sumOf(bills.values(), (each) => each.chargedFen),
        );
      }),
    ),
    { numRuns: 500 },
  );
});

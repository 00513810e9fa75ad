import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factOf, facts, misreadPair, ratioOf, savedPerWeek, shareInterval, whys } from './causes.ts';
import type { Seen } from './causes.ts';

const nothing: Seen = {
  misread: false,
  unread: false,
  gateFault: false,
  gateStill: false,
  payFailed: false,
  paidLate: false,
  deviceLost: false,
};

test('a cause is explained by its own facts before a lost device, and by none where no row speaks', () => {
  const seen = (...there: (keyof Seen)[]): Seen => ({
    ...nothing,
    ...Object.fromEntries(there.map((each) => [each, true])),
  });
  assert.equal(factOf('misread', seen('misread', 'unread', 'deviceLost')), 'misread');
  assert.equal(factOf('noPlate', seen('misread', 'unread')), 'unread');
  assert.equal(factOf('cannotPay', seen('paidLate', 'gateStill')), 'paidLate');
  assert.equal(factOf('cannotPay', seen('payFailed', 'paidLate')), 'payFailed');
  assert.equal(factOf('gate', seen('gateStill', 'deviceLost')), 'gateStill');
  assert.equal(factOf('gate', seen('payFailed')), 'none', 'a payment opens no barrier that is broken');
  assert.equal(factOf('question', seen('misread', 'deviceLost')), 'deviceLost');
  for (const why of whys) assert.equal(factOf(why, nothing), 'none');
  for (const why of whys)
    for (const fact of facts.filter((each) => each !== 'none'))
      assert.ok(['none', fact].includes(factOf(why, seen(fact as keyof Seen))), `${why} ${fact}`);
});

test('one or two signs taken for others are a pair; another plate is none', () => {
  assert.equal(misreadPair('浙A8Q51E', '浙ABQ51E'), 'B→8');
  assert.equal(misreadPair('浙A0Q51D', '浙ADQ510'), 'D→0 0→D');
  assert.equal(misreadPair('浙A12345', '浙A12345'), null);
  assert.equal(misreadPair('浙A12345', '浙B98765'), null);
  assert.equal(misreadPair('浙A1234', '浙A12345'), null);
});

test('the interval of a share is the published one of Clopper and Pearson', () => {
  const near = (found: readonly number[], expected: readonly number[]) =>
    found.forEach((each, nth) => assert.ok(Math.abs(each - expected[nth]!) < 5e-5, `${found} is not ${expected}`));
  near(shareInterval(0, 10), [0, 0.3085]);
  near(shareInterval(5, 10), [0.1871, 0.8129]);
  near(shareInterval(10, 10), [0.6915, 1]);
  near(shareInterval(4, 20), [0.0573, 0.4366]);
});

test('12 calls in 4,000 passages before and 3 in 4,000 after: 4.5 a week fewer, 0.4 to 5.7', () => {
  const saved = savedPerWeek({ calls: 12, passages: 4_000 }, { calls: 3, passages: 4_000 }, 14)!;
  assert.deepEqual(
    Object.values(saved).map((each) => Math.round(each! * 10) / 10),
    [4.5, 0.4, 5.7],
  );
  assert.ok(savedPerWeek({ calls: 3, passages: 4_000 }, { calls: 12, passages: 4_000 }, 14)!.perWeek < 0);
  assert.equal(savedPerWeek({ calls: 0, passages: 4_000 }, { calls: 0, passages: 4_000 }, 14), null);
  assert.equal(savedPerWeek({ calls: 5, passages: 4_000 }, { calls: 0, passages: 0 }, 14), null);
});

test('no call after a fix proves no less than it can: its interval reaches up, and twice the passages narrow it', () => {
  const short = ratioOf({ calls: 6, passages: 1_000 }, { calls: 0, passages: 1_000 });
  const long = ratioOf({ calls: 6, passages: 1_000 }, { calls: 0, passages: 2_000 });
  assert.equal(short.ratio, 0);
  assert.ok(short.high! > 0.5 && long.high! < short.high!);
});

test('the interval holds the true ratio in at least 95 of 100 histories, of many calls and of few', () => {
  let state = 20_261_127;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const poisson = (mean: number): number => {
    const left = Math.exp(-mean);
    let n = 0;
    for (let p = random(); p > left; p *= random()) n += 1;
    return n;
  };
  let [held, of] = [0, 0];
  for (let course = 0; course < 2_000; course += 1) {
    const [before, after] = [1_000 + random() * 9_000, 1_000 + random() * 9_000];
    const rate = 0.0005 + random() * 0.005;
    const truth = random() * 1.5;
    const { low, high } = ratioOf(
      { calls: poisson(rate * before), passages: before },
      { calls: poisson(rate * truth * after), passages: after },
    );
    if (low === null) continue;
    of += 1;
    if (low <= truth && (high === null || truth <= high)) held += 1;
  }
  assert.ok(of > 1_800 && held / of >= 0.95, `${held} of ${of}`);
});

/**
 * Rights on their way to devices: a morning with one terminal away, a leaver, and a link that loses, doubles and
 * delays.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, expired, isDue, lastSecond, newDelivery, reconnected, send, unanswered, want } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { fnv, leaseOf, listHash } from './wanted.ts';

const at = (text: string): number => Date.parse(`2026-12-${text}+08:00`);
const fine = { ok: true, final: false, partly: null, why: null };

test('a terminal that was away gets what is wanted when it is back, and never what was taken back meanwhile', () => {
  const nine = at('07T09:00:00');
  const lease = nine + 7 * 86_400_000;
  const [li, he] = ['li', 'he'].map((name) => newDelivery(name, `${name}1`, nine)) as [Delivery, Delivery];
  const at1 = answered(send(li, lease), fine, nine + 2000);
  assert.deepEqual([at1.state, at1.held], ['held', 'li1']);
  const he1 = answered(send(he, lease), { ...fine, partly: 'face: not modelled' }, nine + 2000);
  assert.deepEqual([he1.state, he1.why], ['partly', 'face: not modelled']);
  const wuAway = newDelivery('wu', 'wu1', nine);
  assert.equal(want(wuAway, null, at('07T09:10:01')).state, 'gone', 'an addition that was never sent is dropped');
  const wuHere = want(answered(send(newDelivery('wu', 'wu1', nine), lease), fine, nine), null, at('07T09:10:00'));
  assert.equal(wuHere.state, 'removing');
  assert.equal(answered(send(wuHere, lease), fine, at('07T09:10:01')).state, 'gone');
  const lost = unanswered(send(li, lease), nine + 60_000);
  assert.deepEqual([lost.state, isDue(lost, nine + 90_000), isDue(lost, nine + 120_000)], ['waiting', false, true]);
  const back = reconnected(unanswered(send(lost, lease), nine + 180_000), nine + 200_000);
  assert.ok(isDue(back, nine + 200_000));
});

test('who leaves while a terminal is cut off can pass there no longer than its lease', () => {
  const leased = leaseOf('staff', null, at('01T09:00:00'));
  const t3 = want(answered(send(newDelivery('li', 'li1', 0), leased), fine, 0), null, at('07T18:00:00'));
  assert.equal(t3.state, 'removing');
  assert.equal(lastSecond(t3), at('08T09:00:00'), 'fifteen hours at most');
  assert.equal(expired(t3, at('08T08:59:59')).state, 'removing');
  const over = expired(t3, at('08T09:00:00'));
  assert.deepEqual([over.state, over.why, lastSecond(over)], ['gone', 'lease-over', null]);
});

test('what a device refuses for good waits for another wish', () => {
  const refused = answered(
    send(newDelivery('li', 'li1', 0), 10),
    { ok: false, final: true, partly: null, why: 'plan' },
    5,
  );
  assert.deepEqual(
    [refused.state, refused.why, refused.leaseUntil, isDue(refused, 1e12)],
    ['failed', 'plan', null, false],
  );
  assert.equal(want(refused, 'li2', 6).state, 'waiting');
});

test('the checksum is FNV-1a and does not depend on the order', () => {
  assert.equal(fnv(''), '811c9dc5');
  assert.equal(fnv('a'), 'e40c292c');
  assert.equal(
    listHash([
      ['b', '2'],
      ['a', '1'],
    ]),
    listHash([
      ['a', '1'],
      ['b', '2'],
    ]),
  );
});

/** A device that takes each command once, in no better order than it gets them: by the command's own number. */
class Terminal {
  list = new Map<string, { digest: string; until: number }>();
  newest = 0;
  take(command: Sent): void {
    if (command.nth <= this.newest) return;
    this.newest = command.nth;
    for (const [person, digest] of command.entries)
      if (digest === null) this.list.delete(person);
      else this.list.set(person, { digest, until: command.lease });
  }
}
type Sent = { nth: number; entries: [string, string | null][]; lease: number; validUntil: number };

test('however a link loses, doubles and delays: in the end held is wanted, and no right outlives its lease', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    let state = seed;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 0x1_0000_0000) * sides);
    };
    const device = new Terminal();
    const rows = new Map<string, Delivery>();
    const bounds = new Map<string, number>();
    let under: Sent | null = null;
    let late: Sent[] = [];
    let nth = 0;
    const all = (change: (row: Delivery) => Delivery) => {
      for (const [person, row] of rows) rows.set(person, change(row));
    };
    for (let now = 0; now < 40 * 60_000 + 8 * 3_600_000; now += 20_000) {
      const quiet = now > 40 * 60_000;
      const lossy = quiet ? 0 : 3;
      if (!quiet && roll(3) === 0) {
        const person = `p${roll(4)}`;
        const wanted = roll(2) === 0 ? null : `d${roll(3)}`;
        const row = rows.get(person);
        if (row) rows.set(person, want(row, wanted, now));
        else if (wanted) rows.set(person, newDelivery(person, wanted, now));
        const changed = rows.get(person);
        if (changed?.wanted === null) bounds.set(person, Math.max(lastSecond(changed) ?? 0, now));
        else bounds.delete(person);
      }
      all((row) => expired(row, now));
      if (under && now >= under.validUntil) {
        all((row) => unanswered(row, now));
        under = null;
      }
      if (!under && [...rows.values()].some((row) => isDue(row, now))) {
        const due = [...rows.values()].filter((row) => isDue(row, now));
        under = {
          nth: (nth += 1),
          entries: due.map((row) => [row.person, row.wanted]),
          lease: now + 600_000,
          validUntil: now + 60_000,
        };
        for (const row of due) rows.set(row.person, send(row, under.lease));
      }
      if (under) {
        if (roll(4) < lossy) late.push(under);
        else {
          device.take(under);
          if (roll(2) === 0 && lossy > 0) late.push(under);
          if (roll(4) >= lossy) {
            all((row) => answered(row, fine, now));
            under = null;
          }
        }
      }
      late = late.filter((each) => {
        if (roll(2) === 0) return true;
        if (now <= each.validUntil) device.take(each);
        return false;
      });
      for (const [person, bound] of bounds) {
        const held = device.list.get(person);
        if (held && now >= bound && rows.get(person)?.wanted === null && rows.get(person)?.state === 'gone')
          assert.ok(held.until <= now, `${person} could pass after his right was gone (seed ${seed})`);
      }
    }
    for (const row of rows.values()) {
      assert.equal(row.held, row.wanted, `seed ${seed} ${JSON.stringify(row)}`);
      if (row.wanted !== null) assert.equal(device.list.get(row.person)?.digest, row.wanted, `seed ${seed}`);
    }
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { breathe, freshAir, mgOf, resetFire } from './air.ts';
import type { Air, AirRules } from './air.ts';

const MINUTE = 60_000;
const rules: AirRules = {
  mode: 'auto',
  startMg: 20,
  stopMg: 12,
  alarmMg: 30,
  minRunS: 600,
  minRestS: 120,
  minutesPerHour: 10,
};
const clock = (ms: number): string =>
  `${String(Math.floor(ms / MINUTE)).padStart(2, '0')}:${String((ms % MINUTE) / 1_000).padStart(2, '0')}`;

/** Reads every ten seconds a value that is reported each minute; returns when fans turned. */
function evening(values: readonly (number | null)[], own: AirRules = rules, from = 0): { turns: string[]; air: Air } {
  let air = freshAir(from);
  const turns: string[] = [];
  for (let at = 0; at < values.length * MINUTE; at += 10_000) {
    const next = breathe(air, own, { mg: values[Math.floor(at / MINUTE)]!, fire: false }, from + at);
    if (next.running !== air.running) turns.push(`${next.running ? 'on' : 'off'} ${clock(at)}`);
    air = next;
  }
  return { turns, air };
}

test('parts per million become milligrams at 20 degrees', () => {
  assert.equal(mgOf(100).toFixed(2), '11.64');
});

test('an evening: on half a minute after 20, off after two minutes at 12 once ten minutes have run', () => {
  const { turns } = evening([14, 19, 21, 24, 26, 27, 25, 22, 19, 16, 13, 11.5, 11, 11]);
  assert.deepEqual(turns, ['on 02:30', 'off 13:00']);
});

test('the alarm beats a person who turned the fans off, and ends below the start', () => {
  const { turns, air } = evening([10, 31, 31, 25, 21, 19, 10], { ...rules, mode: 'off' });
  assert.deepEqual(turns, ['on 02:00', 'off 05:00']);
  assert.equal(air.cause, 'hand');
});

test('without a valid sensor for three minutes the fans run, and that is a fault', () => {
  const { turns, air } = evening([10, null, null, null, null]);
  assert.deepEqual([turns, air.state], [['on 03:50'], 'fault']);
});

test('clean air all hour still runs ten minutes of it, at its end', () => {
  const { turns } = evening(Array.from({ length: 60 }, () => 5));
  assert.deepEqual(turns, ['on 50:00']);
});

test('with fire the fans stay as they are until a person resets', () => {
  const running = breathe(
    { ...freshAir(0), running: true, state: 'run', turnedAt: 0 },
    rules,
    { mg: 40, fire: true },
    1,
  );
  assert.deepEqual([running.state, running.running], ['fire', true]);
  const after = breathe(running, rules, { mg: 5, fire: false }, MINUTE);
  assert.equal(after.state, 'fire');
  assert.equal(breathe(resetFire(after, MINUTE), rules, { mg: 5, fire: false }, 2 * MINUTE).state, 'run');
});

test('fans keep their least run and rest save for alarm and fault, and ten minutes of every hour', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 120, maxLength: 180 }), (values) => {
      let air = freshAir(0);
      let turned = -3_600_000;
      const ran = new Map<number, number>();
      for (let at = 0; at < values.length * MINUTE; at += 10_000) {
        const next = breathe(air, rules, { mg: values[Math.floor(at / MINUTE)]!, fire: false }, at);
        if (next.running !== air.running) {
          const least = (air.running ? rules.minRunS : rules.minRestS) * 1_000;
          assert.ok(
            at - turned >= least || next.state === 'alarm' || air.state === 'alarm',
            `turned after ${at - turned}`,
          );
          turned = at;
        }
        air = next;
        const hour = Math.floor(at / 3_600_000);
        if (air.running) ran.set(hour, (ran.get(hour) ?? 0) + 10_000);
      }
      for (let hour = 0; hour < Math.floor(values.length / 60); hour += 1)
        assert.ok((ran.get(hour) ?? 0) >= 9.5 * MINUTE, `hour ${hour}: ${ran.get(hour)}`);
    }),
  ));

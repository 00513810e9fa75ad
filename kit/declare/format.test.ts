import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { change, duration, instantOf, number, percent, today, wallTime } from './format.ts';

test('an instant is shown as wall time of the lot, whatever the clock of the machine', () => {
  assert.equal(wallTime('2026-05-01T00:00:00Z', 'Asia/Shanghai'), '2026-05-01 08:00:00');
  assert.equal(wallTime('2026-05-01T00:00:00Z', 'Asia/Urumqi'), '2026-05-01 06:00:00');
  assert.equal(wallTime('no time', 'Asia/Shanghai'), 'no time');
});

test('wall time picked in a form becomes the instant it is shown for', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2090, 0, 1) / 1000 }), (seconds) => {
      const instant = new Date(seconds * 1000).toISOString();
      assert.equal(instantOf(wallTime(instant, 'Asia/Shanghai'), 'Asia/Shanghai'), instant);
    }),
  );
  assert.equal(instantOf('2026-13-01 00:00:00', 'Asia/Shanghai'), null);
});

test('today begins at the lot’s own midnight', () => {
  assert.equal(today('Asia/Shanghai', Date.UTC(2026, 4, 1, 15, 59, 59)), '2026-05-01');
  assert.equal(today('Asia/Shanghai', Date.UTC(2026, 4, 1, 16, 0, 0)), '2026-05-02');
});

test('durations are shown in familiar units', () => {
  for (const [seconds, zh, en] of [
    [0, '0秒', '0s'],
    [59, '59秒', '59s'],
    [60, '1分', '1m'],
    [3660, '1小时1分', '1h 1m'],
    [90_000, '1天1小时', '1d 1h'],
    [99_637_200 + 840, '1,153天', '1,153d'],
    [8_659_800, '100天5小时', '100d 5h'],
  ] as const) {
    assert.equal(duration(seconds, 'zh'), zh);
    assert.equal(duration(seconds, 'en'), en);
  }
});

test('a change is shown against the previous period, and not at all if that was zero', () => {
  assert.equal(change(110, 100), '+10.0%');
  assert.equal(change(90, 100), '-10.0%');
  assert.equal(change(-50, -100), '+50.0%');
  assert.equal(change(100, 100), '0.0%');
  assert.equal(change(9_999, 10_000), '0.0%', 'neither up nor down');
  assert.equal(change(10_001, 10_000), '0.0%');
  assert.equal(change(1_099, 100), '+999.0%');
  assert.equal(change(397, 4), '由 4 到 397', 'a percentage of thousands says nothing');
  assert.equal(change(397, 4, 'en'), 'from 4 to 397');
  assert.equal(
    change(-400, 4, 'en', (value) => `¥${value}`),
    'from ¥4 to ¥-400',
  );
  assert.equal(change(5, 0), null);
  assert.equal(change(5, undefined), null);
});

test('numbers carry separators and percents two decimals', () => {
  assert.equal(number(1_234_567), '1,234,567');
  assert.equal(percent(1250), '12.50%');
});

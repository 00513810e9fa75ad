/**
 * A short day of the demo's mall, with every lane on another family: what is left is what our own protocol leaves
 * (INV-DEV8).
 */
// Runs alone: the day has its own clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familiesDay } from '#test/trial/families/day.ts';

const CARS = 14;

test('the same day by bought devices leaves the same stays, bills, orders and openings, row for row', async () => {
  const { figures, wrong } = await familiesDay(CARS, 1, () => undefined);
  assert.deepEqual(wrong, []);
  assert.ok(figures['stays']! > CARS / 2 && figures['payments']! > 0, JSON.stringify(figures));
  assert.equal(figures['pulses'], figures['openings']);
});

/**
 * A day of three small streets with sensors, locks and a camera, two collectors, lost messages, ghosts, misread plates,
 * a gateway that is out and a handheld without a network: what the server's calls say of it is held against what truly
 * happened. The full size is `npm run simulate -- --roadside`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from '#device/simulator/roadside/truth.ts';
import { runRoadside } from '../../tools/roadside/run.ts';

test('a day of streets keeps the rules of the roadside, charges no minute too many and names nobody who is honest', async () => {
  const { verdict, played } = await runRoadside({
    size: { seed: 'story', sections: 3, berths: 6, days: 1, collectors: 2, cameraStreets: 1, lockStreets: 1 },
    faults: { ...FAULTS, swaps: 0, away: 1, thiefEvery: 0 },
    measured: 0,
    step: 10,
  });
  assert.ok(played.truth.cars.length > 80 && verdict.billed.bills > 40, `${verdict.billed.bills} bills`);
  assert.deepEqual(verdict.wrong, []);
  assert.deepEqual(
    // How fast the strip is depends on the machine: that is for the long form.
    verdict.bounds.filter(({ holds, what }) => !holds && what !== 'event to strip'),
    [],
  );
  assert.ok(verdict.billed.billedMinutes < verdict.billed.stoodMinutes);
  for (const { rule, looked } of verdict.rules)
    if (!['R14', 'R15', 'R16', 'R18'].includes(rule)) assert.ok(looked > 0, `${rule} looked at nothing`);
});

/**
 * From evidence to stays: the state of one berth over a window, worked out anew from all its evidence. As nothing else
 * is read, order, doubling and splitting of the evidence cannot matter (R10).
 */
import { doubtfulTime, claimedStays, readStays, unreadStays } from './stays.ts';
import { faultsOf, warningsOf } from './doubts.ts';
import { keepSettled } from './settled.ts';
import { sceneOf } from './scene.ts';
import { spellsOf } from './spells.ts';
import type { BerthInput, BerthStay, Settlement } from './types.ts';

/**
 * Two stays may begin by one claim, such as a car that leaves in the instant in which another is felt: keys still
 * differ.
 */
function withOwnKeys(stays: readonly BerthStay[]): BerthStay[] {
  const seen = new Set<string>();
  return stays.map((stay) => {
    const key = seen.has(stay.key) ? `${stay.key}@${stay.beginTime}/${stay.plate ?? ''}` : stay.key;
    seen.add(key);
    return key === stay.key ? stay : { ...stay, key };
  });
}

/** Settles one berth. A car that moves or takes two berths needs `settleSection`. */
export function settleBerth(input: BerthInput): Settlement {
  const scene = sceneOf(input);
  const read = readStays(scene);
  const cars = [...read.map(({ stay }) => stay), ...unreadStays(scene, read)];
  const all = withOwnKeys(
    [...cars, ...claimedStays(scene, cars)].sort(
      (a, b) =>
        a.beginTime - b.beginTime || Number(a.plate === null) - Number(b.plate === null) || (a.key < b.key ? -1 : 1),
    ),
  );
  const settled = input.settled.filter(({ berthId }) => berthId === input.berthId);
  const { stays, exceptions } = keepSettled(all, settled, input.parameters, input.until);
  return {
    spells: spellsOf(scene, stays, doubtfulTime(scene, read)),
    stays,
    exceptions,
    warnings: warningsOf(scene, read, stays),
    faults: faultsOf(scene, read),
  };
}

/** Whether a car left between two readings of its plate. If not, it is one stay, whatever a sensor reports. */
import { speaksOf } from './scene.ts';
import type { Leave, Scene } from './scene.ts';
import type { Evidence, Instant } from './types.ts';

/** Something came, by a camera or the sensors, after a leave and later than a flicker. */
function arrivedAfter(scene: Scene, leftAt: Instant, before: Instant): boolean {
  const starts = [
    ...scene.occupied.map(({ from }) => from),
    ...scene.evidence.filter(({ source, claim }) => source === 'camera' && claim === 'arrive').map(({ at }) => at),
  ];
  return starts.some((at) => leftAt + scene.ms.confirm < at && at <= before);
}

/** Rule "sensor free, later picture of the same car": the picture wins for as long as a plate reaches back. */
const pictureWins = ({ ms }: Scene, leftAt: Instant, after: Evidence): boolean =>
  after.picture !== null && after.at - leftAt <= ms.maxBack;

function leftBy(scene: Scene, leave: Leave, after: Evidence): boolean {
  if (leave.by === 'batch') return true;
  if (after.at - leave.at <= scene.ms.confirm) return false;
  // A person ended it: a car seen later has a stay of its own, which continues the first.
  if (leave.by === 'person' || leave.kind === 'empty') return true;
  return arrivedAfter(scene, leave.at, after.at) || !pictureWins(scene, leave.at, after);
}

/** The sensors turned free between the readings, and it was more than a flicker. */
function leftBySensor(scene: Scene, from: Instant, after: Evidence): boolean {
  return scene.free.some((free) => {
    if (free.from <= from || after.at < free.from) return false;
    const back = scene.occupied.find((each) => free.from < each.from && each.from <= after.at);
    // A leave without a known time may have been long before the sensor reported free: that is no flicker.
    const timed = scene.occupied.some(({ end, to }) => end === 'changed' && to === free.from);
    if (back) return !timed || back.from - free.from > scene.ms.confirm;
    // A sensor that no longer reports free when the picture is taken may have felt the car come back.
    const stillFree = after.at <= free.to;
    const soon = timed && after.at - free.from <= scene.ms.confirm;
    return !soon && !(stillFree && pictureWins(scene, free.from, after));
  });
}

/**
 * The sensor counted changes that nobody timed, enough of them for a leave and an arrival between the readings: then
 * nobody can prove that the car stayed.
 */
function leftUnseen(scene: Scene, from: Instant, to: Instant): boolean {
  const stretches = [...scene.occupied, ...scene.free].sort((a, b) => a.from - b.from || a.to - b.to);
  return stretches.some((each, nth) => {
    const next = stretches[nth + 1]?.from ?? scene.input.until;
    return each.missed >= (each.state === 'occupied' ? 2 : 3) && each.to < to && from < next;
  });
}

/** Rules 3 and 4: a departure between two readings of one plate. */
export function departed(scene: Scene, before: Evidence, after: Evidence): boolean {
  const left = scene.leaves.some(
    (leave) =>
      before.at <= leave.at &&
      leave.at <= after.at &&
      leave.id !== after.id &&
      speaksOf(leave, before.plate!) &&
      leftBy(scene, leave, after),
  );
  return left || leftBySensor(scene, before.at, after) || leftUnseen(scene, before.at, after.at);
}

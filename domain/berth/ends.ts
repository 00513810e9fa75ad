/** Rules 3, 4 and 5: when a car that was read left. */
import { isDevice, isOccupying } from './order.ts';
import { sameCore } from './readings.ts';
import type { Core } from './readings.ts';
import { lateStretch, speaksOf, stretchAt } from './scene.ts';
import type { Leave, Scene } from './scene.ts';
import type { Stretch } from './track.ts';
import type { BerthStayState, Instant } from './types.ts';

export type End = {
  readonly state: Extract<BerthStayState, 'open' | 'closed' | 'closed-inferred' | 'closed-batch'>;
  /** Null while open. */
  readonly at: Instant | null;
  readonly by: string | null;
  readonly provenTo: Instant;
  /** The sensors went on after the end. */
  readonly still: boolean;
  /** When it was found to be gone, where nothing proves that it stood until then; else null. */
  readonly goneAt: Instant | null;
};

/** Unbroken occupancy from the last reading on; a flicker does not break it. Empty where no sensor was occupied. */
function chainFrom(scene: Scene, core: Core, next: Instant): Stretch[] {
  const late = lateStretch(scene, core.first, core.last);
  const first = stretchAt(scene, core.last) ?? (late && late.from < next ? late : undefined);
  if (!first) return [];
  const chain = [first];
  for (const each of scene.carrying.slice(scene.carrying.indexOf(first) + 1)) {
    const last = chain.at(-1)!;
    if (last.end !== 'changed' || each.from - last.to > scene.ms.confirm || next <= each.from) break;
    chain.push(each);
  }
  return chain;
}

/** What carries the last reading on: until when, and the sensor's own leave. Another car inside it disproves it. */
function carried(scene: Scene, core: Core, next: Core | undefined): { stretch: Stretch | null; missed: boolean } {
  const limit = next?.first ?? Infinity;
  const chain = chainFrom(scene, core, limit);
  const last = chain.at(-1);
  if (!last) return { stretch: null, missed: false };
  if (!next || sameCore(core, next) || last.to <= limit) return { stretch: last, missed: false };
  // The next car stands in the last of them. A flicker before it was the change of cars.
  return chain.length > 1 ? { stretch: chain[0]!, missed: false } : { stretch: null, missed: true };
}

/** Some source reports within `confirm` that the car is still there. */
function contradicted(scene: Scene, leave: Leave, car: string): boolean {
  if (leave.by === 'batch' || leave.kind === 'empty') return false;
  const until = leave.at + scene.ms.confirm;
  const sensor = leave.by !== 'sensor' && scene.carrying.some(({ from, to }) => from <= leave.at && until < to);
  return (
    sensor ||
    scene.evidence.some(
      (each) => !isDevice(each) && isOccupying(each) && leave.at < each.at && each.at <= until && speaksOf(each, car),
    )
  );
}

/** Rule 3, with "collector ends, sensor stays occupied": then both stand. A driver's word alone does not end it. */
function chosenLeave(scene: Scene, leaves: readonly Leave[], car: string): { leave: Leave; still: boolean } | null {
  const [first, ...later] = leaves;
  if (!first) return null;
  const span = first.by === 'person' ? Math.min(scene.ms.pair, scene.ms.stillThere) : scene.ms.pair;
  const stands = leaves.find((each) => each.at <= first.at + span && !contradicted(scene, each, car));
  if (stands) return { leave: stands, still: false };
  return first.by === 'driver' || first.by === 'sensor'
    ? chosenLeave(scene, later, car)
    : { leave: first, still: true };
}

function sensorLeave({ to, endBy, deviceId }: Stretch): Leave {
  return { at: to, id: endBy ?? deviceId, by: 'sensor', kind: 'leave', plate: null };
}

/**
 * The end that a leave gives. One that only says "not there" proves no more than what the sensors carried, up to their
 * last message: the change that they noticed after it may be on its way, or lost.
 */
function endAtLeave(
  scene: Scene,
  core: Core,
  { leave, still }: { leave: Leave; still: boolean },
  stretch: Stretch | null,
): End {
  const carriedTo = !stretch || stretch.end === 'disproved' ? core.last : Math.max(core.last, stretch.proven);
  const batch = leave.by === 'batch';
  if (leave.kind === 'leave' && !batch)
    return { state: 'closed', at: leave.at, by: leave.id, provenTo: leave.at, still, goneAt: null };
  const at = Math.min(leave.at, carriedTo);
  const state = batch ? 'closed-batch' : at === leave.at ? 'closed' : 'closed-inferred';
  return {
    state,
    at,
    by: leave.id,
    provenTo: at,
    still: still && scene.occupied.some(({ to }) => leave.at < to),
    goneAt: at < leave.at ? leave.at : null,
  };
}

/** Ends of a stretch that show the car is gone, though not when. */
const UNCERTAIN_ENDS = new Set<Stretch['end']>(['untimed', 'lost', 'disproved']);

/** No leave was seen: nothing is invented after what is proven, and it is over only when some evidence shows it. */
function withoutLeave(scene: Scene, core: Core, next: Core | undefined, stretch: Stretch | null): End {
  const carriedTo = stretch && stretch.end !== 'disproved' ? Math.max(core.last, stretch.proven) : core.last;
  const provenTo = Math.min(carriedTo, next?.first ?? Infinity);
  const open: End = { state: 'open', at: null, by: null, provenTo, still: false, goneAt: null };
  if (!next && stretch?.end === 'open') return open;
  const after = stretch?.to ?? core.last;
  const later = [...scene.occupied, ...scene.free]
    .filter(({ from }) => (stretch ? after <= from : after < from))
    .sort((a, b) => a.from - b.from)[0];
  const known = stretch !== null && UNCERTAIN_ENDS.has(stretch.end);
  const by = next?.readings[0]!.id ?? (known ? stretch.endBy : null) ?? later?.beginBy ?? null;
  const over = next !== undefined || later !== undefined || known;
  return over ? { ...open, state: 'closed-inferred', at: provenTo, by: by ?? stretch?.endBy ?? null } : open;
}

/**
 * The last instant at which a leave may be of this car: soon after the sensors that are proven turned free, or when the
 * next car was read. Who leaves later came later, read or not.
 */
function lastLeave(scene: Scene, core: Core, next: Core | undefined): Instant {
  const free = scene.free.find(({ from, to, carries }) => carries && core.last < from && to - from > scene.ms.confirm);
  return Math.min(next?.first ?? Infinity, free ? free.from + scene.ms.confirm : Infinity);
}

/** When the car of `core` left; `next` is the car read after it. */
export function endOf(scene: Scene, core: Core, next: Core | undefined): End {
  const car = core.readings[0]!.plate!;
  const { stretch } = carried(scene, core, next);
  const limit = lastLeave(scene, core, next);
  const leaves = scene.leaves.filter(
    (each) => core.last <= each.at && each.at <= limit && each.id !== next?.readings[0]!.id && speaksOf(each, car),
  );
  if (stretch?.end === 'changed' && stretch.to <= limit) leaves.push(sensorLeave(stretch));
  leaves.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const chosen = chosenLeave(scene, leaves, car);
  return chosen ? endAtLeave(scene, core, chosen, stretch) : withoutLeave(scene, core, next, stretch);
}

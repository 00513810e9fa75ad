/** Everything known of one berth in a window, sorted by what it can prove. */
import { MINUTE, SECOND } from '../time/zone.ts';
import { combined } from './dispute.ts';
import type { Dispute } from './dispute.ts';
import { bindingAt, isClosed, isDevice, isOccupying, usable } from './order.ts';
import { isReading, sameCar } from './readings.ts';
import { stretchesOf } from './track.ts';
import type { Stretch } from './track.ts';
import type { BerthInput, BerthParameters, Evidence, Instant } from './types.ts';

/**
 * One source's word that the car left. `leave`: it was seen to go at `at`. `absent`: it was not there at `at`; `empty`
 * when a picture shows it. `batch`: the berth was initialised.
 */
export type Leave = {
  readonly at: Instant;
  readonly id: string;
  readonly by: 'sensor' | 'camera' | 'person' | 'driver' | 'batch';
  readonly kind: 'leave' | 'absent' | 'empty';
  readonly plate: string | null;
};

export type Scene = {
  readonly input: BerthInput;
  /** Usable evidence outside closures, each once, in order. */
  readonly evidence: readonly Evidence[];
  /** What the sensors prove together. */
  readonly occupied: readonly Stretch[];
  readonly free: readonly Stretch[];
  /**
   * Of `occupied` what carries a sighting on: the rest shows that something stood somewhere, and proves nobody's time
   * here.
   */
  readonly carrying: readonly Stretch[];
  readonly disputes: readonly Dispute[];
  /** Cars by their plate. */
  readonly readings: readonly Evidence[];
  /** Cars without a plate, by a camera or a person. */
  readonly claims: readonly Evidence[];
  /** Leaves by others than sensors, in order. */
  readonly leaves: readonly Leave[];
  /** The parameters in milliseconds. */
  readonly ms: Readonly<Record<'pair' | 'confirm' | 'maxBack' | 'unread' | 'stillThere' | 'move', number>>;
  /** A sensor is bound here: then silence means something. */
  readonly sensed: boolean;
};

export const inMilliseconds = (each: BerthParameters): Scene['ms'] => ({
  pair: each.pairMinutes * MINUTE,
  confirm: each.confirmSeconds * SECOND,
  maxBack: each.maxBackMinutes * MINUTE,
  unread: each.unreadMinutes * MINUTE,
  stillThere: each.stillThereMinutes * MINUTE,
  move: each.moveMinutes * MINUTE,
});

function leaveOf({ at, id, source, claim, picture, plate }: Evidence): Leave {
  return {
    at,
    id,
    by: source === 'system' ? 'batch' : source === 'camera' || source === 'driver' ? source : 'person',
    kind: claim === 'leave' ? 'leave' : picture === null ? 'absent' : 'empty',
    plate,
  };
}

/** A picture of an empty berth ends what a sensor claims, unless the sensor says so itself within `confirm`. */
function disproved(stretch: Stretch, leaves: readonly Leave[], confirm: number): Stretch {
  const shown = leaves.find(
    ({ kind, at }) =>
      kind === 'empty' &&
      stretch.from <= at &&
      at < stretch.to &&
      (stretch.end === 'open' || at + confirm < stretch.to),
  );
  if (!shown || stretch.state === 'free') return stretch;
  const confirmed = stretch.end !== 'open' || stretch.proven > shown.at;
  if (!confirmed && stretch.to <= shown.at + confirm) return stretch;
  return { ...stretch, to: shown.at, proven: shown.at, endBy: shown.id, end: 'disproved', missed: 0 };
}

const outsideClosures = (input: BerthInput, stretch: Stretch): Stretch[] =>
  input.closures.reduce<Stretch[]>(
    (parts, { from, to }) =>
      parts.flatMap((part) => {
        const end = to ?? Infinity;
        if (end <= part.from || part.to <= from) return [part];
        const before: Stretch = {
          ...part,
          to: from,
          proven: Math.min(part.proven, from),
          endBy: null,
          end: 'silent',
          missed: 0,
        };
        const after: Stretch = { ...part, from: end, proven: Math.max(part.proven, end) };
        return [...(part.from < from ? [before] : []), ...(end < part.to ? [after] : [])];
      }),
    [stretch],
  );

/** The stretches of every device that was bound here, binding by binding. */
function deviceStretches(input: BerthInput, evidence: readonly Evidence[]): Stretch[][] {
  return input.bindings
    .filter(({ berthId }) => berthId === input.berthId)
    .map((binding) =>
      stretchesOf(
        evidence.filter(
          (each) =>
            isDevice(each) &&
            each.deviceId === binding.deviceId &&
            bindingAt([binding], each.deviceId, input.berthId, each.at) === binding,
        ),
        binding,
        input.until,
      ),
    );
}

/** A sensor that is proven to be there saw the car leave before it was read elsewhere. */
function sawItLeave(
  { plate, at }: Evidence,
  readings: readonly Evidence[],
  stretches: readonly Stretch[],
  confirm: number,
): boolean {
  const last = readings.findLast((each) => each.plate === plate && each.at <= at)?.at ?? -Infinity;
  return stretches.some(
    (each) => each.state === 'free' && each.carries && last < each.from && Math.min(each.to, at) - each.from > confirm,
  );
}

export function sceneOf(input: BerthInput): Scene {
  const all = usable(input);
  const evidence = all.filter(({ at }) => !isClosed(input, at));
  const others = evidence.filter((each) => !isDevice(each));
  const ms = inMilliseconds(input.parameters);
  const readings = others.filter(isReading);
  const devices = deviceStretches(input, all);
  const beside = {
    occupied: others.filter((each) => isOccupying(each) && (each.plate !== null || each.picture !== null)),
    empty: others.filter(({ claim, picture }) => claim === 'absent' && picture !== null),
  };
  const voice = combined(devices, input.bindings, beside, input.parameters);
  const felt = voice.stretches.flatMap((each) => outsideClosures(input, each));
  const leaves = others
    .filter((each) => !isOccupying(each) && !(each.elsewhere && sawItLeave(each, readings, felt, ms.confirm)))
    .map(leaveOf);
  const stretches = felt.map((each) => disproved(each, leaves, ms.confirm));
  const occupied = stretches.filter(({ state }) => state === 'occupied');
  return {
    input,
    evidence,
    occupied,
    carrying: occupied.filter(({ carries }) => carries),
    free: stretches.filter(({ state }) => state === 'free'),
    disputes: voice.disputes,
    readings,
    claims: others.filter((each) => isOccupying(each) && !isReading(each)),
    leaves,
    ms,
    sensed: devices.length > 0,
  };
}

/** The stretch that carries a sighting of an instant; of two that touch there, the earlier. */
export const stretchAt = (scene: Scene, at: Instant): Stretch | undefined =>
  scene.carrying.find(({ from, to }) => from <= at && at <= to);

/**
 * A sensor may notice a car later than a person reads it: the stretch that began within `confirm` after the reading, or
 * within `pair` where the sensor was free before and counts one arrival only, so that it can be no other car's.
 */
export function lateStretch(scene: Scene, first: Instant, last: Instant): Stretch | undefined {
  const found = scene.carrying.find(({ from }) => last < from && from <= first + scene.ms.pair);
  if (!found) return undefined;
  const before = [...scene.occupied, ...scene.free]
    .filter(({ from }) => from < found.from)
    .sort((a, b) => b.from - a.from)[0];
  const oneArrival = before?.state === 'free' && (before.end === 'changed' || before.end === 'untimed');
  const left =
    scene.free.some(({ from }) => first < from && from < found.from) ||
    scene.leaves.some(({ at }) => last <= at && at <= found.from);
  const atOnce = found.from - last <= scene.ms.confirm && (before?.missed ?? 0) <= 1;
  return !left && (oneArrival || atOnce) ? found : undefined;
}

/** A leave says nothing about a car when it names another one. */
export const speaksOf = ({ plate }: { plate: string | null }, car: string): boolean =>
  plate === null || sameCar(plate, car);

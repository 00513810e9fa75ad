/** The stays of one berth: cars that were read, then what the sensors and claims show beside them. */
import { without } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';
import { beginOf } from './begins.ts';
import type { Before, Begin } from './begins.ts';
import { departed } from './departure.ts';
import { endOf } from './ends.ts';
import type { End } from './ends.ts';
import { coresOf, plateOf } from './readings.ts';
import type { Core } from './readings.ts';
import type { Leave, Scene } from './scene.ts';
import type { Stretch } from './track.ts';
import type { BerthStay, Evidence, Instant } from './types.ts';

const covers = ({ from, to }: { from: Instant; to: Instant }, at: Instant): boolean => from <= at && at <= to;

/** Until when a stay holds its berth: an open one to the end of the window. */
export const heldTo = ({ outTime }: Pick<BerthStay, 'outTime'>, until: Instant): Instant => outTime ?? until;

/** A person registered a car where the sensors were online and free for so long. */
const NO_CAR = 5 * 60_000;

/**
 * Rule "collector registers, sensor online and free": the free stretch that speaks against a car nobody but people
 * read.
 */
export function freeAgainst(scene: Scene, core: Core): Stretch | undefined {
  if (core.readings.some(({ source }) => source === 'camera')) return undefined;
  return scene.free.find(({ from, to }) => from < core.first && core.first + NO_CAR <= to);
}

/** A second picture proves a car that the sensor does not feel. */
export const picturedTwice = ({ readings }: Core): boolean =>
  new Set(readings.flatMap(({ picture }) => picture ?? [])).size >= 2;

function evidenceOf(scene: Scene, from: Instant, to: Instant, core: Core | null): string[] {
  const own = new Set(core?.readings.map(({ id }) => id));
  return scene.evidence
    .filter((each) => from <= each.at && each.at <= to && (own.has(each.id) || !scene.readings.includes(each)))
    .map(({ id }) => id);
}

function readStay(scene: Scene, core: Core, begin: Begin, end: End, before: BerthStay | undefined): BerthStay {
  const { plate, plates, doubtful } = plateOf(core.readings);
  const ghost = freeAgainst(scene, core) !== undefined && !picturedTwice(core);
  const first = core.readings[0]!;
  return {
    key: begin.by === end.by ? first.id : begin.continues ? `${begin.by}+` : begin.by,
    berthId: scene.input.berthId,
    alsoBerths: [],
    bays: 1,
    plate,
    colour: core.readings.find((each) => each.plate === plate && each.colour !== null)?.colour ?? null,
    plates,
    beginTime: begin.beginTime,
    inTime: begin.inTime,
    outTime: end.at,
    provenTo: Math.max(end.provenTo, begin.inTime),
    beginBy: begin.by,
    endBy: end.by,
    firstPlate: { id: first.id, at: first.at },
    state: end.state,
    cameraArrival: begin.camera,
    continues: begin.continues ? before!.key : null,
    moves: [],
    blocked: doubtful ? 'plate' : ghost ? 'no-car' : null,
    evidence: evidenceOf(scene, begin.beginTime, end.at ?? scene.input.until, core),
  };
}

/** A car that was read, with what it was worked out from. */
export type ReadStay = { readonly stay: BerthStay; readonly core: Core; readonly end: End };

/**
 * Occupied since the sensors felt it; billed since what carries a car proves it. What a sensor that is not proven felt
 * after the car had been read is no arrival of it: something else may have come where it is mounted.
 */
function beginWith(scene: Scene, core: Core, end: End, before: Before | undefined): Begin {
  const proven = beginOf(scene, core, end, before);
  if (scene.carrying.length === scene.occupied.length) return proven;
  const felt = beginOf({ ...scene, carrying: scene.occupied }, core, end, before);
  if (proven.beginTime < felt.beginTime) return proven;
  return { ...felt, inTime: Math.max(felt.inTime, proven.inTime) };
}

export function readStays(scene: Scene): ReadStay[] {
  const cores = coresOf(scene.readings, (before, after) => departed(scene, before, after));
  const found: ReadStay[] = [];
  let last: Before | undefined;
  cores.forEach((core, nth) => {
    const end = endOf(scene, core, cores[nth + 1]);
    const begin = beginWith(scene, core, end, last);
    found.push({ stay: readStay(scene, core, begin, end, found.at(-1)?.stay), core, end });
    last = { core, end };
  });
  return found;
}

/**
 * Time in which sensors were occupied and nobody can say by which car: between two cars where no change was seen (rule
 * 4), after a reading that another source disproves, until a car that nobody saw leave was found to be gone, and after
 * the last reading where the sensor carries nobody.
 */
export function doubtfulTime(scene: Scene, read: readonly ReadStay[]): Interval[] {
  return scene.occupied.flatMap((stretch) => {
    const inside = read.filter(({ core }) => covers(stretch, core.first) || covers(stretch, core.last));
    const gaps = inside.slice(1).map(({ stay }, nth) => ({
      from: inside[nth]!.stay.outTime ?? stay.beginTime,
      to: stay.beginTime,
    }));
    for (const { stay, end } of inside)
      if (end.goneAt !== null) gaps.push({ from: stay.outTime!, to: Math.min(end.goneAt, stretch.to) });
    const lastRead = inside.at(-1)?.stay;
    // A sensor of which nobody knows where it is mounted may have felt another car.
    if (lastRead && !stretch.carries) gaps.push({ from: lastRead.outTime ?? stretch.to, to: stretch.to });
    if (stretch.end === 'disproved') gaps.push({ from: lastRead?.outTime ?? stretch.from, to: stretch.to });
    return gaps.filter(({ from, to }) => from < to);
  });
}

function unreadStay(scene: Scene, { from, to }: Interval, stretch: Stretch): BerthStay {
  const whole = to === stretch.to;
  const open = whole && stretch.end === 'open';
  const voided = whole && stretch.end === 'disproved';
  const proven = open ? Math.max(from, stretch.proven) : to;
  const beginBy = from === stretch.from ? stretch.beginBy : `${stretch.beginBy}@${from}`;
  return {
    key: beginBy,
    berthId: scene.input.berthId,
    alsoBerths: [],
    bays: 1,
    plate: null,
    colour: null,
    plates: [],
    beginTime: from,
    inTime: from,
    outTime: open ? null : to,
    provenTo: proven,
    beginBy,
    endBy: whole ? stretch.endBy : null,
    firstPlate: null,
    state: open ? 'open' : voided ? 'voided' : whole && stretch.end === 'changed' ? 'closed' : 'closed-inferred',
    cameraArrival: false,
    continues: null,
    moves: [],
    blocked: null,
    evidence: evidenceOf(scene, from, to, null),
  };
}

/** Occupied stretches joined over flickers, with the stretch that ends each. */
function joinedOverFlickers(scene: Scene): { parts: Interval[]; last: Stretch }[] {
  const joined: { parts: Interval[]; last: Stretch }[] = [];
  for (const each of scene.occupied) {
    const before = joined.at(-1);
    if (before && before.last.end === 'changed' && each.from - before.last.to <= scene.ms.confirm) {
      before.parts.push({ from: before.last.to, to: each.from }, each);
      before.last = each;
    } else joined.push({ parts: [each], last: each });
  }
  return joined;
}

/** Cars the sensors felt and nobody read. What lies before a stay and belongs to its arrival is no stay of its own. */
export function unreadStays(scene: Scene, read: readonly ReadStay[]): BerthStay[] {
  const until = scene.input.until;
  const doubtful = doubtfulTime(scene, read).filter(({ from, to }) =>
    // A sensor that a picture disproves still makes an unread stay, to be voided.
    read.some(({ stay }) => stay.outTime === from || stay.beginTime === to),
  );
  const taken = [...read.map(({ stay }) => ({ from: stay.beginTime, to: heldTo(stay, until) })), ...doubtful];
  return joinedOverFlickers(scene).flatMap(({ parts, last }) => {
    const whole = { from: parts[0]!.from, to: last.to };
    return without(whole, taken)
      .filter(({ from, to }) => {
        const ofArrival =
          read.some(({ stay }) => stay.beginTime === to && from === whole.from) && to - from <= scene.ms.pair;
        const ofLeave =
          read.some(({ stay, end }) => (end.goneAt ?? stay.outTime) === from && !end.still) &&
          to - from <= scene.ms.confirm;
        return !ofArrival && !ofLeave;
      })
      .map((part) => unreadStay(scene, part, last));
  });
}

function claimedStay(scene: Scene, claims: readonly Evidence[], leave: Leave | undefined, over: boolean): BerthStay {
  const first = claims[0]!;
  const last = claims.at(-1)!;
  const left = leave?.kind === 'leave' && leave.by !== 'batch';
  const outTime = left ? leave.at : over || leave ? last.at : null;
  return {
    key: first.id,
    berthId: scene.input.berthId,
    alsoBerths: [],
    bays: 1,
    plate: null,
    colour: null,
    plates: [],
    beginTime: first.at,
    inTime: first.at,
    outTime,
    provenTo: outTime ?? last.at,
    beginBy: first.id,
    endBy: leave?.id ?? null,
    firstPlate: null,
    state: outTime === null ? 'open' : left ? 'closed' : leave?.by === 'batch' ? 'closed-batch' : 'closed-inferred',
    cameraArrival: first.source === 'camera' && first.claim === 'arrive',
    continues: null,
    moves: [],
    blocked: null,
    evidence: claims.map(({ id }) => id),
  };
}

/** Cars that people or cameras saw without reading them, where no sensor was occupied. */
export function claimedStays(scene: Scene, others: readonly BerthStay[]): BerthStay[] {
  const until = scene.input.until;
  const taken = others.map((each) => ({ from: each.beginTime, to: heldTo(each, until) }));
  const lone = scene.claims.filter(
    ({ id, at }) =>
      !taken.some((each) => covers(each, at)) &&
      !others.some(({ beginBy }) => beginBy === id) &&
      !scene.occupied.some((each) => covers(each, at)),
  );
  const starts = [
    ...taken.map(({ from }) => from),
    ...scene.occupied.map(({ from }) => from),
    ...scene.free.map(({ from }) => from),
  ];
  const groups: { claims: Evidence[]; leave: Leave | undefined; over: boolean }[] = [];
  for (const each of lone) {
    const open = groups.at(-1);
    const since = open?.claims.at(-1)?.at ?? -Infinity;
    const broken =
      scene.leaves.some(({ at }) => since <= at && at <= each.at) || starts.some((at) => since < at && at <= each.at);
    if (open && !broken) open.claims.push(each);
    else groups.push({ claims: [each], leave: undefined, over: false });
  }
  groups.forEach((group, nth) => {
    const { at } = group.claims.at(-1)!;
    const next = Math.min(groups[nth + 1]?.claims[0]!.at ?? Infinity, ...starts.filter((start) => at < start));
    group.leave = scene.leaves.find((leave) => at <= leave.at && leave.at <= next);
    group.over = next !== Infinity;
  });
  return groups.map(({ claims, leave, over }) => claimedStay(scene, claims, leave, over));
}

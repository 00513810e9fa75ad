/**
 * Which entry belongs to which exit. Lanes report independently and one may be late, so an entry can arrive after
 * its exit and the other way round; placing each where it belongs in time gives the same stays in any order.
 * Nothing is overwritten: every change is a fact with before and after.
 */
import type { Fact, StayChangedFact } from './facts.ts';
import type { Instant, Stay, StayEnd } from './types.ts';
import type { Lookup } from './lookup.ts';
import type { EventRef } from './identity.ts';
import { factId } from './identity.ts';
import { correctionFor, counts } from '../space/occupancy.ts';

export interface Placed {
  readonly stay: string;
  readonly facts: readonly Fact[];
}

export const unclosed = (stay: Stay): boolean =>
  stay.state === 'open' || stay.state === 'suspect' || stay.state === 'stale';

export const changed = (
  before: Stay,
  after: Stay,
  why: StayChangedFact['why'],
  at: Instant,
  by: string | null = null,
): StayChangedFact => ({ fact: 'stayChanged', stay: before.id, at, why, by, before, after });

/** Exceptions a finding clears are named by the stay they speak of. */
const cleared = (code: 'E-DUP' | 'E-NOENTRY', stay: string, at: Instant): Fact => ({
  fact: 'exceptionCleared',
  code,
  subject: stay,
  at,
});

function exception(
  ref: EventRef,
  role: string,
  code: 'E-DUP' | 'E-NOENTRY' | 'E-LATE',
  lane: string | null,
  at: Instant,
  stay: Stay,
  other: string | null,
): Fact {
  return {
    fact: 'exception',
    id: factId(ref, role),
    code,
    lane,
    at,
    plate: stay.plate,
    stay: stay.id,
    other,
    amountFen: null,
  };
}

/** The passage of an exit, and the money taken at it, change to another stay. */
const exitMoved = (exit: StayEnd, from: string, to: string, at: Instant): Fact[] =>
  exit.passage === null ? [] : [{ fact: 'exitMoved', passage: exit.passage, from, to, at }];

/** A counted stay that stops counting must not push a corrected figure below 0. */
export function uncount(look: Lookup, ref: EventRef, before: Stay, at: Instant): Fact[] {
  if (!counts(before.state)) return [];
  const delta = correctionFor(look.occupancy(), -1);
  return delta === 0
    ? []
    : [{ fact: 'adjustment', id: factId(ref, `floor:${before.id}`), at, delta, reason: 'floor', by: null }];
}

function closed(stay: Stay, exit: StayEnd, exitPlate: string, exitStay: string): Stay {
  return { ...stay, state: 'closed', exit, exitPlate, exitStay };
}

/** Give the exit of a stay without entry to the stay it belongs to. */
export function join(entry: Stay, orphan: Stay, at: Instant): Fact[] {
  if (orphan.exit === null) return [];
  const whole = closed(entry, orphan.exit, orphan.exitPlate ?? orphan.plate, orphan.id);
  return [
    changed(entry, whole, 'late', at),
    changed(orphan, { ...orphan, state: 'merged', mergedInto: entry.id }, 'merged', at),
    ...exitMoved(orphan.exit, orphan.id, entry.id, at),
    cleared('E-NOENTRY', orphan.id, at),
    ...(entry.state === 'suspect' ? [cleared('E-DUP', entry.id, at)] : []),
  ];
}

/**
 * The exit that was seen before this entry: named by a person, else of the same text, else the only similar one;
 * but not one behind another exit of the same plate, which is nearer in time.
 */
function orphanOf(look: Lookup, fresh: Stay, at: Instant, mates: readonly Stay[]): Stay | null {
  const all = [...look.orphans(fresh.plate, fresh.id, at)].sort((a, b) => exitAt(a) - exitAt(b));
  const claimed = all.find((stay) => stay.claims === fresh.id);
  if (claimed !== undefined) return claimed;
  const free = all.filter((stay) => stay.claims === null);
  const nearest = free.find((stay) => stay.plate === fresh.plate) ?? free[0];
  if (nearest === undefined) return null;
  const between = mates.some((mate) => exitAt(mate) > at && exitAt(mate) <= exitAt(nearest));
  return between ? null : nearest;
}

const exitAt = (stay: Stay): number => stay.exit?.at ?? -Infinity;
const entryAt = (stay: Stay): number => stay.entry?.at ?? -Infinity;

/** A vehicle came in: open its stay where it belongs among the stays of its plate. */
export function placeEntry(look: Lookup, ref: EventRef, fresh: Stay, now: Instant): Placed {
  const start = fresh.entry;
  if (start === null) throw new Error('an entry without a time');
  const mates = look.stays(fresh.plate).filter((stay) => stay.entry !== null && stay.id !== fresh.id);
  const orphan = orphanOf(look, fresh, start.at, mates);
  if (orphan !== null) {
    return { stay: fresh.id, facts: [{ fact: 'stayOpened', stay: fresh }, ...join(fresh, orphan, now)] };
  }
  const around = mates.find((stay) => stay.state === 'closed' && entryAt(stay) <= start.at && exitAt(stay) > start.at);
  if (around !== undefined) return takeOver(ref, fresh, around, start, now);
  // It came before something already known, and its exit was not seen: the newer one stands, this one is in doubt.
  const newer = mates.filter((stay) => entryAt(stay) > start.at).sort((a, b) => entryAt(a) - entryAt(b))[0];
  if (newer !== undefined) {
    const doubted: Stay = { ...fresh, state: 'suspect' };
    return {
      stay: fresh.id,
      facts: [
        { fact: 'stayOpened', stay: doubted },
        exception(ref, 'dup:0', 'E-DUP', start.lane, start.at, doubted, newer.id),
      ],
    };
  }
  const facts: Fact[] = [{ fact: 'stayOpened', stay: fresh }];
  mates
    .filter((stay) => stay.state === 'open' && !stay.clone)
    .forEach((old, i) => {
      facts.push(
        changed(old, { ...old, state: 'suspect' }, 'entered-again', start.at),
        exception(ref, `dup:${i}`, 'E-DUP', start.lane, start.at, old, fresh.id),
      );
    });
  return { stay: fresh.id, facts };
}

/**
 * An exit belongs to the last entry before it: this late one takes it from the earlier stay, whose own exit was not
 * seen.
 */
function takeOver(ref: EventRef, fresh: Stay, around: Stay, start: StayEnd, now: Instant): Placed {
  const doubted: Stay = { ...around, state: 'suspect', exit: null, exitPlate: null, exitStay: null };
  const facts: Fact[] = [
    {
      fact: 'stayOpened',
      stay: { ...fresh, state: 'closed', exit: around.exit, exitPlate: around.exitPlate, exitStay: around.exitStay },
    },
    changed(around, doubted, 'late', now),
    exception(ref, 'dup:0', 'E-DUP', start.lane, start.at, doubted, fresh.id),
    exception(ref, 'late:0', 'E-LATE', start.lane, start.at, doubted, fresh.id),
  ];
  if (around.exit !== null) facts.push(...exitMoved(around.exit, around.id, fresh.id, now));
  return { stay: fresh.id, facts };
}

/** The stay an exit at `at` would close: the last that began before it, unless that one already left before it. */
export function openAt(stays: readonly Stay[], at: Instant): Stay | null {
  const last = lastBegun(stays, at);
  return last !== null && unclosed(last) ? last : null;
}

function lastBegun(stays: readonly Stay[], at: Instant): Stay | null {
  let best: Stay | null = null;
  for (const stay of stays) {
    if (stay.entry === null || stay.entry.at > at) continue;
    const bestAt = best?.entry?.at ?? -Infinity;
    // Among equals (accepted clones, repaired ones) the one still inside is meant.
    if (stay.entry.at > bestAt || (stay.entry.at === bestAt && unclosed(stay))) best = stay;
  }
  if (best !== null && !unclosed(best)) {
    const clone = stays.find(
      (stay) => stay.clone && stay.state === 'open' && stay.entry !== null && stay.entry.at <= at,
    );
    if (clone !== undefined && best.exit !== null && best.exit.at <= at) return clone;
  }
  return best;
}

export interface Leaving {
  readonly ref: EventRef;
  readonly plate: string;
  readonly colour: string;
  readonly end: StayEnd;
  /** Id this exit has as a stay of its own when no entry is known. */
  readonly ownId: string;
  /** The stay decided on at the lane, if any. */
  readonly chosen: string | null;
  readonly claims: string | null;
  readonly picture: string | null;
  readonly offline: boolean;
}

export function withoutEntry(leaving: Leaving, tariff: string | null): Stay {
  return {
    id: leaving.ownId,
    plate: leaving.plate,
    colour: leaving.colour,
    kind: 'no-entry',
    state: 'closed',
    clone: false,
    entry: null,
    exit: leaving.end,
    exitPlate: leaving.plate,
    exitStay: leaving.ownId,
    tariff,
    pass: null,
    booking: null,
    picture: leaving.picture,
    mergedInto: null,
    claims: leaving.claims,
    offline: leaving.offline,
  };
}

function close(look: Lookup, leaving: Leaving, stay: Stay): Fact[] {
  const facts: Fact[] = [
    ...uncount(look, leaving.ref, stay, leaving.end.at),
    changed(stay, closed(stay, leaving.end, leaving.plate, leaving.ownId), 'left', leaving.end.at),
  ];
  if (stay.state === 'suspect') facts.push(cleared('E-DUP', stay.id, leaving.end.at));
  return facts;
}

/** A vehicle left: close the stay it belongs to, or keep the exit as a stay without an entry. */
export function placeExit(look: Lookup, leaving: Leaving): Placed {
  const at = leaving.end.at;
  const last = leaving.claims === null ? lastBegun(look.stays(leaving.plate), at) : null;
  // Between reading and passing a late entry may have shown that the car came in again: the last entry is meant.
  if (last !== null && unclosed(last)) return { stay: last.id, facts: close(look, leaving, last) };
  const chosen = leaving.chosen === null ? null : look.stay(leaving.chosen);
  // What was found at the reading counts only while it is the last entry: a later one may have come in since, and even
  // be closed by a later exit.
  const overtaken = last !== null && exitAt(last) > at && !chosen?.clone;
  if (!overtaken && chosen !== null && unclosed(chosen) && chosen.entry !== null && chosen.entry.at <= at) {
    return { stay: chosen.id, facts: close(look, leaving, chosen) };
  }
  if (last !== null && exitAt(last) > at) return displace(leaving, last);
  const own = withoutEntry(leaving, look.tariff(leaving.plate, leaving.colour, at));
  return {
    stay: own.id,
    facts: [
      { fact: 'stayOpened', stay: own },
      exception(leaving.ref, 'noentry:0', 'E-NOENTRY', leaving.end.lane, at, own, null),
    ],
  };
}

/**
 * This late exit lies inside a stay that a later exit closed: it takes its place, the later exit has no entry any more.
 */
function displace(leaving: Leaving, taken: Stay): Placed {
  const at = leaving.end.at;
  const old = taken.exit;
  const facts: Fact[] = [
    changed(taken, closed(taken, leaving.end, leaving.plate, leaving.ownId), 'late', at),
    exception(leaving.ref, 'late:0', 'E-LATE', leaving.end.lane, at, taken, taken.exitStay),
  ];
  // An exit that a person inferred was no exit: nothing is left over.
  if (old === null || taken.exitStay === null || taken.state !== 'closed') return { stay: taken.id, facts };
  const own = withoutEntry(
    {
      ...leaving,
      plate: taken.exitPlate ?? taken.plate,
      end: old,
      ownId: taken.exitStay,
      chosen: null,
      claims: null,
      picture: null,
    },
    taken.tariff,
  );
  facts.push(
    { fact: 'stayOpened', stay: own },
    exception(leaving.ref, 'noentry:1', 'E-NOENTRY', old.lane, old.at, own, null),
    ...exitMoved(old, taken.id, own.id, at),
  );
  return { stay: taken.id, facts };
}

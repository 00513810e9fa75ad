/**
 * Where people are, by what readers saw of them. The same passages come to the same, however they arrive. Times are
 * epoch ms.
 */
import { dayOf } from '../time/day.ts';
import { passedBack } from './decide.ts';
import type { Area } from './decide.ts';

/** Somebody passed a reader: `to` is the area he went into, null outside. */
export type Passage = {
  readonly person: string;
  readonly at: number;
  readonly device: string;
  readonly seq: number;
  readonly to: string | null;
  readonly gate: string | null;
};

/**
 * Who has to be accounted for: the area he was seen into, by which door and when; `leftAt` where a reader saw him out
 * of it since.
 */
export type RollLine = {
  readonly person: string;
  readonly area: string;
  readonly gate: string | null;
  readonly since: number;
  readonly leftAt: number | null;
};

const inOrder = (a: Passage, b: Passage): number =>
  a.at - b.at || (a.device < b.device ? -1 : a.device > b.device ? 1 : a.seq - b.seq);

/** The roll of some areas from `began` on: whoever was in one of them then, and whoever came in since. */
export function rollOf(passages: readonly Passage[], areas: ReadonlySet<string>, began: number): RollLine[] {
  const lines = new Map<string, RollLine>();
  for (const { person, at, to, gate } of passages.toSorted(inOrder)) {
    const line = lines.get(person);
    if (to !== null && areas.has(to)) lines.set(person, { person, area: to, gate, since: at, leftAt: null });
    else if (at <= began) lines.delete(person);
    else if (line && line.leftAt === null) lines.set(person, { ...line, leftAt: at });
  }
  return [...lines.values()];
}

/** Where somebody is as far as is known: `null` is outside, `undefined` unknown; since when. */
export type Whereabouts = { readonly area: string | null | undefined; readonly at: number };

/**
 * Where everybody who passed or was forgiven is. Whoever is forgiven after the last passage is nowhere known, until
 * the next.
 */
export function whereabouts(
  passages: readonly Passage[],
  forgiven: ReadonlyMap<string, number>,
): Map<string, Whereabouts> {
  const known = new Map<string, Whereabouts>();
  for (const { person, at, to } of passages.toSorted(inOrder)) known.set(person, { area: to, at });
  for (const [person, at] of forgiven)
    if ((known.get(person)?.at ?? Number.NEGATIVE_INFINITY) <= at) known.set(person, { area: undefined, at });
  return known;
}

/** Of what a terminal saw itself and what it was sent, the later; what it was sent where both are of one moment. */
export const later = (held: Whereabouts | undefined, sent: Whereabouts): Whereabouts =>
  held !== undefined && held.at > sent.at ? held : sent;

const FORGET_MS = 4 * 3_600_000;
/** At 04:00 by the wall of the place presence becomes unknown: who left unseen is not refused the next morning. */
export const isForgotten = (seenAt: number, now: number, zone: string): boolean =>
  dayOf(seenAt - FORGET_MS, zone) !== dayOf(now - FORGET_MS, zone);

/** How many people are in an area as far as is known: whoever was seen last in it and has not been forgotten since. */
export function insideOf(known: Iterable<Whereabouts>, area: string, at: number, zone: string): number {
  let count = 0;
  for (const seen of known) if (seen.area === area && !isForgotten(seen.at, at, zone)) count += 1;
  return count;
}

/** A passage by a reader of this side of its door, which leads from one area into another. */
export type Reading = Passage & { readonly id: string; readonly way: 'in' | 'out'; readonly from: string | null };

/**
 * Entries that anti-passback would have refused or noted where the terminal had known every reading before: of those
 * whose word had not reached it yet, and of areas that only note it. All readings of a day; `forgiven` is the latest.
 */
export function oddEntries(
  readings: readonly Reading[],
  forgiven: ReadonlyMap<string, number>,
  areas: ReadonlyMap<string, Pick<Area, 'antiPassback' | 'passMinutes'>>,
  zone: string,
): Set<string> {
  const odd = new Set<string>();
  const known = new Map<string, Whereabouts>();
  for (const { id, person, at, to, from, way } of readings.toSorted(inOrder)) {
    const held = known.get(person);
    const since = forgiven.get(person);
    const isVoid =
      held === undefined || isForgotten(held.at, at, zone) || (since !== undefined && held.at <= since && since <= at);
    const area = isVoid ? undefined : held.area;
    const into = way === 'in' && to !== null ? areas.get(to) : undefined;
    const cameIn = area !== undefined && area === to ? held!.at : null;
    if (into && passedBack({ at, door: { into, fromArea: from } }, { area, cameIn })) odd.add(id);
    known.set(person, { area: to, at });
  }
  return odd;
}

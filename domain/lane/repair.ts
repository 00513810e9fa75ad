/**
 * What a person puts right afterwards. Nothing is overwritten: each repair is a fact with before and after, who and
 * why.
 */
import type { Cause, Command, Instant, RemoteEvent, Stay } from './types.ts';
import type { Fact, StayChangedFact } from './facts.ts';
import type { StayEvent } from '../fee/events.ts';
import type { EventRef } from './identity.ts';
import type { Lookup } from './lookup.ts';
import { factId } from './identity.ts';
import { changed, uncount, unclosed } from './pairing.ts';

/**
 * Who repairs, when (epoch ms), under which call: `device` is the person's session or ticket, `seq` the number of the
 * action.
 */
export interface Repairer extends EventRef {
  readonly by: string;
  readonly at: Instant;
}

export type RepairRefusal =
  | 'not-inside'
  | 'not-suspect'
  | 'not-stale'
  | 'same-plate'
  | 'not-seen-long'
  | 'other-plates'
  | 'before-entry'
  | 'event-known'
  | 'event-unknown';

export type Repair =
  | { readonly result: 'done'; readonly facts: readonly Fact[] }
  /** The new plate has another open stay: a person must merge them; `keep` is the one that came first. */
  | { readonly result: 'merge'; readonly keep: Stay; readonly drop: Stay }
  | { readonly result: 'refused'; readonly why: RepairRefusal };

const refused = (why: RepairRefusal): Repair => ({ result: 'refused', why });
const done = (...facts: Fact[]): Repair => ({ result: 'done', facts });

const byEntry = (a: Stay, b: Stay): number => (a.entry?.at ?? 0) - (b.entry?.at ?? 0);

/**
 * Another text for the same car. In, out and what was paid stay as they are; doubts that rested on the old text are
 * over. `plate` canonical.
 */
export function correctPlate(look: Lookup, stay: Stay, plate: string, who: Repairer): Repair {
  if (plate === stay.plate) return refused('same-plate');
  const other = unclosed(stay)
    ? look.stays(plate).find((it) => it.state === 'open' && !it.clone && it.id !== stay.id)
    : undefined;
  if (other !== undefined) {
    const [keep, drop] = [stay, other].sort(byEntry) as [Stay, Stay];
    return { result: 'merge', keep, drop };
  }
  if (stay.state === 'suspect')
    return done(changed(stay, { ...stay, plate, state: 'open' }, 'plate', who.at, who.by), cleared(stay, who));
  return done(changed(stay, { ...stay, plate }, 'plate', who.at, who.by), ...relieved(look, stay, who));
}

const cleared = (stay: Stay, who: Repairer): Fact => ({
  fact: 'exceptionCleared',
  code: 'E-DUP',
  subject: stay.id,
  at: who.at,
});

/** Who was doubted because this one came under the same text is doubted no more. An older doubt among them stays. */
function relieved(look: Lookup, stay: Stay, who: Repairer): Fact[] {
  const mates = look.stays(stay.plate).filter((it) => it.id !== stay.id && unclosed(it));
  if (stay.state !== 'open' || mates.some(({ state }) => state === 'open')) return [];
  const last = mates
    .filter(({ state }) => state === 'suspect')
    .sort(byEntry)
    .at(-1);
  return last ? [changed(last, { ...last, state: 'open' }, 'resolved', who.at, who.by), cleared(last, who)] : [];
}

/**
 * Two stays were one car: the first entry stands, under `plate`; the other becomes part of it. Money of both counts for
 * the one.
 */
export function mergeStays(look: Lookup, a: Stay, b: Stay, plate: string, who: Repairer): Repair {
  if (!unclosed(a) || !unclosed(b) || a.entry === null || b.entry === null) return refused('not-inside');
  const [keep, drop] = [a, b].sort(byEntry) as [Stay, Stay];
  const events = [...(keep.events ?? []), ...(drop.events ?? [])].sort((one, other) => one.at - other.at);
  return done(
    ...uncount(look, who, drop, who.at),
    changed(drop, { ...drop, state: 'merged', mergedInto: keep.id }, 'merged', who.at, who.by),
    changed(
      keep,
      { ...keep, plate, state: 'open', ...(events.length === 0 ? {} : { events }) },
      'plate',
      who.at,
      who.by,
    ),
    { fact: 'moneyMoved', from: drop.id, to: keep.id, at: who.at },
    cleared(keep, who),
  );
}

/**
 * Something happened to a car inside (`at` not before its entry); with `undo` it did not happen after all. In, out and
 * money stay as they are.
 */
export function applyReported(
  stay: Stay,
  { event, at }: StayEvent,
  undo: boolean,
  who: Pick<StayChangedFact, 'at' | 'by'>,
): Repair {
  if (!unclosed(stay) || stay.entry === null) return refused('not-inside');
  if (at < stay.entry.at) return refused('before-entry');
  const others = (stay.events ?? []).filter((each) => each.event !== event || each.at !== at);
  const known = others.length < (stay.events ?? []).length;
  if (known !== undo) return refused(known ? 'event-known' : 'event-unknown');
  const events = undo ? others : [...others, { at, event }].sort((a, b) => a.at - b.at);
  return done(changed(stay, { ...stay, events }, 'event', who.at, who.by));
}

export type SuspectVerdict =
  /** The exit was not seen: closed at the newer entry, unbilled. */
  | { readonly verdict: 'missed-exit' }
  /** Two vehicles bear the plate: both are kept. */
  | { readonly verdict: 'clone' }
  /** One of the two was read wrongly: this is the suspect's true text (canonical). */
  | { readonly verdict: 'misread'; readonly plate: string };

/** A person decides about a stay whose plate entered again; `newer` is the stay that raised the doubt. */
export function resolveSuspect(
  look: Lookup,
  suspect: Stay,
  newer: Stay,
  decision: SuspectVerdict,
  who: Repairer,
): Repair {
  if (suspect.state !== 'suspect') return refused('not-suspect');
  const clear = cleared(suspect, who);
  if (decision.verdict === 'missed-exit') {
    if (newer.entry === null || suspect.entry === null || newer.entry.at < suspect.entry.at)
      return refused('before-entry');
    const exit = { at: newer.entry.at, rawAt: newer.entry.rawAt, lane: null, passage: null };
    return done(changed(suspect, { ...suspect, state: 'closed-inferred', exit }, 'resolved', who.at, who.by), clear);
  }
  if (decision.verdict === 'clone') {
    if (newer.plate !== suspect.plate) return refused('other-plates');
    return done(
      changed(suspect, { ...suspect, state: 'open', clone: true }, 'resolved', who.at, who.by),
      ...(newer.clone ? [] : [changed(newer, { ...newer, clone: true }, 'resolved', who.at, who.by)]),
      clear,
    );
  }
  return correctPlate(look, suspect, decision.plate, who);
}

/** Not seen for `days` (the lot's rule) and not found on patrol: it stays on record and takes no space. */
export function markStale(look: Lookup, stay: Stay, lastSeen: Instant, days: number, who: Repairer): Repair {
  if (stay.state !== 'open') return refused('not-inside');
  if (who.at - lastSeen < days * 86_400_000) return refused('not-seen-long');
  return done(
    ...uncount(look, who, stay, who.at),
    changed(stay, { ...stay, state: 'stale' }, 'patrol', who.at, who.by),
  );
}

/** Stale stays are closed together, without a fee, and listed. */
export function batchOut(stay: Stay, who: Repairer): Repair {
  if (stay.state !== 'stale') return refused('not-stale');
  const exit = { at: Math.max(who.at, stay.entry?.at ?? who.at), rawAt: who.rawAt, lane: null, passage: null };
  return done(changed(stay, { ...stay, state: 'closed-batch', exit }, 'batch', who.at, who.by));
}

/**
 * Open from afar. The cause is the call, ticket or mode; the event gives the lane the reason before the gate answers.
 */
export function remoteOpening(
  lane: string,
  cause: Cause,
  who: Repairer,
): { readonly event: RemoteEvent; readonly command: Command } {
  const commandId = factId(who, 'open:remote');
  const { device, seq, rawAt, at } = who;
  return {
    event: { kind: 'remote', lane, device, seq, rawAt, at, commandId, cause },
    command: { command: 'open', lane, commandId, cause, at },
  };
}

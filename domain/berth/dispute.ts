/** Several sensors of one berth become one voice: rule "two sensors of a berth" of the order of sources. */
import { MINUTE, SECOND } from '../time/zone.ts';
import type { BerthParameters, Evidence, Instant, SensorBinding } from './types.ts';
import type { Stretch } from './track.ts';

/** Two sensors may differ so long before the berth is unknown. */
const DISPUTE_MINUTES = 5;

export type Dispute = { readonly from: Instant; readonly to: Instant; readonly evidence: readonly string[] };
export type Voice = { readonly stretches: readonly Stretch[]; readonly disputes: readonly Dispute[] };

/** Evidence of people and cameras that can stand beside a sensor. */
type Beside = { readonly occupied: readonly Evidence[]; readonly empty: readonly Evidence[] };

type Piece = { from: Instant; to: Instant; occupied: Stretch | null; free: Stretch | null };

const fewestFaults = (faults: ReadonlyMap<string, number>, stretches: readonly Stretch[]): Stretch | null =>
  [...stretches].sort(
    (a, b) =>
      (faults.get(a.deviceId) ?? 0) - (faults.get(b.deviceId) ?? 0) ||
      a.from - b.from ||
      (a.deviceId < b.deviceId ? -1 : 1),
  )[0] ?? null;

/** The berth cut where any sensor begins or ends, with the best voice for each state. */
function pieces(stretches: readonly Stretch[], faults: ReadonlyMap<string, number>): Piece[] {
  const cuts = [...new Set(stretches.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const found: Piece[] = [];
  for (let nth = 0; nth + 1 < cuts.length; nth += 1) {
    const from = cuts[nth]!;
    const to = cuts[nth + 1]!;
    const here = stretches.filter((each) => each.from <= from && to <= each.to);
    if (here.length === 0) continue;
    found.push({
      from,
      to,
      occupied: fewestFaults(
        faults,
        here.filter(({ state }) => state === 'occupied'),
      ),
      free: fewestFaults(
        faults,
        here.filter(({ state }) => state === 'free'),
      ),
    });
  }
  return found;
}

const inside = (evidence: readonly Evidence[], from: Instant, to: Instant): boolean =>
  evidence.some(({ at }) => from <= at && at <= to);

/** Who is believed over a whole dispute: 'occupied', 'free', or null where neither side is better. */
function winner(
  dispute: readonly Piece[],
  beside: Beside,
  faults: ReadonlyMap<string, number>,
): Stretch['state'] | null {
  const { from } = dispute[0]!;
  const { to } = dispute.at(-1)!;
  const seen = inside(beside.occupied, from, to);
  const empty = inside(beside.empty, from, to);
  if (seen !== empty) return seen ? 'occupied' : 'free';
  const worst = (state: 'occupied' | 'free'): number =>
    Math.max(...dispute.map((piece) => faults.get(piece[state]?.deviceId ?? '') ?? 0));
  const difference = worst('occupied') - worst('free');
  return difference === 0 ? null : difference < 0 ? 'occupied' : 'free';
}

/** A short difference is one change seen twice: an arrival counts at once, a leave once it is confirmed. */
function shortDispute(dispute: readonly Piece[], before: Piece | undefined, confirm: number): Stretch['state'] {
  const leaving = before !== undefined && before.occupied !== null && before.to === dispute[0]!.from;
  const length = dispute.at(-1)!.to - dispute[0]!.from;
  return leaving && length <= confirm ? 'free' : 'occupied';
}

/** Consecutive pieces in which both states are claimed. */
function disputesIn(all: readonly Piece[]): Piece[][] {
  const found: Piece[][] = [];
  for (const piece of all) {
    if (!piece.occupied || !piece.free) continue;
    const last = found.at(-1);
    if (last && last.at(-1)!.to === piece.from) last.push(piece);
    else found.push([piece]);
  }
  return found;
}

/** One stretch of several pieces, in the words of the voices at its two ends. */
function joined(
  parts: readonly { piece: Piece; voice: Stretch }[],
  next: Stretch['state'] | 'none' | 'dispute',
): Stretch {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const to = last.piece.to;
  const whole = last.voice.to === to;
  const cut = next === 'dispute' ? 'disputed' : 'changed';
  return {
    deviceId: last.voice.deviceId,
    state: first.voice.state,
    from: first.piece.from,
    to,
    proven: whole ? Math.max(last.voice.proven, first.piece.from) : to,
    beginBy: first.voice.beginBy,
    endBy: whole ? last.voice.endBy : null,
    end: whole ? last.voice.end : cut,
    missed: whole ? last.voice.missed : 0,
    carries: parts.every(({ voice }) => voice.carries),
  };
}

/** Joins the pieces a voice was chosen for; where nobody was believed the berth has no stretch. */
function join(all: readonly Piece[], choice: ReadonlyMap<Piece, Stretch['state'] | null>): Stretch[] {
  const stretches: Stretch[] = [];
  let parts: { piece: Piece; voice: Stretch }[] = [];
  const close = (next: Stretch['state'] | 'none' | 'dispute'): void => {
    if (parts.length > 0) stretches.push(joined(parts, next));
    parts = [];
  };
  for (const piece of all) {
    const state = choice.has(piece) ? choice.get(piece)! : piece.occupied ? 'occupied' : 'free';
    const voice = state && piece[state];
    const last = parts.at(-1);
    if (!voice) close('dispute');
    else {
      // A break of the voice is kept where no other voice goes on across it.
      const across = last !== undefined && last.piece.to === piece.from && last.voice.state === state;
      const broken = across && last.voice.to === piece.from && voice.from === piece.from;
      if (!across || broken) close(last?.piece.to === piece.from ? state : 'none');
      parts.push({ piece, voice });
    }
  }
  close('none');
  return stretches;
}

/** The voice of all sensors of a berth together; with one sensor, that one's. */
export function combined(
  byDevice: readonly (readonly Stretch[])[],
  bindings: readonly SensorBinding[],
  beside: Beside,
  { confirmSeconds }: BerthParameters,
): Voice {
  if (byDevice.length === 1) return { stretches: byDevice[0]!, disputes: [] };
  const faults = new Map(bindings.map((each) => [each.deviceId, each.faults]));
  const all = pieces(byDevice.flat(), faults);
  const choice = new Map<Piece, Stretch['state'] | null>();
  const disputes: Dispute[] = [];
  for (const dispute of disputesIn(all)) {
    const from = dispute[0]!.from;
    const to = dispute.at(-1)!.to;
    let state = winner(dispute, beside, faults);
    if (state === null && to - from < DISPUTE_MINUTES * MINUTE)
      state = shortDispute(dispute, all[all.indexOf(dispute[0]!) - 1], confirmSeconds * SECOND);
    else if (state === null)
      disputes.push({
        from,
        to,
        evidence: dispute.slice(0, 1).flatMap(({ occupied, free }) => [occupied!.beginBy, free!.beginBy]),
      });
    for (const piece of dispute) choice.set(piece, state);
  }
  return { stretches: join(all, choice), disputes };
}

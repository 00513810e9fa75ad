/**
 * May this vehicle in, and as what? The order is the law, the black list, the white list, booking, pass, then the
 * space.
 */
import type { Cause, Grant, Instant, Stay, StayKind } from './types.ts';
import type { Lookup, PassView } from './lookup.ts';
import type { ReasonId } from './words.ts';
import { fullVerdict } from '../space/occupancy.ts';
import { openAt } from './pairing.ts';

export interface EntryVerdict {
  readonly open: boolean;
  /** What the stay is; also set when refused, for the case that a person lets the vehicle in. */
  readonly grant: Omit<Grant, 'cause'> & { readonly cause: Cause | null };
  /** Days since a pass ended, to be shown. */
  readonly endedDays: number | null;
}

interface Claim {
  readonly kind: StayKind;
  readonly reasons: readonly ReasonId[];
  readonly refused: boolean;
  /** Fixed cars have spaces kept for them; the exempt are let in however full the lot is. */
  readonly space: 'exempt' | 'fixed' | 'temporary';
  readonly pass: PassView | null;
  readonly booking: string | null;
}

const claim = (kind: StayKind, reason: ReasonId, space: Claim['space'], more: Partial<Claim> = {}): Claim => ({
  kind,
  reasons: [reason],
  refused: false,
  space,
  pass: null,
  booking: null,
  ...more,
});

/** What a car is whose group has no space left: its stay keeps the rule that was the lot's at its entry. */
export const kindOfFull = (rule: Lookup['settings']['groupFullRule']): StayKind =>
  rule === 'queue' ? 'temp-group-queue' : 'temp-group-full';

function passClaim(look: Lookup, pass: PassView): Claim {
  if (pass.state === 'expired') {
    return look.settings.expiredPassRule === 'refuse'
      ? claim('temp-expired', 'pass-expired-refused', 'temporary', { refused: true, pass })
      : claim('temp-expired', 'pass-expired-temporary', 'temporary', { pass });
  }
  if (pass.group !== null && pass.group.taken >= pass.group.spaces) {
    const { groupFullRule } = look.settings;
    if (groupFullRule === 'refuse')
      return claim('temp-group-full', 'group-full-refused', 'temporary', { refused: true, pass });
    return claim(
      kindOfFull(groupFullRule),
      groupFullRule === 'queue' ? 'group-full-queue' : 'group-full-temporary',
      'temporary',
      { pass },
    );
  }
  return claim('pass', pass.state === 'grace' ? 'pass-grace' : 'pass-valid', 'fixed', { pass });
}

function claimOf(look: Lookup, plate: string, colour: string, lane: string, at: Instant): Claim {
  const list = look.listClass(plate, colour, at);
  if (list === 'law-free') return claim('free', 'free-by-law', 'exempt');
  if (list === 'black') return claim('temp', 'black-listed', 'temporary', { refused: true });
  if (list === 'white') return claim('free', 'white-listed', 'fixed');
  const booking = look.booking(plate, lane, at);
  const pass = look.pass(plate, colour, lane, at);
  if (pass !== null && pass.state !== 'expired') return passClaim(look, pass);
  if (booking !== null) return claim('visitor', 'visitor-booked', 'fixed', { booking });
  return pass === null ? claim('temp', 'temporary', 'temporary') : passClaim(look, pass);
}

/** `stayId` is the id the stay will have; `at` corrected device time. */
export function decideEntry(
  look: Lookup,
  plate: string,
  colour: string,
  lane: string,
  stayId: string,
  at: Instant,
): EntryVerdict {
  const claimed = claimOf(look, plate, colour, lane, at);
  const full =
    claimed.space !== 'exempt' &&
    fullVerdict(look.occupancy(), look.capacity, look.settings.fullRule, claimed.space === 'fixed') === 'full-refused';
  const barred = claimed.space === 'exempt' ? null : look.laneBar(lane, claimed.kind, claimed.space === 'fixed', at);
  const reasons: ReasonId[] = [...claimed.reasons];
  if (!claimed.refused && full) reasons.unshift('park-full');
  if (!claimed.refused && barred !== null) reasons.unshift(barred);
  if (openAt(look.stays(plate), at) !== null) reasons.push('open-stay-here');
  const cause: Cause =
    claimed.kind === 'pass' && claimed.pass !== null
      ? { kind: 'pass', id: claimed.pass.id }
      : { kind: 'stay', id: stayId };
  return {
    open: !claimed.refused && !full && barred === null,
    grant: { kind: claimed.kind, plate, reasons, pass: claimed.pass?.id ?? null, booking: claimed.booking, cause },
    endedDays: claimed.pass !== null && claimed.pass.state !== 'valid' ? claimed.pass.endedDays : null,
  };
}

function freeByList(look: Lookup, plate: string, colour: string, at: Instant): boolean {
  const list = look.listClass(plate, colour, at);
  return list === 'law-free' || list === 'white';
}

/**
 * The stay of a listed vehicle that came in under another text, as it would be had it been read rightly: what it is
 * priced as.
 */
export function asListed(
  look: Lookup,
  stay: Stay,
  vehicle: { readonly plate: string; readonly colour: string },
  lane: string,
  at: Instant,
): Stay {
  const { plate, colour } = vehicle;
  if (stay.plate === plate || !freeWithoutEntry(look, plate, colour, lane, at)) return stay;
  if (freeByList(look, plate, colour, at)) return { ...stay, plate, kind: 'free', pass: null };
  return { ...stay, plate, kind: 'pass', pass: look.pass(plate, colour, lane, at)!.id };
}

/** Vehicles of a list, a pass or a booking leave free even when their entry was not seen. */
export function freeWithoutEntry(look: Lookup, plate: string, colour: string, lane: string, at: Instant): boolean {
  if (plate === '') return false;
  if (freeByList(look, plate, colour, at)) return true;
  const pass = look.pass(plate, colour, lane, at);
  return pass !== null && pass.state !== 'expired';
}

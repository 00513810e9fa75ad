/** What the rules may ask about a lot while they decide: spaces, lists, passes, bookings and fees. */
import { shortestCharged } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRefusal } from '#domain/fee/types.ts';
import type { Sources } from '#domain/lane/sources.ts';
import type { LaneBar } from '#domain/lane/lookup.ts';
import type { StayKind } from '#domain/lane/types.ts';
import type { Price } from '#domain/ledger/due.ts';
import { plateKind } from '#domain/plate/plate.ts';
import type { Cards, Offers } from '#areas/derate/server/door.ts';
import { passView } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import { laneOpenAt } from '#areas/lot/server/door.ts';
import { bookingAt, listClassAt, listClassesFor, typeOfKind } from '#areas/vehicle/server/door.ts';
import type { GateBooking, ListEntry } from '#areas/vehicle/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { lawFree, ruleAt, priced, byRule, ruleOf, withSpacesKept, typeOfStay, feeOf } from './lot-fees.ts';
import type { Parked } from './lot-fees.ts';
import type { PublishedRule, Lot } from './lot.ts';

function barOf(lot: Lot, laneId: string, kind: StayKind, fixed: boolean, at: number): LaneBar | null {
  const lane = lot.lanes.get(laneId);
  if (!lane) return null;
  if (!lane.enabled || lane.mode === 'closed') return 'lane-closed';
  if (lane.mode === 'full' && !fixed) return 'lane-full';
  const type = typeOfKind(lot.kinds, typeOfStay[kind] ?? 'temp')?.id;
  const hours = lot.hours.rules.filter((rule) => rule.gateId === laneId && rule.carTypeId === type);
  return laneOpenAt(hours, lot.hours.calendar, at, lot.place.zone) ? null : 'out-of-hours';
}

/**
 * The rules' questions that are not about stays or money. `entries`, `passes` and `offers` are those of the plates in
 * play, and of the stays; `booked` are the stays' bookings.
 */
export function sourcesOf(
  lot: Lot,
  entries: ReadonlyMap<string, readonly ListEntry[]>,
  passes: ReadonlyMap<string, GatePass>,
  offers: Offers,
  booked: readonly GateBooking[],
  cards?: Cards,
): Sources {
  const all = [...passes.values()];
  return {
    settings: withSpacesKept(lot),
    capacity: lot.capacity,
    listClass: (plate, _colour, at) =>
      lawFree.has(plateKind(plate)) ? 'law-free' : listClassAt(entries.get(plate), at),
    pass: (plate, _colour, lane, at, inside) =>
      passView(all, { plate, lane, at, zone: lot.place.zone, graceDays: lot.passGraceDays }, inside),
    booking: (plate, _lane, at) => bookingAt(lot.bookings, plate, at)?.id ?? null,
    laneBar: (lane, kind, fixed, at) => barOf(lot, lane, kind, fixed, at),
    twoWay: (lane) => lot.lanes.get(lane)?.twoWay ?? false,
    inner: (lane) => lot.lanes.get(lane)?.inner ?? null,
    tariff: (_plate, colour, at) => ruleAt(lot, colour, at)?.id ?? null,
    sensorless: () => false,
    storedValue: (plate) => cards?.of(plate) ?? null,
    price: (stay, at, earlier, mates) => {
      const fee = feeOf(lot, all, booked, stay, at, earlier, mates);
      if (isFeeRefusal(fee)) return fee;
      // A shorter stay without a price of its own takes nothing off.
      const feeAt = (end: number): number => {
        const shorter = feeOf(lot, all, booked, stay, Math.max(stay.entry?.at ?? end, end), earlier, mates);
        return isFeeRefusal(shorter) ? fee.receivableFen : shorter.receivableFen;
      };
      return offers.on(fee, stay, at, feeAt);
    },
    leaveMinutes: (stay, at) => {
      const found = ruleOf(lot, stay, at);
      return found?.rule.form === 2 ? found.rule.leaveMinutes : undefined;
    },
    priceNoEntry: (_plate, colour, declaredIn, at) => {
      const found = ruleAt(lot, colour, at);
      return declaredIn === null
        ? least(lot, found, colour, at)
        : byRule(lot, found, { colour, from: Math.min(declaredIn, at), to: at, lane: null });
    },
  };
}

/** The lowest charge of a tariff: what the shortest stay costs that is not free. */
function least(lot: Lot, found: PublishedRule | null, colour: string, at: number): Price | FeeRefusal {
  const ending = (length: number): Parked => ({ colour, from: at - length, to: at, lane: null });
  const lowest = byRule(
    lot,
    found,
    ending(found ? shortestCharged((length) => priced(lot, found.rule, ending(length))) : 0),
  );
  if (isFeeRefusal(lowest)) return lowest;
  return {
    ...lowest,
    lines: [
      {
        kind: 'flat' as const,
        from: at,
        to: at,
        amountFen: lowest.receivableFen,
        clause: { zh: '无入场记录，按最低收费', en: 'No entry on record, lowest charge' },
      },
    ],
  };
}

export const listedPlates = (db: Db, parkId: string, plates: readonly string[]) => listClassesFor(db, parkId, plates);

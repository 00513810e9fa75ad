/** What a stay costs by the lot's published tariffs, passes and bookings. */
import { byBooking, priceUncovered } from '#domain/fee/covered.ts';
import { versionAt } from '#domain/fee/in-force.ts';
import { knownAtGate } from '#domain/fee/known.ts';
import { price } from '#domain/fee/price.ts';
import { summarised } from '#domain/fee/summary.ts';
import { visitsSince } from '#domain/fee/visits.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { inputsOf } from '#domain/fee/inputs.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import type { BillLine, FeeContext, FeeRefusal, FeeRule, Priced } from '#domain/fee/types.ts';
import type { Earlier } from '#domain/lane/sources.ts';
import type { LotSettings } from '#domain/lane/lookup.ts';
import type { AtBerth, Move, Stay } from '#domain/lane/types.ts';
import type { Price } from '#domain/ledger/due.ts';
import { rulesOfPark } from '#areas/fee/server/door.ts';
import { passCoverage, spaceTaken } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import { carKindOf, modelOfColour, spacesKept, typeOfKind } from '#areas/vehicle/server/door.ts';
import type { GateBooking } from '#areas/vehicle/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import type { PublishedRule, Lot } from './lot.ts';

export const same = (a: Lot['calendar'], b: Lot['calendar']): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A retired version still prices the stays it was frozen on. */
export const rulesOf = async (db: Db, parkId: string): Promise<PublishedRule[]> =>
  (await rulesOfPark(db, parkId)).map(({ from, until, ...rule }) => ({
    ...rule,
    from: Date.parse(from),
    until: until === null ? null : Date.parse(until),
  }));

export const lawFree = new Set(['police', 'emergency', 'military', 'armed_police']);

/** The version in force for a vehicle at an instant; a stay older than the first tariff is priced by that. */
export function ruleAt(
  lot: Lot,
  colour: string,
  at: number,
  kind: 'temp' | 'monthly' | 'vip' | 'visitor' | 'free' = 'temp',
): PublishedRule | null {
  const type = typeOfKind(lot.kinds, kind)?.id ?? null;
  const model = modelOfColour(lot.kinds, colour)?.id ?? null;
  return versionAt(
    lot.rules.filter((rule) => rule.carTypeId === type),
    model,
    at,
  );
}

const covered = (zh: string, en: string, from: number, to: number): BillLine => ({
  kind: 'covered',
  from,
  to,
  amountFen: 0,
  clause: { zh, en },
});

function free(stay: Stay, from: number, at: number): Price {
  const line =
    stay.kind === 'pass'
      ? covered('月租有效期内', 'Covered by a pass', from, at)
      : stay.kind === 'visitor'
        ? covered(byBooking.covered.zh, byBooking.covered.en, from, at)
        : covered('名单或法定免费车辆', 'Listed, or free by law', from, at);
  return { receivableFen: 0, deratedFen: 0, lines: [line], tariff: stay.tariff };
}

/**
 * A vehicle being priced. `from`, `to`: epoch ms; `lane` is where it came in, `moves` are its changes of area, `events`
 * what happened to it; `earlier` are its visits before.
 */
export type Parked = {
  readonly colour: string;
  readonly from: number;
  readonly to: number;
  readonly lane: string | null;
  readonly moves?: readonly Move[];
  readonly berth?: AtBerth | undefined;
  readonly events?: readonly StayEvent[];
  readonly earlier?: (since: number) => Earlier;
};

/** What the lot knows of a vehicle that a tariff may ask for (docs/fee-rules.md). */
function contextOf(lot: Lot, rule: FeeRule, { lane, earlier, berth, ...seen }: Parked): FeeContext {
  const area = lane === null ? null : (lot.lanes.get(lane)?.areaId ?? null);
  const place = { zone: lot.place.zone, calendar: lot.calendar };
  const since = visitsSince(rule, seen.from, place);
  const known = knownAtGate({ ...seen, area });
  return {
    ...place,
    ...known,
    ...(berth ? { values: { ...known.values, bays: berth.bays, ...(berth.zone ? { zone: berth.zone } : {}) } } : {}),
    ...(earlier && since !== null ? { earlier: earlier(since) } : {}),
  };
}

const stayed = (lot: Lot, { colour, from, to }: Parked) => {
  const model = modelOfColour(lot.kinds, colour);
  return { inAt: from, outAt: Math.max(from, to), ...(model ? { carKind: carKindOf(model) } : {}) };
};

export const priced = (lot: Lot, rule: FeeRule, parked: Parked): Priced | FeeRefusal =>
  price(rule, stayed(lot, parked), contextOf(lot, rule, parked));

type Found = { id: string; rule: FeeRule };

const billOf = ({ id }: Found, fee: Priced | FeeRefusal): Price | FeeRefusal =>
  isFeeRefusal(fee) ? fee : { receivableFen: fee.totalFen, deratedFen: 0, lines: summarised(fee.lines), tariff: id };

/** A lot without a tariff charges nothing, and the bill states it. A tariff without a price for this is no such lot. */
export function byRule(lot: Lot, found: Found | null, parked: Parked): Price | FeeRefusal {
  const { from, to } = parked;
  if (!found)
    return {
      receivableFen: 0,
      deratedFen: 0,
      lines: [{ kind: 'free', from, to, amountFen: 0, clause: { zh: '未设置收费规则', en: 'No tariff is set' } }],
      tariff: null,
    };
  return billOf(found, priced(lot, found.rule, parked));
}

/**
 * The version a stay is priced by at an exit at `at`: the one frozen at its entry, or the one in force then, as the lot
 * has it.
 */
export function ruleOf(lot: Lot, stay: Stay, at: number): PublishedRule | null {
  const frozen = lot.freezeAt === 'entry' ? lot.rules.find((rule) => rule.id === stay.tariff) : undefined;
  return frozen ?? ruleAt(lot, stay.colour, lot.freezeAt === 'entry' ? (stay.entry?.at ?? at) : at);
}

/** Events the tariff of a stay asks for, were it priced at `at`. */
export function eventsNeeded(lot: Lot, stay: Stay, at: number): readonly string[] {
  const found = ruleOf(lot, stay, at);
  return found ? inputsOf(found.rule).events : [];
}

/** Since when (epoch ms) visits of its plate may count in the price of a stay at `at`; null where none do. */
export function visitsCounted(lot: Lot, stay: Stay, at: number): number | null {
  const found = ruleOf(lot, stay, at);
  return found && visitsSince(found.rule, stay.entry?.at ?? at, { zone: lot.place.zone, calendar: lot.calendar });
}

/**
 * A car pays for what its passes did not cover, as one without any would. `since` (epoch ms): when it had a space of
 * theirs.
 */
function priceOfPass(
  lot: Lot,
  stay: Stay,
  passes: readonly GatePass[],
  parked: Parked,
  since = parked.from,
): Price | FeeRefusal {
  const { from, to } = parked;
  const coverage = passCoverage(passes, { inAt: since, outAt: Math.max(since, to) }, lot.place.zone, lot.passGraceDays);
  if (coverage.extent === 'whole' && since === from) return free({ ...stay, kind: 'pass' }, from, to);
  const found = ruleOf(lot, stay, to);
  if (!found || coverage.extent === 'none') return byRule(lot, found, parked);
  return billOf(
    found,
    priceUncovered(found.rule, stayed(lot, parked), contextOf(lot, found.rule, parked), coverage.spans),
  );
}

/**
 * Days that count for a car that came in as a temporary one: its plate was read wrongly then, or they were paid
 * meanwhile. Not where its spaces were taken.
 */
const paidMeanwhile = (passes: readonly GatePass[], stay: Stay): GatePass[] =>
  stay.kind === 'temp' || stay.kind === 'temp-expired'
    ? passes.filter(
        (pass) => pass.group === null && pass.plates.includes(stay.plate) && laneHolds(pass, stay.entry?.lane ?? null),
      )
    : [];

type Mates = (plates: readonly string[], since: number) => readonly Stay[];

/**
 * A car that came when the spaces of its group were taken: temporary until one was free for it, by who has waited
 * longest.
 */
function priceInLine(
  lot: Lot,
  stay: Stay,
  passes: readonly GatePass[],
  parked: Parked,
  mates: Mates,
): Price | FeeRefusal {
  const { from, to } = parked;
  const pass = passes.find(({ id }) => id === stay.pass);
  const held = pass?.group
    ? mates(pass.group.plates, from).filter(
        ({ kind, entry }) => entry !== null && (kind === 'pass' || kind === 'temp-group-queue'),
      )
    : [];
  const since = pass
    ? spaceTaken(
        pass,
        stay.id,
        held.map(({ id, entry, exit }) => ({ id, inAt: entry!.at, outAt: exit?.at ?? null })),
      )
    : null;
  return pass && since !== null && since <= to
    ? priceOfPass(lot, stay, [pass], parked, Math.max(since, from))
    : byRule(lot, ruleOf(lot, stay, to), parked);
}

/**
 * Free while it was booked; what goes beyond, and a booking that is not free, costs what it would cost any other car.
 */
function priceOfBooking(lot: Lot, stay: Stay, booking: GateBooking | undefined, parked: Parked): Price | FeeRefusal {
  const { from, to } = parked;
  if (!booking || (booking.free && to <= booking.until)) return free(stay, from, to);
  const found = ruleOf(lot, stay, to);
  if (!found || !booking.free) return byRule(lot, found, parked);
  return billOf(
    found,
    priceUncovered(
      found.rule,
      stayed(lot, parked),
      contextOf(lot, found.rule, parked),
      [{ from, to: booking.until }],
      byBooking,
    ),
  );
}

/** A space somebody booked is kept as one for fixed cars, until he has come or his time has passed. */
export function withSpacesKept({ settings, bookings }: Lot): LotSettings {
  const booked = spacesKept(bookings, Date.now());
  return booked === 0
    ? settings
    : { ...settings, fullRule: { ...settings.fullRule, keepForFixed: settings.fullRule.keepForFixed + booked } };
}

export const laneHolds = (pass: GatePass, lane: string | null): boolean =>
  pass.lanes.length === 0 || (lane !== null && pass.lanes.includes(lane));

export const typeOfStay: { readonly [kind: string]: 'monthly' | 'visitor' | 'free' } = {
  pass: 'monthly',
  visitor: 'visitor',
  free: 'free',
};

/** The fee of a stay by its kind, its passes and its tariff, before discounts. */
export function feeOf(
  lot: Lot,
  all: readonly GatePass[],
  booked: readonly GateBooking[],
  stay: Stay,
  at: number,
  earlier: (since: number) => Earlier,
  mates: Mates,
): Price | FeeRefusal {
  const from = stay.entry?.at ?? at;
  if (stay.kind === 'free') return free(stay, from, at);
  const parked = {
    colour: stay.colour,
    from,
    to: at,
    lane: stay.entry?.lane ?? null,
    moves: stay.moves ?? [],
    events: stay.events ?? [],
    earlier,
    berth: stay.berth,
  };
  if (stay.kind === 'visitor')
    return priceOfBooking(
      lot,
      stay,
      booked.find(({ id }) => id === stay.booking),
      parked,
    );
  if (stay.kind === 'temp-group-queue') return priceInLine(lot, stay, all, parked, mates);
  const own = stay.kind === 'pass' ? all.filter(({ id }) => id === stay.pass) : paidMeanwhile(all, stay);
  if (own.length > 0) return priceOfPass(lot, stay, own, parked);
  return stay.kind === 'pass' ? free(stay, from, at) : byRule(lot, ruleOf(lot, stay, at), parked);
}

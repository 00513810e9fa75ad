/** What a lot knows beside its stays and money: lanes, settings, tariffs, lists, and the price of a stay. */
import { priceUncovered } from '#domain/fee/covered.ts';
import { knownAtGate } from '#domain/fee/known.ts';
import { price, shortestCharged } from '#domain/fee/price.ts';
import { summarised } from '#domain/fee/summary.ts';
import { visitsSince } from '#domain/fee/visits.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { asksOf } from '#domain/fee/asks.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import type { BillLine, FeeContext, FeeRefusal, FeeRule, Priced } from '#domain/fee/types.ts';
import type { Earlier, Sources } from '#domain/lane/book.ts';
import type { InnerLane, LaneBar, LotSettings } from '#domain/lane/lookup.ts';
import type { Direction, Move, Stay, StayKind } from '#domain/lane/types.ts';
import type { Price } from '#domain/ledger/due.ts';
import { plateKind } from '#domain/plate/plate.ts';
import { eq } from 'drizzle-orm';
import { devicesOf } from '#areas/device/server/door.ts';
import type { Devices } from '#areas/device/server/door.ts';
import type { Cards, Offers } from '#areas/derate/server/door.ts';
import { calendarOf, rulesOfPark } from '#areas/fee/server/door.ts';
import type { RuleInForce } from '#areas/fee/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { passCoverage, passView, spaceTaken } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import { hoursOf, laneOpenAt, laneSettings, settingsOf } from '#areas/lot/server/door.ts';
import {
  bookingAt,
  carKindOf,
  carKindsOf,
  listClassAt,
  listClassesFor,
  modelOfColour,
  openBookings,
  spacesKept,
  typeOfKind,
} from '#areas/vehicle/server/door.ts';
import type { CarKinds, GateBooking, ListEntry } from '#areas/vehicle/server/door.ts';
import { payWays } from '#areas/billing/server/door.ts';
import type { PayWay, Place } from '#areas/billing/server/door.ts';
import { rowOf } from '#kit/server/crud.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';

export type LaneView = {
  readonly id: string;
  readonly name: string;
  readonly direction: Direction;
  readonly twoWay: boolean;
  /** Set for a lane between areas. */ readonly inner: InnerLane | null;
  readonly areaId: string | null;
  readonly mode: string;
  readonly enabled: boolean;
};

/** A version of a tariff as it was published. `from`, `until`: epoch ms. */
export type PublishedRule = Omit<RuleInForce, 'from' | 'until'> & {
  readonly from: number;
  readonly until: number | null;
};

export type Lot = {
  readonly place: Place;
  readonly name: string;
  readonly capacity: number | null;
  readonly settings: LotSettings;
  readonly freezeAt: 'entry' | 'exit';
  /** Days after its end on which a pass still holds. */
  readonly passGraceDays: number;
  readonly lanes: ReadonlyMap<string, LaneView>;
  readonly kinds: CarKinds;
  readonly rules: readonly PublishedRule[];
  /** Holidays and make-up days; the same object while they are the same, so that days are worked out once. */
  readonly calendar: Awaited<ReturnType<typeof calendarOf>>;
  readonly hours: Awaited<ReturnType<typeof hoursOf>>;
  readonly devices: Devices;
  /** Bookings that cars may still come for. */
  readonly bookings: readonly GateBooking[];
  /** How drivers pay here without cash. */
  readonly ways: readonly PayWay[];
};

const kept = new Map<string, { at: number; lot: Promise<Lot> }>();
const keptMs = 2_000;

/** The lot's unhurried facts, at most two seconds old: settings, lanes, tariffs. */
export function lotFacts(db: Db, tenantId: number, parkId: string): Promise<Lot> {
  const key = `${tenantId}/${parkId}`;
  const found = kept.get(key);
  if (found && performance.now() - found.at < keptMs) return found.lot;
  const lot = load(db, tenantId, parkId, found?.lot);
  kept.set(key, { at: performance.now(), lot });
  lot.catch(() => kept.delete(key));
  return lot;
}

/** Forgets what is kept of a lot, so that the next batch sees a change at once. */
export const forgetLot = (tenantId: number, parkId: string): boolean => kept.delete(`${tenantId}/${parkId}`);

async function load(db: Db, tenantId: number, parkId: string, last?: Promise<Lot>): Promise<Lot> {
  const [g, a] = [tableOf(parkGate), tableOf(parkArea)];
  const lot = await rowOf(park, parkId, db);
  const place = {
    tenantId: lot.tenantId as number,
    companyId: lot.companyId as string,
    parkId,
    zone: lot.zone ?? 'Asia/Shanghai',
  };
  const [settings, gates, areas, kinds, rules, hours, devices, calendar, bookings, ways, before] = await Promise.all([
    settingsOf(db, parkId),
    db
      .select()
      .from(g)
      .where(scoped(parkGate, db.scope, [eq(g.parkId!, parkId)])),
    db
      .select({ id: a.id!, parentId: a.parentId! })
      .from(a)
      .where(scoped(parkArea, db.scope, [eq(a.parkId!, parkId)])),
    carKindsOf(db, parkId),
    rulesOf(db, parkId),
    hoursOf(db, parkId),
    devicesOf(db, tenantId, { parkIds: [parkId] }),
    calendarOf(db, parkId),
    openBookings(db, parkId, Date.now()),
    payWays(db, place),
    last?.catch(() => undefined),
  ]);
  const around = new Map(areas.map(({ id, parentId }) => [id as string, parentId as string | null]));
  return {
    place,
    ways,
    name: lot.parkName ?? '',
    capacity: lot.totalStall ? lot.totalStall : null,
    freezeAt: settings.freezeRuleAt === 'exit' ? 'exit' : 'entry',
    passGraceDays: settings.passGraceDays!,
    kinds,
    hours,
    devices,
    bookings,
    settings: laneSettings(settings),
    rules: rules.map((rule) => ({ ...rule, rule: before?.rules.find(({ id }) => id === rule.id)?.rule ?? rule.rule })),
    calendar: before && same(before.calendar, calendar) ? before.calendar : calendar,
    lanes: new Map(
      gates.map((gate) => [
        gate.id as string,
        {
          id: gate.id as string,
          name: String(gate.gateName),
          direction: gate.gateType === 'out' ? ('exit' as const) : ('entry' as const),
          twoWay: gate.gateType === 'both',
          inner:
            gate.gateType === 'inner'
              ? { into: gate.areaId as string | null, around: around.get(gate.areaId as string) ?? null }
              : null,
          areaId: gate.areaId as string | null,
          mode: String(gate.mode ?? 'open'),
          enabled: gate.enabled !== false,
        },
      ]),
    ),
  };
}

const same = (a: Lot['calendar'], b: Lot['calendar']): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A retired version still prices the stays it was frozen on. */
const rulesOf = async (db: Db, parkId: string): Promise<PublishedRule[]> =>
  (await rulesOfPark(db, parkId)).map(({ from, until, ...rule }) => ({
    ...rule,
    from: Date.parse(from),
    until: until === null ? null : Date.parse(until),
  }));

const lawFree = new Set(['police', 'emergency', 'military', 'armed_police']);

/** The version in force for a vehicle at an instant; a stay older than the first tariff is priced by that. */
export function ruleAt(
  lot: Lot,
  colour: string,
  at: number,
  kind: 'temp' | 'monthly' | 'vip' | 'visitor' | 'free' = 'temp',
): PublishedRule | null {
  const type = typeOfKind(lot.kinds, kind)?.id ?? null;
  const model = modelOfColour(lot.kinds, colour)?.id ?? null;
  const fits = lot.rules.filter(
    (rule) => rule.carTypeId === type && (rule.carModelId === null || rule.carModelId === model),
  );
  const own = fits.some((rule) => rule.carModelId !== null) ? fits.filter((rule) => rule.carModelId !== null) : fits;
  const known = [...own].sort((a, b) => a.from - b.from);
  return (
    known.findLast((rule) => rule.from <= at && (rule.until === null || at < rule.until)) ??
    known.find((rule) => rule.from > at) ??
    known.at(-1) ??
    null
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
        ? covered('预约访客免费', 'Visitor with a booking', from, at)
        : covered('名单或法定免费车辆', 'Listed, or free by law', from, at);
  return { receivableFen: 0, deratedFen: 0, lines: [line], tariff: stay.tariff };
}

/** A vehicle being priced. `from`, `to`: epoch ms; `lane` is where it came in, `moves` are its changes of area, `events` what happened to it; `earlier` are its visits before. */
type Parked = {
  readonly colour: string;
  readonly from: number;
  readonly to: number;
  readonly lane: string | null;
  readonly moves?: readonly Move[];
  readonly events?: readonly StayEvent[];
  readonly earlier?: (since: number) => Earlier;
};

/** What the lot knows of a vehicle that a tariff may ask for (docs/fee-rules.md). */
function contextOf(lot: Lot, rule: FeeRule, { lane, earlier, ...seen }: Parked): FeeContext {
  const area = lane === null ? null : (lot.lanes.get(lane)?.areaId ?? null);
  const place = { zone: lot.place.zone, calendar: lot.calendar };
  const since = visitsSince(rule, seen.from, place);
  return {
    ...place,
    ...knownAtGate({ ...seen, area }),
    ...(earlier && since !== null ? { earlier: earlier(since) } : {}),
  };
}

const stayed = (lot: Lot, { colour, from, to }: Parked) => {
  const model = modelOfColour(lot.kinds, colour);
  return { inAt: from, outAt: Math.max(from, to), ...(model ? { carKind: carKindOf(model) } : {}) };
};

const priced = (lot: Lot, rule: FeeRule, parked: Parked): Priced | FeeRefusal =>
  price(rule, stayed(lot, parked), contextOf(lot, rule, parked));

type Found = { id: string; rule: FeeRule };
const billOf = ({ id }: Found, fee: Priced | FeeRefusal): Price | FeeRefusal =>
  isFeeRefusal(fee) ? fee : { receivableFen: fee.totalFen, deratedFen: 0, lines: summarised(fee.lines), tariff: id };

/** A lot without a tariff charges nothing, and the bill says so. A tariff without a price for this is no such lot. */
function byRule(lot: Lot, found: Found | null, parked: Parked): Price | FeeRefusal {
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

/** The version a stay is priced by at an exit at `at`: the one frozen at its entry, or the one in force then, as the lot has it. */
function ruleOf(lot: Lot, stay: Stay, at: number): PublishedRule | null {
  const frozen = lot.freezeAt === 'entry' ? lot.rules.find((rule) => rule.id === stay.tariff) : undefined;
  return frozen ?? ruleAt(lot, stay.colour, lot.freezeAt === 'entry' ? (stay.entry?.at ?? at) : at);
}

/** Events the tariff of a stay asks for, were it priced at `at`. */
export function eventsAsked(lot: Lot, stay: Stay, at: number): readonly string[] {
  const found = ruleOf(lot, stay, at);
  return found ? asksOf(found.rule).events : [];
}

/** Since when (epoch ms) visits of its plate may count in the price of a stay at `at`; null where none do. */
export function visitsCounted(lot: Lot, stay: Stay, at: number): number | null {
  const found = ruleOf(lot, stay, at);
  return found && visitsSince(found.rule, stay.entry?.at ?? at, { zone: lot.place.zone, calendar: lot.calendar });
}

/** A car pays for what its passes did not cover, as one without any would. `since` (epoch ms): when it had a space of theirs. */
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

/** Days that count for a car that came in as a temporary one: its plate was read wrongly then, or they were paid meanwhile. Not where its spaces were taken. */
const paidMeanwhile = (passes: readonly GatePass[], stay: Stay): GatePass[] =>
  stay.kind === 'temp' || stay.kind === 'temp-expired'
    ? passes.filter(
        (pass) => pass.group === null && pass.plates.includes(stay.plate) && laneHolds(pass, stay.entry?.lane ?? null),
      )
    : [];

type Mates = (plates: readonly string[], since: number) => readonly Stay[];

/** A car that came when the spaces of its group were taken: temporary until one was free for it, by who has waited longest. */
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

/** Free while it was booked; what goes beyond, and a booking that is not free, costs what it would cost any other car. */
function priceOfBooking(lot: Lot, stay: Stay, booking: GateBooking | undefined, parked: Parked): Price | FeeRefusal {
  const { from, to } = parked;
  if (!booking || (booking.free && to <= booking.until)) return free(stay, from, to);
  const found = ruleOf(lot, stay, to);
  if (!found || !booking.free) return byRule(lot, found, parked);
  return billOf(
    found,
    priceUncovered(found.rule, stayed(lot, parked), contextOf(lot, found.rule, parked), [{ from, to: booking.until }]),
  );
}

/** A space somebody booked is kept as one for fixed cars, until he has come or his time has passed. */
function withSpacesKept({ settings, bookings }: Lot): LotSettings {
  const booked = spacesKept(bookings, Date.now());
  return booked === 0
    ? settings
    : { ...settings, fullRule: { ...settings.fullRule, keepForFixed: settings.fullRule.keepForFixed + booked } };
}

const laneHolds = (pass: GatePass, lane: string | null): boolean =>
  pass.lanes.length === 0 || (lane !== null && pass.lanes.includes(lane));

const typeOfStay: { readonly [kind: string]: 'monthly' | 'visitor' | 'free' } = {
  pass: 'monthly',
  visitor: 'visitor',
  free: 'free',
};

function barOf(lot: Lot, laneId: string, kind: StayKind, fixed: boolean, at: number): LaneBar | null {
  const lane = lot.lanes.get(laneId);
  if (!lane) return null;
  if (!lane.enabled || lane.mode === 'closed') return 'lane-closed';
  if (lane.mode === 'full' && !fixed) return 'lane-full';
  const type = typeOfKind(lot.kinds, typeOfStay[kind] ?? 'temp')?.id;
  const hours = lot.hours.rules.filter((rule) => rule.gateId === laneId && rule.carTypeId === type);
  return laneOpenAt(hours, lot.hours.calendar, at, lot.place.zone) ? null : 'out-of-hours';
}

/** The fee of a stay by its kind, its passes and its tariff, before discounts. */
function feeOf(
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

/** The rules' questions that are not about stays or money. `entries`, `passes` and `offers` are those of the plates in play, and of the stays; `booked` are the stays' bookings. */
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

/** What a lot knows beside its stays and money: lanes, settings, tariffs, lists, and the price of a stay. */
import { eq } from 'drizzle-orm';
import type { InnerLane, LotSettings } from '#domain/lane/lookup.ts';
import type { Direction } from '#domain/lane/types.ts';
import { devicesOf } from '#areas/device/server/door.ts';
import type { Devices } from '#areas/device/server/door.ts';
import { calendarOf } from '#areas/fee/server/door.ts';
import type { RuleInForce } from '#areas/fee/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { hoursOf, laneSettings, settingsOf } from '#areas/lot/server/door.ts';
import { carKindsOf, openBookings } from '#areas/vehicle/server/door.ts';
import type { CarKinds, GateBooking } from '#areas/vehicle/server/door.ts';
import { payWays } from '#areas/billing/server/door.ts';
import type { PayWay, Place } from '#areas/billing/server/door.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import { same, rulesOf } from './lot-fees.ts';

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

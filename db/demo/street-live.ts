/**
 * The street in real time: cars come and go at its berths, collectors read them, drivers pay or do not, all of it
 * reported to the evidence engine.
 */
import type { FastifyInstance } from 'fastify';
import { acceptEvidence } from '#areas/road/server/door.ts';
import type { Claim } from '#areas/road/server/door.ts';
import { dayOf, startOfDay, weekdayOf } from '#domain/time/day.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { asker } from './build-base.ts';
import type { Ask } from './build-base.ts';
import { city } from './city.ts';
import type { LotPlan } from './city.ts';
import { sessionOf } from './enter.ts';
import { payAhead } from './phones.ts';
import { makeCar } from './plates.ts';
import type { Car } from './plates.ts';
import { dayFactor, hourShares, stayMinutes } from './shape.ts';
import { HEARTBEAT_MS, ZONE, onStreet } from './street.ts';
import type { Street, StreetBerth } from './street.ts';
import { recordSensorReports, readAt, sensed } from './street-past.ts';

/** A street whose present is played. `code`: its plan's. */
export type LivingStreet = {
  readonly code: string;
  readonly tenantId: number;
  readonly parkId: string;
  readonly street: Street;
};

const TICK_MS = 5_000;
/** So many times as many cars come as in the past: somebody who watches for a minute sees the street move. */
const LIVELY = 2;
/** A device silent for a minute and a half counts as offline. */
const REPORT_MS = 30_000;
const SESSION_MS = 4 * HOUR;

/** Of those who come: read by somebody at all, and of these paying before they leave. */
const READ = 0.87;
const PAYING = 0.8;

/** A car at a berth and what it will do, epoch ms; null for what it never does. */
type Guest = {
  readonly car: Car;
  readonly readAt: number | null;
  readonly payAt: number | null;
  readonly leaveAt: number;
};
type Spot = { readonly berth: StreetBerth; guest: Guest | null; beatAt: number; restedAt: number };

/** What happens on a street from one moment to the next. Pure but for `random`, which is a number in [0, 1). */
export class StreetPlay {
  readonly spots: readonly Spot[];
  /** Plates whose drivers pay now; taken out by who plays them. */
  readonly payers: string[] = [];
  private readonly street: Street;
  private readonly plan: LotPlan;
  private readonly random: () => number;
  private playedTo: number;

  /** `inside`: who stands at which berth as it begins; without a plate where nobody has read it. */
  constructor(
    street: Street,
    plan: LotPlan,
    inside: ReadonlyMap<string, { readonly plate: string | null; readonly colour: string }>,
    now: number,
    random: () => number = Math.random,
  ) {
    this.street = street;
    this.plan = plan;
    this.random = random;
    this.playedTo = now;
    this.spots = street.berths.map((berth, nth) => {
      const known = inside.get(berth.id);
      const car = known?.plate ? { plate: known.plate, colour: known.colour as Car['colour'] } : this.newCar();
      return {
        berth,
        guest: known ? this.guestOf(car, now, known.plate !== null) : null,
        // At the start all devices report, a few at a time.
        beatAt: now + nth * 1000,
        restedAt: now,
      };
    });
  }

  private newCar(): Car {
    return makeCar(this.random, this.plan.code.startsWith('CX'));
  }

  private guestOf(car: Car, now: number, known = false): Guest {
    const minutes = stayMinutes(this.plan.kind, false, this.random(), this.random());
    // Who stands there as it begins has stood there for some time.
    const leaveAt = now + Math.max(3, known ? minutes * this.random() : minutes) * MINUTE;
    const walked = onStreet(this.street, now).length > 0;
    const read = known || this.random() < (walked ? READ : READ / 2);
    const readTime = now + (2 + this.random() * 10) * MINUTE;
    const paying = read && this.random() < PAYING;
    return {
      car,
      readAt: known || !read ? null : Math.min(readTime, leaveAt - MINUTE),
      payAt: paying ? leaveAt - (0.3 + this.random()) * MINUTE : null,
      leaveAt,
    };
  }

  /** How many come until `now`, on average. */
  private expected(now: number): number {
    const day = dayOf(now, ZONE);
    const weekday = weekdayOf(day);
    const shares = hourShares(this.plan.kind, weekday);
    const start = startOfDay(day, ZONE);
    const share = shares[Math.floor((now - start) / HOUR)]! / shares.reduce((sum, each) => sum + each, 0);
    const aDay = this.plan.staysPerDay * dayFactor(this.plan.kind, weekday, Math.floor(start / (24 * HOUR)));
    return (LIVELY * aDay * share * (now - this.playedTo)) / HOUR;
  }

  /** Reports on the berths since the last time. */
  step(now: number): Claim[] {
    const claims = this.spots.flatMap((spot) => this.ofSpot(spot, now));
    const expected = this.expected(now);
    const arrivals = Math.floor(expected) + (this.random() < expected % 1 ? 1 : 0);
    for (let nth = 0; nth < arrivals; nth += 1) {
      const free = this.spots.filter(({ guest, restedAt }) => guest === null && restedAt <= now);
      const spot = free[Math.floor(this.random() ** 1.3 * free.length)];
      if (!spot) break;
      spot.guest = this.guestOf(this.newCar(), now);
      spot.beatAt = now + HEARTBEAT_MS;
      claims.push(sensed(spot.berth, now, 'arrive'));
    }
    this.playedTo = now;
    return claims;
  }

  private ofSpot(spot: Spot, now: number): Claim[] {
    const { berth, guest } = spot;
    const claims: Claim[] = [];
    if (guest && guest.readAt !== null && guest.readAt <= now) {
      claims.push(readAt(this.street, berth, now, guest.car));
      spot.guest = { ...guest, readAt: null };
    }
    if (guest && guest.payAt !== null && guest.payAt <= now) {
      this.payers.push(guest.car.plate);
      spot.guest = { ...spot.guest!, payAt: null };
    }
    if (guest && guest.leaveAt <= now) {
      claims.push(sensed(berth, now, 'leave'));
      spot.guest = null;
      spot.restedAt = now + 10 * MINUTE;
      spot.beatAt = now + HEARTBEAT_MS;
    }
    if (spot.beatAt <= now) {
      claims.push(sensed(berth, now, spot.guest ? 'present' : 'absent'));
      spot.beatAt = now + HEARTBEAT_MS;
    }
    return claims;
  }
}

/** Cars at the berths as the database has them. */
async function insideOf(database: Database, { tenantId, parkId }: LivingStreet) {
  const rows = await database.read(tenantScope(tenantId), (db) =>
    db.raw<{ berth: string; plate: string; colour: string; kind: string }>(
      'SELECT berth_id AS berth, plate_number AS plate, plate_colour AS colour, kind FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND berth_id IS NOT NULL AND deleted_at IS NULL',
      [tenantId, parkId],
    ),
  );
  return new Map(
    rows.map(({ berth, plate, colour, kind }) => [berth, { plate: kind === 'unidentified' ? null : plate, colour }]),
  );
}

/** Calls as the group's administrator, logged in again before a session ends. */
function administrator(database: Database, app: FastifyInstance, tenantId: number): () => Promise<Ask> {
  let [ask, until]: [Ask | null, number] = [null, 0];
  return async () => {
    if (ask && until > performance.now()) return ask;
    const token = await sessionOf(database, tenantId, null);
    until = performance.now() + SESSION_MS;
    return (ask = asker(app, token));
  };
}

/**
 * Plays the street until stopped. What stands there is read from the database, so that the next start goes on with it.
 */
export function liveOnStreet(
  living: LivingStreet & {
    readonly database: Database;
    readonly app: FastifyInstance;
    readonly say: (line: string) => void;
  },
): { stop: () => Promise<void> } {
  const { code, tenantId, parkId, street, database, app, say } = living;
  const plan = city
    .flatMap(({ companies }) => companies)
    .flatMap(({ lots }) => lots)
    .find((each) => each.code === code)!;
  const calls = administrator(database, app, tenantId);
  const stopped = Promise.withResolvers<void>();
  const state = { running: true, lastReportAt: 0 };
  const tick = async (play: StreetPlay) => {
    const now = Date.now();
    if (now - state.lastReportAt >= REPORT_MS) {
      state.lastReportAt = now;
      await database.write(tenantScope(tenantId), (db) => recordSensorReports(db, { tenantId, parkId }, now));
    }
    const claims = play.step(now);
    if (claims.length > 0) await acceptEvidence(database, { tenantId, parkId }, claims, new Date(now));
    for (const plateNumber of play.payers.splice(0))
      await payAhead(database, await calls(), { tenantId, parkId, plateNumber });
  };
  const run = async () => {
    const play = new StreetPlay(street, plan, await insideOf(database, living), Date.now());
    while (state.running) {
      await tick(play).catch((error: unknown) => {
        if (state.running) say(`demo: ${String((error as Error).message)}`);
      });
      await Promise.race([new Promise((then) => setTimeout(then, TICK_MS).unref()), stopped.promise]);
    }
  };
  const over = run().catch((error: unknown) => say(`demo: ${String((error as Error).message)}`));
  return {
    stop: async () => {
      state.running = false;
      stopped.resolve();
      await over;
    },
  };
}

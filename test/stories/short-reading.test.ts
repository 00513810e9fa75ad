/**
 * What little is read of the evidence has the same stays, bills, spells, doubts and warnings as all of it: a street of
 * which only the touched berths are read, from their last fresh start on, beside a twin of which everything is.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomFrom } from '#device/simulator/random.ts';
import type { Random } from '#device/simulator/random.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { claimRow, hold } from '#areas/road/server/evidence.ts';
import type { Claim } from '#areas/road/server/evidence.ts';
import { sweepEnds, sweepSilence } from '#areas/road/server/sweep.ts';
import { followEvidence } from '#areas/road/server/follow-evidence.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const HOUR = 60 * MINUTE;
const BERTHS = 6;
const HOURS = 9;

/** A claim that both streets receive, each of its own berth. */
type Sent = { readonly nth: number; readonly at: number; readonly make: (street: Street) => Claim };
type Received = Sent & { readonly receivedAt: number };

const plate = (nth: number): string => `粤B${String(12_345 + nth * 1_234).slice(-5)}`;

/**
 * Messages of a sensor that counts: changes, and a report every half hour. No two claims are of one instant: their ids
 * would decide, which differ between the streets.
 */
function sensed(nth: number, from: number, cars: readonly { from: number; to: number }[]): Sent[] {
  const events = cars.flatMap((car) => [car.from, car.to]).map((at, count) => ({ at, changes: count + 1 }));
  const reports = Array.from({ length: HOURS * 2 }, (_, half) => from + half * 30 * MINUTE + nth * MINUTE + 20_000);
  const changedBy = (at: number): number => events.filter((event) => event.at <= at).length;
  const sent = (at: number, claim: Claim['claim'], changes: number): Sent => ({
    nth,
    at,
    make: (street) => street.claim(nth, at, claim, { changes }),
  });
  return [
    ...events.map(({ at, changes }) => sent(at, changes % 2 === 1 ? 'arrive' : 'leave', changes)),
    ...reports.map((at) => sent(at, changedBy(at) % 2 === 1 ? 'present' : 'absent', changedBy(at))),
  ];
}

/** A car at a berth; `text` where it came from another berth, or goes on to one. */
type Car = { readonly from: number; readonly to: number; readonly text?: string };

function carsOf(random: Random, from: number): Car[] {
  const cars: Car[] = [];
  for (let at = from + random.whole(5, 60) * MINUTE; at < from + HOURS * HOUR;) {
    const to = at + random.whole(4, 100) * MINUTE;
    cars.push({ from: at, to });
    at = to + random.whole(2, 120) * MINUTE;
  }
  return cars;
}

/** Some cars go on to a berth that is free soon after, and stand there for a while. */
function withMoves(random: Random, street: readonly (readonly Car[])[]): Car[][] {
  const moved = street.map((cars) => [...cars]);
  for (const [nth, cars] of street.entries())
    for (const car of cars.filter(() => random.chance(0.8))) {
      const there = moved[(nth + random.whole(1, BERTHS - 1)) % BERTHS]!;
      const from = car.to + random.whole(1, 4) * MINUTE + nth * 1_000;
      const to = from + random.whole(5, 40) * MINUTE;
      if (there.some((each) => each.from - 3 * MINUTE < to && from - 3 * MINUTE < each.to)) continue;
      const text = plate(500 + nth * 30 + cars.indexOf(car));
      moved[nth]!.splice(moved[nth]!.indexOf(car), 1, { ...car, text });
      there.push({ from, to, text });
    }
  return moved.map((cars) => cars.toSorted((a, b) => a.from - b.from));
}

/** What was true at a berth, and what people did there: some cars are read, some leave unseen. */
function berthDay(random: Random, nth: number, from: number, cars: readonly Car[]): Sent[] {
  const person = (at: number, claim: Claim['claim'], text: string | null): Sent => ({
    nth,
    at,
    make: (street) => ({
      ...street.person(nth, at, claim, text),
      ...(claim === 'plate' && at % (2 * MINUTE) < MINUTE ? { picture: 'a'.repeat(64) } : {}),
    }),
  });
  const people = cars.flatMap((car) => {
    const within = car.from + random.whole(0, 12) * MINUTE + 10_000;
    const text = car.text ?? plate(nth * 10 + random.whole(0, 2));
    return [
      ...(car.text || random.chance(0.7) ? [person(within, 'plate', text)] : []),
      ...(random.chance(0.2) ? [person(within + 3 * MINUTE, 'plate', text)] : []),
      ...(random.chance(0.2) ? [person(car.to + random.whole(-3, 8) * MINUTE + 10_000, 'leave', null)] : []),
      ...(random.chance(0.15) ? [person(car.to + random.whole(5, 40) * MINUTE + 30_000, 'absent', null)] : []),
    ];
  });
  return [...sensed(nth, from, cars), ...people].filter(() => !random.chance(0.03));
}

/** When each is received: most at once, some minutes later, a few hours later, and some twice. */
function received(random: Random, sent: readonly Sent[]): Received[] {
  const late = (): number =>
    random.chance(0.85) ? 0 : random.chance(0.6) ? random.whole(1, 25) * MINUTE : random.whole(1, 5) * HOUR;
  return sent
    .flatMap((each) => [each, ...(random.chance(0.05) ? [each] : [])])
    .map((each) => ({ ...each, receivedAt: each.at + 20_000 + late() }))
    .toSorted((a, b) => a.receivedAt - b.receivedAt);
}

async function acceptWhole(
  { lot }: Street,
  claims: readonly Claim[],
  berths: readonly string[],
  now: number,
): Promise<void> {
  const followed = await product.database.write(tenantScope(lot.tenantId), async (db) => {
    await hold(db, lot);
    const [company] = await db.raw<{ id: string }>(
      'SELECT company_id AS id FROM park WHERE tenant_id = $1 AND id = $2',
      [lot.tenantId, lot.parkId],
    );
    const rows = claims.map((claim) => claimRow(lot, company!.id, claim, new Date(now).toISOString()));
    await insertRows(
      db,
      'berth_evidence',
      [...new Map(rows.map((row) => [row.id, row])).values()],
      'ON CONFLICT DO NOTHING',
    );
    return followEvidence(db, lot, berths, new Date(now), { whole: true });
  });
  followed.after();
}

/** As the link of its devices notes it: when each was last received. */
const lastSeen = ({ lot }: Street, claims: readonly Claim[]): Promise<unknown> =>
  product.database.write(tenantScope(lot.tenantId), (db) =>
    db.raw(
      `UPDATE park_device d SET last_seen_at = greatest(d.last_seen_at, n.at)
      FROM (SELECT id, max(at) AS at FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, at timestamptz) GROUP BY id) n
      WHERE d.tenant_id = $1 AND d.id = n.id`,
      [
        lot.tenantId,
        JSON.stringify(
          claims.flatMap(({ deviceId, at }) => (deviceId ? [{ id: deviceId, at: new Date(at).toISOString() }] : [])),
        ),
      ],
    ),
  );

/** What the tables hold, without ids. */
async function outcome(street: Street) {
  const { tenantId, parkId } = street.lot;
  const place = new Map(street.berths.map(({ id }, nth) => [id, nth]));
  // A car that nobody read is kept under a code of its berth's.
  const stays = (await street.stays()).map(({ berth, plate: text, ...stay }) => ({
    ...stay,
    id: null,
    plate: String(text).startsWith('粤') ? text : null,
    nth: place.get(String(berth)),
  }));
  const spells = await Promise.all([...place.values()].map((nth) => street.spells(nth)));
  const { doubts, warnings, moved } = await product.database.read(tenantScope(tenantId), async (db) => ({
    doubts: await db.raw<{ berth: string }>(
      "SELECT berth_id AS berth, code, before, after FROM settlement_doubt WHERE tenant_id = $1 AND park_id = $2 ORDER BY code, before->>'inTime', after->>'outTime'",
      [tenantId, parkId],
    ),
    moved: await db.raw<{ berth: string; over: boolean; moves: { left: number; at: number; berthId: string }[] }>(
      'SELECT berth_id AS berth, moves, out_time IS NOT NULL AS over FROM stay WHERE tenant_id = $1 AND park_id = $2 AND moves IS NOT NULL ORDER BY in_time, out_time',
      [tenantId, parkId],
    ),
    warnings: await db.raw<{ subject: string }>(
      'SELECT warn_type AS type, subject_id AS subject FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND open_key IS NOT NULL',
      [tenantId, parkId],
    ),
  }));
  const named = <T extends { berth: string }>(rows: readonly T[]) =>
    rows.map(({ berth, ...row }) => ({ ...row, nth: place.get(berth) }));
  const text = JSON.stringify;
  return {
    stays: stays.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)),
    spells,
    doubts: named(doubts),
    moved: named(moved).map(({ moves, ...row }) => ({
      ...row,
      moves: moves.map(({ berthId, ...times }) => ({ ...times, nth: place.get(berthId) })),
    })),
    warnings: warnings
      .filter(({ subject }) => place.has(subject))
      .map(({ subject, ...row }) => `${JSON.stringify(row)} ${place.get(subject)}`)
      .toSorted(),
  };
}

for (const [seed, moving] of [
  ['1', false],
  ['2', false],
  ['3', true],
] as const)
  test(`news read from the touched berths alone have the outcome of reading everything (history ${seed}${moving ? ', cars move' : ''})`, async () => {
    const random = randomFrom(`short reading ${seed}`);
    const [street, twin] = [await openStreet(product, BERTHS), await openStreet(product, BERTHS)];
    const start = Math.floor((Date.now() - 16 * HOUR) / HOUR) * HOUR;
    const moved = moving
      ? withMoves(
          random,
          Array.from({ length: BERTHS }, () => carsOf(random, start)),
        )
      : null;
    const sent = Array.from({ length: BERTHS }, (_, nth) =>
      berthDay(random, nth, start, moved?.[nth] ?? carsOf(random, start)),
    );
    const all = received(random, sent.flat());
    const every = twin.berths.map(({ id }) => id);
    for (let from = start; from < start + 15 * HOUR; from += 10 * MINUTE) {
      const now = from + 10 * MINUTE;
      const news = all.filter(({ receivedAt }) => from <= receivedAt && receivedAt < now);
      const [mine, others] = [street, twin].map((each) => news.map(({ make }) => make(each)));
      await lastSeen(street, mine!);
      await acceptWhole(twin, others!, every, now);
      if (news.length > 0) await street.accept(mine!, now);
      await sweepEnds(product.database, new Date(now));
      await sweepSilence(product.database, new Date(now));
    }
    assert.deepEqual(await outcome(street), await outcome(twin));
    const { stays, doubts, moved: kept } = await outcome(street);
    assert.ok(!moving || kept.filter(({ over }) => over).length > 3, `${kept.length} stays of cars that moved`);
    assert.ok(stays.length > 20 && doubts.length > 0, `${stays.length} stays, ${doubts.length} doubts`);
  });

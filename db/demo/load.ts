/**
 * The past of a lot as facts: stays, passages, openings, orders, payments, ledger and day sums, in bulk and by the
 * writers of the areas.
 */
import { writeMoney } from '#areas/billing/server/door.ts';
import type { DayDelta } from '#areas/billing/server/door.ts';
import { lotFacts } from '#areas/passage/server/lot.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { BuiltLot } from './build-lot.ts';
import { accountsOf, billedSince } from './channel-bills.ts';
import type { Shops } from './derates.ts';
import { filling } from './fill.ts';
import type { PastStay } from './history.ts';
import { countPassings } from './lane-notes.ts';
import { DELTAS } from './load-base.ts';
import type { Batch, Scene } from './load-base.ts';
import { cashierOf } from './street.ts';
import { standsOf, writeStreet } from './street-past.ts';
import type { Stand } from './street-past.ts';
import { stayIdOf, visit } from './visit.ts';

/**
 * Few enough that their rows are gone before they count as lasting: what lasts is moved and marked by the runtime, and
 * a batch of thousands was a fifth of its work.
 */
const perBatch = 400;

/**
 * Writes all visits of one lot. `passes`: the pass of each plate that has one; `shops`: who gives discounts there.
 * Answers how far the camera of each lane has counted.
 */
export async function loadPast(
  database: Database,
  tenantId: number,
  built: BuiltLot,
  past: readonly PastStay[],
  passes: ReadonlyMap<string, string>,
  shops: Shops,
  onDuty: (at: number) => string,
  progress: (stays: number) => void,
): Promise<ReadonlyMap<string, number>> {
  const { parkId, lanes } = built.site;
  const lot = await database.read(tenantScope(tenantId), (db) => lotFacts(db, tenantId, parkId));
  const typeOf = (kind: string) => lot.kinds.types.find((type) => type.kind === kind)?.id ?? null;
  const by = (direction: string) => lanes.filter((lane) => lane.direction === direction).map((lane) => lane.gateId);
  const [entries, exits, inner = null] = [by('entry'), by('exit'), ...by('inner')];
  const counted = countPassings(
    past.flatMap((each) => [
      { lane: entries[each.entry] ?? null, at: each.inAt },
      { lane: exits[each.exit] ?? null, at: each.outAt },
      ...(each.inner && each.outAt !== null
        ? [
            { lane: inner, at: each.inner.from },
            { lane: inner, at: each.inner.to },
          ]
        : []),
    ]),
  );
  const { street } = built;
  const stands = street ? standsOf(street, past) : new Map<PastStay, Stand>();
  const scene: Scene = {
    lot,
    built,
    onDuty: street ? (at) => cashierOf(street, at) : onDuty,
    stand: (each) => stands.get(each),
    types: { temp: typeOf('temp'), pass: typeOf('monthly') },
    passes,
    shops,
    inner,
    entries,
    exits,
    passing: counted.of,
    accounts: new Map((await accountsOf(database, tenantId)).map(({ channel, configId }) => [channel, configId])),
    accountsSince: billedSince(Date.now()),
  };
  await filling(database, tenantScope(tenantId), async (db) => {
    await db.raw('SET LOCAL synchronous_commit = off');
    const days: DayDelta[] = [];
    const addDays = async (least: number) => {
      if (days.length > least) await writeMoney(db, lot.place, { days: days.splice(0) });
    };
    for (let from = 0; from < past.length; from += perBatch) {
      const part = past.slice(from, from + perBatch);
      const batch = emptyBatch(days);
      part.forEach((each, nth) => visit(scene, batch, each, from + nth + 1));
      await writeBatch(db, scene, batch);
      await addDays(DELTAS);
      progress(part.length);
    }
    await addDays(0);
    if (!street) return;
    const numbers = new Map(past.map((each, nth) => [each, nth + 1]));
    await writeStreet(db, lot.place, street, stands, (each) => stayIdOf(parkId, numbers.get(each)!, each));
  });
  await database.write(tenantScope(tenantId), (db) => shops.close(db, past));
  return counted.last;
}

const emptyBatch = (days: DayDelta[]): Batch => ({
  stays: [],
  inside: [],
  passages: [],
  openings: [],
  releases: [],
  troubles: [],
  notes: [],
  derates: [],
  entries: [],
  postings: [],
  days,
});

async function writeBatch(db: Db, { lot, built, shops }: Scene, batch: Batch): Promise<void> {
  await insertRows(db, 'stay', batch.stays, '');
  await insertRows(db, 'car_inside', batch.inside, '');
  await insertRows(db, 'passage', batch.passages, '');
  await insertRows(db, 'gate_opening', batch.openings, '');
  await insertRows(db, 'manual_release', batch.releases, '');
  await insertRows(db, 'lane_exception', batch.troubles, '');
  await insertRows(db, 'lane_note', batch.notes, '');
  await shops.write(db, batch.derates);
  await writeMoney(db, lot.place, { entries: batch.entries, postings: batch.postings });
  await db.raw(
    `INSERT INTO park_live (tenant_id, company_id, park_id, inside) VALUES ($1, $2, $3, $4)
      ON CONFLICT (tenant_id, park_id) DO UPDATE SET inside = park_live.inside + excluded.inside`,
    [lot.place.tenantId, lot.place.companyId, built.site.parkId, batch.inside.length],
  );
}

import { and, eq } from 'drizzle-orm';
import { Book } from '#domain/lane/book.ts';
import { unclosed } from '#domain/lane/pairing.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import type { Stay } from '#domain/lane/types.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { ordersOfStays } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { couponsOf, Offers } from '#areas/derate/server/door.ts';
import { bookingsById } from '#areas/vehicle/server/door.ts';
import { gatePasses } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { checkLot, lately, pictures, quoteNow, releaseOrder, story } from '../model/calls.ts';
import { manualRelease } from '../model/gate-event.ts';
import { checkLotFigures } from './check.ts';
import { visitsCounted } from './lot-fees.ts';
import { lotFacts } from './lot.ts';
import { sourcesOf } from './lot-sources.ts';
import { stayColumns, stayOf } from './rows.ts';
import { stayRow, plateFor, pictureFor, picturesOf, storedStay } from './read-stay.ts';
import { wholeStory } from './read-story.ts';

/** Where it waits for a space of its pass's group: the stays of that group meanwhile. */
async function matesOf(db: Db, { tenantId, parkId }: Place, car: Stay, passes: readonly GatePass[]): Promise<Stay[]> {
  const plates = car.kind === 'temp-group-queue' ? (passes.find(({ id }) => id === car.pass)?.group?.plates ?? []) : [];
  if (plates.length === 0 || car.entry === null) return [];
  const rows = await db.raw<Record<string, unknown>>(
    `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND park_id = $2 AND plate_number = ANY($3::text[])
     AND id <> $4 AND (status = 'open' OR out_time >= $5)`,
    [tenantId, parkId, [...plates], car.id, new Date(car.entry.at).toISOString()],
  );
  return rows.map(stayOf);
}

/** The quote the exit would give this minute: by the lane's own rules, over the stay and its orders as they stand. */
async function quotedNow(work: Work): Promise<unknown> {
  const row = await stayRow(work);
  const [tenantId, parkId, at] = [row.tenantId as number, String(row.parkId), work.now.getTime()];
  const db = ofTenant(work.db, tenantId);
  const [lot, stored] = await Promise.all([lotFacts(db, tenantId, parkId), storedStay(work, row)]);
  const car = stayOf(stored);
  if (!unclosed(car)) throw ruleRefused(text('车辆已离场', 'The car has left'));
  // Earlier visits of the plate may count towards a cap.
  const since = visitsCounted(lot, car, at);
  const earlier =
    since === null
      ? []
      : await db.raw<Record<string, unknown>>(
          `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 AND in_time >= $4 AND out_time IS NOT NULL AND id <> $5`,
          [tenantId, parkId, row.plateNumber, new Date(since).toISOString(), row.id],
        );
  const orders = await ordersOfStays(db, [row.id, ...earlier.map(({ id }) => String(id))]);
  const [passes, offers] = await Promise.all([
    gatePasses(db, lot.place, { plates: [car.plate], ids: isId(car.pass) ? [car.pass] : [] }),
    couponsOf(db, lot.place, [car.plate]),
  ]);
  const booked = await bookingsById(db, car.booking === null ? [] : [car.booking]);
  const stays = new Map(
    [car, ...earlier.map(stayOf), ...(await matesOf(db, lot.place, car, passes))].map((each) => [each.id, each]),
  );
  const book = new Book(
    {
      park: parkId,
      inside: 0,
      stays: [...stays.values()],
      orders: [...orders.values()].flat().map(({ order }) => order),
      passages: [],
    },
    sourcesOf(lot, new Map(), new Map(passes.map((pass) => [pass.id, pass])), new Offers(offers), booked),
  );
  const { receivableFen, deratedFen, dueFen, lines, unpriced } = quoteStay(book, car, '', at);
  if (unpriced) throw ruleRefused(unpriced.words);
  return { at: new Date(at).toISOString(), receivableFen, deratedFen, dueFen, lines };
}

async function latelyPassed(work: Work): Promise<unknown> {
  const values: unknown[] = [];
  const where = scopedSql(work.db.scope, 'p', values);
  const only = work.input.parkId ? ` AND p.park_id = $${values.push(work.input.parkId)}` : '';
  const rows = await work.db.raw<Record<string, unknown>>(
    `SELECT p.id, p.park_id AS "parkId", k.park_name AS "parkName", g.gate_name AS "gateName", p.direction, p.status,
     p.plate_number AS "plateNumber", p.plate_colour AS "plateColour", p.time, p.picture
    FROM passage p LEFT JOIN park k ON k.tenant_id = p.tenant_id AND k.id = p.park_id LEFT JOIN park_gate g ON g.tenant_id = p.tenant_id AND g.id = p.gate_id
    WHERE ${where}${only} AND p.time > now() - interval '1 day' ORDER BY p.time DESC LIMIT 20`,
    values,
  );
  const [shown, picture] = [plateFor(work), pictureFor(work)];
  return rows.map((row) => ({ ...row, plateNumber: shown(row.plateNumber), picture: picture(row.picture) }));
}

export const reads: Served[] = [
  serve(pictures, async (work) => picturesOf(await stayRow(work), work)),
  serve(story, wholeStory),
  serve(quoteNow, quotedNow),
  serve(releaseOrder, async (work) => {
    const t = tableOf(manualRelease);
    const id = String(work.input.recordId).toLowerCase();
    const [row] = isId(id)
      ? await work.db
          .select()
          .from(t)
          .where(and(scoped(manualRelease, work.db.scope, [eq(t.id!, id)])))
      : [];
    if (!row) throw new Refused('no_such_record', { what: manualRelease.title });
    const orders = await ordersOfStays(
      ofTenant(work.db, row.tenantId as number),
      row.stayId ? [row.stayId as string] : [],
    );
    return {
      release: (await present(manualRelease, [row as Stored], work.db, work.person, work.lang))[0],
      orders: [...orders.values()].flat().map(({ order, about }) => ({ ...order, lines: about.lines })),
    };
  }),
  serve(checkLot, async (work) => {
    const lot = await rowOf(park, String(work.input.parkId), work.db);
    const place = {
      tenantId: lot.tenantId as number,
      companyId: lot.companyId as string,
      parkId: lot.id,
      zone: String(lot.zone ?? 'Asia/Shanghai'),
    };
    return checkLotFigures(ofTenant(work.db, place.tenantId), place, work.input.since ?? null);
  }),
  serve(lately, latelyPassed),
];

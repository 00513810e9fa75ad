import { and, eq, inArray } from 'drizzle-orm';
import { Book } from '#domain/lane/book.ts';
import { eventWords } from '#domain/fee/events.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import { unclosed } from '#domain/lane/pairing.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import { CAUSES, EXCEPTIONS, REASONS } from '#domain/lane/words.ts';
import type { ReasonId } from '#domain/lane/words.ts';
import type { Stay } from '#domain/lane/types.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/crud.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { masked, present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped, scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { refund } from '#areas/billing/model/payment.ts';
import { ordersOfStays } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { couponsOf, discountsOfStay, Offers } from '#areas/derate/server/door.ts';
import { bookingsById } from '#areas/vehicle/server/door.ts';
import { gatePasses } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { checkLot, lately, pictures, quoteNow, releaseOrder, story } from '../model/calls.ts';
import { manualRelease } from '../model/gate-event.ts';
import { stay } from '../model/stay.ts';
import { stayChange } from '../model/stay-change.ts';
import { checkLotFigures } from './check.ts';
import { eventsAsked, lotFacts, sourcesOf, visitsCounted } from './lot.ts';
import { stayColumns, stayOf } from './rows.ts';

async function stayRow(work: Work): Promise<Stored> {
  const id = String(work.input.recordId ?? '').toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: stay.title });
  return rowOf(stay as unknown as Resource, id, work.db);
}

/** A plate as the caller may read it. */
const plateFor =
  (work: Work) =>
  (value: unknown): unknown =>
    typeof value !== 'string' || value === '' || work.permits('stay:unmask')
      ? value
      : masked(stay.fields.plateNumber, value);

/** A picture shows the plate. */
const pictureFor =
  (work: Work) =>
  (value: unknown): unknown =>
    value && work.permits('stay:unmask') ? value : null;

function picturesOf(row: Stored, work: Work) {
  const [shown, picture] = [plateFor(work), pictureFor(work)];
  return {
    recordId: row.id,
    inPicture: picture(row.inPicture),
    outPicture: picture(row.outPicture),
    inTime: row.inTime,
    outTime: row.outTime,
    plateNumber: shown(row.plateNumber),
    outPlate: shown(row.outPlate),
  };
}

type Happened = { at: string; kind: string; title: { zh: string; en: string }; detail: Record<string, unknown> };

/** The reasons a lane gave, in words. */
const reasonWords = (ids: readonly string[]) => ids.map((id) => REASONS[id as ReasonId] ?? { zh: id, en: id });

const noteTitles: Readonly<Record<string, Text>> = {
  reading: text('识别', 'Read'),
  decision: text('判定', 'Decided'),
  picked: text('人工确认', 'Picked by a person'),
  refusal: text('拒绝通行', 'Turned away'),
};

const PASSES_WITHIN_MS = 1_800_000;

/** A passage has the time of its first reading, and is over no sooner than the barrier was up for it: before, the car may have paid or been asked. */
function overAt(
  passage: { gate_id: string; time: string },
  openings: readonly { gate_id: string; time: string }[],
): string {
  const from = Date.parse(passage.time);
  const up = openings
    .filter(
      ({ gate_id: gate, time }) =>
        gate === passage.gate_id && Date.parse(time) >= from && Date.parse(time) <= from + PASSES_WITHIN_MS,
    )
    .map(({ time }) => time);
  return up.sort().at(-1) ?? passage.time;
}

async function happenedAtLanes(work: Work, row: Stored): Promise<Happened[]> {
  const key = [row.tenantId, row.id];
  const shown = plateFor(work);
  const plain = (of: unknown) =>
    of && typeof of === 'object'
      ? {
          ...of,
          ...('plate' in of ? { plate: shown(of.plate) } : {}),
          ...('exitPlate' in of ? { exitPlate: shown(of.exitPlate) } : {}),
        }
      : of;
  // Everything at the lanes lies near the stay's own time; that finds it without a search through all months.
  const near = [...key, row.parkId, row.beginTime, row.outTime ?? work.now.toISOString()];
  const here = `tenant_id = $1 AND park_id = $3 AND time BETWEEN $4::timestamptz - interval '2 days' AND $5::timestamptz + interval '31 days'`;
  const passages = await work.db.raw<{
    id: string;
    gate_id: string;
    passing: number;
    time: string;
    status: string;
    direction: string;
  }>(`SELECT id, gate_id, passing, time, status, direction FROM passage WHERE ${here} AND stay_id = $2`, near);
  const [notes, openings, troubles, releases, changes] = await Promise.all([
    work.db.raw<{ at: string; kind: string; plate: string; note: Record<string, unknown> }>(
      `SELECT n.at, n.kind, n.plate, n.note FROM lane_note n JOIN jsonb_to_recordset($2::jsonb) AS p(gate uuid, passing bigint, time timestamptz)
      ON n.gate_id = p.gate AND n.passing = p.passing AND n.at BETWEEN p.time - interval '1 day' AND p.time + interval '1 day' WHERE n.tenant_id = $1 ORDER BY n.at, n.kind = 'decision'`,
      [row.tenantId, JSON.stringify(passages.map((p) => ({ gate: p.gate_id, passing: p.passing, time: p.time })))],
    ),
    work.db.raw<{ time: string; cause: keyof typeof CAUSES; gate_id: string }>(
      `SELECT time, cause, gate_id FROM gate_opening WHERE ${here} AND cause_id IN (SELECT $2::text UNION ALL SELECT id::text FROM manual_release WHERE ${here} AND stay_id = $2)`,
      near,
    ),
    work.db.raw<{ time: string; code: keyof typeof EXCEPTIONS; amount_fen: number | null }>(
      `SELECT time, code, amount_fen FROM lane_exception WHERE ${here} AND stay_id = $2`,
      near,
    ),
    work.db.raw<{ time: string; reason: string; operator: string; waived_fen: number }>(
      `SELECT time, reason, operator, waived_fen FROM manual_release WHERE ${here} AND stay_id = $2`,
      near,
    ),
    work.db.raw<{ time: string; why: string; by: string | null; before: unknown; after: unknown }>(
      'SELECT time, why, by, before, after FROM stay_change WHERE tenant_id = $1 AND stay_id = $2',
      key,
    ),
  ]);
  const say = (zh: string, en: string) => ({ zh, en });
  return [
    ...notes.map((note) => ({
      at: note.at,
      kind: note.kind,
      title: noteTitles[note.kind] ?? noteTitles.picked!,
      detail: {
        plate: shown(note.plate),
        ...note.note,
        ...('chosen' in note.note ? { chosen: shown(note.note.chosen) } : {}),
        ...(Array.isArray(note.note.reasons) ? { reasons: reasonWords(note.note.reasons as string[]) } : {}),
      },
    })),
    ...openings.map((opening) => ({
      at: opening.time,
      kind: 'opening',
      title: say('开闸', 'Opened'),
      detail: { cause: CAUSES[opening.cause], gateId: opening.gate_id },
    })),
    ...passages.map((each) => ({
      at: overAt(each, openings),
      kind: 'passage',
      title:
        each.status === 'moved'
          ? say('换区', 'Another area')
          : each.direction === 'entry'
            ? say('入场', 'Entry')
            : say('出场', 'Exit'),
      detail: { status: each.status, gateId: each.gate_id },
    })),
    ...troubles.map((each) => ({
      at: each.time,
      kind: 'exception',
      title: EXCEPTIONS[each.code],
      detail: { amountFen: each.amount_fen },
    })),
    ...releases.map((each) => ({
      at: each.time,
      kind: 'release',
      title: say('人工放行', 'Manual release'),
      detail: { reason: each.reason, by: each.operator, waivedFen: each.waived_fen },
    })),
    ...changes.map((each) => ({
      at: each.time,
      kind: 'change',
      title: each.why === 'event' ? stayChange.fields.why.options!.event! : say('更正', 'Corrected'),
      detail: { why: each.why, by: each.by, before: plain(each.before), after: plain(each.after) },
    })),
  ];
}

/** Money that went back, as far as the caller sees refunds at all. */
async function givenBack(work: Work, orderIds: readonly string[]): Promise<Happened[]> {
  if (orderIds.length === 0) return [];
  const t = tableOf(refund);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(refund, work.db.scope, [inArray(t.orderId!, [...orderIds])]));
  return rows.map(({ createdTime, orderId, payType, amountFen, status, operator, remark }) => ({
    at: String(createdTime),
    kind: 'refund',
    title: { zh: '退款', en: 'Refund' },
    detail: { orderId, payType, amountFen, status, by: operator, reason: remark },
  }));
}

const storedStay = async (work: Work, row: Stored): Promise<Record<string, unknown>> =>
  (
    await ofTenant(work.db, row.tenantId as number).raw<Record<string, unknown>>(
      `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND begin_time = $2 AND id = $3`,
      [row.tenantId, row.beginTime, row.id],
    )
  )[0]!;

/** What happened to the car as it stood, and what its tariff asks for. */
const happenedOf = (events: readonly StayEvent[] = [], asked: readonly string[]) => ({
  events: events.map(({ event, at }) => ({ event, time: new Date(at).toISOString(), words: eventWords(event) })),
  asked: asked.map((event) => ({ event, words: eventWords(event) })),
});

/** Names of the lanes and areas that are spoken of, by id, also of those that are gone since. */
async function placesIn(db: Db, row: Stored, events: readonly Happened[]): Promise<Record<string, string>> {
  const ids = [...new Set(events.flatMap(({ detail }) => [detail['gateId'], detail['areaId']]).filter(isId))];
  const rows = await db.raw<{ id: string; name: string }>(
    `SELECT id, gate_name AS name FROM park_gate WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[])
    UNION ALL SELECT id, area_name FROM park_area WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[])`,
    [row.tenantId, row.parkId, ids],
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

const CHANGES_WITHIN_MS = 600_000;

/** A passage from one area to another says which one the car came into. */
const intoAreas = (events: readonly Happened[], { moves = [] }: Stay): Happened[] =>
  events.map((event) => {
    if (event.kind !== 'passage' || event.detail['status'] !== 'moved') return event;
    const away = ({ at }: { at: number }) => Math.abs(at - Date.parse(event.at));
    const [move] = [...moves].sort((a, b) => away(a) - away(b));
    return move && away(move) <= CHANGES_WITHIN_MS
      ? { ...event, detail: { ...event.detail, areaId: move.area } }
      : event;
  });

async function wholeStory(work: Work): Promise<unknown> {
  const row = await stayRow(work);
  const [lanes, orders, [shown]] = await Promise.all([
    happenedAtLanes(work, row),
    ordersOfStays(ofTenant(work.db, row.tenantId as number), [row.id]),
    present(stay as unknown as Resource, [row], work.db, work.person),
  ]);
  const money = [...orders.values()].flat().flatMap(({ order, about }): Happened[] => [
    {
      at: new Date(about.createdTime).toISOString(),
      kind: 'quoted',
      title: { zh: '计价', en: 'Quoted' },
      detail: { orderId: order.id, receivableFen: order.receivableFen, lines: about.lines },
    },
    ...order.attempts
      .filter(({ state }) => state !== 'success')
      .map(({ createdAt, channel, amountFen, state }) => ({
        at: new Date(createdAt).toISOString(),
        kind: 'attempt',
        title: { zh: '发起支付', en: 'Tried to pay' },
        detail: { orderId: order.id, channel, amountFen, state },
      })),
    ...order.payments.map((payment) => ({
      at: new Date(payment.at).toISOString(),
      kind: 'payment',
      title: { zh: '缴费', en: 'Paid' },
      detail: {
        orderId: order.id,
        via: payment.via,
        amountFen: payment.amountFen,
        by: about.money[payment.id]?.operator ?? null,
      },
    })),
  ]);
  const given = (await discountsOfStay(ofTenant(work.db, row.tenantId as number), row.tenantId as number, row.id)).map(
    ({ at, ...detail }): Happened => ({
      at,
      kind: 'derate',
      title: { zh: '获得优惠', en: 'Given a discount' },
      detail,
    }),
  );
  const back = await givenBack(
    work,
    [...orders.values()].flat().map(({ order }) => order.id),
  );
  const car = stayOf(await storedStay(work, row));
  const there = intoAreas(lanes, car);
  const asked = unclosed(car)
    ? eventsAsked(
        await lotFacts(ofTenant(work.db, row.tenantId as number), row.tenantId as number, String(row.parkId)),
        car,
        work.now.getTime(),
      )
    : [];
  return {
    stay: shown,
    happened: happenedOf(car.events, asked),
    pictures: picturesOf(row, work),
    lines: row.lines ?? [],
    places: await placesIn(ofTenant(work.db, row.tenantId as number), row, there),
    events: [...there, ...money, ...given, ...back].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

/** Where it waits for a space of its pass's group: the stays of that group meanwhile. */
async function matesOf(db: Db, { tenantId, parkId }: Place, car: Stay, passes: readonly GatePass[]): Promise<Stay[]> {
  const plates = car.kind === 'temp-group-queue' ? (passes.find(({ id }) => id === car.pass)?.group?.plates ?? []) : [];
  if (plates.length === 0 || car.entry === null) return [];
  const rows = await db.raw<Record<string, unknown>>(
    `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND park_id = $2 AND plate_number = ANY($3::text[]) AND id <> $4 AND (status = 'open' OR out_time >= $5)`,
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
    `SELECT p.id, p.park_id AS "parkId", k.park_name AS "parkName", g.gate_name AS "gateName", p.direction, p.status, p.plate_number AS "plateNumber", p.plate_colour AS "plateColour", p.time, p.picture
    FROM passage p LEFT JOIN park k ON k.tenant_id = p.tenant_id AND k.id = p.park_id LEFT JOIN park_gate g ON g.tenant_id = p.tenant_id AND g.id = p.gate_id
    WHERE ${where}${only} AND p.time > now() - interval '1 day' ORDER BY p.time DESC LIMIT 20`,
    values,
  );
  const [shown, picture] = [plateFor(work), pictureFor(work)];
  return rows.map((row) => ({ ...row, plateNumber: shown(row.plateNumber), picture: picture(row.picture) }));
}

export const reads: Served[] = [
  serve(pictures, async (work) => picturesOf(await stayRow(work as unknown as Work), work as unknown as Work)),
  serve(story, wholeStory as never),
  serve(quoteNow, quotedNow as never),
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
      release: (await present(manualRelease as unknown as Resource, [row as Stored], work.db, work.person))[0],
      orders: [...orders.values()].flat().map(({ order, about }) => ({ ...order, lines: about.lines })),
    };
  }),
  serve(checkLot, async (work) => {
    const lot = await rowOf(park as unknown as Resource, String(work.input.parkId), work.db);
    const place = {
      tenantId: lot.tenantId as number,
      companyId: lot.companyId as string,
      parkId: lot.id,
      zone: String(lot.zone ?? 'Asia/Shanghai'),
    };
    return checkLotFigures(ofTenant(work.db, place.tenantId), place, work.input.since ?? null);
  }),
  serve(lately, latelyPassed as never),
];

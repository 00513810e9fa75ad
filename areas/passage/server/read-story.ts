/** The story of a stay: what happened, what was paid, what went back. */
import { inArray } from 'drizzle-orm';
import { eventWords } from '#domain/fee/events.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import { unclosed } from '#domain/lane/pairing.ts';
import type { Stay } from '#domain/lane/types.ts';
import { isId } from '#kit/declare/check.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { refund } from '#areas/billing/model/payment.ts';
import { ordersOfStays } from '#areas/billing/server/door.ts';
import { discountsOfStay } from '#areas/derate/server/door.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { eventsNeeded } from './lot-fees.ts';
import { lotFacts } from './lot.ts';
import { stayOf } from './rows.ts';
import { stayRow, picturesOf, storedStay } from './read-stay.ts';
import { happenedAtLanes } from './read-happened.ts';
import type { Happened } from './read-happened.ts';

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

/** What happened to the car as it stood, and what its tariff asks for. */
const happenedOf = (events: readonly StayEvent[] = [], needed: readonly string[]) => ({
  events: events.map(({ event, at }) => ({ event, time: new Date(at).toISOString(), words: eventWords(event) })),
  needed: needed.map((event) => ({ event, words: eventWords(event) })),
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

/** A passage from one area to another names the one the car came into. */
const intoAreas = (events: readonly Happened[], { moves = [] }: Stay): Happened[] =>
  events.map((event) => {
    if (event.kind !== 'passage' || event.detail['status'] !== 'moved') return event;
    const away = ({ at }: { at: number }) => Math.abs(at - Date.parse(event.at));
    const [move] = [...moves].sort((a, b) => away(a) - away(b));
    return move && away(move) <= CHANGES_WITHIN_MS
      ? { ...event, detail: { ...event.detail, areaId: move.area } }
      : event;
  });

export async function wholeStory(work: Work): Promise<unknown> {
  const row = await stayRow(work);
  const [lanes, orders, [shown]] = await Promise.all([
    happenedAtLanes(work, row),
    ordersOfStays(ofTenant(work.db, row.tenantId as number), [row.id]),
    present(stay, [row], work.db, work.person, work.lang),
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
  const needed = unclosed(car)
    ? eventsNeeded(
        await lotFacts(ofTenant(work.db, row.tenantId as number), row.tenantId as number, String(row.parkId)),
        car,
        work.now.getTime(),
      )
    : [];
  return {
    stay: shown,
    happened: happenedOf(car.events, needed),
    pictures: picturesOf(row, work),
    lines: row.lines ?? [],
    places: await placesIn(ofTenant(work.db, row.tenantId as number), row, there),
    events: [...there, ...money, ...given, ...back].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

/** Ad-free orders: priced by the platform's list, paid once, in force for whole months one after another. */
import { sql } from 'drizzle-orm';
import { park } from '#areas/lot/model/park.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { adFreePaid, reversal } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { addDays, addMonths, dayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import type { Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { adverOrder } from '../model/advert-order.ts';

type Order = Row<typeof adverOrder>;

/** What a month without a platform's adverts costs a lot; null where it is not sold. */
async function monthFen(work: Work, parkId: unknown, plat: unknown): Promise<number | null> {
  const { tenantId } = await rowOf(park, String(parkId), work.db);
  const [row] = await ofTenant(work.db, Number(tenantId)).raw<{ fen: number | null }>(
    'SELECT close_fen AS fen FROM ad_plat WHERE tenant_id = $1 AND plat = $2 AND deleted_at IS NULL AND coalesce(enabled, true)',
    [Number(tenantId), String(plat)],
  );
  return row?.fen ?? null;
}

export const adverOrderRules: Rules = {
  check: async (values, _, work) =>
    values.parkId && values.plat && (await monthFen(work, values.parkId, values.plat)) === null
      ? [
          {
            field: 'plat',
            msg: text('该平台没有设定去广告价格', 'This platform has no price for pages without adverts'),
          },
        ]
      : [],
  fill: async (values, _, work) => ({
    orderNo: `AF${work.now.toISOString().slice(0, 10).replaceAll('-', '')}${newId().replaceAll('-', '').slice(-8).toUpperCase()}`,
    orderedTime: work.now.toISOString(),
    amountFen: Number(values.months ?? 12) * ((await monthFen(work, values.parkId, values.plat)) ?? 0),
  }),
};

const postingOf = (order: Order, at: number): Posting =>
  adFreePaid({ key: `ad-free/${order.id}`, park: String(order.parkId), at, about: order.id }, order.amountFen ?? 0);

async function post(work: Work, order: Order, posting: Posting): Promise<void> {
  const db = ofTenant(work.db, order.tenantId);
  const parkId = String(order.parkId);
  const place = (await placesOf(db, [parkId], order.tenantId)).get(parkId)!;
  await writeMoney(db, place, { postings: [posting] });
}

/** The day after what is in force already: months follow one another, none is paid twice. */
async function firstDay(db: Db, order: Order, today: Day): Promise<Day> {
  const [row] = await db.raw<{ last: Day | null }>(
    `SELECT to_char(max(valid_until), 'YYYY-MM-DD') AS last FROM adver_order
     WHERE tenant_id = $1 AND park_id = $2 AND plat = $3 AND status = 'paid' AND deleted_at IS NULL`,
    [order.tenantId, order.parkId, order.plat],
  );
  return row?.last && row.last >= today ? addDays(row.last, 1) : today;
}

const pay: Effect = async (found, input, work) => {
  const order = found as Order;
  const { zone } = await rowOf(park, String(order.parkId), work.db, { lock: true });
  const db = ofTenant(work.db, order.tenantId);
  const validFrom = await firstDay(db, order, dayOf(work.now.getTime(), String(zone ?? 'Asia/Shanghai')));
  await post(work, order, postingOf(order, work.now.getTime()));
  return {
    payType: input['payType'],
    payRef: input['payRef'],
    validFrom,
    validUntil: addDays(addMonths(validFrom, order.months ?? 1), -1),
  };
};

/** Recorded by mistake, or paid back: reversed, and adverts are shown again. */
const withdraw: Effect = async (found, _, work) => {
  const order = found as Order;
  const at = work.now.getTime();
  await post(work, order, reversal(postingOf(order, at), `ad-free/${order.id}/withdrawn`, at));
};

export const adverOrderEffects: Record<string, Effect> = { pay, cancel: 'none', withdraw };

const end = mover(adverOrder, 'end', 'clock');
const t = tableOf(adverOrder);

/** The clock's part: what ended before yesterday is over everywhere; serving checks the days itself. */
export const endOrders = (db: Db, now: Date): Promise<unknown> =>
  end(db, { now, where: sql`${t.validUntil} < ${addDays(dayOf(now.getTime(), 'Asia/Shanghai'), -1)}` });

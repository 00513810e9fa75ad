/** Seats granted to car parks, and their renewals. */
import { sql } from 'drizzle-orm';
import { park } from '#areas/lot/model/park.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { seatsPaid } from '#domain/ledger/ledger.ts';
import { grantState, monthsLater, monthsUntil, overlaps, renewalFen } from '#domain/queue/grant.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { cloudseatGrant, MOST_MONTHS, renewGrant } from '../model/grant.ts';
import { cloudseatOrder } from '../model/order.ts';
import { seatMonthFen } from '../model/parameters.ts';

const ZONE = 'Asia/Shanghai';
type Given = { parkId?: string | null; startTime?: string | null; endTime?: string | null };
type Grant = Row<typeof cloudseatGrant>;
type Order = Row<typeof cloudseatOrder>;

const wrong = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);
const spanOf = ({ startTime, endTime }: Given) => ({ from: Date.parse(startTime!), until: Date.parse(endTime!) });

async function problems(values: Given, before: (Given & { id?: string }) | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values };
  if (!now.parkId || !now.startTime || !now.endTime) return [];
  const span = spanOf(now);
  if (span.until <= span.from)
    return [{ field: 'endTime', msg: text('到期时间须晚于开始时间', 'The end must be later than the beginning') }];
  // A car park the caller does not see is refused by its field, beside this.
  const lot = await rowOf(park, now.parkId, work.db, { lock: true }).catch((error: unknown) => {
    if (error instanceof Refused && error.id === 'no_such_record') return null;
    throw error;
  });
  if (!lot) return [];
  const others = await ofTenant(work.db, Number(lot.tenantId)).raw<{ id: string; startTime: string; endTime: string }>(
    `SELECT id, start_time AS "startTime", end_time AS "endTime" FROM cloudseat_grant WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL`,
    [Number(lot.tenantId), now.parkId],
  );
  return others.some((other) => other.id !== before?.id && overlaps(spanOf(other), span))
    ? [{ field: 'startTime', msg: text('与该车场已有的授权时间重叠', 'Overlaps another grant of this car park') }]
    : [];
}

export const grantRules: Rules = {
  check: (values, before, work) => problems(values as Given, before as Given | null, work),
  fill: (values, before, work) => {
    const now = { ...before, ...values } as Given;
    return now.startTime && now.endTime ? { status: grantState(spanOf(now), work.now.getTime()) } : {};
  },
};

/** What a renewal comes to: whole calendar months from the end, or from now where that has passed. */
async function termsOf(work: Work<typeof renewGrant.input>, grant: Grant, zone: string) {
  const from = Math.max(Date.parse(String(grant.endTime)), work.now.getTime());
  const { newEndDate, money } = work.input;
  const months = newEndDate ? monthsUntil(from, newEndDate, zone, MOST_MONTHS) : (work.input.months ?? 12);
  if (months === null) throw wrong('newEndDate', text('须为到期日起的整月数', 'Must be whole months from the end'));
  const db = ofTenant(work.db, grant.tenantId);
  const amountFen = renewalFen(Number(grant.seatNum), months, await parameterIn(db, seatMonthFen));
  if (money !== undefined && money !== null && money !== amountFen)
    throw wrong('money', text(`应为 ${(amountFen / 100).toFixed(2)} 元`, `It is ${(amountFen / 100).toFixed(2)} yuan`));
  return { months, amountFen, newEnd: new Date(monthsLater(from, months, zone)).toISOString() };
}

async function renew(work: Work<typeof renewGrant.input>): Promise<unknown> {
  const [grantId] = idsIn(cloudseatGrant, { grantId: work.input.grantId });
  const grant: Grant = await rowOf(cloudseatGrant, grantId!, work.db, { lock: true });
  const lot = await rowOf(park, String(grant.parkId), work.db);
  const terms = await termsOf(work, grant, String(lot.zone ?? ZONE));
  const id = newId();
  const at = work.now.toISOString();
  const orderNo = `CS${at.slice(0, 10).replaceAll('-', '')}${id.replaceAll('-', '').slice(-8).toUpperCase()}`;
  const owner = { tenant_id: grant.tenantId, company_id: grant.companyId, park_id: grant.parkId };
  await insertRows(
    ofTenant(work.db, grant.tenantId),
    'cloudseat_order',
    [
      {
        ...owner,
        id,
        created_at: at,
        updated_at: at,
        created_by: work.person.userId,
        order_no: orderNo,
        grant_id: grant.id,
        seat_num: grant.seatNum,
        months: terms.months,
        amount_fen: terms.amountFen,
        new_end: terms.newEnd,
        pay_state: 'waiting',
        ordered_time: at,
      },
    ],
    '',
  );
  work.record({
    resource: cloudseatGrant.name,
    action: 'renewal',
    rowId: grant.id,
    after: { months: terms.months, amountFen: terms.amountFen },
    tenantId: grant.tenantId,
    companyId: grant.companyId ?? null,
    parkId: grant.parkId ?? null,
  });
  return { orderId: id, orderNo, amountFen: terms.amountFen, newEnd: terms.newEnd };
}

/** The end moves in the same transaction as the posting: by the order's months from where it stands now. */
const pay: Effect = async (found, _, work) => {
  const order = found as Order;
  const { tenantId } = order;
  const parkId = String(order.parkId);
  const db = ofTenant(work.db, tenantId);
  const grant: Grant = await rowOf(cloudseatGrant, String(order.grantId), work.db, { lock: true });
  const { zone } = await rowOf(park, parkId, work.db);
  const at = work.now.getTime();
  const from = Math.max(Date.parse(String(grant.endTime)), at);
  const until = monthsLater(from, Number(order.months), String(zone ?? ZONE));
  const clash = await problems(
    { endTime: new Date(until).toISOString() },
    grant as Given & { id: string },
    work as Work,
  );
  if (clash.length > 0) throw new Refused('bad_input', {}, clash);
  const place = (await placesOf(db, [parkId], tenantId)).get(parkId)!;
  await writeMoney(db, place, {
    postings: [seatsPaid({ key: `seats/${order.id}`, park: parkId, at, about: order.id }, order.amountFen ?? 0)],
  });
  const span = { from: Date.parse(String(grant.startTime)), until };
  await db.raw(
    'UPDATE cloudseat_grant SET end_time = $3, status = $4, updated_at = $5, updated_by = $6 WHERE tenant_id = $1 AND id = $2',
    [
      tenantId,
      grant.id,
      new Date(until).toISOString(),
      grantState(span, at),
      work.now.toISOString(),
      work.person.userId,
    ],
  );
  return { newEnd: new Date(until).toISOString() };
};

export const orderEffects: Record<string, Effect> = { pay, close: 'none' };

const STATE = sql`CASE WHEN end_time <= now() THEN 'ended' WHEN start_time > now() THEN 'future'
  WHEN end_time - now() <= interval '30 days' THEN 'ending' ELSE 'live' END`;

/** Puts the states that lists are filtered by right for the hour; calls go by the times themselves. */
export async function refreshGrants(database: Database): Promise<void> {
  await database.write(platformScope, async (db) => {
    await db.execute(
      sql`UPDATE cloudseat_grant SET status = ${STATE} WHERE deleted_at IS NULL AND status IS DISTINCT FROM ${STATE}`,
    );
  });
}

/** An order is paid within so long, or a new one is made at the price of its own day. */
const UNPAID_MS = 30 * 60_000;
const lapse = mover(cloudseatOrder, 'lapse', 'clock');

/** One at a time with whoever records a payment just then: whichever comes first holds, and closed stays closed. */
export async function closeUnpaid(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNPAID_MS).toISOString();
  await database.write(platformScope, (db) =>
    lapse(db, {
      now,
      where: sql`${tableOf(cloudseatOrder).orderedTime!} <= ${before}::timestamptz`,
      set: { why: '30 分钟内未支付 Not paid within 30 minutes' },
    }),
  );
}

export const grantsServed: Served[] = [serve(renewGrant, renew)];

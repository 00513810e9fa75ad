/** What was never recorded for a platform, made from the visits: as after a lot was registered late. */
import { wholeStory } from '#domain/upload/facts.ts';
import type { Stands } from '#domain/upload/facts.ts';
import type { UploadPayment } from '#domain/upload/content.ts';
import { park } from '#areas/lot/model/park.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Work } from '#kit/server/work.ts';
import type { startUpload } from '../model/links.ts';
import { uploadedStay } from './record.ts';
import { linksOf, writeFacts } from './rows.ts';
import type { Fact } from './rows.ts';

const DAY = 86_400_000;
const MOST_DAYS = 31;
const OLDEST_DAYS = 60;
/** Maximum visits per request: request more in shorter spans. */
const MOST = 20_000;

type StayRow = Omit<Stands, 'payments' | 'inAt' | 'outAt'> & { inTime: string | null; outTime: string | null };

const at = (time: string | null): number | null => (time === null ? null : Date.parse(time));

async function staysOf(db: Db, tenantId: number, parkId: string, from: string, to: string): Promise<Stands[]> {
  const rows = await db.raw<StayRow>(
    `SELECT s.id, s.plate_number AS plate, coalesce(s.plate_colour, 'unknown') AS colour, s.kind, s.status AS state,
     s.in_time AS "inTime", s.out_time AS "outTime",
       i.gate_name AS "inLane", o.gate_name AS "outLane", s.in_gate_id AS "inLaneId", s.out_gate_id AS "outLaneId",
         coalesce(s.receivable_fen, 0) AS "receivableFen",
       coalesce(s.derate_fen, 0) AS "deratedFen", coalesce(s.waived_fen, 0) AS "waivedFen",
         coalesce(s.paid_fen, 0) AS "paidFen", coalesce(s.changes, 0) AS changes
     FROM stay s LEFT JOIN park_gate i ON i.tenant_id = s.tenant_id AND i.id = s.in_gate_id
       LEFT JOIN park_gate o ON o.tenant_id = s.tenant_id AND o.id = s.out_gate_id
     WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.begin_time >= $3::timestamptz - interval '90 days' AND s.begin_time <= $4::timestamptz
       AND (s.in_time BETWEEN $3 AND $4 OR s.out_time BETWEEN $3 AND $4) ORDER BY s.begin_time, s.id LIMIT ${MOST + 1}`,
    [tenantId, parkId, from, to],
  );
  if (rows.length > MOST)
    throw ruleRefused(text('记录过多，请缩短时间范围', 'Too many visits: please ask for a shorter span'));
  const paid = await paymentsOf(
    db,
    tenantId,
    rows.map(({ id }) => id),
    from,
  );
  return rows.map(({ inTime, outTime, ...row }) => ({
    ...row,
    inAt: at(inTime),
    outAt: at(outTime),
    payments: paid.get(row.id) ?? [],
  }));
}

async function paymentsOf(
  db: Db,
  tenantId: number,
  stays: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, UploadPayment[]>> {
  const rows = await db.raw<{ stay: string; id: string; way: string; amountFen: number; time: string }>(
    `SELECT stay_id AS stay, coalesce(trade_no, id::text) AS id, pay_type AS way, amount_fen AS "amountFen", paid_time AS time FROM payment
     WHERE tenant_id = $1 AND stay_id = ANY($2::text[]) AND created_time >= $3::timestamptz - interval '90 days' AND paid_time IS NOT NULL ORDER BY paid_time`,
    [tenantId, stays, from],
  );
  const payments = rows.map(({ stay, time, ...row }) => [stay, { ...row, at: Date.parse(time) }] as const);
  return new Map(
    [...Map.groupBy(payments, ([stay]) => stay)].map(([stay, group]) => [stay, group.map(([, payment]) => payment)]),
  );
}

/** A span that may be caught up. @throws Refused where it is none, too long or too old */
export function requestedSpan(
  { startTime, endTime }: { startTime: string; endTime: string },
  now: Date,
): [string, string] {
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)];
  if (!(from < to)) throw ruleRefused(text('结束时间须晚于开始时间', 'It must end after it begins'));
  if (to - from > MOST_DAYS * DAY) throw ruleRefused(text('一次最多31天', 'At most 31 days at once'));
  if (from < now.getTime() - OLDEST_DAYS * DAY)
    throw ruleRefused(text('最早补到60天前', 'Not further back than 60 days'));
  return [new Date(from).toISOString(), new Date(to).toISOString()];
}

type CatchUpRequest = { readonly tenantId: number; readonly parkId: string; readonly platId: string | null };

/**
 * Makes what was never recorded in a span for the platforms of a car park. Facts that are there already are left alone.
 */
export async function caughtUp(
  db: Db,
  { tenantId, parkId, platId }: CatchUpRequest,
  [from, to]: readonly [string, string],
  now: Date,
): Promise<{ made: number; known: number }> {
  const links = (await linksOf(db, { tenantId, parkId })).filter((link) => !platId || link.platId === platId);
  const [lot] = await db.raw<{ companyId: string }>(
    'SELECT company_id AS "companyId" FROM park WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
    [tenantId, parkId],
  );
  if (links.length === 0 || !lot)
    throw ruleRefused(text('该车场没有在平台登记', 'The car park is not registered at a platform'));
  const stays = await staysOf(db, tenantId, parkId, from, to);
  const facts = stays.flatMap((stay) =>
    wholeStory(stay)
      .filter((fact) => fact.at >= Date.parse(from) && fact.at <= Date.parse(to))
      .map((fact): Fact => ({ ...fact, orderKey: stay.id, plate: stay.plate, payload: { stay: uploadedStay(stay) } })),
  );
  const { made, of } = await writeFacts(
    db,
    { tenantId, companyId: lot.companyId, parkId },
    links,
    facts,
    now.getTime(),
  );
  return { made, known: of - made };
}

export async function catchUp(work: Work<typeof startUpload.input>): Promise<{ made: number; known: number }> {
  const { parkId, platId = null, startTime, endTime } = work.input;
  const span = requestedSpan({ startTime: startTime!, endTime: endTime! }, work.now);
  const row = await rowOf(park, parkId!, work.db);
  const tenantId = Number(row.tenantId);
  const answer = await caughtUp(ofTenant(work.db, tenantId), { tenantId, parkId: row.id, platId }, span, work.now);
  work.record({
    resource: 'thirdparty',
    action: 'startUpload',
    rowId: platId,
    after: { parkId: row.id, startTime: span[0], endTime: span[1] },
    tenantId,
    parkId: row.id,
  });
  return answer;
}

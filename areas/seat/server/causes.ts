/**
 * Calls are matched with what their lane's rows show; what comes up again and again becomes a proposal; and what was
 * done is measured against the time before.
 */
import { factOf, misreadPair, savedPerWeek } from '#domain/queue/causes.ts';
import type { Seen, Why } from '#domain/queue/causes.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { COMPARED_OVER, LEAST_CALLS, LEAST_DAYS, PROPOSED_OVER } from '../model/call-fix.ts';
import type { callFixes } from '../model/words.ts';

const [MINUTE, DAY, WEEK_DAYS] = [60_000, 86_400_000, 7];
/** What belongs to a call is stored by then, late payments and reports of devices too. */
const SETTLED_MS = 30 * MINUTE;
/** Older calls without a fact stay without: their rows may be gone. */
const MATCHED_OVER = 60;
const ZONE = 'Asia/Shanghai';

type Found = Seen & { id: string; why: Why; read: string | null; right: string | null };

const READ_WRONG = `ARRAY['fuzzy-ask', 'stay-picked', 'low-confidence']`;
const NOT_READ = `ARRAY['no-plate', 'no-plate-coded']`;

/** Around a call: its own lane and stay, ten minutes either way. */
const MATCH = `
  SELECT c.id, c.why, w.before->>'plate' AS read, w.after->>'plate' AS right,
    w.stay_id IS NOT NULL OR coalesce(p.misread, false) AS misread, coalesce(p.unread, false) AS unread,
    coalesce(g.fault, false) AS "gateFault", coalesce(g.still, false) AS "gateStill",
    coalesce(p.unpaid, false) OR coalesce(m.failed, false) AS "payFailed", coalesce(m.late, false) AS "paidLate",
    EXISTS (SELECT 1 FROM device_incident i JOIN park_device d ON d.tenant_id = $1 AND d.id = i.device_id AND d.gate_id = c.gate_id
      WHERE i.tenant_id = $1 AND i.kind = 'offline' AND i.time <= c.ended_time AND i.time > c.queued_time - interval '30 days'
        AND (i.end_time IS NULL OR i.end_time >= c.queued_time)) AS "deviceLost"
  FROM call_record c
  LEFT JOIN LATERAL (SELECT s.stay_id, s.before, s.after FROM stay_change s WHERE s.tenant_id = $1 AND s.stay_id = c.stay_id AND s.why = 'plate'
    AND s.time BETWEEN c.queued_time - interval '10 minutes' AND c.ended_time + interval '10 minutes' ORDER BY s.time LIMIT 1) w ON true
  LEFT JOIN LATERAL (SELECT bool_or(string_to_array(p.reasons, ',') && ${READ_WRONG}) AS misread,
      bool_or(p.status IN ('unidentified', 'read-late') OR string_to_array(p.reasons, ',') && ${NOT_READ}) AS unread,
      bool_or(string_to_array(p.reasons, ',') && ARRAY['deduction-failed']) AS unpaid
    FROM passage p WHERE p.tenant_id = $1 AND p.gate_id = c.gate_id
      AND p.time BETWEEN c.queued_time - interval '10 minutes' AND c.ended_time + interval '10 minutes'
      AND (p.stay_id = c.stay_id OR c.stay_id IS NULL OR p.stay_id IS NULL)) p ON true
  LEFT JOIN LATERAL (SELECT bool_or(g.event = 'fault') AS fault, bool_or(g.event = 'still') AS still
    FROM gate_opening g WHERE g.tenant_id = $1 AND g.gate_id = c.gate_id
      AND g.time BETWEEN c.queued_time - interval '10 minutes' AND c.ended_time + interval '10 minutes') g ON true
  LEFT JOIN LATERAL (SELECT bool_or(m.status = 'failed') AS failed, bool_or(m.status IN ('paid', 'overpaid') AND m.paid_time >= c.queued_time) AS late
    FROM payment m WHERE m.tenant_id = $1 AND m.stay_id = c.stay_id
      AND m.created_time BETWEEN c.queued_time - interval '10 minutes' AND c.ended_time + interval '10 minutes') m ON true
  WHERE c.tenant_id = $1 AND c.status = 'closed' AND c.why IS NOT NULL AND c.fact IS NULL AND c.deleted_at IS NULL
    AND c.ended_time <= $2::timestamptz AND c.queued_time > $3::timestamptz
  ORDER BY c.queued_time, c.id LIMIT 2000`;
const ENTER = `
  UPDATE call_record c SET fact = r.fact, fact_detail = r.detail FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, fact text, detail text)
  WHERE c.tenant_id = $1 AND c.id = r.id`;

async function matchCalls(db: Db, tenantId: number, now: Date): Promise<void> {
  const settled = isoOf(now.getTime() - SETTLED_MS);
  const found = await db.raw<Found>(MATCH, [tenantId, settled, isoOf(now.getTime() - MATCHED_OVER * DAY)]);
  if (found.length === 0) return;
  const rows = found.map((each) => {
    const fact = factOf(each.why, each);
    const pair = fact === 'misread' && each.read && each.right ? misreadPair(each.read, each.right) : null;
    return { id: each.id, fact, detail: pair };
  });
  await db.raw(ENTER, [tenantId, JSON.stringify(rows)]);
}

type Lane = { companyId: string; parkId: string; gateId: string; why: string; fact: keyof typeof callFixes };
type Counted = Lane & { calls: number; confused: string | null };

const COUNT = `
  SELECT c.company_id AS "companyId", c.park_id AS "parkId", c.gate_id AS "gateId", c.why, c.fact, count(*)::int AS calls,
    left(string_agg(DISTINCT c.fact_detail, ' '), 60) AS confused
  FROM call_record c WHERE c.tenant_id = $1 AND c.status = 'closed' AND c.fact <> 'none' AND c.gate_id IS NOT NULL AND c.deleted_at IS NULL
    AND c.queued_time >= $2::timestamptz AND c.queued_time < $3::timestamptz
  GROUP BY 1, 2, 3, 4, 5`;
/** What was decided lately is not proposed anew. */
const DECIDED = `
  SELECT gate_id || ' ' || why || ' ' || fact AS key FROM call_fix
  WHERE tenant_id = $1 AND status <> 'proposed' AND updated_at > $2::timestamptz AND deleted_at IS NULL`;
const PROPOSED = `SELECT id, open_key AS key FROM call_fix WHERE tenant_id = $1 AND status = 'proposed' AND deleted_at IS NULL`;
const RENEW = `
  UPDATE call_fix f SET calls = r.calls, per_week = r.week, confused = r.confused, updated_at = $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, calls int, week numeric, confused text) WHERE f.tenant_id = $1 AND f.id = r.id`;

const tenths = (n: number): number => Math.round(n * 10) / 10;
const keyOf = ({ gateId, why, fact }: Lane): string => `${gateId} ${why} ${fact}`;

/** Counts of the last four weeks, on proposals there are and on new ones; who calls no more is counted to nothing. */
async function propose(db: Db, tenantId: number, now: Date): Promise<void> {
  const until = startOfDay(dayOf(now.getTime(), ZONE), ZONE);
  const lanes = await db.raw<Counted>(COUNT, [tenantId, isoOf(until - PROPOSED_OVER * DAY), isoOf(until)]);
  const counted = new Map(lanes.map((lane) => [keyOf(lane), lane]));
  const proposed = await db.raw<{ id: string; key: string }>(PROPOSED, [tenantId]);
  const weekly = (calls: number): number => tenths((calls * WEEK_DAYS) / PROPOSED_OVER);
  const renewed = proposed.map(({ id, key }) => {
    const { calls, confused } = counted.get(key) ?? { calls: 0, confused: null };
    return { id, calls, week: weekly(calls), confused };
  });
  await db.raw(RENEW, [tenantId, JSON.stringify(renewed), now.toISOString()]);
  const decided = await db.raw<{ key: string }>(DECIDED, [tenantId, isoOf(now.getTime() - COMPARED_OVER * DAY)]);
  const known = new Set([...proposed, ...decided].map(({ key }) => key));
  const fresh = [...counted].filter(([key, { calls }]) => calls >= LEAST_CALLS && !known.has(key));
  const rows = fresh.map(([key, lane]) => ({
    tenant_id: tenantId,
    company_id: lane.companyId,
    park_id: lane.parkId,
    id: newId(),
    gate_id: lane.gateId,
    why: lane.why,
    fact: lane.fact,
    fix: lane.fact,
    confused: lane.confused,
    calls: lane.calls,
    per_week: weekly(lane.calls),
    status: 'proposed',
    open_key: key,
  }));
  if (rows.length > 0) await insertRows(db, 'call_fix', rows, 'ON CONFLICT DO NOTHING');
}

type Done = Lane & { id: string; doneDay: string; zone: string };

const DONE = `
  SELECT f.id, f.company_id AS "companyId", f.park_id AS "parkId", f.gate_id AS "gateId", f.why, f.fact, f.done_day::text AS "doneDay",
    coalesce(p.zone, '${ZONE}') AS zone
  FROM call_fix f JOIN park p ON p.tenant_id = f.tenant_id AND p.id = f.park_id
  WHERE f.tenant_id = $1 AND f.status = 'done' AND f.deleted_at IS NULL AND f.done_day >= $2::date`;
const CALLS = `
  SELECT count(*)::int AS n FROM call_record WHERE tenant_id = $1 AND gate_id = $2 AND why = $3 AND fact = $4 AND status = 'closed' AND deleted_at IS NULL
    AND queued_time >= $5::timestamptz AND queued_time < $6::timestamptz`;
const PASSED = `
  SELECT count(*)::int AS n FROM passage WHERE tenant_id = $1 AND gate_id = $2 AND status IN ('entered', 'left', 'moved', 'unidentified')
    AND time >= $3::timestamptz AND time < $4::timestamptz`;
const MEASURED = `
  UPDATE call_fix SET before_calls = $3, before_passages = $4, after_calls = $5, after_passages = $6, after_days = $7,
    saved_per_week = $8, saved_low = $9, saved_high = $10, measured_time = $11
  WHERE tenant_id = $1 AND id = $2`;

/** The same number of days on either side where there are so many; the day itself belongs to neither. */
async function measure(db: Db, tenantId: number, fix: Done, now: Date): Promise<void> {
  const at = (days: number): number => startOfDay(addDays(fix.doneDay, days), fix.zone);
  const today = startOfDay(dayOf(now.getTime(), fix.zone), fix.zone);
  const days = Math.min(COMPARED_OVER, Math.max(0, Math.round((today - at(1)) / DAY)));
  const exposure = async (from: number, until: number) => {
    const span = [isoOf(from), isoOf(until)];
    const [calls] = await db.raw<{ n: number }>(CALLS, [tenantId, fix.gateId, fix.why, fix.fact, ...span]);
    const [passed] = await db.raw<{ n: number }>(PASSED, [tenantId, fix.gateId, ...span]);
    return { calls: calls!.n, passages: passed!.n };
  };
  const before = await exposure(at(-COMPARED_OVER), at(0));
  const after = await exposure(at(1), at(1 + days));
  const saved = days < LEAST_DAYS ? null : savedPerWeek(before, after, days);
  const shown = (n: number | null | undefined): number | null => (n === null || n === undefined ? null : tenths(n));
  await db.raw(MEASURED, [
    tenantId,
    fix.id,
    before.calls,
    before.passages,
    after.calls,
    after.passages,
    days,
    shown(saved?.perWeek),
    shown(saved?.low),
    shown(saved?.high),
    now.toISOString(),
  ]);
}

/** Matches, proposes and measures for every group that has calls. */
export async function lookAtCauses(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM call_record WHERE queued_time > $1::timestamptz AND deleted_at IS NULL
       UNION SELECT DISTINCT tenant_id FROM call_fix WHERE deleted_at IS NULL`,
      [isoOf(now.getTime() - MATCHED_OVER * DAY)],
    ),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), async (db) => {
      await matchCalls(db, tenantId, now);
      await propose(db, tenantId, now);
      const since = addDays(dayOf(now.getTime(), ZONE), -COMPARED_OVER - 2);
      for (const fix of await db.raw<Done>(DONE, [tenantId, since])) await measure(db, tenantId, fix, now);
    });
}

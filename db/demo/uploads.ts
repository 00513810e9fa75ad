/**
 * The demo's outside platforms: closed, for there are none at these addresses; with a history of uploads, of an outage
 * and of refusals.
 */
import { insertRows } from '#kit/server/bulk.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Ask } from './build-base.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const DAYS = 2;
/** The platforms were entered so long ago, before the first catch-up. */
const ENTERED = 60 * DAY;
/** How long yesterday's outage was, with a retry every half minute. */
const OUTAGE = 47 * MINUTE;

type Lot = { readonly parkId: string; readonly companyId: string };
type Made = { readonly platId: string; readonly lots: readonly Lot[] };

const iso = (at: number): string => new Date(at).toISOString();

type UploadPlan = {
  readonly id: string;
  readonly companyId: string;
  readonly parkId: string;
  readonly kind: string;
  readonly at: string;
};
const FACTS = `
  SELECT id, company_id AS "companyId", park_id AS "parkId", kind, fact_time AS at FROM third_message
  WHERE tenant_id = $1 AND plat_id = $2 AND fact_time < $3 ORDER BY fact_time, id`;
const PAST = `
  UPDATE third_message m SET made_time = p.at, tries = 1, due_at = p.at, status = p.status, sent_time = p.sent,
  answer = p.answer
  FROM jsonb_to_recordset($2::jsonb) AS p(id uuid, at timestamptz, status text, sent timestamptz, answer text)
  WHERE m.tenant_id = $1 AND m.id = p.id`;
const LACKS = '参数`enter_time`未传递';

/** All went well a moment after they happened; a few were refused for good. */
const fates = (facts: readonly UploadPlan[]) =>
  facts.map((fact, nth) => {
    const isRefused = nth % 97 === 5;
    const done = iso(Date.parse(fact.at) + (1 + (nth % 4)) * 1_000);
    return { ...fact, isRefused, done, ms: 40 + ((nth * 37) % 160) };
  });

async function enter(ask: Ask, companyId: string, nth: number, lots: readonly Lot[]): Promise<Made[]> {
  const common = { companyId, personal: ['plate'], remark: '演示数据：没有这个平台，保持关闭' };
  const city = await ask('POST', 'thirdparty/submit', {
    ...common,
    name: nth === 1 ? '市停车资源平台' : '省停车监管平台',
    kind: nth === 1 ? 'city' : 'province',
    scheme: 'pyun',
    url: 'https://parking-city.example.com',
    appSecret: `demo-secret-of-${companyId.slice(0, 8)}`,
  });
  const owner = await ask('POST', 'thirdparty/submit', {
    ...common,
    name: '物业接收端',
    kind: 'webhook',
    scheme: 'webhook',
    url: 'https://owner.example.com/hooks/parking',
    appSecret: `whsec_${Buffer.from(companyId.slice(0, 24)).toString('base64')}`,
  });
  const made: Made[] = [
    { platId: city.id, lots: lots.slice(0, 2) },
    { platId: owner.id, lots: lots.slice(0, 1) },
  ];
  for (const { platId, lots: of } of made)
    for (const [at, { parkId }] of of.entries())
      await ask('POST', 'thirdparty/appsubmit', { platId, parkId, thirdParkId: `330203006${nth}0${at + 1}` });
  return made;
}

const probes = (
  tenantId: number,
  platId: string,
  { parkId, companyId }: Lot,
  from: number,
): Record<string, unknown>[] =>
  Array.from({ length: OUTAGE / 30_000 }, (_, nth) => {
    const at = iso(from + nth * 30_000);
    const owner = { tenant_id: tenantId, company_id: companyId, park_id: parkId, plat_id: platId };
    const failure = { kind: 'entry', outcome: 'away', nth: nth + 1, ms: 12 + (nth % 9), http_status: 503, code: '503' };
    return { ...owner, ...failure, id: newId(Date.parse(at)), created_at: at, updated_at: at, time: at, summary: null };
  });

/** A platform and its links are older than what was uploaded to it. */
async function enteredBefore(db: Db, tenantId: number, platId: string, now: number): Promise<void> {
  for (const [table, column] of [
    ['thirdparty', 'id'],
    ['thirdparty_app', 'plat_id'],
    ['thirdparty_gate', 'plat_id'],
  ])
    await db.raw(`UPDATE ${table} SET created_at = $3, updated_at = $3 WHERE tenant_id = $1 AND ${column} = $2`, [
      tenantId,
      platId,
      iso(now - ENTERED),
    ]);
}

async function lanesOf(db: Db, tenantId: number, platId: string, lots: readonly Lot[]): Promise<BulkRow[]> {
  const lanes = await db.raw<{ id: string; companyId: string; parkId: string }>(
    `SELECT id, company_id AS "companyId", park_id AS "parkId" FROM park_gate WHERE tenant_id = $1
      AND park_id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY park_id, gate_name`,
    [tenantId, lots.map(({ parkId }) => parkId)],
  );
  const at = iso(Date.now());
  return lanes.map(({ id, companyId, parkId }, nth) => ({
    tenant_id: tenantId,
    company_id: companyId,
    park_id: parkId,
    id: newId(),
    created_at: at,
    updated_at: at,
    plat_id: platId,
    gate_id: id,
    third_gate_id: `L${nth + 1}`,
  }));
}

async function fillPast(database: Database, tenantId: number, { platId, lots }: Made, now: number): Promise<void> {
  await database.write(tenantScope(tenantId), async (db) => {
    const facts = fates(await db.raw<UploadPlan>(FACTS, [tenantId, platId, iso(now - 30 * MINUTE)]));
    const past = facts.map(({ id, at, isRefused, done }) => ({
      id,
      at,
      status: isRefused ? 'dead' : 'sent',
      sent: isRefused ? null : done,
      answer: isRefused ? `400 ${LACKS}` : '200 OK',
    }));
    await db.raw(PAST, [tenantId, JSON.stringify(past)]);
    const diary = facts.map(({ id, companyId, parkId, kind, isRefused, done, ms }) => ({
      tenant_id: tenantId,
      company_id: companyId,
      park_id: parkId,
      id: newId(Date.parse(done)),
      created_at: done,
      updated_at: done,
      time: done,
      plat_id: platId,
      message_id: id,
      kind,
      outcome: isRefused ? 'refused' : 'sent',
      nth: 1,
      ms,
      http_status: 200,
      code: isRefused ? '400' : '200',
      summary: isRefused ? LACKS : 'OK',
    }));
    await insertRows(db, 'third_diary', diary, '');
    await insertRows(db, 'thirdparty_gate', await lanesOf(db, tenantId, platId, lots), '');
    await insertRows(db, 'third_diary', probes(tenantId, platId, lots[0]!, now - DAY), '');
    await db.raw(
      `UPDATE thirdparty p SET last_ok = (SELECT max(sent_time) FROM third_message m WHERE m.tenant_id = $1
        AND m.plat_id = p.id),
         pending = (SELECT count(*) FROM third_message m WHERE m.tenant_id = $1 AND m.plat_id = p.id
         AND m.status = 'pending'),
         dead = (SELECT count(*) FROM third_message m WHERE m.tenant_id = $1 AND m.plat_id = p.id
         AND m.status = 'dead'),
         oldest = (SELECT min(made_time) FROM third_message m WHERE m.tenant_id = $1 AND m.plat_id = p.id
         AND m.status = 'pending')
       WHERE p.tenant_id = $1 AND p.id = $2`,
      [tenantId, platId],
    );
    await enteredBefore(db, tenantId, platId, now);
  });
}

/** Two catch-ups of before, one of them given up on its way. */
const putTasks = (database: Database, { parkId, tenantId }: Lot & { readonly tenantId: number }, now: number) =>
  database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `INSERT INTO task_run (tenant_id, id, company_id, task_kind, title, status, park_id, from_time, to_time, done,
        total, made, started_by,
         start_time, end_time, created_at)
       SELECT p.tenant_id, t.id, p.company_id, 'catchUp', p.park_name, t.status, p.id,
        t.at - t.total * interval '1 day', t.at, t.done, t.total,
         t.made, '运营', t.at, t.at + interval '40 seconds', t.at
       FROM park p, (VALUES ($3::uuid, $5::timestamptz - interval '9 days', 'done', 3, 3, 214),
                            ($4::uuid, $5::timestamptz - interval '2 days', 'cancelled', 6, 31, 377)) AS t (id, at,
                            status, done, total, made)
       WHERE p.tenant_id = $1 AND p.id = $2 RETURNING 1`,
      [tenantId, parkId, newId(), newId(), iso(now)],
    ),
  );

/** Two platforms for each group of companies, receiving uploads from its smallest car parks with barriers. */
export async function addUploads(
  ask: Ask,
  database: Database,
  groupIds: readonly string[],
  now: number,
): Promise<void> {
  for (const [nth, companyId] of groupIds.entries()) {
    const lots = await database.read(platformScope, (db) =>
      db.raw<Lot & { tenantId: number }>(
        `SELECT k.id AS "parkId", k.company_id AS "companyId", k.tenant_id AS "tenantId" FROM park k
          JOIN company c ON c.tenant_id = k.tenant_id AND c.id = $1
         WHERE k.park_type IS DISTINCT FROM 'curb' AND k.deleted_at IS NULL ORDER BY k.total_stall, k.id LIMIT 2`,
        [companyId],
      ),
    );
    if (lots.length === 0) continue;
    const made = await enter(ask, companyId, nth + 1, lots);
    for (const { parkId } of lots)
      await ask('POST', 'wuLuMuQi/startUpload', { parkId, startTime: iso(now - DAYS * DAY), endTime: iso(now) });
    await putTasks(database, lots[0]!, now);
    for (const each of made) await fillPast(database, lots[0]!.tenantId, each, now);
  }
}

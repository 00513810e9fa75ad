/**
 * Compares an account's followers with the platform's whole list: page by page, then details by the hundred. Each step
 * is kept with the cursor it leads to, so that a run goes on where it stopped and does nothing twice.
 */
import { pauseAfter, MOST_TRIES, verdictOf } from '#domain/weixin/push.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { publicplat, syncFollowers } from '../model/publicplat.ts';
import { forgetPlates } from './plates.ts';
import { askPlatform, PlatformFault } from './token.ts';

/** A run taken by one server is not taken by another for this long after its last step. */
const LEASE_MS = 60_000;
const RUNS_AT_ONCE = 3;
/** Steps of a run in one round; the next round goes on. */
const STEPS = 50;
const DETAILS = 100;
/** Details do not change often. */
const FRESH_MS = 7 * 86_400_000;
/** Followers come and go while a list is read; a list that is shorter than this was cut off. */
const WHOLE = 0.98;

export type Account = { readonly tenantId: number; readonly id: string; readonly companyId: string };
type Run = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly publicplatId: string;
  readonly phase: string;
  readonly cursor: string | null;
  readonly startTime: string;
  readonly tries: number;
  readonly listed: number;
};

const OPEN = `status IN ('waiting', 'running') AND deleted_at IS NULL`;
const iso = (at: number): string => new Date(at).toISOString();

/** Begins a run, unless one is under way. @returns the one that is under way now */
export async function startSync(
  db: Db,
  { tenantId, id, companyId }: Account,
  now: Date,
  by: string | null,
): Promise<{ id: string; status: string }> {
  // Two who begin at once wait for each other here.
  await db.raw('SELECT 1 FROM publicplat WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, id]);
  const [open] = await db.raw<{ id: string; status: string }>(
    `SELECT id, status FROM wx_sync WHERE tenant_id = $1 AND publicplat_id = $2 AND ${OPEN}`,
    [tenantId, id],
  );
  if (open) return open;
  const run = newId();
  await db.raw(
    `INSERT INTO wx_sync (id, tenant_id, company_id, publicplat_id, status, start_time, started_by, phase, due_at, tries, total, listed, added, gone, detailed)
     VALUES ($1, $2, $3, $4, 'waiting', $5, $6, 'list', $5, 0, 0, 0, 0, 0, 0) RETURNING 1`,
    [run, tenantId, companyId, id, now.toISOString(), by],
  );
  return { id: run, status: 'waiting' };
}

/** Takes the run for its next step, or leaves it to whoever has it. */
async function take(db: Db, { tenantId, id }: Pick<Run, 'tenantId' | 'id'>, now: number): Promise<Run | null> {
  const [run] = await db.raw<Run>(
    `UPDATE wx_sync SET status = 'running', due_at = $4 WHERE tenant_id = $1 AND id = $2 AND due_at <= $3 AND ${OPEN}
     RETURNING id, tenant_id AS "tenantId", company_id AS "companyId", publicplat_id AS "publicplatId", phase, cursor,
       start_time AS "startTime", coalesce(tries, 0) AS tries, coalesce(listed, 0) AS listed`,
    [tenantId, id, iso(now), iso(now + LEASE_MS)],
  );
  return run ?? null;
}

/** Holds the run while a step of it is written; null where another server has gone on meanwhile. */
async function held(db: Db, run: Run): Promise<true | null> {
  const [same] = await db.raw(
    `SELECT 1 FROM wx_sync WHERE tenant_id = $1 AND id = $2 AND phase = $3 AND cursor IS NOT DISTINCT FROM $4 AND ${OPEN} FOR NO KEY UPDATE`,
    [run.tenantId, run.id, run.phase, run.cursor],
  );
  return same ? true : null;
}

const OPENID = /^[\w-]{6,64}$/;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Those of one page: new ones are entered, known ones follow, unless a newer event says otherwise. */
async function enterPage(db: Db, run: Run, openids: readonly string[]): Promise<number> {
  const { tenantId, publicplatId, companyId, startTime } = run;
  const known = await db.raw<{ openid: string }>(
    `UPDATE wxinfo SET seen_run = $3,
       status = CASE WHEN status = 'no' AND left_time >= $4 THEN 'no' ELSE 'yes' END,
       left_time = CASE WHEN status = 'no' AND left_time >= $4 THEN left_time END
     WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = ANY($5::text[]) AND deleted_at IS NULL RETURNING openid`,
    [tenantId, publicplatId, run.id, startTime, openids],
  );
  const there = new Set(known.map(({ openid }) => openid));
  const rows = openids
    .filter((openid) => !there.has(openid))
    .map((openid) => ({
      id: newId(),
      tenant_id: tenantId,
      company_id: companyId,
      publicplat_id: publicplatId,
      openid,
      status: 'yes',
      seen_run: run.id,
    }));
  return (
    await insertRows(
      db,
      'wxinfo',
      rows,
      'ON CONFLICT (tenant_id, publicplat_id, openid) WHERE deleted_at IS NULL DO NOTHING RETURNING 1',
    )
  ).length;
}

/** Whoever followed before the run and is on no page has left; a newer event takes precedence. */
async function markGone(db: Db, run: Run, now: number): Promise<number> {
  const gone = await db.raw<{ openid: string }>(
    `UPDATE wxinfo SET status = 'no', left_time = $5, updated_at = now()
     WHERE tenant_id = $1 AND publicplat_id = $2 AND status = 'yes' AND seen_run IS DISTINCT FROM $3
       AND created_at < $4 AND coalesce(last_time < $4, true) AND deleted_at IS NULL
     RETURNING openid`,
    [run.tenantId, run.publicplatId, run.id, run.startTime, iso(now)],
  );
  await forgetPlates(
    db,
    { tenantId: run.tenantId, id: run.publicplatId },
    gone.map(({ openid }) => openid),
  );
  return gone.length;
}

type Ended = 'goes on' | 'ended';

const end = (db: Db, { tenantId, id }: Run, status: 'done' | 'failed', answer: string | null, now: number) =>
  db.raw(
    `UPDATE wx_sync SET status = $3, answer = $4, end_time = $5, updated_at = now() WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
    [tenantId, id, status, answer, iso(now)],
  );

async function listStep(database: Database, run: Run, now: number): Promise<Ended> {
  const account = { tenantId: run.tenantId, id: run.publicplatId };
  const after = run.cursor === null ? '' : `?next_openid=${encodeURIComponent(run.cursor)}`;
  const response = await askPlatform(database, account, `/cgi-bin/user/get${after}`);
  const page = (response['data'] as { openid?: unknown } | undefined)?.openid;
  const openids = [...new Set((Array.isArray(page) ? page : []).map(textOf).filter((each) => OPENID.test(each)))];
  const next = textOf(response['next_openid']);
  const total = Number(response['total']) || 0;
  const isLast = openids.length === 0 || !OPENID.test(next) || next === run.cursor;
  return database.write(tenantScope(run.tenantId), async (db) => {
    if (!(await held(db, run))) return 'ended';
    const added = await enterPage(db, run, openids);
    const listed = run.listed + openids.length;
    const isWhole = listed >= total * WHOLE;
    const gone = isLast && isWhole ? await markGone(db, run, now) : 0;
    await db.raw(
      `UPDATE wx_sync SET phase = $3, cursor = $4, total = $5, listed = $6, added = added + $7, gone = gone + $8,
       tries = 0, due_at = $9 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [run.tenantId, run.id, isLast ? 'details' : 'list', isLast ? null : next, total, listed, added, gone, iso(now)],
    );
    if (!isLast || isWhole) return 'goes on';
    await end(db, run, 'failed', 'incomplete', now);
    return 'ended';
  });
}

const WAYS: Readonly<Record<string, string>> = {
  ADD_SCENE_SEARCH: 'search',
  ADD_SCENE_QR_CODE: 'code',
  ADD_SCENE_PROFILE_CARD: 'card',
  ADD_SCENE_PROFILE_LINK: 'article',
  ADD_SCENE_PROFILE_ITEM: 'menu',
  ADD_SCENE_PAID: 'paid',
  ADD_SCENE_ACCOUNT_MIGRATION: 'moved',
};

type Detail = {
  readonly openid: string;
  readonly at: string | null;
  readonly scene: string | null;
  readonly way: string | null;
};

function detailOf(raw: unknown): Detail | null {
  const {
    openid,
    subscribe,
    subscribe_time: at,
    subscribe_scene: way,
    qr_scene_str: scene,
  } = (raw ?? {}) as Record<string, unknown>;
  if (subscribe !== 1 || !OPENID.test(textOf(openid))) return null;
  const seconds = Number(at);
  return {
    openid: textOf(openid),
    at: seconds > 0 && seconds < 4e9 ? iso(seconds * 1000) : null,
    scene: textOf(scene).slice(0, 100) || null,
    way: way === undefined ? null : (WAYS[textOf(way)] ?? 'other'),
  };
}

async function detailStep(database: Database, run: Run, now: number): Promise<Ended> {
  const scope = tenantScope(run.tenantId);
  const due = await database.read(scope, (db) =>
    db.raw<{ openid: string }>(
      `SELECT openid FROM wxinfo WHERE tenant_id = $1 AND publicplat_id = $2 AND status = 'yes' AND seen_run = $3
       AND (detail_time IS NULL OR detail_time < $4) AND deleted_at IS NULL ORDER BY id LIMIT ${DETAILS}`,
      [run.tenantId, run.publicplatId, run.id, iso(Date.parse(run.startTime) - FRESH_MS)],
    ),
  );
  if (due.length === 0) {
    await database.write(scope, (db) => end(db, run, 'done', null, now));
    return 'ended';
  }
  const response = await askPlatform(
    database,
    { tenantId: run.tenantId, id: run.publicplatId },
    '/cgi-bin/user/info/batchget',
    { user_list: due.map(({ openid }) => ({ openid, lang: 'zh_CN' })) },
  );
  const list = Array.isArray(response['user_info_list']) ? response['user_info_list'] : [];
  const details = list.flatMap((each: unknown) => detailOf(each) ?? []);
  return database.write(scope, async (db) => {
    if (!(await held(db, run))) return 'ended';
    await db.raw(
      `UPDATE wxinfo f SET subscribe_time = coalesce(d.at, f.subscribe_time), scene = coalesce(d.scene, f.scene),
       follow_way = coalesce(d.way, f.follow_way), updated_at = now()
       FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[]) AS d(openid, at, scene, way)
       WHERE f.tenant_id = $1 AND f.publicplat_id = $2 AND f.openid = d.openid AND f.deleted_at IS NULL`,
      [
        run.tenantId,
        run.publicplatId,
        details.map(({ openid }) => openid),
        details.map(({ at }) => at),
        details.map(({ scene }) => scene),
        details.map(({ way }) => way),
      ],
    );
    // All requested ones, so that a follower unknown to the platform is not requested forever.
    await db.raw(
      `UPDATE wxinfo SET detail_time = $4 WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = ANY($3::text[]) AND deleted_at IS NULL`,
      [run.tenantId, run.publicplatId, due.map(({ openid }) => openid), iso(now)],
    );
    await db.raw(
      `UPDATE wx_sync SET detailed = detailed + $3, tries = 0, due_at = $4 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [run.tenantId, run.id, details.length, iso(now)],
    );
    return 'goes on';
  });
}

/** The platform's bad moment is waited for; what it refuses for good ends the run and says why. */
async function faulted(database: Database, run: Run, fault: PlatformFault, now: number): Promise<void> {
  const verdict = verdictOf(fault.code);
  await database.write(tenantScope(run.tenantId), async (db) => {
    if (verdict !== 'again' || run.tries + 1 >= MOST_TRIES) return end(db, run, 'failed', fault.message, now);
    return db.raw(
      `UPDATE wx_sync SET tries = $3, due_at = $4, answer = $5 WHERE tenant_id = $1 AND id = $2 AND ${OPEN} RETURNING 1`,
      [run.tenantId, run.id, run.tries + 1, iso(now + pauseAfter(run.tries + 1)), fault.message],
    );
  });
}

/** @returns how many steps were done */
async function goOn(database: Database, named: Pick<Run, 'tenantId' | 'id'>, now: number): Promise<number> {
  for (let step = 0; step < STEPS; step += 1) {
    const run = await database.write(tenantScope(named.tenantId), (db) => take(db, named, now));
    if (!run) return step;
    try {
      const ended = await (run.phase === 'list' ? listStep : detailStep)(database, run, now);
      if (ended === 'ended') return step + 1;
    } catch (error) {
      if (!(error instanceof PlatformFault)) throw error;
      await faulted(database, run, error, now);
      return step + 1;
    }
  }
  return STEPS;
}

/** Goes on with every run that is due at `at`. @returns how many steps were done */
export async function syncRound(database: Database, at = new Date()): Promise<number> {
  const due = await database.read(platformScope, (db) =>
    db.raw<Pick<Run, 'tenantId' | 'id'>>(
      `SELECT tenant_id AS "tenantId", id FROM wx_sync WHERE ${OPEN} AND due_at <= $1`,
      [at.toISOString()],
    ),
  );
  let steps = 0;
  await atOnce(RUNS_AT_ONCE, due, async (run) => {
    steps += await goOn(database, run, at.getTime());
  });
  return steps;
}

async function sync(work: Work): Promise<{ id: string; status: string }> {
  const row = await rowOf(publicplat as Resource, String(work.input['id']), work.db);
  if (row['enabled'] === false) throw ruleRefused(text('公众号已停用', 'The account is not in use'));
  const account = { tenantId: Number(row['tenantId']), id: row.id, companyId: String(row['companyId']) };
  return startSync(ofTenant(work.db, account.tenantId), account, work.now, work.person.name || work.person.account);
}

export const syncServed: Served[] = [serve(syncFollowers, sync)];

/** Begins a run for every account in use that the platform has once given a token. */
export async function syncAll(database: Database, now: Date): Promise<void> {
  const accounts = await database.read(platformScope, (db) =>
    db.raw<Account>(
      `SELECT tenant_id AS "tenantId", id, company_id AS "companyId" FROM publicplat
       WHERE coalesce(enabled, true) AND token_until IS NOT NULL AND deleted_at IS NULL ORDER BY id`,
    ),
  );
  for (const account of accounts)
    await database.write(tenantScope(account.tenantId), (db) => startSync(db, account, now, null));
}

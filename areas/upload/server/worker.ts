/** Sends what is due. Any number of servers may run it: a platform is worked at by one at a time. */
import { PROBE_MS, pauseMs } from '#domain/upload/answer.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { unseal } from '#kit/server/seal.ts';
import { profileOf } from './profile-of.ts';
import { recount } from './recount.ts';
import { lotsOf, enqueue } from './enqueue.ts';
import type { Attempt, Message, Platform } from './enqueue.ts';

/** A message taken by one server is not taken by another for this long. */
const LEASE_MS = 60_000;
const AT_ONCE = 5;
const PLATFORMS_AT_ONCE = 4;

type Due = Omit<Platform, 'profile' | 'secret' | 'personal'> & {
  readonly secret: string | null;
  readonly personal: string[] | null;
  readonly scheme: string;
  readonly profile: unknown;
  readonly perSecond: number | null;
  readonly away: boolean;
};

const DUE = `
  SELECT p.tenant_id AS "tenantId", p.id, p.url, p.app_key AS key, p.app_secret AS secret, p.personal, p.scheme,
    p.profile, p.per_second AS "perSecond", p.away_since IS NOT NULL AS away
  FROM thirdparty p WHERE p.open_flag AND p.deleted_at IS NULL AND (p.probe_at IS NULL OR p.probe_at <= $1)
    AND EXISTS (SELECT 1 FROM third_message m WHERE m.tenant_id = p.tenant_id AND m.plat_id = p.id
      AND m.deleted_at IS NULL AND m.status IN ('pending', 'sending')
      AND (m.due_at <= $1 OR p.away_since IS NOT NULL))`;

/** The next of each visit: none goes out before what came about earlier, and none after one that was refused. */
const CLAIM = `
  WITH due AS (
    SELECT m.id FROM third_message m WHERE m.tenant_id = $1 AND m.plat_id = $2 AND m.deleted_at IS NULL
      AND (m.status = 'pending' AND (m.due_at <= $3 OR $6) OR m.status = 'sending' AND m.due_at <= $3)
      AND NOT EXISTS (SELECT 1 FROM third_message e WHERE e.tenant_id = $1 AND e.plat_id = $2
        AND e.order_key = m.order_key AND e.seq < m.seq AND e.status IN ('pending', 'sending', 'dead')
        AND e.deleted_at IS NULL)
    ORDER BY m.seq LIMIT $4 FOR UPDATE OF m SKIP LOCKED)
  UPDATE third_message m SET status = 'sending', due_at = $5, tries = m.tries + 1 FROM due WHERE m.tenant_id = $1 AND m.id = due.id
  RETURNING m.id, m.company_id AS "companyId", m.park_id AS "parkId", m.kind, m.seq, m.tries, m.plate_number AS plate, m.payload`;

const iso = (at: number): string => new Date(at).toISOString();

/** Takes the platform for this moment, and its next messages; one alone where nobody answered there lately. */
async function claim(db: Db, due: Due, now: number): Promise<Message[]> {
  const [mine] = await db.raw(
    `UPDATE thirdparty SET probe_at = $3 WHERE tenant_id = $1 AND id = $2 AND (probe_at IS NULL OR probe_at <= $4) RETURNING 1`,
    [due.tenantId, due.id, iso(now + (due.away ? PROBE_MS : 1_000)), iso(now)],
  );
  if (!mine) return [];
  const most = due.away ? 1 : (due.perSecond ?? 20);
  return db.raw<Message>(CLAIM, [due.tenantId, due.id, iso(now), most, iso(now + LEASE_MS), due.away]);
}

const STATE = { sent: 'sent', refused: 'dead', again: 'pending', away: 'pending' } as const;

const failureText = ({ code, words }: Attempt): string | null =>
  [code, words]
    .filter((each) => each !== null && each !== '')
    .join(' ')
    .slice(0, 240) || null;

async function note(db: Db, platform: Platform, message: Message, attempt: Attempt, now: number): Promise<void> {
  const { outcome } = attempt;
  const due = outcome === 'again' || outcome === 'away' ? now + pauseMs(message.tries, Math.random()) : now;
  await db.raw(
    `UPDATE third_message SET status = $3::text, due_at = $4, answer = $5,
     sent_time = CASE WHEN $3::text = 'sent' THEN $6::timestamptz END, updated_at = $6::timestamptz
     WHERE tenant_id = $1 AND id = $2`,
    [platform.tenantId, message.id, STATE[outcome], iso(due), failureText(attempt), iso(now)],
  );
  await insertRows(
    db,
    'third_diary',
    [
      {
        tenant_id: platform.tenantId,
        company_id: message.companyId,
        park_id: message.parkId,
        id: newId(now),
        created_at: iso(now),
        updated_at: iso(now),
        time: iso(now),
        plat_id: platform.id,
        message_id: message.id,
        kind: message.kind,
        outcome,
        nth: message.tries,
        ms: attempt.ms,
        http_status: attempt.httpStatus,
        code: attempt.code,
        summary: attempt.words,
      },
    ],
    '',
  );
  if (outcome === 'sent' && message.kind === 'park')
    await db.raw(
      `UPDATE thirdparty_app SET registered = $4 WHERE tenant_id = $1 AND plat_id = $2 AND park_id = $3 AND deleted_at IS NULL`,
      [platform.tenantId, platform.id, message.parkId, iso(now)],
    );
}

/** Messages that were taken and not tried, since nobody answers: back as they were. */
const putBack = (db: Db, platform: Platform, ids: readonly string[], now: number): Promise<unknown> =>
  db.raw(
    `UPDATE third_message SET status = 'pending', due_at = $3, tries = tries - 1 WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND status = 'sending'`,
    [platform.tenantId, ids, iso(now)],
  );

/** A platform that responds again gets its backlog; one that does not is probed with single messages. */
async function settle(db: Db, platform: Platform, attempts: readonly Attempt[], now: number): Promise<void> {
  const [isAway, last] = [
    attempts.some(({ outcome }) => outcome === 'away'),
    attempts.findLast((it) => it.outcome !== 'sent'),
  ];
  const hasSent = attempts.some(({ outcome }) => outcome === 'sent' || outcome === 'refused');
  if (isAway)
    await db.raw(
      `UPDATE thirdparty SET away_since = coalesce(away_since, $3), probe_at = $4, last_error = $5 WHERE tenant_id = $1 AND id = $2`,
      [platform.tenantId, platform.id, iso(now), iso(now + PROBE_MS), last ? failureText(last) : null],
    );
  else if (hasSent) {
    const [was] = await db.raw(
      `UPDATE thirdparty SET away_since = NULL, probe_at = NULL, last_error = $3 WHERE tenant_id = $1 AND id = $2 AND away_since IS NOT NULL RETURNING 1`,
      [platform.tenantId, platform.id, last ? failureText(last) : null],
    );
    if (was)
      await db.raw(
        `UPDATE third_message SET due_at = $3 WHERE tenant_id = $1 AND plat_id = $2 AND status = 'pending' AND deleted_at IS NULL`,
        [platform.tenantId, platform.id, iso(now)],
      );
  } else if (last)
    await db.raw(`UPDATE thirdparty SET last_error = $3 WHERE tenant_id = $1 AND id = $2`, [
      platform.tenantId,
      platform.id,
      failureText(last),
    ]);
}

async function serve(database: Database, due: Due, now: number): Promise<number> {
  const scope = tenantScope(due.tenantId);
  const profile = profileOf(due.scheme, due.profile);
  if (!profile) return 0;
  const platform: Platform = {
    ...due,
    profile,
    personal: due.personal ?? [],
    secret: due.secret === null ? null : unseal(due.secret),
  };
  const messages = await database.write(scope, (db) => claim(db, due, now));
  if (messages.length === 0) return 0;
  const parkIds = [...new Set(messages.map(({ parkId }) => parkId))];
  const lots = await database.read(scope, (db) => lotsOf(db, due.tenantId, due.id, parkIds));
  const attempts: Attempt[] = [];
  const left: string[] = [];
  await atOnce(AT_ONCE, messages, async (message) => {
    if (attempts.some(({ outcome }) => outcome === 'away')) return void left.push(message.id);
    const attempt = await enqueue(platform, lots.get(message.parkId), message, now);
    attempts.push(attempt);
    await database.write(scope, (db) => note(db, platform, message, attempt, now));
  });
  await database.write(scope, async (db) => {
    if (left.length > 0) await putBack(db, platform, left, now);
    await settle(db, platform, attempts, now);
    await recount(db, due.tenantId, [due.id]);
  });
  return messages.length;
}

/** Does what is due at `now`, once. @returns how many messages were taken */
export async function uploadRound(database: Database, at = new Date()): Promise<number> {
  const now = at.getTime();
  const due = await database.read(platformScope, (db) => db.raw<Due>(DUE, [at.toISOString()]));
  let taken = 0;
  await atOnce(PLATFORMS_AT_ONCE, due, async (each) => {
    taken += await serve(database, each, now);
  });
  return taken;
}

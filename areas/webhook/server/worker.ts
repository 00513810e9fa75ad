/**
 * Sends what is due. Any number of servers may run it: a webhook is worked at by one at a time. At least once:
 * receivers know by the id.
 */
import { pauseMs } from '#domain/upload/answer.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { bodyOf, platesIn } from './body.ts';
import { switchOff, whyFailing, whyGone } from './off.ts';
import { lotsWithin, takesKind } from './record.ts';
import type { Reach } from './record.ts';
import { endWaiting, recount } from './recount.ts';
import { noteTry, failureText, sendLetter } from './send.ts';
import type { Attempt, Target } from './send.ts';

/** A delivery taken by one server is not taken by another for this long. */
const LEASE_MS = 60_000;
const AT_ONCE = 5;
const HOOKS_AT_ONCE = 4;
const MOST = 50;
/** A webhook that does not respond is probed by a single delivery, at growing pauses up to this. */
const LONGEST_PROBE_MS = 300_000;
const DAY = 86_400_000;

type Due = Target &
  Reach & {
    readonly name: string;
    readonly ownerEmail: string | null;
    readonly inUse: boolean;
    readonly failingSince: string | null;
    readonly failures: number;
    readonly giveUpDays: number;
  };
type Waiting = {
  readonly id: string;
  readonly parkId: string;
  readonly kind: string;
  readonly at: string;
  readonly seq: number;
  readonly tries: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

const DUE = `
  SELECT w.tenant_id AS "tenantId", w.id, w.company_id AS "companyId", w.name, w.url, w.secret, w.old_secret AS "oldSecret", w.old_until AS "oldUntil",
    w.owner_email AS "ownerEmail", w.kinds, w.park_ids AS "parkIds", w.failing_since AS "failingSince", coalesce(w.failures, 0)::int AS failures,
    w.give_up_days::int AS "giveUpDays", k.company_id AS "keyCompany", k.park_ids AS "keyParks", k.scopes,
    w.enabled AND w.deleted_at IS NULL AND k.enabled AND k.deleted_at IS NULL AS "inUse"
  FROM webhook w JOIN plat_base_interface k ON k.tenant_id = w.tenant_id AND k.id = w.key_id
  WHERE (w.probe_at IS NULL OR w.probe_at <= $1)
    AND EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.tenant_id = w.tenant_id AND d.hook_id = w.id AND d.deleted_at IS NULL
      AND d.status IN ('pending', 'sending') AND (d.due_at <= $1 OR w.failures > 0))`;

const CLAIM = `
  WITH due AS (
    SELECT d.id FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.hook_id = $2 AND d.deleted_at IS NULL
      AND (d.status = 'pending' AND (d.due_at <= $3 OR $6) OR d.status = 'sending' AND d.due_at <= $3)
    ORDER BY d.seq LIMIT $4 FOR UPDATE OF d SKIP LOCKED)
  UPDATE webhook_delivery d SET status = 'sending', due_at = $5, tries = d.tries + 1 FROM due WHERE d.tenant_id = $1 AND d.id = due.id
  RETURNING d.id, d.park_id AS "parkId", d.kind, d.event_time AS at, d.seq, d.tries, d.payload`;

const iso = (at: number): string => new Date(at).toISOString();

/** Takes the webhook for this moment, and its next deliveries; what was tried for a day is given up. */
async function claim(db: Db, hook: Due, now: number): Promise<Waiting[] | null> {
  const pause = hook.failures > 0 ? Math.min(LONGEST_PROBE_MS, pauseMs(hook.failures, Math.random())) : 1_000;
  const [mine] = await db.raw(
    `UPDATE webhook SET probe_at = $3 WHERE tenant_id = $1 AND id = $2 AND (probe_at IS NULL OR probe_at <= $4) RETURNING 1`,
    [hook.tenantId, hook.id, iso(now + pause), iso(now)],
  );
  if (!mine) return null;
  await db.raw(
    `UPDATE webhook_delivery SET status = 'dead', updated_at = $3
     WHERE tenant_id = $1 AND hook_id = $2 AND status = 'pending' AND give_up_at <= $3 AND deleted_at IS NULL`,
    [hook.tenantId, hook.id, iso(now)],
  );
  const isAway = hook.failures > 0;
  return db.raw<Waiting>(CLAIM, [hook.tenantId, hook.id, iso(now), isAway ? 1 : MOST, iso(now + LEASE_MS), isAway]);
}

const drop = (db: Db, hook: Due, ids: readonly string[], now: number): Promise<unknown> =>
  db.raw(
    `UPDATE webhook_delivery SET status = 'dropped', answer = $3, updated_at = $4 WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [hook.tenantId, ids, '密钥已不含此事件或车场 / beyond what the key opens by now', iso(now)],
  );

const STATE = { sent: 'sent', again: 'pending', away: 'pending', gone: 'pending' } as const;

async function note(db: Db, hook: Due, { id, kind, tries }: Waiting, attempt: Attempt, now: number): Promise<void> {
  const due = attempt.outcome === 'sent' ? now : now + pauseMs(tries, Math.random());
  await db.raw(
    `UPDATE webhook_delivery SET status = $3::text, due_at = $4, answer = $5,
     sent_time = CASE WHEN $3::text = 'sent' THEN $6::timestamptz END, updated_at = $6::timestamptz
     WHERE tenant_id = $1 AND id = $2`,
    [hook.tenantId, id, STATE[attempt.outcome], iso(due), failureText(attempt), iso(now)],
  );
  await noteTry(db, hook, { deliveryId: id, kind, nth: tries }, attempt, now);
}

/** Deliveries that were taken and not tried, since nobody answers: back as they were. */
const putBack = (db: Db, hook: Due, ids: readonly string[], now: number): Promise<unknown> =>
  db.raw(
    `UPDATE webhook_delivery SET status = 'pending', due_at = $3, tries = tries - 1 WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND status = 'sending'`,
    [hook.tenantId, ids, iso(now)],
  );

async function answered(db: Db, hook: Due, now: number): Promise<void> {
  await db.raw(
    `UPDATE webhook SET failing_since = NULL, failures = 0, last_error = NULL, probe_at = NULL, last_ok = $3 WHERE tenant_id = $1 AND id = $2`,
    [hook.tenantId, hook.id, iso(now)],
  );
  // Whoever answers again gets all that waits at once.
  if (hook.failures > 0)
    await db.raw(
      `UPDATE webhook_delivery SET due_at = $3 WHERE tenant_id = $1 AND hook_id = $2 AND status = 'pending' AND deleted_at IS NULL`,
      [hook.tenantId, hook.id, iso(now)],
    );
}

type Later = () => Promise<void>;

/** What a round means for the webhook itself. @returns what is to be done once it is committed */
async function settle(db: Db, hook: Due, attempts: readonly Attempt[], now: number): Promise<Later | null> {
  const has = (outcome: Attempt['outcome']): boolean => attempts.some((each) => each.outcome === outcome);
  if (has('gone')) return switchOff(db, hook, whyGone, now);
  if (has('sent')) return answered(db, hook, now).then(() => null);
  const last = attempts.at(-1);
  if (!last) return null;
  const failures = has('away') ? hook.failures + 1 : 0;
  const since = hook.failingSince ?? iso(now);
  await db.raw(
    `UPDATE webhook SET failing_since = $3, failures = $4, last_error = $5, probe_at = $6 WHERE tenant_id = $1 AND id = $2`,
    [
      hook.tenantId,
      hook.id,
      since,
      failures,
      failureText(last),
      iso(now + (failures > 0 ? Math.min(LONGEST_PROBE_MS, pauseMs(failures, Math.random())) : 1_000)),
    ],
  );
  return now - Date.parse(since) >= hook.giveUpDays * DAY
    ? switchOff(db, hook, whyFailing(hook.giveUpDays), now)
    : null;
}

async function serveHook(database: Database, hook: Due, now: number): Promise<number> {
  const scope = tenantScope(hook.tenantId);
  if (!hook.inUse) {
    await database.write(scope, async (db) => {
      await endWaiting(db, hook, 'dropped', '订阅或密钥已停用 / the webhook or its key is out of use', now);
      await recount(db, hook.tenantId, [hook.id]);
    });
    return 0;
  }
  const waiting = await database.write(scope, (db) => claim(db, hook, now));
  if (waiting === null) return 0;
  const parkIds = [...new Set(waiting.map(({ parkId }) => parkId))];
  const lots = await database.read(scope, (db) => lotsWithin(db, hook, parkIds));
  const isOpen = ({ kind, parkId }: Waiting): boolean => takesKind(hook, kind) && lots.has(parkId);
  const [open, beyond] = [waiting.filter(isOpen), waiting.filter((each) => !isOpen(each))];
  const whole = hook.scopes?.includes('unmask') === true;
  const attempts: Attempt[] = [];
  const left: string[] = [];
  await atOnce(AT_ONCE, open, async (each) => {
    if (attempts.some(({ outcome }) => outcome === 'away' || outcome === 'gone')) return void left.push(each.id);
    const event = { ...each, at: new Date(each.at).toISOString(), seq: Number(each.seq), data: each.payload };
    const attempt = await sendLetter(hook, each.id, bodyOf(event, whole), platesIn(each.payload), now);
    attempts.push(attempt);
    await database.write(scope, (db) => note(db, hook, each, attempt, now));
  });
  const later = await database.write(scope, async (db) => {
    if (beyond.length > 0)
      await drop(
        db,
        hook,
        beyond.map(({ id }) => id),
        now,
      );
    if (left.length > 0) await putBack(db, hook, left, now);
    const then = await settle(db, hook, attempts, now);
    await recount(db, hook.tenantId, [hook.id]);
    return then;
  });
  // The notice is written; a mail server that is away keeps nobody from the rest.
  await later?.().catch(() => undefined);
  return open.length;
}

/** Does what is due at `at`, once. @returns how many deliveries were taken */
export async function webhookRound(database: Database, at = new Date()): Promise<number> {
  const now = at.getTime();
  const due = await database.read(platformScope, (db) => db.raw<Due>(DUE, [at.toISOString()]));
  let taken = 0;
  await atOnce(HOOKS_AT_ONCE, due, async (each) => {
    taken += await serveHook(database, each, now);
  });
  return taken;
}

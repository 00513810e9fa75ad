/**
 * Sends the messages that are due, of accounts and by text message. Any number of servers may: one is taken by one
 * server, and the platform drops the second of a number.
 */
import { filledContent, filledWords, MOST_TRIES, pauseAfter, readContent, verdictOf } from '#domain/weixin/push.ts';
import type { Verdict } from '#domain/weixin/push.ts';
import { dayOf, nextDayStart, startOfDay } from '#domain/time/day.ts';
import { sendWords, signatureIn, textsHeldBack } from '#areas/ops/server/door.ts';
import type { TextGateway } from '#areas/ops/server/door.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { setting } from '#kit/server/setting.ts';
import { askPlatform, PlatformFault } from './token.ts';
import type { Named } from './token.ts';

/** The installation's gateway of text messages; null where there is none. */
export const pushGateway = setting<TextGateway | null>(null);

/** One taken by a server is not taken by another for this long. */
const LEASE_MS = 60_000;
const BATCH = 50;
const AT_ONCE = 5;
const ACCOUNTS_AT_ONCE = 4;
/** The platform counts its days by this clock. */
const ZONE = 'Asia/Shanghai';

export type Letter = {
  readonly way: string;
  readonly openid: string;
  readonly templateId: string;
  readonly content: string | null;
  readonly link: string | null;
};

type Due = {
  readonly id: string;
  readonly configId: string;
  readonly openid: string;
  readonly way: string;
  readonly tries: number;
  readonly untilTime: string;
  readonly filling: Readonly<Record<string, string>>;
  /** Of its configuration; null where that is gone or off. */
  readonly templateId: string | null;
  readonly content: string | null;
  readonly link: string | null;
  readonly fault: string | null;
  readonly follows: boolean;
};

/** What became of one. */
type Outcome = {
  readonly status: 'sent' | 'queued' | 'blocked' | 'dead';
  readonly answer: string | null;
  readonly dueAt?: number;
  readonly msgId?: string;
  readonly verdict?: Verdict;
};

const iso = (at: number): string => new Date(at).toISOString();

/** A message as the platform takes it: its address, and the body. `number` makes a second sending of the same one. */
export function letterOf(
  { way, openid, templateId, content, link }: Letter,
  values: Readonly<Record<string, string>>,
  number: string | null,
): { path: string; body: Record<string, unknown> } {
  const data = filledContent(readContent(content), values);
  const own = { touser: openid, template_id: templateId, data };
  return way === 'subscribe'
    ? { path: '/cgi-bin/message/subscribe/bizsend', body: { ...own, ...(link ? { page: link } : {}) } }
    : {
        path: '/cgi-bin/message/template/send',
        body: { ...own, ...(link ? { url: link } : {}), ...(number ? { client_msg_id: number } : {}) },
      };
}

/** Up to today's rest of the account's quota; the others wait for tomorrow. */
async function claim(db: Db, { tenantId, id }: Named, now: number): Promise<Due[]> {
  const place = [tenantId, id];
  const today = iso(startOfDay(dayOf(now, ZONE), ZONE));
  const [account] = await db.raw<{ quota: number; enabled: boolean }>(
    `SELECT coalesce(day_quota, 10000) AS quota, coalesce(enabled, true) AS enabled FROM publicplat WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    place,
  );
  if (!account?.enabled) {
    await db.raw(
      `UPDATE wx_push SET status = 'dead', answer = 'gone' WHERE tenant_id = $1 AND publicplat_id = $2 AND status IN ('queued', 'sending') AND due_at <= $3 AND deleted_at IS NULL`,
      [...place, iso(now)],
    );
    return [];
  }
  await db.raw(
    `UPDATE wx_push SET status = 'dead', answer = 'expired' WHERE tenant_id = $1 AND publicplat_id = $2 AND status IN ('queued', 'sending') AND due_at <= $3 AND until_time < $3 AND deleted_at IS NULL`,
    [...place, iso(now)],
  );
  const [{ used = 0 } = {}] = await db.raw<{ used: number }>(
    `SELECT count(*)::int AS used FROM wx_push WHERE tenant_id = $1 AND publicplat_id = $2 AND (sent_time >= $3 OR status = 'sending' AND due_at > $4) AND deleted_at IS NULL`,
    [...place, today, iso(now)],
  );
  const free = Math.min(BATCH, account.quota - used);
  if (free <= 0) {
    await waitForTomorrow(db, { tenantId, id }, now);
    return [];
  }
  return db.raw<Due>(CLAIM, [...place, iso(now), free, iso(now + LEASE_MS)]);
}

const CLAIM = `
  WITH due AS (
    SELECT p.id FROM wx_push p WHERE p.tenant_id = $1 AND p.publicplat_id = $2 AND p.deleted_at IS NULL AND p.status IN ('queued', 'sending') AND p.due_at <= $3
    ORDER BY p.due_at, p.id LIMIT $4 FOR UPDATE OF p SKIP LOCKED),
  taken AS (
    UPDATE wx_push p SET status = 'sending', due_at = $5, tries = coalesce(p.tries, 0) + 1 FROM due WHERE p.tenant_id = $1 AND p.id = due.id
    RETURNING p.id, p.config_id, p.openid, p.way, p.tries, p.until_time, p.filling)
  SELECT t.id, t.config_id AS "configId", t.openid, t.way, t.tries, t.until_time AS "untilTime", t.filling,
    c.template_id AS "templateId", c.content, c.link, c.fault,
    EXISTS (SELECT 1 FROM wxinfo f WHERE f.tenant_id = $1 AND f.publicplat_id = $2 AND f.openid = t.openid AND f.status = 'yes' AND f.deleted_at IS NULL) AS follows
  FROM taken t LEFT JOIN systemplatemsgconfig c ON c.tenant_id = $1 AND c.id = t.config_id AND c.enable AND c.deleted_at IS NULL`;

const waitForTomorrow = (db: Db, { tenantId, id }: Named, now: number): Promise<unknown> =>
  db.raw(
    `UPDATE wx_push SET due_at = $4 WHERE tenant_id = $1 AND publicplat_id = $2 AND status = 'queued' AND due_at <= $3 AND deleted_at IS NULL`,
    [tenantId, id, iso(now), iso(nextDayStart(now, ZONE))],
  );

/** One that failed for a reason that passes: later, as long as it is worth it. */
function later(
  { tries, untilTime }: Pick<Due, 'tries' | 'untilTime'>,
  verdict: Verdict,
  answer: string,
  now: number,
): Outcome {
  if (verdict === 'again' && tries >= MOST_TRIES) return { status: 'dead', answer: 'tries', verdict };
  const dueAt = verdict === 'quota' ? nextDayStart(now, ZONE) : now + pauseAfter(tries);
  return dueAt > Date.parse(untilTime)
    ? { status: 'dead', answer: 'expired', verdict }
    : { status: 'queued', answer, dueAt, verdict };
}

async function deliver(database: Database, account: Named, due: Due, now: number): Promise<Outcome> {
  if (due.templateId === null) return { status: 'dead', answer: 'off' };
  if (due.fault !== null) return { status: 'dead', answer: 'fault' };
  if (!due.follows) return { status: 'blocked', answer: 'left' };
  const { path, body } = letterOf({ ...due, templateId: due.templateId }, due.filling, due.id);
  try {
    const response = await askPlatform(database, account, path, body);
    return {
      status: 'sent',
      answer: null,
      ...(response['msgid'] === undefined ? {} : { msgId: String(response['msgid']) }),
    };
  } catch (error) {
    if (!(error instanceof PlatformFault)) throw error;
    const verdict = verdictOf(error.code);
    if (verdict === 'again' || verdict === 'quota') return later(due, verdict, error.message, now);
    return { status: verdict === 'blocked' ? 'blocked' : 'dead', answer: error.message, verdict };
  }
}

/** A status the platform has reported meanwhile is kept. */
async function note(db: Db, tenantId: number, id: string, outcome: Outcome, now: number): Promise<void> {
  await db.raw(
    `UPDATE wx_push SET status = $3::text, answer = $4, due_at = coalesce($5, due_at), msg_id = coalesce($6, msg_id),
       sent_time = CASE WHEN $3::text = 'sent' THEN $7::timestamptz ELSE sent_time END, updated_at = $7::timestamptz
     WHERE tenant_id = $1 AND id = $2 AND status = 'sending'`,
    [
      tenantId,
      id,
      outcome.status,
      outcome.answer,
      outcome.dueAt === undefined ? null : iso(outcome.dueAt),
      outcome.msgId ?? null,
      iso(now),
    ],
  );
}

/** What an answer says of more than this one message. */
async function noteAll(db: Db, { tenantId, id }: Named, due: Due, outcome: Outcome, now: number): Promise<void> {
  if (outcome.verdict === 'template')
    await db.raw(
      `UPDATE systemplatemsgconfig SET fault = $3, fault_time = $4 WHERE tenant_id = $1 AND id = $2 AND fault IS NULL`,
      [tenantId, due.configId, outcome.answer, iso(now)],
    );
  if (outcome.verdict === 'quota') await waitForTomorrow(db, { tenantId, id }, now);
}

async function serveAccount(database: Database, account: Named, now: number): Promise<number> {
  const scope = tenantScope(account.tenantId);
  const due = await database.write(scope, (db) => claim(db, account, now));
  await atOnce(AT_ONCE, due, async (each) => {
    const outcome = await deliver(database, account, each, now);
    await database.write(scope, async (db) => {
      await note(db, account.tenantId, each.id, outcome, now);
      await noteAll(db, account, each, outcome, now);
    });
  });
  return due.length;
}

/**
 * Does what is due at `at`, once: by the accounts, and by the gateway of text messages. @returns how many messages were
 * taken
 */
export async function pushRound(database: Database, at = new Date()): Promise<number> {
  const due = await database.read(platformScope, (db) =>
    db.raw<Named>(
      `SELECT a.tenant_id AS "tenantId", a.id FROM publicplat a WHERE EXISTS
        (SELECT 1 FROM wx_push p WHERE p.tenant_id = a.tenant_id AND p.publicplat_id = a.id AND p.status IN ('queued', 'sending') AND p.due_at <= $1 AND p.deleted_at IS NULL)`,
      [at.toISOString()],
    ),
  );
  let taken = await textsRound(database, at.getTime());
  await atOnce(ACCOUNTS_AT_ONCE, due, async (account) => {
    taken += await serveAccount(database, account, at.getTime());
  });
  return taken;
}

type DueText = Pick<Due, 'id' | 'tries' | 'untilTime' | 'filling' | 'templateId' | 'content'> & {
  readonly phone: string;
  readonly isOn: boolean;
};

const CLAIM_TEXTS = `
  WITH due AS (
    SELECT p.id FROM wx_push p WHERE p.tenant_id = $1 AND p.way = 'sms' AND p.deleted_at IS NULL AND p.status IN ('queued', 'sending') AND p.due_at <= $2
    ORDER BY p.due_at, p.id LIMIT ${BATCH} FOR UPDATE OF p SKIP LOCKED),
  taken AS (
    UPDATE wx_push p SET status = 'sending', due_at = $3, tries = coalesce(p.tries, 0) + 1 FROM due WHERE p.tenant_id = $1 AND p.id = due.id
    RETURNING p.id, p.config_id, p.phone, p.tries, p.until_time, p.filling)
  SELECT t.id, t.phone, t.tries, t.until_time AS "untilTime", t.filling, c.template_id AS "templateId", c.content, c.id IS NOT NULL AS "isOn"
  FROM taken t LEFT JOIN systemplatemsgconfig c ON c.tenant_id = $1 AND c.id = t.config_id AND c.enable AND c.deleted_at IS NULL`;

/** A text message for the gateway; error reasons contain neither phone number nor text. */
async function deliverText(
  gateway: TextGateway | null,
  due: DueText,
  signature: string,
  now: number,
): Promise<Outcome> {
  if (Date.parse(due.untilTime) < now) return { status: 'dead', answer: 'expired' };
  if (!due.isOn) return { status: 'dead', answer: 'off' };
  if (!gateway) return { status: 'dead', answer: 'gateway' };
  try {
    const words = filledWords(due.content, due.filling);
    await sendWords(gateway, { phone: due.phone, words, params: due.filling }, signature);
    return { status: 'sent', answer: null };
  } catch (error) {
    return later(due, 'again', String((error as Error).message).slice(0, 200), now);
  }
}

async function textsRound(database: Database, now: number): Promise<number> {
  const gateway = pushGateway.value();
  const tenants = await database.read(platformScope, async (db) =>
    (await textsHeldBack(db))
      ? []
      : db.raw<{ id: number }>(
          `SELECT DISTINCT c.tenant_id AS id FROM systemplatemsgconfig c WHERE c.way = 'sms' AND EXISTS
            (SELECT 1 FROM wx_push p WHERE p.tenant_id = c.tenant_id AND p.way = 'sms' AND p.status IN ('queued', 'sending') AND p.due_at <= $1 AND p.deleted_at IS NULL)`,
          [iso(now)],
        ),
  );
  let taken = 0;
  for (const { id: tenantId } of tenants) {
    const scope = tenantScope(tenantId);
    const { due, signature } = await database.write(scope, async (db) => ({
      due: await db.raw<DueText>(CLAIM_TEXTS, [tenantId, iso(now), iso(now + LEASE_MS)]),
      signature: await signatureIn(db),
    }));
    await atOnce(AT_ONCE, due, async (each) => {
      const outcome = await deliverText(gateway, each, signature, now);
      await database.write(scope, (db) => note(db, tenantId, each.id, outcome, now));
    });
    taken += due.length;
  }
  return taken;
}

/** The outcome of an accepted message, as the platform reports it later. Repeats are harmless. */
export async function noteSent(db: Db, { tenantId, id }: Named, msgId: string, status: string): Promise<void> {
  const became = status === 'success' ? 'delivered' : status.includes('block') ? 'blocked' : 'dead';
  await db.raw(
    `UPDATE wx_push SET status = $4::text, answer = CASE WHEN $4::text = 'delivered' THEN NULL ELSE $5::text END, updated_at = now()
     WHERE tenant_id = $1 AND publicplat_id = $2 AND msg_id = $3 AND status IN ('sent', 'delivered', 'blocked', 'dead') AND deleted_at IS NULL`,
    [tenantId, id, msgId, became, status.slice(0, 200)],
  );
}

import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';

/** How long tokens hold that were issued to a program. */
export type Lives = {
  readonly clientId: string | null;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
};
export const tokenSeconds = 30_000;
const own: Lives = { clientId: null, accessSeconds: tokenSeconds, refreshSeconds: 7 * 86_400 };
/** Nobody stays logged in longer without giving the password again. */
const longestSeconds = 30 * 86_400;
/** Two windows of one browser may refresh at the same moment; the second is borne for this long. */
const graceSeconds = 10;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** `t<tenant>.<256 random bits>`: the tenant says where to look, the rest is the secret. */
const newToken = (tenantId: number): string => `t${tenantId}.${randomBytes(32).toString('base64url')}`;

export const tenantOfToken = (token: string): number | null => {
  const found = /^t(\d{1,9})\.[A-Za-z0-9_-]{43}$/.exec(token);
  return found ? Number(found[1]) : null;
};

export type Pair = { accessToken: string; refreshToken: string; expiresIn: number };

async function issue(db: Db, sessionId: string, tenantId: number, lives: Lives): Promise<Pair> {
  const [accessToken, refreshToken] = [newToken(tenantId), newToken(tenantId)];
  await db.raw(
    `INSERT INTO session_token (tenant_id, token_hash, refresh_hash, session_id, expires_at, refresh_until)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), now() + make_interval(secs => $6))`,
    [tenantId, hashOf(accessToken), hashOf(refreshToken), sessionId, lives.accessSeconds, lives.refreshSeconds],
  );
  return { accessToken, refreshToken, expiresIn: lives.accessSeconds };
}

export type From = { ip: string; agent: string; deviceId?: string | null };

/** Begins a session and answers its first pair of tokens. The database holds only their hashes. */
export async function openSession(
  db: Db,
  tenantId: number,
  userId: string,
  from: From,
  lives: Lives = own,
): Promise<{ sessionId: string; pair: Pair }> {
  const sessionId = newId();
  await db.raw(
    'INSERT INTO session (tenant_id, id, user_id, ip, agent, device_id, client_id) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [tenantId, sessionId, userId, from.ip, from.agent, from.deviceId ?? null, lives.clientId],
  );
  return { sessionId, pair: await issue(db, sessionId, tenantId, lives) };
}

type Held = {
  sessionId: string;
  userId: string;
  tokenHash: string;
  replaced: boolean;
  graceful: boolean;
  agent: string;
  clientId: string | null;
  good: boolean;
};

export type Renewal =
  | { kind: 'fresh'; pair: Pair; sessionId: string; userId: string }
  | { kind: 'reused'; sessionId: string; userId: string }
  | { kind: 'unknown' };

/**
 * Trades a refresh token for a new pair, once: the pair it belonged to ends. Trading it again later means that someone
 * else has it, and ends the session. Only the program it was issued to may trade it.
 */
export async function renew(
  db: Db,
  tenantId: number,
  refreshToken: string,
  agent: string,
  lives: Lives = own,
): Promise<Renewal> {
  const [held] = await db.raw<Held>(
    `SELECT k.session_id AS "sessionId", s.user_id AS "userId", k.token_hash AS "tokenHash", s.agent,
     s.client_id AS "clientId", k.replaced_at IS NOT NULL AS replaced,
            coalesce(k.replaced_at > now() - make_interval(secs => $3), false) AS graceful,
            s.ended_at IS NULL AND CASE WHEN s.client_id IS NULL THEN k.refresh_until ELSE k.issued_at +
              make_interval(secs => $5) END > now() AND s.created_at > now() - make_interval(secs => $4) AS good
     FROM session_token k JOIN session s ON s.tenant_id = k.tenant_id AND s.id = k.session_id
     WHERE k.tenant_id = $1 AND k.refresh_hash = $2 FOR UPDATE`,
    [tenantId, hashOf(refreshToken), graceSeconds, longestSeconds, lives.refreshSeconds],
  );
  if (!held || !held.good || held.clientId !== lives.clientId) return { kind: 'unknown' };
  const { sessionId, userId } = held;
  if (held.replaced && !(held.graceful && held.agent === agent)) {
    await endSession(db, tenantId, sessionId, 'reuse');
    return { kind: 'reused', sessionId, userId };
  }
  await db.raw(
    'UPDATE session_token SET replaced_at = now() WHERE tenant_id = $1 AND token_hash = $2 AND replaced_at IS NULL',
    [tenantId, held.tokenHash],
  );
  await db.raw('UPDATE session SET seen_at = now() WHERE tenant_id = $1 AND id = $2', [tenantId, sessionId]);
  return { kind: 'fresh', pair: await issue(db, sessionId, tenantId, lives), sessionId, userId };
}

export type Why = 'logout' | 'revoked' | 'password' | 'reset' | 'reuse' | 'removed' | 'disabled';

export async function endSession(db: Db, tenantId: number, sessionId: string, why: Why): Promise<void> {
  await db.raw(
    'UPDATE session SET ended_at = now(), ended_why = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL',
    [tenantId, sessionId, why],
  );
}

/** Ends every session of a person, or all but one, and answers which. */
export async function endSessionsOf(
  db: Db,
  tenantId: number,
  userId: string,
  why: Why,
  except: string | null = null,
): Promise<string[]> {
  const rows = await db.raw<{ id: string }>(
    `UPDATE session SET ended_at = now(), ended_why = $3
     WHERE tenant_id = $1 AND user_id = $2 AND ended_at IS NULL AND id IS DISTINCT FROM $4::uuid RETURNING id`,
    [tenantId, userId, why, except],
  );
  return rows.map(({ id }) => id);
}

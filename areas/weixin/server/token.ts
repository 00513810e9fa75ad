/**
 * The platform's token of an account: one for all servers, fetched by whoever needs it first while the others wait at
 * the account's row.
 */
import { reach } from '#areas/billing/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { seal, unseal } from '#kit/server/seal.ts';

const TIMEOUT_MS = 5000;
/** Renewed so long before its end. */
const EARLY_MS = 300_000;
/** The platform does not know the token any more. */
const STALE: ReadonlySet<number> = new Set([40001, 40014, 42001]);

/** The platform refused or did not answer. */
export class PlatformFault extends Error {
  readonly code: number;
  constructor(code: number, words: string) {
    super(`${code} ${words}`.slice(0, 180));
    this.code = code;
  }
}

type Answered = { readonly errcode?: number; readonly errmsg?: string } & Readonly<Record<string, unknown>>;

/** Numbers of messages have more digits than a number here holds: they are kept as written. */
function readAnswer(words: string): Answered | null {
  try {
    const read: unknown = JSON.parse(words.replace(/("msgid"\s*:\s*)(\d+)/g, '$1"$2"'));
    return read !== null && typeof read === 'object' ? (read as Answered) : null;
  } catch {
    return null;
  }
}

async function send(path: string, body?: object): Promise<Answered> {
  const answer = await fetch(`${reach.value().weixin}${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
    ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
  }).catch(() => {
    throw new PlatformFault(-1, 'no answer'); // its address holds a token, which no log is to show
  });
  const read = readAnswer(await answer.text().catch(() => ''));
  if (!read) throw new PlatformFault(-1, `status ${answer.status}`);
  if (read.errcode) throw new PlatformFault(read.errcode, read.errmsg ?? '');
  return read;
}

/**
 * Whether the platform gives a token for an app and its secret. The same token is given to every caller, so none is
 * ended by asking.
 */
export async function knowsApp(appId: string, secret: string): Promise<void> {
  const answer = await send('/cgi-bin/stable_token', { grant_type: 'client_credential', appid: appId, secret });
  if (!answer['access_token']) throw new PlatformFault(-1, 'no token');
}

type Held = {
  readonly appId: string;
  readonly secret: string;
  readonly token: string | null;
  readonly until: string | null;
};
export type Named = { readonly id: string; readonly tenantId: number };

/** @param stale a token the platform refused: another is fetched unless somebody has already done so */
export async function accessToken(database: Database, { id, tenantId }: Named, stale?: string): Promise<string> {
  return database.write(tenantScope(tenantId), async (db) => {
    const [held] = await db.raw<Held>(
      `SELECT app_id AS "appId", app_secret AS secret, access_token AS token, token_until AS until
       FROM publicplat WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
      [tenantId, id],
    );
    if (!held) throw new PlatformFault(-1, 'no such account');
    const known = held.token === null ? null : unseal(held.token);
    if (known && known !== stale && held.until && Date.parse(held.until) - EARLY_MS > Date.now()) return known;
    const answer = await send('/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid: held.appId,
      secret: unseal(held.secret),
      force_refresh: stale !== undefined && known === stale,
    });
    const fresh = String(answer['access_token'] ?? '');
    const seconds = Number(answer['expires_in']);
    if (fresh === '' || !(seconds > 0)) throw new PlatformFault(-1, 'no token');
    await db.raw(
      `UPDATE publicplat SET access_token = $3, token_until = $4 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [tenantId, id, seal(fresh), new Date(Date.now() + seconds * 1000).toISOString()],
    );
    return fresh;
  });
}

/** Asks the platform one thing for an account; once more with another token where it has forgotten this one. */
export async function askPlatform(database: Database, account: Named, path: string, body?: object): Promise<Answered> {
  const token = await accessToken(database, account);
  const join = path.includes('?') ? '&' : '?';
  const call = (by: string) => send(`${path}${join}access_token=${encodeURIComponent(by)}`, body);
  try {
    return await call(token);
  } catch (error) {
    if (!(error instanceof PlatformFault) || !STALE.has(error.code)) throw error;
    return call(await accessToken(database, account, token));
  }
}

/**
 * Merchants that authorise an Alipay app to collect for them. Whose money it is changes by two people; keeping it alive
 * changes nothing of that.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { homeOf, knock, personOfUser } from '#areas/access/server/door.ts';
import { authorised } from '#areas/billing/model/alipay-auth.ts';
import { alipayConfig, authAddress, refreshAuth } from '#areas/billing/model/merchant.ts';
import { networkOf } from '#domain/network/network.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { writeAudit } from '#kit/server/audit.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { derivedKey, seal, unseal } from '#kit/server/seal.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { permits, scopeOf } from '#kit/server/work.ts';
import type { AuditEntry, Work } from '#kit/server/work.ts';
import { appTokens } from './channel/alipay.ts';
import type { AppTokens } from './channel/alipay.ts';
import { ChannelFault } from './channel/channel.ts';
import { orRefused } from './channel/channels.ts';
import { merchantOf } from './channel/merchant.ts';
import type { AlipayMerchant } from './channel/merchant.ts';
import { reach } from './channel/reach.ts';
import { proposeEdit } from './merchant-changes.ts';

const DAY = 86_400_000;
/** Authorisations are refreshed, and tagged as ending, so long before. */
const AHEAD_MS = 30 * DAY;

/** The tag of an authorisation; none where there is none. */
export function authStateOf(token: unknown, until: unknown, now: Date): 'authorised' | 'ending' | 'expired' | null {
  if (isEmpty(token)) return null;
  if (isEmpty(until)) return 'authorised';
  const left = Date.parse(String(until)) - now.getTime();
  return left <= 0 ? 'expired' : left <= AHEAD_MS ? 'ending' : 'authorised';
}

// ---------------------------------------------------------------- the state that goes to Alipay and back

/** `home`: the requester's tenant, who may work for the platform. */
type GrantRequest = {
  readonly tenantId: number;
  readonly configId: string;
  readonly home: number;
  readonly userId: string;
};

const signed = (words: string): string =>
  createHmac('sha256', derivedKey('alipay authorisation')).update(words).digest('base64url');

function stateOf({ tenantId, configId, home, userId }: GrantRequest, now: Date): string {
  const signedText = [tenantId, configId, home, userId, now.getTime() + DAY].join('.');
  return `${signedText}.${signed(signedText)}`;
}

/** The requester and the account; null where we did not issue this state, or too long ago. */
function readState(state: string, now: Date): GrantRequest | null {
  const found = /^(\d{1,9})\.([0-9a-f-]{36})\.(\d{1,9})\.([0-9a-f-]{36})\.(\d{13})\.([\w-]{43})$/.exec(state);
  if (!found) return null;
  const [, tenantId, configId, home, userId, until, mark] = found;
  const wanted = signed([tenantId, configId, home, userId, until].join('.'));
  if (!timingSafeEqual(Buffer.from(mark!), Buffer.from(wanted)) || Number(until) < now.getTime()) return null;
  return { tenantId: Number(tenantId), configId: configId!, home: Number(home), userId: userId! };
}

const configIn = (work: Work): string => {
  const id = String(work.input['recordId'] ?? '').toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: alipayConfig.title });
  return id;
};

/** Merchants authorise beside the gateway: `openauth…` of the same provider's `openapi…`. */
function addressFor(appId: string, state: string): string {
  const gateway = new URL(reach.value().alipay);
  const place = new URL('/oauth2/appToAppAuth.htm', gateway);
  place.hostname = gateway.hostname.replace(/^openapi/, 'openauth');
  place.searchParams.set('app_id', appId);
  place.searchParams.set('redirect_uri', `${reach.value().self}${authorised.path}`);
  place.searchParams.set('state', state);
  return place.href;
}

/** What somebody needs who has a merchant authorise an account, then and when the merchant has. */
const needed: readonly string[] = ['merchantChange:propose', 'alipayConfig:edit'];

async function address(work: Work): Promise<string> {
  if (!needed.every((code) => work.permits(code))) throw new Refused('not_permitted', { what: alipayConfig.title });
  const row = await rowOf(alipayConfig, configIn(work), work.db);
  const { userId } = work.person;
  const home = homeOf(work.person).tenantId;
  const request = { tenantId: Number(row['tenantId']), configId: row.id, home, userId };
  return addressFor(String(row['appId']), stateOf(request, work.now));
}

async function accountOf(database: Database, tenantId: number, id: string): Promise<AlipayMerchant> {
  const own = await database.read(tenantScope(tenantId), (db) => merchantOf(db, tenantId, 'alipay', id));
  if (own.channel !== 'alipay') throw new Error('an Alipay account of another channel');
  return own;
}

// ---------------------------------------------------------------- what comes back

const words = {
  title: text('支付宝授权', 'Alipay authorisation'),
  taken: text(
    '已收到授权，待停车场管理方另一人确认后生效。可以关闭此页。',
    'The authorisation has arrived and takes effect once a second person of the operator confirms it. You may close this page.',
  ),
  stale: text(
    '链接已失效，请向停车场管理方索取新的授权地址。',
    'This link is no longer good. Ask the operator for another.',
  ),
  refused: text('支付宝未受理授权，请稍后再试。', 'Alipay did not take the authorisation. Try again later.'),
};

const pageOf = (work: Work, message: Text, status: number): Raw =>
  new Raw((reply) =>
    reply
      .status(status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', "default-src 'none'")
      .header('Cache-Control', 'no-store')
      .send(
        `<!doctype html><html lang="${work.lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${words.title[work.lang]}</title><main><h1>${words.title[work.lang]}</h1><p role="status">${message[work.lang]}</p></main></html>`,
      ),
  );

/**
 * What the merchant granted is kept aside in the requester's name, where he may still do so, for somebody else to
 * confirm.
 */
async function proposeGranted(work: Work, request: GrantRequest, tokens: AppTokens): Promise<boolean> {
  const { tenantId, configId, home, userId } = request;
  const asker = await personOfUser(work.database, { tenantId: home, userId });
  if (!asker || !needed.every((code) => permits(asker.permissions, code))) return false;
  const { account, name, companyId } = asker;
  return work.database.write(tenantScope(tenantId), async (db) => {
    const entries: AuditEntry[] = [];
    const theirs: Work = {
      ...work,
      db,
      raw: {
        recordId: configId,
        authToken: tokens.token,
        refreshToken: tokens.refresh,
        authUntil: tokens.until,
        ...(tokens.userId ? { sellerId: tokens.userId } : {}),
      },
      person: { ...work.person, account, name, companyId, userId, tenantId },
      permits: (code) => needed.includes(code),
      record: (entry) => entries.push(entry),
    };
    await proposeEdit(alipayConfig, theirs);
    await writeAudit(theirs, work.call, entries);
    return true;
  });
}

async function granted(work: Work): Promise<Raw> {
  await knock(work.database, [{ key: `alipay-authorised:${networkOf(work.request.ip)}`, most: 30, seconds: 900 }]);
  const code = String(work.input['app_auth_code'] ?? '');
  const request = readState(String(work.input['state'] ?? ''), work.now);
  if (!request || code === '') return pageOf(work, words.stale, 400);
  const own = await accountOf(work.database, request.tenantId, request.configId);
  try {
    const tokens = await appTokens(own, { grant_type: 'authorization_code', code }, work.now);
    return (await proposeGranted(work, request, tokens))
      ? pageOf(work, words.taken, 200)
      : pageOf(work, words.stale, 400);
  } catch (error) {
    if (error instanceof ChannelFault) return pageOf(work, words.refused, 502);
    throw error;
  }
}

// ---------------------------------------------------------------- kept alive

type Held = { readonly refresh: string | null; readonly sellerId: string | null };

/** Another token of the same merchant in place of the one held. @throws Refused, ChannelFault */
async function renewed(database: Database, tenantId: number, id: string, now: Date): Promise<AppTokens> {
  const own = await accountOf(database, tenantId, id);
  const [held] = await database.read(tenantScope(tenantId), (db) =>
    db.raw<Held>(
      `SELECT refresh_token AS refresh, seller_id AS "sellerId" FROM alipay_config
       WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [tenantId, id],
    ),
  );
  if (!held?.refresh)
    throw ruleRefused(
      text('没有刷新令牌，请用授权地址重新授权', 'There is no refresh token; ask the merchant to authorise again'),
      'no_refresh_token',
    );
  const given = { grant_type: 'refresh_token', refresh_token: unseal(held.refresh) } as const;
  const tokens = await appTokens(own, given, now);
  if (held.sellerId && tokens.userId && tokens.userId !== held.sellerId)
    throw ruleRefused(
      text('授权的商家与收款账号不符', 'It was authorised by another merchant than the one that is paid'),
      'other_merchant',
    );
  return tokens;
}

const STORED = `UPDATE alipay_config SET auth_token = $3, refresh_token = $4, auth_until = $5, auth_state = $6
  WHERE tenant_id = $1 AND id = $2 RETURNING 1`;
const storedAs = (tenantId: number, id: string, { token, refresh, until }: AppTokens, now: Date): unknown[] => [
  tenantId,
  id,
  seal(token),
  refresh === null ? null : seal(refresh),
  until,
  authStateOf(token, until, now),
];

async function renew(work: Work): Promise<null> {
  const scope = scopeOf(work.person);
  const row = await work.database.read(scope, (db) => rowOf(alipayConfig, configIn(work), db));
  const tenantId = Number(row['tenantId']);
  const tokens = await orRefused(renewed(work.database, tenantId, row.id, work.now));
  await work.database.write(tenantScope(tenantId), async (db) => {
    await db.raw(STORED, storedAs(tenantId, row.id, tokens, work.now));
    const after = { appId: row['appId'], authUntil: tokens.until };
    await writeAudit({ ...work, db }, work.call, [
      { resource: alipayConfig.name, action: 'refreshAuth', rowId: row.id, after, tenantId },
    ]);
  });
  return null;
}

type Ending = {
  readonly tenantId: number;
  readonly id: string;
  readonly until: string | null;
  readonly tag: string | null;
  readonly canRenew: boolean;
};

/**
 * Refreshes what ends within thirty days, and tags what is left. A failure is shown with its account and retried
 * tomorrow.
 */
export async function keepAuthorised(database: Database, now: Date): Promise<void> {
  const rows = await database.read(platformScope, (db) =>
    db.raw<Ending>(
      `SELECT tenant_id AS "tenantId", id, auth_until AS until, auth_state AS tag, coalesce(enabled, true) AND refresh_token IS NOT NULL AS "canRenew"
       FROM alipay_config WHERE auth_token IS NOT NULL AND deleted_at IS NULL`,
    ),
  );
  for (const { tenantId, id, until, tag, canRenew } of rows) {
    const state = authStateOf('held', until, now);
    if (canRenew && state === 'ending')
      try {
        const tokens = await renewed(database, tenantId, id, now);
        await database.write(tenantScope(tenantId), (db) => db.raw(STORED, storedAs(tenantId, id, tokens, now)));
        continue;
      } catch (error) {
        const fault = `授权未能刷新：${error instanceof Refused ? error.words.zh : (error as Error).message}`;
        await database.write(tenantScope(tenantId), (db) =>
          db.raw('UPDATE alipay_config SET checked_time = $3, check_result = $4 WHERE tenant_id = $1 AND id = $2', [
            tenantId,
            id,
            now.toISOString(),
            fault.slice(0, 200),
          ]),
        );
      }
    if (state !== tag)
      await database.write(tenantScope(tenantId), (db) =>
        db.raw('UPDATE alipay_config SET auth_state = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, state]),
      );
  }
}

export const alipayAuthServed: readonly Served[] = [
  serve(authAddress, address),
  serve(refreshAuth, renew, { mode: 'open' }),
  serve(authorised, granted, { mode: 'open' }),
];

export const alipayAuthJobs: readonly Job[] = [
  {
    name: 'alipay-authorisations',
    title: text('刷新支付宝授权', 'Authorisations at Alipay'),
    cron: '50 3 * * *',
    work: keepAuthorised,
  },
];

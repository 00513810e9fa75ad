/**
 * Keys of other systems: made, rotated, and proven call by call. A secret is shown when it is created and encrypted
 * from then on.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { knock } from '#areas/access/server/door.ts';
import { companyLine, companySubtree } from '#areas/org/server/door.ts';
import { canonicalText } from '#domain/signature/canonical.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import type { Call } from '#kit/declare/call.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import type { SignedCall } from '#kit/server/call-route.ts';
import { resourceNamed } from '#kit/server/registry.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { permits } from '#kit/server/work.ts';
import type { Person, Work } from '#kit/server/work.ts';
import { platBaseInterface, readAppKey, rotateKey } from '../model/open-platform.ts';

const WINDOW_S = 300;
const NONCE_KEPT_MS = 600_000;
const OLD_SECRET_MS = 24 * 3_600_000;
/** The last call is noted this often, not each time. */
const NOTED_MS = 60_000;

const newSecret = (): string => randomBytes(32).toString('base64url');

type Stored = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly name: string;
  readonly appKey: string;
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldUntil: string | null;
  readonly scopes: readonly string[] | null;
  readonly parkIds: readonly string[] | null;
  readonly ipList: string | null;
  readonly perMinute: number;
  readonly lastUsed: string | null;
};

const KEY = `SELECT id, tenant_id AS "tenantId", company_id AS "companyId", name, app_key AS "appKey",
  app_secret AS secret,
    old_secret AS "oldSecret", old_until AS "oldUntil", scopes, park_ids AS "parkIds", ip_list AS "ipList",
    per_minute::int AS "perMinute", last_used AS "lastUsed"
  FROM plat_base_interface WHERE app_key = $1 AND enabled AND deleted_at IS NULL`;

const refusedFor = (reason: 'unknown_key' | 'clock' | 'replay' | 'signature', zh: string, en: string, now?: Date) =>
  new Refused(
    'not_logged_in',
    {},
    [{ field: 'X-Gatehouse-Sign', msg: fill(text(zh, en), { now: now ? Math.floor(now.getTime() / 1000) : '' }) }],
    reason,
  );

/** What the sender should have written, by this secret. */
export function signatureOf(
  secret: string,
  { method, path, query, bytes, time, nonce }: Omit<SignedCall, 'key' | 'sign' | 'ip'>,
): string {
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  return createHmac('sha256', secret)
    .update(canonicalText({ method, path, query, bodyHash, time, nonce }))
    .digest('hex');
}

const same = (given: string, wanted: string): boolean =>
  /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));

function isSigned(key: Stored, signed: SignedCall, now: Date): boolean {
  const old = key.oldSecret && key.oldUntil && Date.parse(key.oldUntil) > now.getTime() ? [key.oldSecret] : [];
  return [key.secret, ...old].some((sealed) => same(signed.sign, signatureOf(unseal(sealed), signed)));
}

/** Which codes a key holds: those it was given and, with `unmask`, the whole personal data of what it reads. */
export function codesOf(scopes: readonly string[]): string[] {
  const plain = scopes.filter((scope) => scope !== 'unmask');
  const whole = scopes.includes('unmask') ? [...new Set(plain.map((scope) => `${scope.split(':')[0]}:unmask`))] : [];
  return [...plain, ...whole];
}

/**
 * Calls with a right of their own are opened by it; saving asks for its rights within. Nothing else is open to keys.
 */
function isOpen(call: Call, permissions: readonly string[]): boolean {
  if (call.permission !== 'session') return permits(permissions, call.permission);
  const [resource = '', verb] = call.name.split('.');
  return verb === 'submit' && ['add', 'edit'].some((each) => permits(permissions, `${resource}:${each}`));
}

async function personOf(database: Database, key: Stored): Promise<Person> {
  const { line, below } = await database.read(tenantScope(key.tenantId), async (db) => ({
    line: await companyLine(db, key.tenantId, key.companyId),
    below: await companySubtree(db, key.companyId).catch(() => []),
  }));
  if (line.length === 0 || line.some(({ enabled }) => !enabled)) throw unknownKey();
  return {
    userId: key.id,
    account: key.appKey,
    name: key.name,
    tenantId: key.tenantId,
    companyId: key.companyId,
    companyIds: below,
    parkIds: key.parkIds && key.parkIds.length > 0 ? key.parkIds : null,
    permissions: codesOf(key.scopes ?? []),
    platform: false,
    sellerId: null,
    zone: line.find(({ zone }) => zone)?.zone ?? 'Asia/Shanghai',
    sessionId: key.id,
  };
}

const unknownKey = () => refusedFor('unknown_key', '密钥不存在或已停用', 'There is no such key in use');

/** A nonce is valid once; a repeated one is rejected. */
async function useNonce(database: Database, key: Stored, nonce: string, now: Date): Promise<boolean> {
  return database.write(platformScope, async (db) => {
    const fresh = await db.raw(
      `INSERT INTO api_nonce (id, key_id, nonce, time) VALUES (gen_random_uuid(), $1, $2, $3) ON CONFLICT DO NOTHING
        RETURNING 1`,
      [key.id, nonce, now.toISOString()],
    );
    if (fresh.length > 0 && (!key.lastUsed || Date.parse(key.lastUsed) < now.getTime() - NOTED_MS))
      await db.raw('UPDATE plat_base_interface SET last_used = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1', [
        key.tenantId,
        key.id,
        now.toISOString(),
      ]);
    return fresh.length > 0;
  });
}

const isFrom = ({ ipList }: Stored, ip: string): boolean => {
  const lines = (ipList ?? '').split(/[\s,]+/).filter(Boolean);
  return lines.length === 0 || lines.includes(ip);
};

/**
 * Who a signed call is from, where all of it is as its sender signed it, now, for the first time, and within what the
 * key opens.
 */
export const signedBy =
  (database: Database) =>
  async (call: Call, signed: SignedCall): Promise<Person> => {
    const now = new Date();
    const [key] = await database.read(platformScope, (db) => db.raw<Stored>(KEY, [signed.key.slice(0, 40)]));
    if (!key || !isFrom(key, signed.ip)) throw unknownKey();
    if (!/^\d{9,11}$/.test(signed.time) || Math.abs(Number(signed.time) - now.getTime() / 1000) > WINDOW_S)
      throw refusedFor('clock', '时间相差超过5分钟，现在是 {now}', 'More than 5 minutes off; it is {now} here', now);
    if (!/^[\w-]{16,64}$/.test(signed.nonce) || !isSigned(key, signed, now))
      throw refusedFor('signature', '签名不符', 'The signature does not fit');
    await knock(database, [{ key: `api-key:${key.id}`, most: key.perMinute, seconds: 60 }]);
    if (!(await useNonce(database, key, signed.nonce, now)))
      throw refusedFor('replay', '该随机数已使用', 'This nonce was used already');
    const person = await personOf(database, key);
    if (!isOpen(call, person.permissions)) throw new Refused('not_permitted', { what: call.title });
    return person;
  };

const wrongAddress = (line: string): Problem => ({
  field: 'ipList',
  msg: fill(text('{line} 不是地址', '{line} is no address'), { line }),
});

/** Codes of which whole personal data can be seen at all. */
const isVeiled = (code: string): boolean =>
  Object.values(resourceNamed(code.split(':')[0]!)?.fields ?? {}).some(({ personal }) => personal);

/** A key opens no more than whoever makes it may do, and no car park but those he sees. */
function beyondMaker(scopes: unknown, parkIds: unknown, work: Work): Problem[] {
  const codes = codesOf((scopes ?? []) as string[]).filter((code) => !code.endsWith(':unmask') || isVeiled(code));
  const problems: Problem[] = [];
  if (codes.some((code) => !work.permits(code)))
    problems.push({ field: 'scopes', msg: text('超出了您自己的权限', 'More than you may do yourself') });
  if (work.person.parkIds !== null && isEmpty(parkIds))
    problems.push({ field: 'parkIds', msg: text('请选择您负责的车场', 'Choose among your car parks') });
  return problems;
}

export const keyRules: Rules = {
  check: ({ ipList, scopes, parkIds }, before, work) => [
    ...(isEmpty(ipList) ? [] : String(ipList).split(/[\s,]+/))
      .filter((line) => line !== '' && isIP(line) === 0)
      .slice(0, 3)
      .map(wrongAddress),
    ...beyondMaker(scopes ?? before?.['scopes'], parkIds === undefined ? before?.['parkIds'] : parkIds, work),
  ],
  fill: (_, before) => (before ? {} : { appKey: `gh_${randomBytes(12).toString('hex')}` }),
  verbs: {
    submit: async (work, plain) => {
      const made = (await plain(work)) as { id: string };
      const isEdit = !isEmpty(work.raw['id']) || !isEmpty(work.raw['PKID']);
      return isEdit ? made : issueSecret(work, made.id, newSecret(), null);
    },
  },
};

async function issueSecret(work: Work, id: string, secret: string, old: string | null): Promise<Once> {
  const row = await rowOf(platBaseInterface, id, work.db);
  const until = old === null ? null : new Date(work.now.getTime() + OLD_SECRET_MS).toISOString();
  await work.db.raw(
    `UPDATE plat_base_interface SET app_secret = $3, old_secret = $4, old_until = $5 WHERE tenant_id = $1 AND id = $2
      RETURNING 1`,
    [row['tenantId'], id, seal(secret), old, until],
  );
  const identity = { id, PKID: id, appKey: row['appKey'] };
  return new Once({ ...identity, appSecret: secret }, { ...identity, appSecret: null });
}

async function rotate(work: Work): Promise<Once> {
  const id = String(work.input['PKID']).toLowerCase();
  const row = await rowOf(platBaseInterface, id, work.db, { lock: true });
  work.record({ resource: platBaseInterface.name, action: 'rotate', rowId: id, after: { name: row['name'] } });
  return issueSecret(work, id, newSecret(), (row['appSecret'] as string | null) ?? null);
}

async function appKey(work: Work): Promise<unknown> {
  const id = String(work.input['PKID'] ?? '').toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: platBaseInterface.title });
  return { appKey: (await rowOf(platBaseInterface, id, work.db))['appKey'] };
}

export const keysServed: readonly Served[] = [serve(rotateKey, rotate), serve(readAppKey, appKey)];

export const keyJobs: readonly Job[] = [
  {
    name: 'api-nonces',
    title: text('清理接口调用随机数', 'Old numbers of signed calls'),
    cron: '*/15 * * * *',
    missed: 'skip',
    work: async (database, now) => {
      await database.write(platformScope, (db) =>
        db.raw('DELETE FROM api_nonce WHERE time < $1 RETURNING 1', [
          new Date(now.getTime() - NONCE_KEPT_MS).toISOString(),
        ]),
      );
    },
  },
];

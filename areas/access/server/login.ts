import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { setting } from '#kit/server/setting.ts';
import { newId } from '#kit/server/id.ts';
import { networkOf } from '#domain/network/network.ts';
import { seal } from '#kit/server/seal.ts';
import { outbox } from '#kit/server/store.ts';
import type { Work } from '#kit/server/work.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { audited } from './audited.ts';
import type { Actor } from './audited.ts';
import { noteProgram } from './client.ts';
import type { Program } from './client.ts';
import { canonicalAccount, accountOwner } from './login-name.ts';
import { deviceToken, knownDevice } from './known-device.ts';
import { isPassword } from './password.ts';
import { codeDoors, knock, passwordDoors, welcome } from './throttle.ts';
import { openSession } from './tokens.ts';
import type { Pair } from './tokens.ts';

export type LoginUser = {
  userId: string;
  tenantId: number;
  account: string;
  realName: string;
  password: string | null;
  enabled: boolean | null;
  companyId: string;
  companyName: string;
  phone: string | null;
  email: string | null;
  mustChange: boolean | null;
};

/** Nobody's id: looked up for accounts that do not exist, so that both ways take the same steps. */
const noUser = '00000000-0000-7000-8000-000000000000';

async function userOf(work: Work, account: string): Promise<LoginUser | null> {
  const name = await work.database.read(tenantScope(0), (db) => accountOwner(db, account));
  const tenantId = name?.tenantId ?? 0;
  return work.database.read(tenantScope(tenantId), async (db) => {
    const [row] = await db.raw<LoginUser>(
      `SELECT u.id AS "userId", u.tenant_id AS "tenantId", u.account, u.real_name AS "realName", u.password, u.enabled, u.company_id AS "companyId",
              c.company_name AS "companyName", u.phone, u.email, u.must_change_password AS "mustChange"
       FROM "user" u JOIN company c ON c.tenant_id = u.tenant_id AND c.id = u.company_id
       WHERE u.tenant_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
      [tenantId, name?.userId ?? noUser],
    );
    return row ?? null;
  });
}

export const actorOf = (user: LoginUser): Actor => ({
  userId: user.userId,
  account: user.account,
  name: user.realName,
  tenantId: user.tenantId,
  companyId: user.companyId,
});

const noteTry = (work: Work, user: LoginUser, action: string, also: Record<string, unknown> = {}) =>
  audited(work, tenantScope(user.tenantId), actorOf(user), async (_, record) =>
    record({ resource: 'session', action, rowId: user.userId, after: { agent: work.request.agent, ...also } }),
  );

async function mayEnter(db: Db, user: LoginUser): Promise<boolean> {
  const line = await companyLine(db, user.tenantId, user.companyId);
  const [tenant] = await db.raw<{ enabled: boolean | null }>(
    'SELECT enabled FROM tenant WHERE tenant_no = $1 AND deleted_at IS NULL',
    [user.tenantId],
  );
  return (
    user.enabled !== false &&
    line.length > 0 &&
    line.every(({ enabled }) => enabled) &&
    tenant?.enabled !== false &&
    tenant !== undefined
  );
}

/**
 * The user whose account and password these are. Throttled by known device, else by account and address; says nothing
 * about which of the two was wrong.
 */
export async function provenUser(
  work: Work,
  account: string,
  password: string,
  device: string | null = null,
): Promise<LoginUser> {
  const name = canonicalAccount(account);
  const doors = passwordDoors(name, work.request.ip, knownDevice(name, device, work.now));
  await knock(work.database, doors);
  const user = await userOf(work, account);
  if (!(await isPassword(password, user?.password)) || !user) {
    if (user) await noteTry(work, user, 'loginFailed');
    throw new Refused('wrong_password');
  }
  await welcome(work.database, doors);
  if (!(await work.database.read(tenantScope(user.tenantId), (db) => mayEnter(db, user)))) {
    await noteTry(work, user, 'loginRefused');
    throw new Refused('account_disabled');
  }
  return user;
}

export type LoggedIn = Pair & {
  account: string;
  realName: string;
  userId: string;
  companyId: string;
  companyName: string;
  tenantId: number;
  mustChangePassword: boolean;
  /** Kept by the device and shown with its next login: strangers' wrong passwords do not count against it. */
  deviceToken?: string;
};

export const loggedIn = (user: LoginUser, pair: Pair): LoggedIn => ({
  ...pair,
  account: user.account,
  realName: user.realName,
  userId: user.userId,
  companyId: user.companyId,
  companyName: user.companyName,
  tenantId: user.tenantId,
  mustChangePassword: user.mustChange === true,
});

/** Opens a session for a proven user and notes it. */
export async function enter(
  work: Work,
  user: LoginUser,
  how: string,
  { program, deviceId = null }: { readonly program: Program | null; readonly deviceId?: string | null },
): Promise<LoggedIn> {
  await noteProgram(work, program);
  return audited(work, tenantScope(user.tenantId), actorOf(user), async (db, record) => {
    const from = { ip: work.request.ip, agent: work.request.agent, deviceId };
    const { sessionId, pair } = await openSession(db, user.tenantId, user.userId, from, program ?? undefined);
    await db.raw('UPDATE "user" SET last_login_at = now() WHERE tenant_id = $1 AND id = $2', [
      user.tenantId,
      user.userId,
    ]);
    const after = { how, agent: work.request.agent, ...(program ? { client: program.name } : {}) };
    record({ resource: 'session', action: 'login', rowId: sessionId, after });
    return { ...loggedIn(user, pair), deviceToken: deviceToken(canonicalAccount(user.account), work.now) };
  });
}

const codeSeconds = 300;
const codeTries = 5;
const codeHash = (id: string, code: string): string => createHash('sha256').update(`${id}:${code}`).digest('hex');

/** Where login codes are shown besides; for demonstrations, where nothing sends messages. */
export const codeLog = setting<((line: string) => void) | null>(null);

export type CodeRoad = 'sms' | 'mail';
/**
 * What empties the outbox of login codes. Where nothing does, no code would arrive, and the login by code is not
 * offered.
 */
export const codeRoads = setting<readonly CodeRoad[]>([]);
const reaches = (road: CodeRoad): boolean => codeLog.value() !== null || codeRoads.value().includes(road);
/** Whether a login code can arrive at all. */
export const codesArrive = (): boolean => reaches('sms') || reaches('mail');

const masked = (target: string): string => target.replace(/^(.{2,3}).*(.{4})$/, '$1****$2');

/**
 * Sends a code to the user's phone, else his e-mail, by an outbox row; the code in it is sealed and only the sender
 * opens it.
 */
export async function sendCode(
  work: Work,
  account: string,
  password: string,
  device: string | null,
): Promise<{ sentTo: string; seconds: number }> {
  const user = await provenUser(work, account, password, device);
  if (!codesArrive())
    throw ruleRefused(
      text(
        '没有配置短信或邮件发送，不能使用验证码登录',
        'SMS and email are not configured, so login by code is unavailable',
      ),
    );
  const road: CodeRoad = user.phone && reaches('sms') ? 'sms' : 'mail';
  const target = road === 'sms' ? user.phone : reaches('mail') ? user.email : null;
  if (!target)
    throw ruleRefused(
      text(
        '该账号没有可接收验证码的手机号或邮箱，请用密码登录',
        'This account has no phone or email to receive a code. Log in with the password.',
      ),
    );
  await knock(work.database, codeDoors(canonicalAccount(account), work.request.ip));
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await audited(work, tenantScope(user.tenantId), actorOf(user), async (db, record) => {
    const id = newId();
    await db.raw('UPDATE login_code SET done = true WHERE tenant_id = $1 AND user_id = $2 AND NOT done', [
      user.tenantId,
      user.userId,
    ]);
    await db.raw(
      'INSERT INTO login_code (tenant_id, id, user_id, code_hash, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))',
      [user.tenantId, id, user.userId, codeHash(id, code), codeSeconds],
    );
    await db.insert(outbox).values({
      tenantId: user.tenantId,
      id: newId(),
      kind: road,
      target,
      payload: {
        template: 'loginCode',
        lang: work.lang,
        minutes: codeSeconds / 60,
        until: new Date(work.now.getTime() + codeSeconds * 1000).toISOString(),
        sealedCode: seal(code),
      },
    });
    record({ resource: 'session', action: 'sendCode', rowId: user.userId, after: { to: masked(target) } });
  });
  codeLog.value()?.(`${user.account}: ${code}`);
  return { sentTo: masked(target), seconds: codeSeconds };
}

/** Uses up the newest code of a user when it is the right one; five wrong ones spoil it. */
export async function useCode(work: Work, user: LoginUser, given: string): Promise<void> {
  const right = await work.database.write(tenantScope(user.tenantId), async (db) => {
    const [row] = await db.raw<{ id: string; hash: string }>(
      `SELECT id, code_hash AS hash FROM login_code WHERE tenant_id = $1 AND user_id = $2 AND NOT done
       AND expires_at > now() AND tries < $3 ORDER BY id DESC LIMIT 1 FOR UPDATE`,
      [user.tenantId, user.userId, codeTries],
    );
    if (!row) return false;
    const same = timingSafeEqual(Buffer.from(codeHash(row.id, given.trim())), Buffer.from(row.hash));
    await db.raw('UPDATE login_code SET tries = tries + 1, done = $3 WHERE tenant_id = $1 AND id = $2', [
      user.tenantId,
      row.id,
      same,
    ]);
    return same;
  });
  if (right) return;
  await noteTry(work, user, 'loginFailed', { how: 'code' });
  throw new Refused('wrong_code');
}

export type TicketProvider = (ticket: {
  code: string;
  state: string | null;
  openId: string | null;
}) => Promise<{ account: string } | null>;
const providers = new Map<string, TicketProvider>();
/** Accepts logins vouched for by a third party; without one, ticket logins are refused with a reason. */
export const provideTickets = (source: string, provider: TicketProvider): void => void providers.set(source, provider);

/** Third parties whose word is taken. */
export const ticketSources = (): string[] => [...providers.keys()];

export async function ticketUser(
  work: Work,
  source: string | null,
  ticket: { code: string | null; state: string | null; openId: string | null },
): Promise<LoginUser> {
  await knock(work.database, [{ key: `ticket:${networkOf(work.request.ip)}`, most: 60, seconds: 900 }]);
  const provider = providers.get(source ?? '');
  if (!provider) throw ruleRefused(text('没有配置此第三方登录', 'No such third-party login is configured'));
  const vouched = ticket.code ? await provider({ ...ticket, code: ticket.code }) : null;
  const user = vouched && (await userOf(work, vouched.account));
  if (!user) throw new Refused('wrong_code');
  if (!(await work.database.read(tenantScope(user.tenantId), (db) => mayEnter(db, user))))
    throw new Refused('account_disabled');
  return user;
}

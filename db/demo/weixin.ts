/**
 * The demo's public accounts: what they answer, what companies set for them, and who follows. No platform knows these
 * accounts.
 */
import { createHash } from 'node:crypto';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Ask } from './build-base.ts';
import { carsSeen, addFollowerMessages } from './messages.ts';

type Row = Record<string, unknown>;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const FOLLOWERS = 80;

const rules = [
  { scene: 'subscribe', content: '欢迎关注！回复“停车费”缴费，“月租”办理月租，或拨打{hotline}。', hits: FOLLOWERS },
  {
    scene: 'text',
    keyword: '停车费,缴费,交费',
    match: 'prefix',
    replyType: 'link',
    title: '点此缴纳停车费',
    content: '输入车牌即可查询并缴费。',
    linkUrl: 'https://anbo.example.com/m/pay',
    hits: 214,
  },
  {
    scene: 'text',
    keyword: '月租,包月',
    match: 'contains',
    replyType: 'news',
    title: '月租车办理与续费',
    content: '在线申请，审核通过即可使用；到期前可续费。{passLink}',
    linkUrl: 'https://anbo.example.com/m/pass',
    hits: 57,
  },
  {
    scene: 'text',
    keyword: '电话,客服,人工',
    match: 'contains',
    content: '客服电话{hotline}，{serviceHours}。',
    hits: 39,
  },
  { scene: 'text', keyword: '地址', match: 'exact', content: '{address}', hits: 12 },
  { scene: 'click', keyword: '客服', content: '客服电话{hotline}，{serviceHours}。', hits: 17 },
  { scene: 'default', content: '没有听懂。回复“停车费”“月租”或“客服”试试。', hits: 28 },
];

const settings = {
  payLink: 'https://anbo.example.com/m/pay',
  passLink: 'https://anbo.example.com/m/pass',
  hotline: '400-000-0000',
  serviceHours: '每天 8:00–20:00',
  address: '杭州市示范路1号',
  autoReply: 'on',
};

const site = 'https://anbo.example.com/m';
/** The menu of the demo: what is published, and one page that only the draft has. */
const menu = [
  { name: '停车缴费', type: 'view', url: `${site}/pay` },
  {
    name: '我的',
    subs: [
      { name: '月租续费', type: 'view', url: `${site}/pass` },
      { name: '卡券', type: 'view', url: `${site}/coupons` },
      { name: '路内欠费', type: 'view', url: `${site}/debts`, fresh: true },
    ],
  },
  { name: '客服', type: 'click', key: '客服' },
];

type Entry = { name: string; type?: string; url?: string; key?: string; fresh?: boolean; subs?: readonly Entry[] };

const buttonOf = ({ name, type, url, key, subs }: Entry): Record<string, unknown> =>
  subs
    ? { name, sub_button: subs.filter(({ fresh }) => !fresh).map(buttonOf) }
    : { name, type, ...(url ? { url } : {}), ...(key ? { key } : {}) };

function menuRows(entries: readonly Entry[], own: Record<string, unknown>, parent: string | null): Row[] {
  return entries.flatMap(({ name, type, url, key, subs }, sort) => {
    const id = newId();
    const row = { ...own, id, parent_id: parent, name, type: type ?? null, url: url ?? null, key: key ?? null, sort };
    return [row, ...menuRows(subs ?? [], own, id)];
  });
}

async function drawMenu(db: Db, own: Record<string, unknown>, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 20 * DAY).toISOString();
  const stamped = { ...own, created_at: at, updated_at: at };
  const tree = JSON.stringify(menu.map(buttonOf));
  await insertRows(db, 'wxmenu', menuRows(menu, stamped, null), '');
  const version = {
    ...stamped,
    id: newId(),
    no: 1,
    state: 'published',
    published_by: '运营',
    time: at,
    checked_time: at,
  };
  await insertRows(db, 'wxmenu_version', [version], '');
  await db.raw(
    `UPDATE wxmenu_version SET tree = $3::jsonb, live = $3::jsonb WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
    [own['tenant_id'], version.id, tree],
  );
}

const scenes = [null, 'lot-1', 'lot-2', '出口海报', null, '岗亭'];

const fanOf = (accountId: string, nth: number, now: number): Record<string, unknown> => {
  const at = new Date(now - ((nth * 37) % 89) * DAY - nth * 11 * MINUTE).toISOString();
  const left = nth % 9 === 4 ? new Date(now - nth * 13 * MINUTE).toISOString() : null;
  return {
    id: newId(Date.parse(at)),
    openid: `o${createHash('sha256').update(`${accountId} ${nth}`).digest('base64url').slice(0, 27)}`,
    status: left ? 'no' : 'yes',
    subscribe_time: at,
    left_time: left,
    scene: scenes[nth % scenes.length],
    last_time: left ?? at,
    created_at: at,
    updated_at: left ?? at,
  };
};

async function openAccount(ask: Ask, database: Database, companyId: string, nth: number, now: Date): Promise<void> {
  const { id } = await ask('POST', 'publicplat/submit', {
    companyId,
    name: nth === 1 ? '安泊停车' : '畅行停车',
    kind: 'service',
    appId: `wx7d1e0f5a3c9b82${String(nth).padStart(2, '0')}`,
    originalId: `gh_5e2a90c1f7${String(nth).padStart(2, '0')}`,
    appSecret: createHash('sha256').update(companyId).digest('hex').slice(0, 32),
    token: `demo${companyId.slice(0, 8)}`,
    mode: 'plain',
    remark: '演示数据：公众平台不认识此账号',
  });
  for (const [configType, configValue] of Object.entries(settings))
    await ask('POST', 'wxOtherConfig/submit', { companyId, configType, configValue });
  const [owner] = await database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM publicplat WHERE id = $1', [id]),
  );
  const own = { tenant_id: owner!.tenant_id, company_id: companyId, publicplat_id: id };
  const at = now.toISOString();
  await database.write(tenantScope(own.tenant_id), async (db) => {
    const rows = rules.map(({ keyword, match, replyType, title, linkUrl, ...rest }, sort) => ({
      ...own,
      id: newId(),
      created_at: at,
      updated_at: at,
      keyword: keyword ?? null,
      match: match ?? null,
      reply_type: replyType ?? 'text',
      title: title ?? null,
      link_url: linkUrl ?? null,
      sort,
      enable: true,
      ...rest,
    }));
    await insertRows(db, 'wxkeyword', rows, '');
    const fans = Array.from({ length: FOLLOWERS }, (_, fan) => ({ ...own, ...fanOf(id, fan, now.getTime()) }));
    await insertRows(db, 'wxinfo', fans, '');
    await addFollowerMessages(db, own, fans, await carsSeen(db, own.tenant_id), now);
    await drawMenu(db, own, now);
    const received = rules.reduce((sum, { hits }) => sum + hits, 0);
    await db.raw(
      `UPDATE publicplat SET received = $3, last_received = $4 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [own.tenant_id, id, received, at],
    );
  });
}

/** A mini program of the group, and what the driver's home of its first car parks shows. */
async function openMini(ask: Ask, database: Database, companyId: string, nth: number): Promise<void> {
  await ask('POST', 'parkminiprogram/submit', {
    companyId,
    name: nth === 1 ? '安泊停车小程序' : '畅行停车小程序',
    appId: `wx3b9d7c1e5f2a80${String(nth).padStart(2, '0')}`,
    appSecret: createHash('sha256').update(`mini ${companyId}`).digest('hex').slice(0, 32),
    webHosts: 'anbo.example.com',
    remark: '演示数据：微信不认识此小程序',
  });
  const parks = await database.read(platformScope, (db) =>
    db.raw<{ id: string; tenant_id: number; company_id: string }>(
      `SELECT p.id, p.tenant_id, p.company_id FROM park p JOIN company c ON c.tenant_id = p.tenant_id
       WHERE c.id = $1 AND p.deleted_at IS NULL ORDER BY p.created_at, p.id LIMIT 3`,
      [companyId],
    ),
  );
  const shown = { notice: '节假日车位紧张，请提前出行。', hotline: '400-000-0000', showCoupons: 'on' };
  const rows = parks.flatMap(({ id, tenant_id, company_id }) =>
    Object.entries(shown).map(([config_type, config_value]) => ({
      id: newId(),
      tenant_id,
      company_id,
      park_id: id,
      config_type,
      config_value,
    })),
  );
  const [own] = parks;
  if (own) await database.write(tenantScope(own.tenant_id), (db) => insertRows(db, 'park_mini_other_config', rows, ''));
}

/** One account and one mini program for each group of companies. */
export async function openAccounts(
  ask: Ask,
  database: Database,
  groupIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const [nth, id] of groupIds.entries()) {
    await openAccount(ask, database, id, nth + 1, now);
    await openMini(ask, database, id, nth + 1);
  }
}

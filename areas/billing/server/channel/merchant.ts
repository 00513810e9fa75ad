/** Merchant accounts as channels use them: secrets opened, the nearest to a lot chosen. */
import { setting } from '#kit/server/setting.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';

/** `ref` names the account for ever, with the sub-merchant money goes to: `<configuration>` or `<configuration>/<sub-merchant>`. */
type Account = {
  readonly ref: string;
  readonly configId: string;
  readonly tenantId: number;
  readonly companyId: string;
};

export type WechatMerchant = Account & {
  readonly channel: 'wechat';
  readonly mchId: string;
  readonly appId: string;
  readonly appSecret: string | null;
  readonly serialNo: string;
  readonly privateKey: string;
  readonly apiV3Key: string;
  readonly platformSerial: string;
  readonly platformKey: string;
  readonly sub: { readonly mchId: string; readonly appId: string | null } | null;
};

export type AlipayMerchant = Account & {
  readonly channel: 'alipay';
  readonly appId: string;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly sellerId: string | null;
  readonly appAuthToken: string | null;
  readonly smid: string | null;
};

export type Merchant = WechatMerchant | AlipayMerchant;
type ChannelName = Merchant['channel'];

type Row = Readonly<Record<string, string | null>> & { readonly id: string; readonly company_id: string };

const tables: { readonly [name in ChannelName]: { readonly config: string; readonly sub: string } } = {
  wechat: { config: 'wechat_config', sub: 'wechat_sub_merchant' },
  alipay: { config: 'alipay_config', sub: 'alipay_sub_merchant' },
};

const opened = (value: string | null | undefined): string | null => (value ? unseal(value) : null);

function accountOf(channel: ChannelName, tenantId: number, config: Row, sub: Row | undefined): Merchant {
  const account = {
    ref: sub ? `${config.id}/${sub.id}` : config.id,
    configId: config.id,
    tenantId,
    companyId: config.company_id,
  };
  const privateKey = opened(config['private_key'])!;
  if (channel === 'wechat') {
    return {
      ...account,
      channel,
      privateKey,
      mchId: config['mch_id']!,
      appId: config['app_id']!,
      appSecret: opened(config['app_secret']),
      serialNo: config['serial_no']!,
      apiV3Key: opened(config['api_v3_key'])!,
      platformSerial: config['platform_serial']!,
      platformKey: config['platform_key']!,
      sub: sub ? { mchId: sub['sub_mch_id']!, appId: sub['sub_app_id'] ?? null } : null,
    };
  }
  return {
    ...account,
    channel,
    privateKey,
    appId: config['app_id']!,
    publicKey: config['public_key']!,
    sellerId: config['seller_id'] ?? null,
    appAuthToken: opened(sub?.['app_auth_token']) ?? opened(config['auth_token']),
    smid: sub?.['smid'] ?? null,
  };
}

/** How a lot may be paid online: a channel, and the account with it; the sandbox has none. */
export type PayWay = { readonly channel: string; readonly merchantRef: string | null };

/** Whether the sandbox may stand in where a group has no account. A house in earnest takes no play money, least of all from a page without a login. */
export const playMoney = setting(true);

const nearest = (rows: readonly Row[], line: readonly string[]): Row | undefined =>
  [...rows].sort((a, b) => line.indexOf(a.company_id) - line.indexOf(b.company_id) || (a.id < b.id ? -1 : 1))[0];

/**
 * The ways a lot is paid online: of each channel the account of its own company, else of the next above. The sandbox stands in only where
 * it is allowed and while the group has no account at all, so that a house that takes real money never takes play money.
 */
export async function payWays(
  db: Db,
  place: { readonly tenantId: number; readonly companyId: string; readonly parkId: string },
): Promise<PayWay[]> {
  const line = (await companyLine(db, place.tenantId, place.companyId)).map(({ id }) => id);
  const ways: PayWay[] = [];
  let real = false;
  for (const channel of ['wechat', 'alipay'] as const) {
    const { config, sub } = tables[channel];
    const configs = await db.raw<Row>(
      `SELECT id, company_id FROM ${config} WHERE tenant_id = $1 AND deleted_at IS NULL AND coalesce(enabled, true)`,
      [place.tenantId],
    );
    real ||= configs.length > 0;
    const found = nearest(
      configs.filter((row) => line.includes(row.company_id)),
      line,
    );
    if (!found) continue;
    const subs = await db.raw<Row>(
      `SELECT id, company_id, park_id FROM ${sub} WHERE tenant_id = $1 AND deleted_at IS NULL AND coalesce(enabled, true) AND company_id = ANY($2::uuid[]) AND (park_id IS NULL OR park_id = $3)`,
      [place.tenantId, line, place.parkId],
    );
    const own = subs.find((row) => row['park_id'] === place.parkId) ?? nearest(subs, line);
    ways.push({ channel, merchantRef: own ? `${found.id}/${own.id}` : found.id });
  }
  return real || !playMoney.value() ? ways : [{ channel: 'sandbox', merchantRef: null }];
}

/** The account a trade was begun with, also when it was switched off or removed since: what was begun is settled there and nowhere else. */
export async function merchantOf(db: Db, tenantId: number, channel: string, ref: string): Promise<Merchant> {
  const named = channel === 'wechat' || channel === 'alipay' ? tables[channel] : null;
  const [configId, subId] = ref.split('/');
  const missing = () => new Refused('no_such_record', { what: text('支付接口配置', 'Merchant account') });
  if (!named) throw missing();
  const [config] = await db.raw<Row>(`SELECT * FROM ${named.config} WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    configId,
  ]);
  const [sub] = subId
    ? await db.raw<Row>(`SELECT * FROM ${named.sub} WHERE tenant_id = $1 AND id = $2`, [tenantId, subId])
    : [];
  if (!config || (subId && !sub)) throw missing();
  return accountOf(channel as ChannelName, tenantId, config, sub);
}

/** The app a driver inside WeChat logs in to, so that he can pay there; null where the lot's account has none. */
export async function loginApp(db: Db, tenantId: number, ways: readonly PayWay[]): Promise<string | null> {
  const ref = ways.find(({ channel }) => channel === 'wechat')?.merchantRef;
  const own = ref ? await merchantOf(db, tenantId, 'wechat', ref) : null;
  return own?.channel === 'wechat' && own.appSecret !== null ? own.appId : null;
}

/** The tenant of an account, for a notice that names nothing else; null when there is none. */
export async function tenantOfConfig(db: Db, channel: string, configId: string): Promise<number | null> {
  const named = channel === 'wechat' || channel === 'alipay' ? tables[channel] : null;
  const [row] = named
    ? await db.raw<{ tenant_id: number }>(`SELECT tenant_id FROM ${named.config} WHERE id = $1`, [configId])
    : [];
  return row?.tenant_id ?? null;
}

/** Which of a lot's ways takes this pay code: providers tell theirs by the first two digits. */
export function wayOfCode(ways: readonly PayWay[], payCode: string): PayWay | null {
  const first = Number(payCode.slice(0, 2));
  const channel = first >= 10 && first <= 15 ? 'wechat' : first >= 25 && first <= 30 ? 'alipay' : null;
  return ways.find((way) => way.channel === 'sandbox' || way.channel === channel) ?? null;
}

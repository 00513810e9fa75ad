/** Merchant accounts as channels use them: secrets opened, the nearest to a lot chosen. */
import { otherChannels } from '#areas/billing/model/words.ts';
import { setting } from '#kit/server/setting.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';
import type { SignKeys } from './form-sign.ts';

/**
 * `ref` names the account for ever, with the sub-merchant money goes to: `<configuration>` or
 * `<configuration>/<sub-merchant>`.
 */
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

/** An account with an aggregator. */
export type OtherMerchant = Account & {
  readonly channel: keyof typeof otherChannels;
  readonly merchantNo: string;
  readonly appId: string;
  readonly keys: SignKeys;
  readonly terminalNo: string | null;
};

export type Merchant = WechatMerchant | AlipayMerchant | OtherMerchant;
export type ChannelName = Merchant['channel'];

type Row = Readonly<Record<string, string | null>> & { readonly id: string; readonly company_id: string };

/**
 * Where a channel's accounts stand: their table and which of its rows, the column of the lot they are for, and the
 * table of sub-merchants.
 */
type Kept = { readonly config: string; readonly rows: string; readonly lot: string; readonly sub: string | null };
const tables: { readonly [name in ChannelName]: Kept } = {
  wechat: { config: 'wechat_config', rows: 'true', lot: 'NULL', sub: 'wechat_sub_merchant' },
  alipay: { config: 'alipay_config', rows: 'true', lot: 'NULL', sub: 'alipay_sub_merchant' },
  allinpay: { config: 'otherpay_config', rows: `pay_type = 'allinpay'`, lot: 'park_id', sub: null },
};
const isOther = (channel: string): channel is OtherMerchant['channel'] => channel in otherChannels;
const keptIn = (channel: string): Kept | null => (channel in tables ? tables[channel as ChannelName] : null);

const opened = (value: string | null | undefined): string | null => (value ? unseal(value) : null);

function accountOf(channel: ChannelName, tenantId: number, config: Row, sub: Row | undefined): Merchant {
  const account = {
    ref: sub ? `${config.id}/${sub.id}` : config.id,
    configId: config.id,
    tenantId,
    companyId: config.company_id,
  };
  if (isOther(channel)) {
    const [secret, publicKey] = [opened(config['app_secret'])!, config['public_key'] ?? ''];
    const type = config['sign_type'] as SignKeys['type'];
    return {
      ...account,
      channel,
      merchantNo: config['merchant_no']!,
      appId: config['app_key']!,
      keys: type === 'MD5' ? { type, key: secret } : { type, privateKey: secret, publicKey },
      terminalNo: config['terminal_no'] ?? null,
    };
  }
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

/**
 * Whether the sandbox may stand in where a group has no account. An installation in earnest takes no play money, least
 * of all from a page without a login.
 */
export const playMoney = setting(true);

const nearest = (rows: readonly Row[], line: readonly string[]): Row | undefined =>
  [...rows].sort((a, b) => line.indexOf(a.company_id) - line.indexOf(b.company_id) || (a.id < b.id ? -1 : 1))[0];

/** The lot's own, else that of its company, else of the next above. */
function nearestTo(parkId: string, rows: readonly Row[], line: readonly string[]): Row | undefined {
  const fit = rows.filter((row) => line.includes(row.company_id) && [parkId, null].includes(row['park_id'] ?? null));
  return fit.find((row) => row['park_id'] === parkId) ?? nearest(fit, line);
}

/**
 * The ways a lot is paid online: of each channel the account of its own company, else of the next above. The sandbox
 * stands in only where it is allowed and while the group has no account at all, so that an installation that takes real
 * money never takes play money.
 */
export async function payWays(
  db: Db,
  place: { readonly tenantId: number; readonly companyId: string; readonly parkId: string },
): Promise<PayWay[]> {
  const line = (await companyLine(db, place.tenantId, place.companyId)).map(({ id }) => id);
  const ways: PayWay[] = [];
  let real = false;
  for (const [channel, { config, rows, lot, sub }] of Object.entries(tables)) {
    const configs = await db.raw<Row>(
      `SELECT id, company_id, ${lot} AS park_id FROM ${config} WHERE tenant_id = $1 AND deleted_at IS NULL AND coalesce(enabled, true) AND ${rows}`,
      [place.tenantId],
    );
    real ||= configs.length > 0;
    const found = nearestTo(place.parkId, configs, line);
    if (!found) continue;
    const subs = sub
      ? await db.raw<Row>(
          `SELECT id, company_id, park_id FROM ${sub} WHERE tenant_id = $1 AND deleted_at IS NULL
           AND coalesce(enabled, true) AND (park_id IS NULL OR park_id = $2)`,
          [place.tenantId, place.parkId],
        )
      : [];
    const own = nearestTo(place.parkId, subs, line);
    ways.push({ channel, merchantRef: own ? `${found.id}/${own.id}` : found.id });
  }
  return real || !playMoney.value() ? ways : [{ channel: 'sandbox', merchantRef: null }];
}

/**
 * The account a trade was begun with, also when it was switched off or removed since: what was begun is settled there
 * and nowhere else.
 */
export async function merchantOf(db: Db, tenantId: number, channel: string, ref: string): Promise<Merchant> {
  const named = keptIn(channel);
  const [configId, subId] = ref.split('/');
  const missing = () => new Refused('no_such_record', { what: text('支付接口配置', 'Merchant account') });
  if (!named) throw missing();
  const [config] = await db.raw<Row>(
    `SELECT * FROM ${named.config} WHERE tenant_id = $1 AND id = $2 AND ${named.rows}`,
    [tenantId, configId],
  );
  const [sub] =
    subId && named.sub
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
  const named = keptIn(channel);
  const [row] = named
    ? await db.raw<{ tenant_id: number }>(`SELECT tenant_id FROM ${named.config} WHERE id = $1 AND ${named.rows}`, [
        configId,
      ])
    : [];
  return row?.tenant_id ?? null;
}

/** Whose pay code it is: wallets are recognised by the first two digits. */
function walletOf(payCode: string): 'wechat' | 'alipay' | 'unionpay' | null {
  const first = Number(payCode.slice(0, 2));
  if (first >= 10 && first <= 15) return 'wechat';
  if (first >= 25 && first <= 30) return 'alipay';
  return first === 62 ? 'unionpay' : null;
}

/**
 * Which of a lot's ways takes this pay code: the wallet's own account, else an aggregator's, which takes all of them.
 */
export function wayOfCode(ways: readonly PayWay[], payCode: string): PayWay | null {
  const wallet = walletOf(payCode);
  const own = ways.find((way) => way.channel === 'sandbox' || way.channel === wallet);
  return own ?? (wallet && ways.find((way) => isOther(way.channel))) ?? null;
}

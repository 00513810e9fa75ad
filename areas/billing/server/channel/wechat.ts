/**
 * WeChat Pay, APIv3: requests signed with the merchant's key, answers and notices verified with WeChat Pay's, notices
 * decrypted. Amounts in fen on the wire.
 */
import { createHash } from 'node:crypto';
import type { refundFailures } from '#areas/billing/model/words.ts';
import { newId } from '#kit/server/id.ts';
import { feeOf, fenOf, readBill } from './bill.ts';
import { ChannelFault, codeFaultOf } from './channel.ts';
import { wechatClient } from './clients.ts';
import type {
  BillLine,
  Letter,
  Notice,
  PayForm,
  PaymentChannel,
  Prepaid,
  RefundAsk,
  RefundStatus,
  TradeStatus,
  Terms,
  Trade,
} from './channel.ts';
import { privateKeyOf, publicKeyOf } from './keys.ts';
import type { Merchant, WechatMerchant } from './merchant.ts';
import { noticeAddress, reach } from './reach.ts';

/** A notice's clock may be this far from ours. */
const SKEW_MS = 5 * 60_000;
const TIMEOUT_MS = 8_000;
/** A code on a screen or phone can be paid for this long. */
const PAYABLE_MS = 15 * 60_000;

export type Json = Readonly<Record<string, unknown>>;
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function account(terms: Pick<Terms, 'merchant'>): WechatMerchant {
  if (terms.merchant?.channel !== 'wechat') throw new Error('a WeChat Pay trade without its merchant');
  return terms.merchant;
}

type WechatRequest = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly data?: Json;
  readonly params?: Readonly<Record<string, string>>;
  readonly file?: boolean;
};
type Road = {
  get: (config: object) => Promise<{ data: unknown }>;
  post: (data: object | undefined, config: object) => Promise<{ data: unknown }>;
};

export async function ask(own: WechatMerchant, { method, path, data, params, file }: WechatRequest): Promise<unknown> {
  const client = new (wechatClient().Wechatpay)({
    mchid: own.mchId,
    serial: own.serialNo,
    privateKey: privateKeyOf(own.privateKey).export({ type: 'pkcs8', format: 'pem' }),
    certs: { [own.platformSerial]: publicKeyOf(own.platformKey).export({ type: 'spki', format: 'pem' }) },
    baseURL: reach.value().wechat,
    timeout: TIMEOUT_MS,
  }) as { chain: (path: string) => Road };
  const config = {
    params,
    headers: { 'Wechatpay-Serial': own.platformSerial },
    ...(file ? { responseType: 'arraybuffer' } : {}),
  };
  try {
    const road = client.chain(path);
    return (method === 'get' ? await road.get(config) : await road.post(data, config)).data;
  } catch (error) {
    // The client's own error carries the whole request, keys included: only the answer's words go on.
    const { response, code, message } = error as {
      response?: { status: number; data?: Json };
      code?: string;
      message: string;
    };
    throw new ChannelFault(
      text(response?.data?.['code']) || (code ?? 'UNREACHABLE'),
      text(response?.data?.['message']) || message,
      response?.status ?? null,
    );
  }
}

/** A service provider signs for a sub-merchant on roads and with names of its own. */
const pay = (own: WechatMerchant, last: string): string => `v3/pay/${own.sub ? 'partner/' : ''}transactions/${last}`;
const who = (own: WechatMerchant): Record<string, string> =>
  own.sub ? { sp_mchid: own.mchId, sub_mchid: own.sub.mchId } : { mchid: own.mchId };
export const apps = (own: WechatMerchant): Record<string, string> =>
  own.sub ? { sp_appid: own.appId, ...(own.sub.appId ? { sub_appid: own.sub.appId } : {}) } : { appid: own.appId };

const body = (own: WechatMerchant, trade: Trade): Json => ({
  ...apps(own),
  ...who(own),
  description: trade.subject.slice(0, 120),
  out_trade_no: trade.tradeNo,
  amount: { total: trade.amountFen, currency: 'CNY' },
  ...(trade.sharing ? { settle_info: { profit_sharing: true } } : {}),
});

const states: Readonly<Record<string, TradeStatus['state']>> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  CLOSED: 'failed',
  REVOKED: 'failed',
  PAYERROR: 'failed',
};

function statusOf(answer: Json): TradeStatus {
  const amount = answer['amount'] as { total?: unknown } | undefined;
  const state = states[text(answer['trade_state'])] ?? 'pending';
  const at = Date.parse(text(answer['success_time']));
  if (state === 'paid' && (!Number.isSafeInteger(amount?.total) || Number.isNaN(at)))
    throw new ChannelFault('BAD_ANSWER', 'a paid trade without amount or time');
  return {
    tradeNo: text(answer['out_trade_no']),
    state,
    amountFen: Number(amount?.total ?? 0),
    at: Number.isNaN(at) ? Date.now() : at,
    channelNo: text(answer['transaction_id']) || null,
  };
}

async function queryOne(own: WechatMerchant, tradeNo: string): Promise<TradeStatus | null> {
  try {
    return statusOf(
      (await ask(own, { method: 'get', path: pay(own, `out-trade-no/${tradeNo}`), params: who(own) })) as Json,
    );
  } catch (error) {
    if (error instanceof ChannelFault && error.status === 404) return null;
    throw error;
  }
}

/** Answers after which a scanned code may still take the money. */
const unsure = new Set(['USERPAYING', 'SYSTEM_ERROR', 'SYSTEMERROR', 'BANK_ERROR', 'BANKERROR', 'FREQUENCY_LIMITED']);

async function payOne(own: WechatMerchant, trade: Trade & { payCode: string }): Promise<TradeStatus> {
  const data = {
    ...body(own, trade),
    payer: { auth_code: trade.payCode },
    scene_info: { device_id: 'GATEHOUSE', store_info: { id: 'LOT' } },
  };
  try {
    return statusOf((await ask(own, { method: 'post', path: pay(own, 'codepay'), data })) as Json);
  } catch (error) {
    const waiting: TradeStatus = {
      tradeNo: trade.tradeNo,
      state: 'pending',
      amountFen: trade.amountFen,
      at: trade.at,
      channelNo: null,
    };
    if (!(error instanceof ChannelFault) || error.status === null || error.status === 401) throw error;
    if (error.status >= 500 || unsure.has(error.code)) return waiting;
    // Refused for good, unless an earlier answer was lost and this was the second request.
    const known = await queryOne(own, trade.tradeNo);
    if (known && known.state !== 'failed') return known;
    return { ...(known ?? waiting), state: 'failed', ...codeFaultOf(error.code) };
  }
}

/** Who a driver inside WeChat is to this app; a login's code is good once, for five minutes. */
async function payerOf(own: WechatMerchant, login: string): Promise<string> {
  const parameters = new URLSearchParams({
    appid: own.appId,
    secret: own.appSecret ?? '',
    code: login,
    grant_type: 'authorization_code',
  });
  const answer = await fetch(`${reach.value().weixin}/sns/oauth2/access_token?${parameters}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    (reply) => reply.json() as Promise<Json>,
    () => ({}) as Json,
  );
  if (!text(answer['openid'])) throw new ChannelFault('LOGIN', text(answer['errmsg']) || 'the login has no answer');
  return text(answer['openid']);
}

async function prepay(trade: Trade, how: PayForm, terms: Terms): Promise<Prepaid> {
  const own = account(terms);
  const until = new Date(Date.now() + PAYABLE_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  const data = { ...body(own, trade), notify_url: noticeAddress('wechat', own.configId), time_expire: until };
  if (how.form === 'code')
    return { code: text(((await ask(own, { method: 'post', path: pay(own, 'native'), data })) as Json)['code_url']) };
  if (how.form === 'browser') {
    const answer = (await ask(own, {
      method: 'post',
      path: pay(own, 'h5'),
      data: { ...data, scene_info: { payer_client_ip: how.ip, h5_info: { type: 'Wap' } } },
    })) as Json;
    return { url: `${text(answer['h5_url'])}&redirect_url=${encodeURIComponent(`${reach.value().self}${how.back}`)}` };
  }
  const openId = await payerOf(own, how.login);
  const payer = own.sub ? { sp_openid: openId } : { openid: openId };
  const prepayId = text(
    ((await ask(own, { method: 'post', path: pay(own, 'jsapi'), data: { ...data, payer } })) as Json)['prepay_id'],
  );
  const { Formatter, Rsa } = wechatClient();
  const [timeStamp, nonceStr, pack] = [String(Formatter.timestamp()), Formatter.nonce(), `prepay_id=${prepayId}`];
  const paySign = Rsa.sign(
    Formatter.joinedByLineFeed(own.appId, timeStamp, nonceStr, pack),
    privateKeyOf(own.privateKey),
  );
  return { params: { appId: own.appId, timeStamp, nonceStr, package: pack, signType: 'RSA', paySign } };
}

const refundFailed: Readonly<Record<string, keyof typeof refundFailures>> = { CLOSED: 'closed', ABNORMAL: 'abnormal' };

function refundStatusOf(answer: Json): RefundStatus {
  const at = Date.parse(text(answer['success_time']));
  const known = { channelNo: text(answer['refund_id']) || null, at: Number.isNaN(at) ? Date.now() : at };
  const why = refundFailed[text(answer['status'])];
  return why
    ? { ...known, state: 'failed', why }
    : { ...known, state: text(answer['status']) === 'SUCCESS' ? 'done' : 'pending' };
}

export const subOf = (own: WechatMerchant): Record<string, string> => (own.sub ? { sub_mchid: own.sub.mchId } : {});

async function refund({ refundNo, tradeNo, amountFen, totalFen }: RefundAsk, terms: Terms): Promise<RefundStatus> {
  const own = account(terms);
  const data = {
    ...subOf(own),
    out_trade_no: tradeNo,
    out_refund_no: refundNo,
    reason: '停车费退款',
    amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
  };
  try {
    return refundStatusOf((await ask(own, { method: 'post', path: 'v3/refund/domestic/refunds', data })) as Json);
  } catch (error) {
    // Not enough money with the provider, or the trade cannot be refunded any more: final.
    if (error instanceof ChannelFault && (error.code === 'NOT_ENOUGH' || error.code === 'RESOURCE_NOT_EXISTS'))
      return { state: 'failed', channelNo: null, at: Date.now(), why: error.message };
    throw error;
  }
}

async function refundQuery({ refundNo }: RefundAsk, terms: Terms): Promise<RefundStatus | null> {
  const own = account(terms);
  try {
    return refundStatusOf(
      (await ask(own, { method: 'get', path: `v3/refund/domestic/refunds/${refundNo}`, params: subOf(own) })) as Json,
    );
  } catch (error) {
    if (error instanceof ChannelFault && error.status === 404) return null;
    throw error;
  }
}

type Sealed = { resource?: { algorithm?: string; ciphertext?: string; nonce?: string; associated_data?: string } };

export function openedNotice(body_: Buffer, own: WechatMerchant): Json | null {
  try {
    const { resource } = JSON.parse(body_.toString('utf8')) as Sealed;
    if (resource?.algorithm !== 'AEAD_AES_256_GCM') return null;
    return JSON.parse(
      wechatClient().Aes.AesGcm.decrypt(
        resource.ciphertext!,
        own.apiV3Key,
        resource.nonce!,
        resource.associated_data ?? '',
      ),
    ) as Json;
  } catch {
    return null;
  }
}

/**
 * Whether the words are of this account: the key alone does not say it, for WeChat Pay signs for all merchants with the
 * same.
 */
const ours = (own: WechatMerchant, words: Json): boolean => (words['sp_mchid'] ?? words['mchid']) === own.mchId;

/** Whether WeChat Pay signed a notice just now, about a trade of this account. */
export function isSigned(letter: Letter, own: WechatMerchant, words: Json): boolean {
  const [timestamp, nonce, serial, signature] = [
    'Wechatpay-Timestamp',
    'Wechatpay-Nonce',
    'Wechatpay-Serial',
    'Wechatpay-Signature',
  ].map((name) => letter.header(name) ?? '') as [string, string, string, string];
  const fresh = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() - Number(timestamp) * 1000) <= SKEW_MS;
  const { Formatter, Rsa } = wechatClient();
  const signed =
    serial === own.platformSerial &&
    Rsa.verify(
      Formatter.response(timestamp, nonce, letter.body.toString('utf8')),
      signature,
      publicKeyOf(own.platformKey),
    );
  return fresh && signed && ours(own, words);
}

function verifyNotice(letter: Letter, merchant: Merchant | null): Notice | null {
  const own = account({ merchant });
  const words = openedNotice(letter.body, own);
  if (!words || typeof words['trade_state'] !== 'string') return null;
  return { status: statusOf(words), signatureRight: isSigned(letter, own, words) };
}

async function bill(day: string, terms: Terms): Promise<BillLine[]> {
  const own = account(terms);
  let place: Json;
  try {
    place = (await ask(own, {
      method: 'get',
      path: 'v3/bill/tradebill',
      params: { bill_date: day, bill_type: 'ALL', ...subOf(own) },
    })) as Json;
  } catch (error) {
    if (error instanceof ChannelFault && error.code === 'NO_STATEMENT_EXIST') return [];
    throw error;
  }
  const from = new URL(text(place['download_url']));
  const file = Buffer.from(
    (await ask(own, {
      method: 'get',
      path: from.pathname.slice(1),
      params: Object.fromEntries(from.searchParams),
      file: true,
    })) as ArrayBuffer,
  );
  if (createHash('sha1').update(file).digest('hex') !== text(place['hash_value']).toLowerCase())
    throw new ChannelFault('BAD_BILL', 'the bill does not match its announced checksum');
  return readBill(file.toString('utf8')).map((row): BillLine => {
    const at = Date.parse(`${row('交易时间').replace(' ', 'T')}+08:00`);
    const feeFen = feeOf(row('手续费'));
    return row('交易状态') === 'REFUND'
      ? {
          kind: 'refund',
          number: row('商户退款单号'),
          channelNo: row('微信退款单号'),
          amountFen: fenOf(row('申请退款金额')),
          feeFen,
          at,
        }
      : {
          kind: 'payment',
          number: row('商户订单号'),
          channelNo: row('微信订单号'),
          amountFen: fenOf(row('订单金额')),
          feeFen,
          at,
        };
  });
}

export const wechat: PaymentChannel = {
  name: 'wechat',
  payCode: (trades, terms) => Promise.all(trades.map((trade) => payOne(account(terms), trade))),
  prepay,
  query: async (tradeNos, terms) =>
    (await Promise.all(tradeNos.map((tradeNo) => queryOne(account(terms), tradeNo)))).filter((each) => each !== null),
  async close(tradeNo, terms) {
    const own = account(terms);
    await ask(own, { method: 'post', path: pay(own, `out-trade-no/${tradeNo}/close`), data: who(own) });
  },
  refund,
  refundQuery,
  verifyNotice,
  bill,
  thanks: { type: 'application/json', body: '{"code":"SUCCESS"}' },
  // A trade that cannot be: WeChat Pay answers that it knows none only after it believed the signature.
  test: async (terms) => {
    await queryOne(account(terms), `TEST${newId().replaceAll('-', '').slice(0, 20)}`);
  },
};

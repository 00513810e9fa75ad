/**
 * Alipay's open platform: requests signed with the app's key (RSA2), answers and notices verified with Alipay's.
 * Amounts in yuan on the wire, times China's.
 */
import type { AlipaySdk } from 'alipay-sdk';
import { unzipSync } from 'fflate';
import { newId } from '#kit/server/id.ts';
import { feeOf, fenOf, readBill } from './bill.ts';
import { chinaTime, givenBack, instant, partsBack, text, yuan } from './alipay-words.ts';
import type { Json } from './alipay-words.ts';
import { alipayClient } from './clients.ts';
import { ChannelFault, codeFaultOf } from './channel.ts';
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
import type { AlipayMerchant, Merchant } from './merchant.ts';
import { noticeAddress, reach } from './reach.ts';

const TIMEOUT_MS = 8_000;
export function account(terms: Pick<Terms, 'merchant'>): AlipayMerchant {
  if (terms.merchant?.channel !== 'alipay') throw new Error('an Alipay trade without its merchant');
  return terms.merchant;
}

const sdkOf = (own: AlipayMerchant): AlipaySdk =>
  new (alipayClient().AlipaySdk)({
    appId: own.appId,
    privateKey: privateKeyOf(own.privateKey).export({ type: 'pkcs1', format: 'pem' }).toString(),
    alipayPublicKey: publicKeyOf(own.publicKey).export({ type: 'spki', format: 'pem' }).toString(),
    gateway: reach.value().alipay,
    timeout: TIMEOUT_MS,
    camelcase: false,
    signType: 'RSA2',
  });

const common = (own: AlipayMerchant) => ({
  timestamp: chinaTime(Date.now()),
  ...(own.appAuthToken ? { app_auth_token: own.appAuthToken } : {}),
});

/** The answer of one call, its signature verified, also where it is a refusal. */
export async function ask(own: AlipayMerchant, method: string, biz: Json, notifyUrl?: string): Promise<Json> {
  try {
    return await sdkOf(own).exec(
      method,
      { ...common(own), ...(notifyUrl ? { notify_url: notifyUrl } : {}), biz_content: biz },
      { validateSign: true },
    );
  } catch (error) {
    // The client's own error carries whole answers; only its words go on.
    throw new ChannelFault('UNREACHABLE', (error as Error).message.slice(0, 120));
  }
}

export const ok = (answer: Json): boolean => answer['code'] === '10000';
const faultOf = (answer: Json): ChannelFault =>
  new ChannelFault(text(answer['sub_code']) || text(answer['code']), text(answer['sub_msg']) || text(answer['msg']));
const unknown = (answer: Json): boolean => answer['sub_code'] === 'ACQ.TRADE_NOT_EXIST';

const states: Readonly<Record<string, TradeStatus['state']>> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'failed',
};

/** `status` as Alipay has it; a closed trade that was refunded whole had been paid. */
function statusOf(words: Json, status: string, at: number): TradeStatus {
  const paidBefore = status === 'TRADE_CLOSED' && !Number.isNaN(at);
  const state = paidBefore ? 'paid' : (states[status] ?? 'pending');
  if (state === 'paid' && Number.isNaN(at)) throw new ChannelFault('BAD_ANSWER', 'a paid trade without its time');
  return {
    tradeNo: text(words['out_trade_no']),
    state,
    amountFen: fenOf(text(words['total_amount'])),
    at: Number.isNaN(at) ? Date.now() : at,
    channelNo: text(words['trade_no']) || null,
  };
}

async function queryOne(own: AlipayMerchant, tradeNo: string): Promise<TradeStatus | null> {
  const answer = await ask(own, 'alipay.trade.query', { out_trade_no: tradeNo });
  if (ok(answer)) return statusOf(answer, text(answer['trade_status']), instant(answer['send_pay_date']));
  if (unknown(answer)) return null;
  throw faultOf(answer);
}

const body = (own: AlipayMerchant, trade: Trade): Json => ({
  out_trade_no: trade.tradeNo,
  total_amount: yuan(trade.amountFen),
  subject: trade.subject.slice(0, 120),
  timeout_express: '15m',
  ...(trade.sharing ? { extend_params: { royalty_freeze: 'true' } } : {}),
  ...(own.smid ? { sub_merchant: { merchant_id: own.smid } } : {}),
});

async function payOne(own: AlipayMerchant, trade: Trade & { payCode: string }): Promise<TradeStatus> {
  const answer = await ask(
    own,
    'alipay.trade.pay',
    { ...body(own, trade), scene: 'bar_code', auth_code: trade.payCode },
    noticeAddress('alipay', own.configId),
  );
  const waiting: TradeStatus = {
    tradeNo: trade.tradeNo,
    state: 'pending',
    amountFen: trade.amountFen,
    at: trade.at,
    channelNo: null,
  };
  if (ok(answer)) return statusOf(answer, 'TRADE_SUCCESS', instant(answer['gmt_payment']));
  if (answer['code'] === '10003' || answer['code'] === '20000' || answer['sub_code'] === 'ACQ.SYSTEM_ERROR')
    return waiting;
  // Refused for good, unless an earlier answer was lost and this was the second request.
  const known = await queryOne(own, trade.tradeNo);
  if (known && known.state !== 'failed') return known;
  return { ...(known ?? waiting), state: 'failed', ...codeFaultOf(text(answer['sub_code'])) };
}

/** Who a driver inside Alipay is to this app; a login's code is good once. */
async function payerOf(own: AlipayMerchant, login: string): Promise<string> {
  const answer = (await sdkOf(own)
    .exec(
      'alipay.system.oauth.token',
      { ...common(own), grant_type: 'authorization_code', code: login },
      { validateSign: true },
    )
    .catch(() => null)) as Json | null;
  if (!answer || !text(answer['open_id']))
    throw new ChannelFault('LOGIN', text(answer?.['sub_msg']) || 'the login has no answer');
  return text(answer['open_id']);
}

async function prepay(trade: Trade, how: PayForm, terms: Terms): Promise<Prepaid> {
  const own = account(terms);
  const notify = noticeAddress('alipay', own.configId);
  if (how.form === 'browser') {
    return {
      url: sdkOf(own).pageExecute('alipay.trade.wap.pay', 'GET', {
        ...common(own),
        notify_url: notify,
        return_url: `${reach.value().self}${how.back}`,
        bizContent: { ...body(own, trade), product_code: 'QUICK_WAP_WAY' },
      }),
    };
  }
  const answer =
    how.form === 'code'
      ? await ask(own, 'alipay.trade.precreate', body(own, trade), notify)
      : await ask(
          own,
          'alipay.trade.create',
          { ...body(own, trade), product_code: 'JSAPI_PAY', buyer_open_id: await payerOf(own, how.login) },
          notify,
        );
  if (!ok(answer)) throw faultOf(answer);
  return how.form === 'code' ? { code: text(answer['qr_code']) } : { params: { tradeNO: text(answer['trade_no']) } };
}

async function refund(request: RefundAsk, terms: Terms): Promise<RefundStatus> {
  const { refundNo, tradeNo, amountFen } = request;
  const answer = await ask(account(terms), 'alipay.trade.refund', {
    out_trade_no: tradeNo,
    out_request_no: refundNo,
    refund_amount: yuan(amountFen),
    refund_reason: '停车费退款',
    ...partsBack(request),
  });
  const at = Date.now();
  const channelNo = text(answer['trade_no']) || null;
  if (ok(answer) && answer['fund_change'] === 'Y' && !request.shares) return { state: 'done', channelNo, at };
  // Without a change of funds it may be done already, requested a second time, or still under way: the query shows
  // which. What receivers gave back is in the query alone.
  if (ok(answer)) return (await refundQuery(request, terms)) ?? { state: 'pending', channelNo, at };
  if (
    [
      'ACQ.SELLER_BALANCE_NOT_ENOUGH',
      'ACQ.TXN_RESULT_ACCOUNT_BALANCE_NOT_ENOUGH',
      'ACQ.ALLOC_AMOUNT_VALIDATE_ERROR',
      'ACQ.ROYALTY_RECEIVER_INVALID',
      'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
      'ACQ.TRADE_HAS_FINISHED',
      'ACQ.TRADE_STATUS_ERROR',
    ].includes(text(answer['sub_code']))
  )
    return { state: 'failed', channelNo: null, at, why: faultOf(answer).message };
  throw faultOf(answer);
}

async function refundQuery({ refundNo, tradeNo }: RefundAsk, terms: Terms): Promise<RefundStatus | null> {
  const answer = await ask(account(terms), 'alipay.trade.fastpay.refund.query', {
    out_trade_no: tradeNo,
    out_request_no: refundNo,
    query_options: ['gmt_refund_pay'],
  });
  if (!ok(answer)) {
    if (unknown(answer)) return null;
    throw faultOf(answer);
  }
  const at = instant(answer['gmt_refund_pay']);
  return answer['refund_status'] === 'REFUND_SUCCESS'
    ? {
        state: 'done',
        channelNo: text(answer['trade_no']) || null,
        at: Number.isNaN(at) ? Date.now() : at,
        back: givenBack(answer['refund_royaltys']),
      }
    : null;
}

/** What lets the app collect for a merchant; `until` null where Alipay names no end. */
export type AppTokens = {
  readonly token: string;
  readonly refresh: string | null;
  readonly until: string | null;
  /** The merchant's own number (PID). */
  readonly userId: string | null;
};
type TokenAsk =
  | { readonly grant_type: 'authorization_code'; readonly code: string }
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string };

/**
 * The token for a merchant's authorisation, or another for one that is held. Requested by the app for itself. @throws
 * ChannelFault
 */
export async function appTokens(own: AlipayMerchant, request: TokenAsk, now: Date): Promise<AppTokens> {
  const answer = await ask({ ...own, appAuthToken: null }, 'alipay.open.auth.token.app', request);
  if (!ok(answer)) throw faultOf(answer);
  const [first] = Array.isArray(answer['tokens']) ? (answer['tokens'] as Json[]) : [answer];
  const token = text(first?.['app_auth_token']);
  if (!first || token === '') throw new ChannelFault('BAD_ANSWER', 'no token in the answer');
  const seconds = Number(first['expires_in'] ?? 0);
  return {
    token,
    refresh: text(first['app_refresh_token']) || null,
    until: seconds > 0 ? new Date(now.getTime() + seconds * 1_000).toISOString() : null,
    userId: text(first['user_id']) || null,
  };
}

function verifyNotice(letter: Letter, merchant: Merchant | null): Notice | null {
  const own = account({ merchant });
  const words = Object.fromEntries(new URLSearchParams(letter.body.toString('utf8')));
  if (!words['out_trade_no'] || !words['trade_status'] || !words['total_amount']) return null;
  try {
    const signed = words['sign_type'] === 'RSA2' && sdkOf(own).checkNotifySignV2(words);
    const ours = words['app_id'] === own.appId && (!own.sellerId || words['seller_id'] === own.sellerId);
    return {
      status: statusOf(words, words['trade_status'], instant(words['gmt_payment'])),
      signatureRight: signed && ours,
    };
  } catch (error) {
    if (error instanceof ChannelFault) return null;
    throw error;
  }
}

async function bill(day: string, terms: Terms): Promise<BillLine[]> {
  const own = account(terms);
  const answer = await ask(own, 'alipay.data.dataservice.bill.downloadurl.query', {
    bill_type: 'trade',
    bill_date: day,
    ...(own.smid ? { smid: own.smid } : {}),
  });
  if (answer['sub_code'] === 'isp.bill_not_exist' || answer['sub_code'] === 'BILL_NOT_EXIST') return [];
  if (!ok(answer)) throw faultOf(answer);
  const file = await fetch(text(answer['bill_download_url']), { signal: AbortSignal.timeout(60_000) });
  if (!file.ok) throw new ChannelFault('BAD_BILL', `the bill's file answered ${file.status}`, file.status);
  const decode = new TextDecoder('gbk');
  const parts = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()))).map(([, bytes]) =>
    decode.decode(bytes),
  );
  const details = parts.find((part) => part.includes('业务类型') && part.includes('商户订单号'));
  if (details === undefined) throw new ChannelFault('BAD_BILL', 'the bill has no details');
  return readBill(details).map((row): BillLine => {
    const back = row('业务类型') === '退款';
    const amountFen = Math.abs(fenOf(row('订单金额（元）')));
    return {
      kind: back ? 'refund' : 'payment',
      number: back ? row('退款批次号/请求号') : row('商户订单号'),
      channelNo: row('支付宝交易号'),
      amountFen,
      feeFen: feeOf(row('服务费（元）')),
      at: instant(row('完成时间')),
    };
  });
}

export const alipay: PaymentChannel = {
  name: 'alipay',
  payCode: (trades, terms) => Promise.all(trades.map((trade) => payOne(account(terms), trade))),
  prepay,
  query: async (tradeNos, terms) =>
    (await Promise.all(tradeNos.map((tradeNo) => queryOne(account(terms), tradeNo)))).filter((each) => each !== null),
  async close(tradeNo, terms) {
    const answer = await ask(account(terms), 'alipay.trade.close', { out_trade_no: tradeNo });
    if (!ok(answer) && !unknown(answer)) throw faultOf(answer);
  },
  refund,
  refundQuery,
  verifyNotice,
  bill,
  thanks: { type: 'text/plain', body: 'success' },
  test: async (terms) => {
    await queryOne(account(terms), `TEST${newId().replaceAll('-', '').slice(0, 20)}`);
  },
};

/**
 * Allinpay's cashier (通联收银宝): forms signed over their sorted parameters, answers and notices verified the same way.
 * Amounts are fen on the wire and yuan on the bill, times China's. One code or page of it takes WeChat Pay, Alipay and
 * UnionPay.
 */
import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { newId } from '#kit/server/id.ts';
import { cellsOf, feeOf, fenOf } from './bill.ts';
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
import { signedForm, signForm } from './form-sign.ts';
import type { Form } from './form-sign.ts';
import type { Merchant, OtherMerchant } from './merchant.ts';
import { noticeAddress, reach } from './reach.ts';

const TIMEOUT_MS = 8_000;
const CHINA_MS = 8 * 3_600_000;
/** A code or a page can be paid for so long. */
const PAYABLE_MS = 15 * 60_000;
/** The name Allinpay signs with; ours is the app id. */
const theirs = { name: 'Allinpay' };

/** Its hosts, unless one stands in for all of them. */
const hosts = {
  apiweb: 'https://vsp.allinpay.com',
  h5: 'https://syb.allinpay.com',
  cusapi: 'https://cus.allinpay.com',
};
const address = (host: keyof typeof hosts, path: string): string => `${reach.value().allinpay ?? hosts[host]}${path}`;

/** `yyyyMMddHHmmss` in China, whatever zone this server runs in. */
const chinaTime = (at: number): string => new Date(at + CHINA_MS).toISOString().replace(/\D/g, '').slice(0, 14);
const instant = (china: string | undefined): number =>
  Date.parse((china ?? '').replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6+08:00'));

function account(terms: Pick<Terms, 'merchant'>): OtherMerchant {
  if (terms.merchant?.channel !== 'allinpay') throw new Error('an Allinpay trade without its merchant');
  return terms.merchant;
}

/** A form as it is sent: with whose it is, made once, signed. */
function signed(own: OtherMerchant, version: string, more: Form): URLSearchParams {
  const form: Form = {
    cusid: own.merchantNo,
    appid: own.appId,
    version,
    randomstr: randomBytes(16).toString('hex'),
    signtype: own.keys.type,
    ...more,
  };
  return new URLSearchParams({ ...form, sign: signForm(form, own.keys, { name: own.appId }) });
}

async function post(url: string, body: URLSearchParams): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new ChannelFault('UNREACHABLE', (error as Error).name);
  }
}

/** Every value of an answer as the text that was signed. */
const wordsOf = (value: unknown): Form =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each : String(each ?? '')]),
      )
    : {};

/**
 * The answer of one call, its signature verified. @throws ChannelFault where it is a refusal; its status is null where
 * nobody signed that
 */
async function ask(own: OtherMerchant, url: string, version: string, form: Form): Promise<Form> {
  const answer = await post(url, signed(own, version, form));
  const words = wordsOf(await answer.json().catch(() => null));
  const right = signedForm(words, own.keys, theirs);
  if (words['retcode'] !== 'SUCCESS')
    throw new ChannelFault(words['retcode'] || 'BAD_ANSWER', words['retmsg'] ?? '', right ? answer.status : null);
  if (!right) throw new ChannelFault('WRONG_SIGNATURE', 'the answer is not signed by Allinpay');
  return words;
}
const apiweb = (own: OtherMerchant, path: string, form: Form): Promise<Form> =>
  ask(own, address('apiweb', `/apiweb${path}`), '11', form);

/** 1001: no such trade. 2000, 2008: under way. What begins with 3 has failed for good. */
const UNKNOWN = '1001';
const stateOf = (status: string | undefined): TradeStatus['state'] =>
  status === '0000' ? 'paid' : status?.startsWith('3') ? 'failed' : 'pending';
const faultOf = (words: Form): ChannelFault =>
  new ChannelFault(words['trxstatus'] || 'FAIL', words['errmsg'] ?? '', 200);

/**
 * What was ordered, whatever part of it a promotion of the wallet's paid. @throws ChannelFault where it is no amount
 */
function amountOf(words: Form): number {
  const fen = words['initamt'] || words['trxamt'] || '';
  if (!/^\d{1,12}$/.test(fen)) throw new ChannelFault('BAD_ANSWER', 'a trade without its amount');
  return Number(fen);
}

function statusOf(words: Form, tradeNo: string, at: number): TradeStatus {
  const state = stateOf(words['trxstatus']);
  if (state === 'paid' && Number.isNaN(at)) throw new ChannelFault('BAD_ANSWER', 'a paid trade without its time');
  return {
    tradeNo,
    state,
    amountFen: amountOf(words),
    at: Number.isNaN(at) ? Date.now() : at,
    channelNo: words['trxid'] || null,
  };
}

async function queryOne(own: OtherMerchant, tradeNo: string): Promise<Form | null> {
  const words = await apiweb(own, '/tranx/query', { reqsn: tradeNo });
  return words['trxstatus'] === UNKNOWN ? null : words;
}
const statusFor = (words: Form, trade: { tradeNo: string; amountFen?: number }): TradeStatus =>
  statusOf({ trxamt: String(trade.amountFen ?? ''), ...words }, trade.tradeNo, instant(words['fintime']));

const bodyOf = (own: OtherMerchant, trade: Trade): Form => ({
  trxamt: String(trade.amountFen),
  reqsn: trade.tradeNo,
  body: trade.subject.slice(0, 50),
  notify_url: noticeAddress('allinpay', own.configId),
});

async function payOne(own: OtherMerchant, trade: Trade & { payCode: string }): Promise<TradeStatus> {
  const words = await apiweb(own, '/unitorder/scanqrpay', {
    ...bodyOf(own, trade),
    authcode: trade.payCode,
    // A reader beside a barrier is an attached code reader (11) in the card association's list.
    ...(own.terminalNo ? { terminfo: JSON.stringify({ termno: own.terminalNo, devicetype: '11' }) } : {}),
  });
  const answer = statusFor(words, trade);
  if (answer.state !== 'failed') return answer;
  // Refused for good, unless an earlier answer was lost and the number was taken the first time.
  const known = await queryOne(own, trade.tradeNo);
  const status = known ? statusFor(known, trade) : answer;
  return status.state === 'failed' ? { ...status, ...codeFaultOf(words['errmsg'] ?? '') } : status;
}

/**
 * The page where the driver chooses his wallet; Allinpay answers where it is, and sends its own complaint page
 * otherwise.
 */
async function cashier(own: OtherMerchant, trade: Trade, back: string): Promise<string> {
  const answer = await post(
    address('h5', '/apiweb/h5unionpay/onepay'),
    signed(own, '12', {
      ...bodyOf(own, trade),
      front_url: `${reach.value().self}${back}`,
      expiretime: chinaTime(trade.at + PAYABLE_MS),
    }),
  );
  const to = answer.headers.get('location');
  if (!to || to.includes('exception.html')) throw new ChannelFault('CASHIER', `no page (${answer.status})`);
  return new URL(to, address('h5', '/')).href;
}

async function prepay(trade: Trade, how: PayForm, terms: Terms): Promise<Prepaid> {
  const own = account(terms);
  if (how.form === 'app') throw new ChannelFault('LOGIN', 'wallet scripts are not available through Allinpay');
  if (how.form === 'browser') return { url: await cashier(own, trade, how.back) };
  const words = await ask(own, address('apiweb', '/apiweb/unitorder/nativepay'), '12', {
    ...bodyOf(own, trade),
    expiretime: chinaTime(trade.at + PAYABLE_MS),
  });
  if (!words['payinfo']) throw faultOf(words);
  return { code: words['payinfo'] };
}

/** A code is let go by a call of its own; which of the two a trade was, the channel knows. */
async function close(tradeNo: string, terms: Terms): Promise<void> {
  const own = account(terms);
  for (const path of ['/tranx/close', '/unitorder/closenative']) {
    const words = await apiweb(own, path, { oldreqsn: tradeNo });
    if (words['trxstatus'] === '0000') return;
    if (words['trxstatus'] !== UNKNOWN) throw faultOf(words);
  }
}

function refundStatusOf(words: Form): RefundStatus {
  const at = instant(words['fintime']);
  const rest = { channelNo: words['trxid'] || null, at: Number.isNaN(at) ? Date.now() : at };
  const state = stateOf(words['trxstatus']);
  return state === 'failed'
    ? { ...rest, state, why: faultOf(words).message }
    : { ...rest, state: state === 'paid' ? 'done' : 'pending' };
}

/** A number that was used before. */
const REPEATED = '3888';

async function refund(request: RefundAsk, terms: Terms): Promise<RefundStatus> {
  const words = await apiweb(account(terms), '/tranx/refund', {
    trxamt: String(request.amountFen),
    reqsn: request.refundNo,
    oldreqsn: request.tradeNo,
    remark: '停车费退款',
  });
  if (words['trxstatus'] !== REPEATED) return refundStatusOf(words);
  return (await refundQuery(request, terms)) ?? { state: 'pending', channelNo: null, at: Date.now() };
}

async function refundQuery({ refundNo }: RefundAsk, terms: Terms): Promise<RefundStatus | null> {
  const words = await queryOne(account(terms), refundNo);
  return words ? refundStatusOf(words) : null;
}

function verifyNotice(letter: Letter, merchant: Merchant | null): Notice | null {
  const own = account({ merchant });
  const words = Object.fromEntries(new URLSearchParams(letter.body.toString('utf8')));
  const tradeNo = words['cusorderid'] || words['reqsn'];
  if (!tradeNo || !words['trxstatus']) return null;
  try {
    const ours = words['appid'] === own.appId && words['cusid'] === own.merchantNo;
    return {
      status: statusOf(words, tradeNo, instant(words['paytime'])),
      signatureRight: ours && signedForm(words, own.keys, theirs),
    };
  } catch (error) {
    if (error instanceof ChannelFault) return null;
    throw error;
  }
}

/** The columns of a bill by their order, for bills without headings. */
const columns =
  '商户号 门店名称 终端号 交易时间 交易类型 交易批次号 凭证号 参考号 卡号 卡类别 发卡行机构代码 发卡行名称 交易金额 手续费 交易日期 交易单号 订单号 商户备注 对接应用号 原始金额 结算金额 产品类型 分期贴息 交易完成时间 持卡人姓名 持卡人身份证 分期数 优惠金额 实付金额 原交易单 渠道交易类型 出金方账户名称 门店编号 交易完成日期'.split(
    ' ',
  );

function textOf(file: Uint8Array): string {
  const zipped = file[0] === 0x50 && file[1] === 0x4b;
  const bytes = zipped ? Object.values(unzipSync(file))[0]! : file;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gbk').decode(bytes);
  }
}

/** Lines of this app; those of card readers and other apps of the merchant are theirs. */
export function readAllinpayBill(text: string, appId: string): BillLine[] {
  const rows = text.split(/\r?\n/).map(cellsOf);
  const headed = rows.findIndex((cells) => cells.includes('交易单号') && cells.includes('订单号'));
  const names = headed < 0 ? columns : rows[headed]!;
  return rows.slice(headed + 1).flatMap((cells): BillLine[] => {
    const of = (name: string): string => cells[names.indexOf(name)] ?? '';
    if (!/^\d+$/.test(of('交易单号')) || of('订单号') === '') return [];
    if (of('对接应用号') !== '' && of('对接应用号') !== appId) return [];
    const amountFen = fenOf(of('原始金额') || of('交易金额'));
    const back = amountFen < 0 || /退|撤销/.test(of('交易类型')) || /退|撤销/.test(of('渠道交易类型'));
    const day = of('交易完成日期') || of('交易日期');
    const time = of('交易完成时间') || of('交易时间');
    return [
      {
        kind: back ? 'refund' : 'payment',
        number: of('订单号'),
        channelNo: of('交易单号'),
        amountFen: Math.abs(amountFen),
        feeFen: feeOf(of('手续费')),
        at: Date.parse(`${day}T${time}+08:00`),
      },
    ];
  });
}

async function bill(day: string, terms: Terms): Promise<BillLine[]> {
  const own = account(terms);
  const words = await ask(own, address('cusapi', '/cusapi/trxfile/get'), '11', { date: day.replaceAll('-', '') });
  if (!words['url']) throw new ChannelFault('BAD_BILL', 'no address of the file');
  const file = await fetch(words['url'], { signal: AbortSignal.timeout(60_000) });
  if (!file.ok) throw new ChannelFault('BAD_BILL', `the bill's file answered ${file.status}`, file.status);
  return readAllinpayBill(textOf(new Uint8Array(await file.arrayBuffer())), own.appId);
}

export const allinpay: PaymentChannel = {
  name: 'allinpay',
  payCode: (trades, terms) => Promise.all(trades.map((trade) => payOne(account(terms), trade))),
  prepay,
  query: async (tradeNos, terms) => {
    const own = account(terms);
    const found = await Promise.all(
      tradeNos.map(async (tradeNo) => {
        const words = await queryOne(own, tradeNo);
        return words && statusFor(words, { tradeNo });
      }),
    );
    return found.filter((each) => each !== null);
  },
  close,
  refund,
  refundQuery,
  verifyNotice,
  bill,
  thanks: { type: 'text/plain', body: 'success' },
  test: async (terms) => {
    await queryOne(account(terms), `TEST${newId().replaceAll('-', '').slice(0, 20)}`);
  },
};

/**
 * Profit sharing by Alipay (商家分账): a trade made with `royalty_freeze` is held back, its parts are paid to accounts
 * that were bound before, all of a request or none, and the rest is released. What comes back rides on refunds.
 */
import { ChannelFault } from './channel.ts';
import type { ProfitSharing, ShareAsk, ShareOutcome, ShareReceiver, ShareStatus, Terms } from './channel.ts';
import { newId } from '#kit/server/id.ts';
import { account, ask, ok } from './alipay.ts';
import { accountType, instant, text, yuan } from './alipay-words.ts';
import type { Json } from './alipay-words.ts';

/** Refusals by Alipay's own code: of the request's content or state, or for want of a contract. */
const REFUSED: ReadonlySet<string> = new Set(['40001', '40002', '40004', '40006']);
/** It did not believe the request: nothing is decided. */
const disbelieved = (sub: string): boolean => /signature|timestamp|token/i.test(sub);

/** Alipay answers refusals with HTTP 200: their status here is as it would be. */
function faultOf(answer: Json): ChannelFault {
  const [code, sub] = [text(answer['code']), text(answer['sub_code'])];
  const status = !REFUSED.has(code) ? null : disbelieved(sub) ? 401 : 400;
  return new ChannelFault(sub || code, text(answer['sub_msg']) || text(answer['msg']), status);
}

async function request(terms: Terms, method: string, data: Json): Promise<Json> {
  const answer = await ask(account(terms), method, data);
  if (!ok(answer)) throw faultOf(answer);
  return answer;
}

async function register({ account: number, name }: ShareReceiver, terms: Terms): Promise<void> {
  if (account(terms).smid)
    throw new ChannelFault('SMID', '直付通二级商户的资金在确认结算时才能冻结，不能按交易分账', 400);
  const answer = await request(terms, 'alipay.trade.royalty.relation.bind', {
    receiver_list: [{ type: accountType(number), account: number, name, memo: '停车费分账' }],
    out_request_no: newId().replaceAll('-', ''),
  });
  if (answer['result_code'] !== 'SUCCESS') throw new ChannelFault('BIND', text(answer['result_code']), 400);
}

async function share({ shareNo, channelNo, parts }: ShareAsk, terms: Terms): Promise<ShareStatus> {
  const answer = await request(terms, 'alipay.trade.order.settle', {
    out_request_no: shareNo,
    trade_no: channelNo,
    royalty_parameters: parts.map((part) => ({
      royalty_type: 'transfer',
      trans_in_type: accountType(part.account),
      trans_in: part.account,
      amount: yuan(part.amountFen),
      desc: '停车费分账',
    })),
  });
  return doneAt(answer);
}

/** Requests are answered when they are done. */
const doneAt = (answer: Json): ShareStatus => ({
  channelNo: text(answer['settle_no']) || null,
  over: true,
  parts: new Map(),
  all: { state: 'done', at: Date.now() },
});

function outcomeOf(details: readonly Json[]): ShareOutcome {
  const times = details.map((each) => instant(each['execute_dt'])).filter((at) => !Number.isNaN(at));
  const at = times.length > 0 ? Math.max(...times) : Date.now();
  const failed = details.find(({ state }) => state === 'FAIL');
  if (failed) return { state: 'failed', at, why: text(failed['error_code']) || text(failed['error_desc']) || 'FAIL' };
  return { state: details.every(({ state }) => state === 'SUCCESS') ? 'done' : 'pending', at };
}

/** Refused because Alipay has no request of that number. */
const isMissing = (error: unknown): boolean => error instanceof ChannelFault && /NOT_EXIST/.test(error.code);

export const alipaySharing: ProfitSharing = {
  register,
  share,
  async query({ shareNo, channelNo }, terms) {
    try {
      const settlement = { out_request_no: shareNo, trade_no: channelNo };
      const answer = await request(terms, 'alipay.trade.order.settle.query', settlement);
      const all = outcomeOf((answer['royalty_detail_list'] ?? []) as readonly Json[]);
      return { channelNo: null, over: all.state !== 'pending', parts: new Map(), all };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  async finish({ shareNo, channelNo }, terms) {
    const whole = { out_request_no: shareNo, trade_no: channelNo, extend_params: { royalty_finish: 'true' } };
    return doneAt(await request(terms, 'alipay.trade.order.settle', whole));
  },
  mostReceivers: 5,
  returns: { by: 'refund', ratioForms: ['code'] },
  // Its answers are the outcome; nothing is noticed later.
  readNotice: () => null,
};

/**
 * WeChat Pay's profit sharing (分账) as published: only trades made for it, to receivers that were added, a minute after
 * the payment and not after thirty days, up to the ratio of the merchant; the same number is the same request, and with
 * other content it is refused.
 */
import { createPrivateKey, privateDecrypt, constants } from 'node:crypto';
import type { Trade } from './stand.ts';

export type Reply = { readonly status: number; readonly body?: object };
const fault = (status: number, code: string, message = code): Reply => ({ status, body: { code, message } });

const MINUTE = 60_000;
/** Requests of one trade, and receivers of one request. */
const MOST = 50;
const DAYS_30 = 30 * 24 * 60 * MINUTE;

type Part = {
  account: string;
  amount: number;
  result: 'PENDING' | 'SUCCESS' | 'CLOSED';
  why: string | null;
  endedAt: number;
};
export type Shared = {
  readonly number: string;
  readonly orderId: string;
  readonly trade: string;
  readonly content: string;
  readonly isFinish: boolean;
  readonly parts: Part[];
};
type Back = {
  readonly number: string;
  readonly order: string;
  readonly account: string;
  readonly amount: number;
  readonly content: string;
  readonly at: number;
  result: 'SUCCESS' | 'FAILED' | 'PROCESSING';
  why: string | null;
};

export class WechatSharing {
  readonly receivers = new Map<string, { relation: string; name: string }>();
  readonly orders = new Map<string, Shared>();
  readonly backs = new Map<string, Back>();
  /** What may be shared of a trade, hundredths of a percent. */
  mostBp = 3_000;
  /** Its clock: how far ahead of ours. */
  aheadMs = 0;
  /** New requests stay under way until `settle`. */
  slow = false;
  /** Why parts end that are shared now, by account; a receiver that cannot give back. */
  readonly closes = new Map<string, string>();
  readonly poor = new Set<string>();
  readonly #merchantKey: string;
  readonly #trades: ReadonlyMap<string, Trade>;
  readonly #refundedFen: (trade: string) => number;
  #nth = 0;

  constructor(platformKey: string, trades: ReadonlyMap<string, Trade>, refundedFen: (trade: string) => number) {
    this.#merchantKey = platformKey;
    this.#trades = trades;
    this.#refundedFen = refundedFen;
  }

  #now(): number {
    return Date.now() + this.aheadMs;
  }

  /** What receivers have of a trade. */
  sharedFen(trade: string): number {
    const own = [...this.orders.values()].filter((order) => order.trade === trade && !order.isFinish);
    const numbers = new Set(own.map(({ number }) => number));
    const out = own.flatMap(({ parts }) => parts).filter(({ result }) => result !== 'CLOSED');
    const back = [...this.backs.values()].filter(({ order, result }) => numbers.has(order) && result === 'SUCCESS');
    return out.reduce((sum, { amount }) => sum + amount, 0) - back.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** What receivers got less what they gave back at such times, of all trades. */
  sharedAt(isThen: (at: number) => boolean): number {
    const out = [...this.orders.values()]
      .filter(({ isFinish }) => !isFinish)
      .flatMap(({ parts }) => parts.filter(({ result, endedAt }) => result === 'SUCCESS' && isThen(endedAt)));
    const back = [...this.backs.values()].filter(({ result, at }) => result === 'SUCCESS' && isThen(at));
    return out.reduce((sum, { amount }) => sum + amount, 0) - back.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** What is under way ends as it would have. */
  settle(): void {
    for (const order of this.orders.values())
      for (const part of order.parts.filter(({ result }) => result === 'PENDING')) this.#end(part);
    for (const back of this.backs.values()) if (back.result === 'PROCESSING') back.result = 'SUCCESS';
  }

  #end(part: Part): void {
    const why = this.closes.get(part.account) ?? null;
    Object.assign(part, { result: why ? 'CLOSED' : 'SUCCESS', why, endedAt: this.#now() });
  }

  answer(method: string, path: string, query: URLSearchParams, input: any): Reply | null {
    if (!path.startsWith('/v3/profitsharing/')) return null;
    const last = path.slice('/v3/profitsharing/'.length);
    if (method === 'POST' && last === 'receivers/add') return this.#add(input);
    if (method === 'POST' && last === 'orders') return this.#share(input);
    if (method === 'POST' && last === 'orders/unfreeze') return this.#unfreeze(input);
    if (method === 'POST' && last === 'return-orders') return this.#giveBack(input);
    const [, order] = /^orders\/([\w|*@-]+)$/.exec(last) ?? [];
    const [, back] = /^return-orders\/([\w|*@-]+)$/.exec(last) ?? [];
    if (method === 'GET' && order) {
      const known = this.orders.get(order);
      if (!query.get('transaction_id')) return fault(400, 'PARAM_ERROR', 'transaction_id');
      return known ? { status: 200, body: this.#words(known) } : fault(404, 'RESOURCE_NOT_EXISTS');
    }
    if (method === 'GET' && back) {
      const known = this.backs.get(back);
      return known && query.get('out_order_no') === known.order
        ? { status: 200, body: this.#backWords(known) }
        : fault(404, 'RESOURCE_NOT_EXISTS');
    }
    return fault(404, 'RESOURCE_NOT_EXISTS');
  }

  #add({ appid, type, account, name, relation_type: relation }: any): Reply {
    if (!appid || type !== 'MERCHANT_ID' || !/^\d{5,32}$/.test(account) || !relation || !name)
      return fault(400, 'PARAM_ERROR');
    let opened: string;
    try {
      opened = privateDecrypt(
        { key: createPrivateKey(this.#merchantKey), padding: constants.RSA_PKCS1_OAEP_PADDING },
        Buffer.from(name, 'base64'),
      ).toString();
    } catch {
      return fault(400, 'PARAM_ERROR', 'name');
    }
    if (opened.includes('不存在')) return fault(400, 'INVALID_REQUEST', '商户全称与商户号不符');
    this.receivers.set(account, { relation, name: opened });
    return { status: 200, body: { type, account, relation_type: relation } };
  }

  /** The trade a request names, or why it may not be shared. */
  #tradeOf(input: any): { trade: Trade } | Reply {
    const trade = [...this.#trades.values()].find(({ providerNo }) => providerNo === input.transaction_id);
    if (!/^[\w|*@-]{1,64}$/.test(input.out_order_no ?? '')) return fault(400, 'PARAM_ERROR', 'out_order_no');
    if (!trade) return fault(404, 'RESOURCE_NOT_EXISTS');
    if (!trade.sharing) return fault(400, 'INVALID_REQUEST', '非分账订单不支持分账');
    if (trade.state !== 'paid') return fault(400, 'INVALID_REQUEST', '订单未支付');
    const age = this.#now() - trade.paidAt;
    if (age < MINUTE) return fault(400, 'INVALID_REQUEST', '订单处理中，暂时无法分账，请稍后再试');
    return age > DAYS_30 ? fault(400, 'INVALID_REQUEST', '订单已超过分账期限') : { trade };
  }

  /** What was requested under this number before: the same again, or nothing else. */
  #again(number: string, content: string): Reply | null {
    const known = this.orders.get(number);
    if (!known) return null;
    return known.content === content
      ? { status: 200, body: this.#words(known) }
      : fault(400, 'INVALID_REQUEST', '分账单号已存在，且请求参数不一致');
  }

  isFinished(trade: string): boolean {
    return [...this.orders.values()].some((order) => order.trade === trade && order.isFinish);
  }

  #share(input: any): Reply {
    const content = JSON.stringify([input.transaction_id, input.receivers]);
    const again = this.#again(input.out_order_no, content);
    if (again) return again;
    const found = this.#tradeOf(input);
    if ('status' in found) return found;
    const { trade } = found;
    if (this.isFinished(trade.number)) return fault(400, 'INVALID_REQUEST', '分账已完结');
    const wanted = input.receivers as { type: string; account: string; amount: number; description: string }[];
    if (!Array.isArray(wanted) || wanted.length === 0 || wanted.length > MOST || input.unfreeze_unsplit !== false)
      return fault(400, 'PARAM_ERROR');
    if (new Set(wanted.map(({ account }) => account)).size < wanted.length)
      return fault(400, 'PARAM_ERROR', '分账接收方重复');
    if ([...this.orders.values()].filter((order) => order.trade === trade.number).length >= MOST)
      return fault(403, 'RULE_LIMIT', '超出单笔订单分账次数');
    for (const { type, account, amount, description } of wanted) {
      if (type !== 'MERCHANT_ID' || !Number.isSafeInteger(amount) || amount <= 0 || !description)
        return fault(400, 'PARAM_ERROR');
      if (!this.receivers.has(account)) return fault(400, 'INVALID_REQUEST', '分账接收方关系不存在');
    }
    const sum = wanted.reduce((all, { amount }) => all + amount, 0) + this.sharedFen(trade.number);
    if (sum > Math.floor((trade.amountFen * this.mostBp) / 10_000)) return fault(400, 'RULE_LIMIT', '超出最大分账比例');
    if (sum > trade.amountFen - this.#refundedFen(trade.number)) return fault(403, 'NOT_ENOUGH', '分账金额不足');
    const parts = wanted.map(({ account, amount }): Part => ({
      account,
      amount,
      result: 'PENDING',
      why: null,
      endedAt: 0,
    }));
    return this.#keep({ number: input.out_order_no, trade: trade.number, content, isFinish: false, parts });
  }

  #keep(order: Omit<Shared, 'orderId'>): Reply {
    this.#nth += 1;
    const kept = { ...order, orderId: `3008450740201411110007${String(this.#nth).padStart(6, '0')}` };
    this.orders.set(order.number, kept);
    if (!this.slow) for (const part of kept.parts) this.#end(part);
    return { status: 200, body: this.#words(kept) };
  }

  #unfreeze(input: any): Reply {
    const content = JSON.stringify(['unfreeze', input.transaction_id]);
    const again = this.#again(input.out_order_no, content);
    if (again) return again;
    const found = this.#tradeOf(input);
    if ('status' in found) return found;
    const { trade } = found;
    if (!input.description) return fault(400, 'PARAM_ERROR');
    if (this.isFinished(trade.number)) return fault(400, 'INVALID_REQUEST', '分账已完结');
    const amount = trade.amountFen - this.#refundedFen(trade.number) - this.sharedFen(trade.number);
    const parts: Part[] = [{ account: 'self', amount, result: 'PENDING', why: null, endedAt: 0 }];
    return this.#keep({ number: input.out_order_no, trade: trade.number, content, isFinish: true, parts });
  }

  #giveBack(input: any): Reply {
    const content = JSON.stringify([input.out_order_no, input.return_mchid, input.amount]);
    const known = this.backs.get(input.out_return_no);
    if (known)
      return known.content === content
        ? { status: 200, body: this.#backWords(known) }
        : fault(400, 'INVALID_REQUEST', '回退单号已存在，且请求参数不一致');
    const order = this.orders.get(input.out_order_no);
    const part = order?.parts.find(({ account, result }) => account === input.return_mchid && result === 'SUCCESS');
    if (!order || !part) return fault(404, 'RESOURCE_NOT_EXISTS');
    const back = [...this.backs.values()]
      .filter((each) => each.order === order.number && each.account === part.account && each.result !== 'FAILED')
      .reduce((sum, { amount }) => sum + amount, 0);
    if (!Number.isSafeInteger(input.amount) || input.amount <= 0) return fault(400, 'PARAM_ERROR');
    if (back + input.amount > part.amount) return fault(400, 'INVALID_REQUEST', '回退金额超过分账金额');
    const isPoor = this.poor.has(part.account);
    const made: Back = {
      number: input.out_return_no,
      order: order.number,
      account: part.account,
      amount: input.amount,
      content,
      at: this.#now(),
      result: isPoor ? 'FAILED' : this.slow ? 'PROCESSING' : 'SUCCESS',
      why: isPoor ? 'BALANCE_NOT_ENOUGH' : null,
    };
    this.backs.set(made.number, made);
    return { status: 200, body: this.#backWords(made) };
  }

  #words(order: Shared) {
    return {
      transaction_id: this.#trades.get(order.trade)!.providerNo,
      out_order_no: order.number,
      order_id: order.orderId,
      state: order.parts.every(({ result }) => result !== 'PENDING') ? 'FINISHED' : 'PROCESSING',
      receivers: order.parts.map(({ account, amount, result, why, endedAt }) => ({
        type: 'MERCHANT_ID',
        account,
        amount,
        result,
        ...(why ? { fail_reason: why } : {}),
        ...(result === 'PENDING' ? {} : { finish_time: new Date(endedAt).toISOString() }),
      })),
    };
  }

  #backWords({ number, order, account, amount, result, why, at }: Back) {
    return {
      order_id: this.orders.get(order)!.orderId,
      out_order_no: order,
      out_return_no: number,
      return_id: `3008450740201411110008${number.slice(-4)}`,
      return_mchid: account,
      amount,
      result,
      ...(why ? { fail_reason: why } : {}),
      ...(result === 'PROCESSING' ? {} : { finish_time: new Date(at).toISOString() }),
    };
  }

  /** What a notice of one receiver's part says. */
  noticeOf(number: string, account: string): object {
    const order = this.orders.get(number)!;
    const part = order.parts.find((each) => each.account === account)!;
    return {
      transaction_id: this.#trades.get(order.trade)!.providerNo,
      order_id: order.orderId,
      out_order_no: number,
      receiver: { type: 'MERCHANT_ID', account, amount: part.amount, description: '停车费分账' },
      success_time: new Date(this.#now()).toISOString(),
    };
  }
}

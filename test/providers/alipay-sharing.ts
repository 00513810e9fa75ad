/**
 * Alipay's profit sharing (商家分账) as published: only trades made with `royalty_freeze`, to accounts that were bound,
 * not after thirty days, up to the merchant's ratio, a request whole or not at all; the same number is the same request,
 * and with other content it is refused. What receivers give back is part of a refund.
 */
import { randomBytes } from 'node:crypto';
import type { Trade } from './stand.ts';

type Words = Readonly<Record<string, unknown>>;
const fine: Words = { code: '10000', msg: 'Success' };
const fault = (subCode: string): Words => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subCode,
});
const yuan = (fen: number): string => (fen / 100).toFixed(2);
const china = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const typeOf = (account: string): string => (/^2088\d{12}$/.test(account) ? 'userId' : 'loginName');

const DAYS_30 = 30 * 86_400_000;
const MOST_RECEIVERS = 5;

type Part = { readonly account: string; readonly amountFen: number; readonly failed?: string };
type Settle = {
  readonly number: string;
  readonly settleNo: string;
  readonly trade: string;
  readonly content: string;
  readonly isFinish: boolean;
  readonly parts: readonly Part[];
  readonly at: number;
};

/** Amounts are yuan with two decimals. */
const fenOf = (amount: unknown): number =>
  typeof amount === 'string' && /^\d+\.\d\d$/.test(amount) ? Math.round(Number(amount) * 100) : 0;
const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { amountFen }) => sum + amountFen, 0);

export class AlipaySharing {
  /** Accounts that were bound, by what they were bound as. */
  readonly relations = new Map<string, { readonly name: string; readonly memo: string }>();
  readonly settles = new Map<string, Settle>();
  /** What came back with refunds, by the refund's number. */
  readonly backs = new Map<string, readonly Part[]>();
  /** Trades paid by a code on a screen or phone: their parts come back by the refund's ratio alone. */
  readonly faceToFace = new Set<string>();
  /** What may be shared of a trade, hundredths of a percent. */
  mostBp = 3_000;
  /** Its clock: how far ahead of ours. */
  aheadMs = 0;
  /** Why requests to an account are refused; accounts without money to give back. */
  readonly closes = new Map<string, string>();
  readonly poor = new Set<string>();
  /** Accounts whose parts do not come back with a refund that is done all the same, and Alipay's word for it. */
  readonly keeps = new Map<string, string>();
  readonly #trades: ReadonlyMap<string, Trade>;
  readonly #refundedFen: (trade: string) => number;

  constructor(trades: ReadonlyMap<string, Trade>, refundedFen: (trade: string) => number) {
    this.#trades = trades;
    this.#refundedFen = refundedFen;
  }

  /** What an account has got of a trade and not given back. */
  #keptFen(trade: string, account: string): number {
    const own = (parts: readonly Part[]) => sumOf(parts.filter((part) => part.account === account && !part.failed));
    const got = [...this.settles.values()].filter((settle) => settle.trade === trade);
    const back = [...this.backs].filter(([number]) => this.#tradeOfRefund.get(number) === trade);
    return (
      sumOf(got.map(({ parts }) => ({ account, amountFen: own(parts) }))) -
      back.reduce((all, [, parts]) => all + own(parts), 0)
    );
  }
  readonly #tradeOfRefund = new Map<string, string>();

  #accountsOf(trade: string): string[] {
    const settles = [...this.settles.values()].filter((settle) => settle.trade === trade);
    return [...new Set(settles.flatMap(({ parts }) => parts.map(({ account }) => account)))];
  }

  /** What receivers have of a trade. */
  sharedFen(trade: string): number {
    return this.#accountsOf(trade).reduce((sum, account) => sum + this.#keptFen(trade, account), 0);
  }

  /** What receivers got at such times less what they gave back with `refunds` of such times, of all trades. */
  sharedAt(isThen: (at: number) => boolean, refunds: ReadonlyMap<string, { readonly at: number }>): number {
    const out = [...this.settles.values()].filter(({ at }) => isThen(at)).flatMap(({ parts }) => parts);
    const back = [...this.backs].filter(([number]) => isThen(refunds.get(number)!.at)).flatMap(([, parts]) => parts);
    return sumOf(out) - sumOf(back.filter(({ failed }) => !failed));
  }

  isFinished(trade: string): boolean {
    return [...this.settles.values()].some((settle) => settle.trade === trade && settle.isFinish);
  }

  answer(method: string, biz: any): Words | null {
    if (method === 'alipay.trade.royalty.relation.bind') return this.#bind(biz);
    if (method === 'alipay.trade.order.settle') return this.#settle(biz);
    if (method === 'alipay.trade.order.settle.query') return this.#query(biz);
    return null;
  }

  #bind({ receiver_list: list, out_request_no: number }: any): Words {
    if (!/^\w{1,32}$/.test(number ?? '') || !Array.isArray(list) || list.length === 0 || list.length > 20)
      return fault('ACQ.INVALID_PARAMETER');
    for (const { type, account, name } of list) {
      if (type !== typeOf(account ?? '')) return fault('ACQ.INVALID_RECEIVER_TYPE');
      if (type === 'loginName' && !name) return fault('ACQ.INVALID_PARAMETER');
      if (!account || String(name).includes('不存在')) return fault('ACQ.USER_NOT_EXIST');
    }
    for (const { account, name, memo } of list) this.relations.set(account, { name, memo });
    return { ...fine, result_code: 'SUCCESS' };
  }

  #settle(biz: any): Words {
    const { out_request_no: number, trade_no: tradeNo, royalty_parameters: wanted = [], extend_params: extend } = biz;
    if (!/^\w{1,32}$/.test(number ?? '')) return fault('ACQ.INVALID_PARAMETER');
    const isFinish = extend?.royalty_finish === 'true';
    const content = JSON.stringify([tradeNo, wanted, isFinish]);
    const known = this.settles.get(number);
    if (known)
      return known.content === content
        ? { ...fine, trade_no: tradeNo, settle_no: known.settleNo }
        : fault('ACQ.DISCORDANT_REPEAT_REQUEST');
    const trade = [...this.#trades.values()].find(({ providerNo }) => providerNo === tradeNo);
    if (!trade) return fault('ACQ.TRADE_NOT_EXIST');
    const parts = this.#partsOf(wanted);
    const wrong = this.#unfit(trade) ?? (parts ? this.#tooMuch(trade, parts, isFinish) : 'ACQ.INVALID_PARAMETER');
    if (wrong) return fault(wrong);
    const at = Date.now() + this.aheadMs;
    const settleNo = `${china(at).slice(0, 10).replaceAll('-', '')}0025${randomBytes(8).toString('hex')}`;
    this.settles.set(number, { number, settleNo, trade: trade.number, content, isFinish, parts: parts!, at });
    return { ...fine, trade_no: tradeNo, settle_no: settleNo };
  }

  #partsOf(wanted: any): Part[] | null {
    if (!Array.isArray(wanted) || wanted.length > MOST_RECEIVERS) return null;
    const isRight = wanted.every(
      (each) =>
        each.royalty_type === 'transfer' &&
        each.trans_in_type === typeOf(each.trans_in ?? '') &&
        fenOf(each.amount) > 0 &&
        each.desc,
    );
    return isRight ? wanted.map((each) => ({ account: each.trans_in, amountFen: fenOf(each.amount) })) : null;
  }

  #unfit(trade: Trade): string | null {
    if (trade.state !== 'paid') return 'ACQ.TRADE_STATUS_ERROR';
    const isLate = Date.now() + this.aheadMs - trade.paidAt > DAYS_30;
    return !trade.sharing || isLate || this.isFinished(trade.number) ? 'ACQ.ILLEGAL_SETTLE_STATE' : null;
  }

  #tooMuch(trade: Trade, parts: readonly Part[], isFinish: boolean): string | null {
    if (parts.length === 0) return isFinish ? null : 'ACQ.INVALID_PARAMETER';
    if (parts.some(({ account }) => !this.relations.has(account))) return 'ACQ.ROYALTY_RECEIVER_INVALID';
    const closed = parts.map(({ account }) => this.closes.get(account)).find((code) => code !== undefined);
    if (closed) return closed;
    const sum = sumOf(parts) + this.sharedFen(trade.number);
    const most = Math.floor((trade.amountFen * this.mostBp) / 10_000);
    return sum > most || sum > trade.amountFen - this.#refundedFen(trade.number)
      ? 'ACQ.ALLOC_AMOUNT_VALIDATE_ERROR'
      : null;
  }

  #query({ settle_no: settleNo, out_request_no: number, trade_no: tradeNo }: any): Words {
    const found = settleNo
      ? [...this.settles.values()].find((each) => each.settleNo === settleNo)
      : this.settles.get(number ?? '');
    if (!found || (!settleNo && this.#trades.get(found.trade)!.providerNo !== tradeNo))
      return fault('ACQ.TRADE_NOT_EXIST');
    return {
      ...fine,
      out_request_no: found.number,
      operation_dt: china(found.at),
      royalty_detail_list: found.parts.map(({ account, amountFen }) => ({
        operation_type: 'transfer',
        execute_dt: china(found.at),
        trans_in: account,
        trans_in_type: typeOf(account),
        amount: amountFen / 100,
        state: 'SUCCESS',
      })),
    };
  }

  /** What comes back with a refund that is about to be done, or why it is refused. */
  partsBack(trade: Trade, amountFen: number, named: any): readonly Part[] | string {
    if (this.faceToFace.has(trade.number)) return named ? 'ACQ.INVALID_PARAMETER' : this.#byRatio(trade, amountFen);
    const parts: Part[] = [];
    for (const each of named ?? []) {
      if (each.royalty_type !== 'transfer' || each.trans_out_type !== typeOf(each.trans_out ?? ''))
        return 'ACQ.INVALID_PARAMETER';
      const part = { account: String(each.trans_out), amountFen: fenOf(each.amount) };
      if (part.amountFen <= 0 || part.amountFen > this.#keptFen(trade.number, part.account))
        return 'ACQ.ALLOC_AMOUNT_VALIDATE_ERROR';
      parts.push(part);
    }
    if (sumOf(parts) > amountFen) return 'ACQ.ALLOC_AMOUNT_VALIDATE_ERROR';
    const own = trade.amountFen - this.#refundedFen(trade.number) - this.sharedFen(trade.number);
    if (amountFen - sumOf(parts) > own) return 'ACQ.SELLER_BALANCE_NOT_ENOUGH';
    return this.#rich(parts);
  }

  #rich(parts: readonly Part[]): readonly Part[] | string {
    return parts.some(({ account }) => this.poor.has(account)) ? 'ACQ.TXN_RESULT_ACCOUNT_BALANCE_NOT_ENOUGH' : parts;
  }

  /** Each receiver gives back so much of what it got as goes back of the trade, what was given before taken off. */
  #byRatio(trade: Trade, amountFen: number): readonly Part[] | string {
    const gone = this.#refundedFen(trade.number) + amountFen;
    const parts = this.#accountsOf(trade.number).map((account) => {
      const settles = [...this.settles.values()].filter((settle) => settle.trade === trade.number);
      const got = sumOf(settles.flatMap((settle) => settle.parts.filter((part) => part.account === account)));
      const back = got - this.#keptFen(trade.number, account);
      return { account, amountFen: Math.floor((got * gone) / trade.amountFen + 0.5) - back };
    });
    return this.#rich(parts.filter((part) => part.amountFen > 0));
  }

  keepBack(number: string, trade: string, parts: readonly Part[]): void {
    this.#tradeOfRefund.set(number, trade);
    const ended = parts.map((part) => {
      const failed = this.keeps.get(part.account);
      return failed ? { ...part, failed } : part;
    });
    this.backs.set(number, ended);
  }

  /** What a refund's query says of it. Accounts bound by their login have a user number too. */
  backWords(number: string): Words {
    const parts = this.backs.get(number) ?? [];
    if (parts.length === 0) return {};
    return {
      refund_royaltys: parts.map(({ account, amountFen, failed }) => ({
        royalty_type: 'transfer',
        result_code: failed ?? 'SUCCESS',
        ori_trans_out: account,
        trans_out: typeOf(account) === 'userId' ? account : '2088000000000001',
        ...(typeOf(account) === 'userId' ? {} : { trans_out_email: account }),
        refund_amount: yuan(amountFen),
      })),
    };
  }
}

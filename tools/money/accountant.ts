/**
 * Two accountants, the channels' bills and the bank: each day is counted, proved, checked by one and confirmed by the
 * other, and paid out.
 */
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { BankStand } from '#test/providers/bank.ts';
import type { Paid, Payers } from './payers.ts';
import { CHANNELS, timeOf, ZONE } from './world.ts';
import type { Channel, World } from './world.ts';

/** What the channels agreed to keep of each line, and what WeChat Pay keeps on one day: hundredths of a percent. */
const [FEE_BP, DEAR_BP] = [60, 100];
const TAIL = '5678';
const ACCOUNT_NO = `621483011234${TAIL}`;
const PAYERS: Readonly<Record<Channel, string>> = {
  wechat: '财付通支付科技有限公司',
  alipay: '支付宝（中国）网络技术有限公司',
};
/** Who has parts of what is paid by a channel, and how much: hundredths of a percent. */
const RECEIVERS = {
  wechat: [
    ['1900000201', 1_200],
    ['1900000202', 800],
  ],
  alipay: [
    ['landlord@example.com', 1_200],
    ['2088101177956123', 800],
  ],
} as const satisfies Record<Channel, unknown>;
/** Of what was paid by a channel on a day, how much a driver has back within the next days. */
const REFUNDED = 0.04;
/** Of an arrival the bank keeps a yuan for itself now and then. */
const SHORT_FEN = 100;

export type AccountantTally = {
  refunds: number;
  refundsFen: number;
  lines: number;
  bankFen: number;
  shortLines: number;
  shortFen: number;
  byHand: number;
  settledFen: number;
  confirmed: number;
  transfers: number;
  transfersFen: number;
};

/** The other one confirms. */
const first = { as: 'groupAdmin' } as const;

export class Accountants {
  readonly world: World;
  readonly payers: Payers;
  readonly bank = new BankStand();
  /** Net days the channels have not paid out yet, by their own books. */
  readonly #owed: Record<Channel, Day[]> = { wechat: [], alipay: [] };
  #settingId = '';
  readonly tally: AccountantTally = {
    refunds: 0,
    refundsFen: 0,
    lines: 0,
    bankFen: 0,
    shortLines: 0,
    shortFen: 0,
    byHand: 0,
    settledFen: 0,
    confirmed: 0,
    transfers: 0,
    transfersFen: 0,
  };

  constructor(world: World, payers: Payers) {
    this.world = world;
    this.payers = payers;
  }

  async open(): Promise<void> {
    const { product, companyId, days, stands } = this.world;
    const dear = days[Math.floor(days.length / 2)];
    stands.wechat.rateBp = (at) => (dayOf(at, ZONE) === dear ? DEAR_BP : FEE_BP);
    const { id } = await product.must('POST', '/api/updown/plat/cashoutset/submit', {
      companyId,
      mode: 'split',
      payeeName: '安泊停车',
      bankName: '招商银行',
      branchCode: '308331012004',
      accountNo: ACCOUNT_NO,
      cycle: 'daily',
      holdDays: 1,
      minFen: 500,
    });
    this.#settingId = id;
    await product.must('POST', '/api/gatehouse/cashoutSet/verify', { recordId: id, accountNo: ACCOUNT_NO }, first);
    for (const payType of CHANNELS)
      for (const [accountNo, shareBp] of RECEIVERS[payType]) await this.#entitle(payType, accountNo, shareBp);
    await this.world.job('profit-shares');
  }

  /** One enters who has a part by contract, the other confirms it. */
  async #entitle(payType: Channel, accountNo: string, shareBp: number): Promise<void> {
    const { product, companyId, days } = this.world;
    const base = '/api/gatehouse/shareReceiver';
    const contract = { companyId, payType, accountNo, shareBp, validFrom: days[0] };
    const names = { title: `合作方 ${accountNo}`, accountName: '安居物业管理有限公司' };
    const { id } = await product.must('POST', `${base}/submit`, { ...contract, ...names });
    await product.must('POST', `${base}/confirm`, { recordId: id, accountNo }, first);
  }

  /** What a channel paid to receivers on a day less what they gave back, by its own books. */
  sharedOf(channel: Channel, day: Day): number {
    const isThen = (at: number): boolean => dayOf(at, ZONE) === day;
    const { wechat, alipay } = this.world.stands;
    return channel === 'wechat' ? wechat.sharing.sharedAt(isThen) : alipay.sharing.sharedAt(isThen, alipay.refunds);
  }

  /** A day's office work on the money of the days before, entered into the agenda. */
  plan(day: Day): void {
    const { world } = this;
    const { agenda } = world;
    agenda.add(timeOf(day, '03:20'), () => world.job('check-yesterday'));
    agenda.add(timeOf(day, '10:30'), () => world.job('channel-bills'));
    agenda.add(timeOf(day, '11:00'), () => world.job('settlements'));
    agenda.add(timeOf(day, '11:20'), () => world.job('day-proofs'));
    agenda.add(timeOf(day, '12:00'), () => this.#settle());
    agenda.add(timeOf(day, '12:10'), () => world.job('day-roots'));
    agenda.add(timeOf(day, '14:00'), () => this.#statement(day));
    agenda.add(timeOf(day, '15:00'), () => this.#giveBack(day));
    agenda.add(timeOf(day, '16:00'), () => this.#payOut());
  }

  /** One checks or explains what was counted, the other confirms. */
  async #settle(): Promise<void> {
    const { product } = this.world;
    const base = '/api/gatehouse/settlementRecord';
    const rows = await this.world.list('/api/updown/plat/settlementrecord/getPageList', {});
    for (const { id, status } of rows) {
      if (status !== 'counted' && status !== 'differs') continue;
      if (status === 'counted') await product.must('POST', `${base}/check`, { recordId: id }, first);
      else await product.must('POST', `${base}/explain`, { recordId: id, remark: '已与渠道核对' }, first);
      await product.must('POST', `${base}/confirm`, { recordId: id });
      this.tally.confirmed += 1;
    }
  }

  /** What the channels kept less than agreed, by their own books, of lines that are off by more than a fen. */
  wrongFees(): { lines: number; fen: number } {
    const off = CHANNELS.flatMap((channel) => {
      const stand = this.world.stands[channel];
      const keeps = (amountFen: number, at: number): number =>
        Math.floor((amountFen * FEE_BP + 5_000) / 10_000) - stand.feeFen(amountFen, at);
      const paid = [...stand.trades.values()].filter(({ state }) => state === 'paid');
      const back = [...stand.refunds.values()].filter(({ failed }) => failed === null);
      return [
        ...paid.map(({ amountFen, paidAt }) => keeps(amountFen, paidAt)),
        ...back.map(({ amountFen, at }) => -keeps(amountFen, at)),
      ];
    }).filter((fen) => Math.abs(fen) > 1);
    return { lines: off.length, fen: off.reduce((all, fen) => all + fen, 0) };
  }

  /** What a channel's own books say is to be paid for a day: each line less its fee, and less what was shared. */
  netOf(channel: Channel, day: Day): number {
    const stand = this.world.stands[channel];
    const { trades, refunds } = stand;
    const paid = [...trades.values()].filter(({ state, paidAt }) => state === 'paid' && dayOf(paidAt, ZONE) === day);
    const back = [...refunds.values()].filter(({ failed, at }) => failed === null && dayOf(at, ZONE) === day);
    const sum = (lines: readonly { amountFen: number; at: number }[]): number =>
      lines.reduce((all, { amountFen, at }) => all + amountFen - stand.feeFen(amountFen, at), 0);
    const taken = sum(paid.map(({ amountFen, paidAt }) => ({ amountFen, at: paidAt })));
    return taken - sum(back) - this.sharedOf(channel, day);
  }

  /**
   * The bank's lines of a day: what channels pay for the days before, on Mondays for three; imported, and matched by
   * hand where nothing else does.
   */
  async #statement(day: Day): Promise<void> {
    const { product, companyId, random } = this.world;
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const lines: string[] = [];
    for (const channel of CHANNELS) {
      this.#owed[channel].push(addDays(day, -1));
      if (weekday === 0 || weekday === 6) continue;
      const days = this.#owed[channel];
      const net = days.reduce((sum, each) => sum + this.netOf(channel, each), 0);
      if (net <= SHORT_FEN) continue;
      const shortFen = days.length === 1 && random.chance(0.1) ? SHORT_FEN : 0;
      const ref = `${channel.toUpperCase()}-${day}`;
      const fen = net - shortFen;
      lines.push([day, (fen / 100).toFixed(2), '', PAYERS[channel], '商户结算', ref].join(','));
      this.tally.lines += 1;
      this.tally.bankFen += fen;
      if (shortFen > 0) {
        this.tally.shortLines += 1;
        this.tally.shortFen += shortFen;
      }
      this.#owed[channel] = [];
    }
    if (lines.length === 0) return;
    const file = Buffer.from(['交易日期,收入,支出,对方户名,摘要,流水号', ...lines].join('\r\n')).toString('base64');
    await product.must('POST', '/api/gatehouse/bankLine/statement', { companyId, accountTail: TAIL, file }, first);
    await this.#assign(day);
  }

  /**
   * What found no day by itself is assigned to the day before by a person; what it is short of the bank kept as a fee.
   */
  async #assign(day: Day): Promise<void> {
    const { product } = this.world;
    const open = await this.world.list('/api/gatehouse/bankLine/list', { status: 'open' });
    if (open.length === 0) return;
    const days = await this.world.list('/api/gatehouse/moneyDay/list', {});
    for (const line of open) {
      const channel = CHANNELS.find((each) => line['counterparty'] === PAYERS[each]);
      const pays = days.find((each) => each['payType'] === channel && each['day'] === addDays(day, -1));
      if (!pays) continue;
      const given = { recordId: line['id'], moneyDayId: pays['id'], why: '少到的向渠道查询' };
      await product.must('POST', '/api/gatehouse/bankLine/assign', given, first);
      this.tally.byHand += 1;
      const cause = { recordId: line['id'], differenceCause: 'fee', why: '银行收取的手续费' };
      const proposed = await product.ask('POST', '/api/gatehouse/bankLine/propose', cause, first);
      if (proposed.status === 422) continue; // nothing is missing of that day
      await product.must('POST', '/api/gatehouse/bankLine/approve', { recordId: line['id'] });
      this.tally.settledFen += SHORT_FEN;
    }
    const [any] = days;
    await product.must('POST', '/api/gatehouse/moneyDay/prove', { recordId: any!['id'] }, first);
  }

  /** Drivers who called have half of it or all of it back, invoiced or not. */
  async #giveBack(day: Day): Promise<void> {
    const { random, product } = this.world;
    const from = timeOf(addDays(day, -3), '00:00');
    for (const paid of this.payers.paid) {
      const { orderId, amountFen, channel, trade } = paid;
      const at = this.world.stands[channel].trades.get(trade)!.paidAt;
      if (at < from || paid.refundRequested || !random.chance(REFUNDED)) continue;
      const fen = random.chance(0.5) ? amountFen : Math.floor(amountFen / 2);
      const given = { onlineOrderId: orderId, amountFen: fen, remark: '多收，司机来电' };
      const answer = await product.ask('POST', '/api/updown/parkorder/refund', given, first);
      paid.refundRequested = true;
      if (answer.status === 422) continue; // given back already, as what was paid twice
      if (answer.status !== 200) throw new Error(`a refund was answered ${answer.status}: ${answer.body.msg}`);
      this.tally.refunds += 1;
      this.tally.refundsFen += fen;
    }
    await this.world.rounds();
  }

  /**
   * What the platform owes for its coupons is paid out: drafted by one, approved by the other, and the bank answers.
   */
  async #payOut(): Promise<void> {
    const { product } = this.world;
    const base = '/api/gatehouse/transferRecord';
    const drafted = await product.ask('POST', `${base}/draft`, { recordId: this.#settingId }, first);
    if (drafted.status === 422) return;
    if (drafted.status !== 200) throw new Error(`a transfer was answered ${drafted.status}: ${drafted.body.msg}`);
    const { transferId, amountFen } = drafted.body.data;
    await product.must('POST', `${base}/approve`, { recordId: transferId });
    this.bank.take((await product.must('POST', `${base}/bankFile`, { ids: [transferId] })).content);
    const [number] = [...this.bank.payments.keys()].slice(-1);
    await product.must('POST', `${base}/answers`, { file: this.bank.answer({ [number!]: '成功' }) });
    this.tally.transfers += 1;
    this.tally.transfersFen += amountFen;
  }

  /** What was paid by a driver and is neither invoiced nor given back. */
  toInvoice(): Paid[] {
    return this.payers.paid.filter(({ invoiced, refundRequested }) => !invoiced && !refundRequested);
  }
}

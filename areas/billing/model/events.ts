/** Billing's events about money for other areas. Amounts are fen, times epoch ms. */
import type { DebtMove } from '#domain/debt/debt.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** Whose money it is. One lot per batch; `zone` decides its days. */
export type Place = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly zone: string;
};

/**
 * One posting's effect on a drawer, fen. `id` follows from the posting; `at` epoch ms; `orderId` null where no order is
 * behind it (a recharge).
 */
export type CashMove = {
  readonly id: string;
  readonly at: number;
  readonly drawer: string;
  readonly tenderedFen: number;
  readonly changeFen: number;
  /** Into the drawer above 0, out of it below. */
  readonly amountFen: number;
  readonly orderId: string | null;
  /** The domain id of the payment or refund. */
  readonly subjectId: string;
  readonly plateNumber: string | null;
  readonly gateId: string | null;
  readonly operator: string | null;
  readonly remark: string | null;
};

/** An order of which money came in, for the lane it waits at. `at` epoch ms. */
export type Paid = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly orderId: string;
  readonly stayId: string;
  readonly gateId: string | null;
  readonly amountFen: number;
  readonly at: number;
};

/** What was wrong with a pay code: expired, used or none of a wallet; or no money behind it. */
export type CodeFault = 'code' | 'money';
/** A pay code scanned at a lane that its channel refused; `why` is null where the channel names no reason. */
export type CodeRefused = Omit<Paid, 'amountFen' | 'at'> & { readonly why: CodeFault | null };

/** An order whose discounts were booked, or that was refunded in full, at `at` (epoch ms); `lines` is its bill. */
export type DeratedOrder = { readonly order: Order; readonly lines: unknown; readonly at: number };

/** One movement of an order's debt, as the ledger posted it. `at` epoch ms. */
export type ArrearsMove = {
  readonly orderId: string;
  readonly stayId: string | null;
  readonly plateNumber: string | null;
  readonly inTime: number | null;
  readonly move: DebtMove;
  readonly at: number;
  /** Of a payment, the account the money lies on: `drawer:…`, `channel:…`, `stored-value:…`. */
  readonly via: string | null;
};

const place = text('车场及其时区', 'The car park and its time zone');
const tenantId = text('集团编号', 'The number of the group');

/** Once for each posting, however often it is written. */
export const cashMoved = transactionEvent<{ place: Place; moves: readonly CashMove[] }>({
  name: 'cashMoved',
  area: 'billing',
  title: text('现金进出', 'Cash moved'),
  payload: {
    place,
    moves: text('每笔现金：钱箱、金额、订单、操作员', 'Each movement: drawer, amount, order, operator'),
  },
  required: true,
});

export const cardsMoved = transactionEvent<{ tenantId: number; moved: ReadonlyMap<string, number> }>({
  name: 'cardsMoved',
  area: 'billing',
  title: text('储值卡余额变动', 'Stored-value cards moved'),
  payload: { tenantId, moved: text('各卡余额增加的金额', 'By card, how much more it holds now') },
  required: true,
});

/** Handlers answer what they post besides. */
export const discountsBooked = transactionEvent<
  { tenantId: number; settled: readonly DeratedOrder[]; refunded: readonly DeratedOrder[] },
  readonly Posting[]
>({
  name: 'discountsBooked',
  area: 'billing',
  title: text('优惠入账', 'Discounts booked'),
  payload: {
    tenantId,
    settled: text('优惠已入账的订单', 'Orders whose discounts were booked'),
    refunded: text('已全额退款的订单', 'Orders that were refunded in full'),
  },
  answer: text('另行入账的分录', 'Postings to be made besides'),
  required: true,
});

/** Each line of the arrears account once: what handlers keep of debts adds up to that account. */
export const arrearsMoved = transactionEvent<{ place: Place; moves: readonly ArrearsMove[] }>({
  name: 'arrearsMoved',
  area: 'billing',
  title: text('欠费变动', 'Debts moved'),
  payload: {
    place,
    moves: text('每笔变动：订单、事由、金额', 'Each movement: order, kind, amount'),
  },
  required: true,
});

/** In a transaction of its own under the tenant's scope, all orders of one car park, and again should it fail. */
export const orderPaid = transactionEvent<{ paid: readonly Paid[] }, (() => void) | void>({
  name: 'orderPaid',
  area: 'billing',
  title: text('订单已支付', 'Order paid'),
  payload: { paid: text('同一车场的已支付订单', 'Paid orders of one car park') },
  answer: text('提交后要做的事', 'What is to be done after the commit'),
  required: true,
});

/** In a transaction of its own under the tenant's scope, all orders of one car park, and again should it fail. */
export const codeRefused = transactionEvent<{ refused: readonly CodeRefused[] }, (() => void) | void>({
  name: 'codeRefused',
  area: 'billing',
  title: text('付款码未成功', 'Pay code refused'),
  payload: { refused: text('同一车场付款码未成功的订单', 'Orders of one car park whose pay code was refused') },
  answer: text('提交后要做的事', 'What is to be done after the commit'),
});

/** One payment that settled several orders, each a part of it. `id` names it for ever; `at` epoch ms. */
export type Together = {
  readonly tenantId: number;
  readonly id: string;
  readonly tradeNo: string;
  readonly channel: string;
  readonly amountFen: number;
  readonly at: number;
  readonly parts: readonly { readonly orderId: string; readonly parkId: string; readonly amountFen: number }[];
};

/** Once, in the transaction that books all its parts. */
export const paidTogether = transactionEvent<Together>({
  name: 'paidTogether',
  area: 'billing',
  title: text('多笔一次支付', 'Several paid together'),
  payload: {
    tenantId,
    id: text('编号', 'Its id'),
    tradeNo: text('商户单号', 'Its number at the channel'),
    channel: text('渠道', 'Channel'),
    amountFen: text('金额', 'Amount'),
    at: text('支付时间', 'When'),
    parts: text('各订单及其金额', 'Each order with its amount'),
  },
  required: true,
});

/** Money of an order that came, or went back. `via`: `drawer:…`, `channel:…`, `stored-value:…`. */
export type MoneyMoved = {
  /** The domain id of the payment or refund. */
  readonly id: string;
  readonly orderId: string;
  readonly stayId: string | null;
  readonly plateNumber: string | null;
  readonly via: string;
  /** Above 0, either way. */
  readonly amountFen: number;
  readonly isRefund: boolean;
  readonly at: number;
};

/** Once for each payment and each refund, in the transaction that posts it. */
export const moneyMoved = transactionEvent<{ place: Place; moved: readonly MoneyMoved[] }>({
  name: 'moneyMoved',
  area: 'billing',
  title: text('收款与退款', 'Payments and refunds'),
  payload: {
    place,
    moved: text('每笔收款或退款：订单、停车记录、方式、金额', 'Each payment or refund: order, visit, way, amount'),
  },
});

/** A merchant's day that does not agree with the channel's bill. `day`: `yyyy-MM-dd`; `at` epoch ms. */
export type DayDiffered = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly configId: string;
  readonly channel: string;
  readonly merchantNo: string;
  readonly day: string;
  readonly differences: number;
  readonly at: number;
};

/** Each time a day is compared and differs, in the transaction that keeps it. */
export const dayDiffered = transactionEvent<DayDiffered>({
  name: 'dayDiffered',
  area: 'billing',
  title: text('渠道对账有差异', 'A day differs from the channel’s bill'),
  payload: {
    tenantId,
    companyId: text('单位', 'The company'),
    configId: text('收款账户', 'The merchant account'),
    channel: text('渠道', 'Channel'),
    merchantNo: text('商户号', 'Its number there'),
    day: text('账单日', 'The day'),
    differences: text('差异笔数', 'How many lines differ'),
    at: text('时间', 'When'),
  },
});

/** A trade that is about to be made at a channel which can share it. `createdAt` epoch ms. */
export type TradeSending = {
  readonly tenantId: number;
  readonly channel: string;
  readonly merchantRef: string | null;
  /** What it pays: one payment, or one for each order of a combined trade. */
  readonly payments: readonly { readonly companyId: string; readonly parkId: string; readonly paymentId: string }[];
  /** How it is paid: a code on a screen or phone, inside the provider's app, or in a browser. */
  readonly form: 'code' | 'app' | 'browser';
  readonly createdAt: number;
};

/** Before a trade is requested of its channel, again with each try. */
export const tradeSending = transactionEvent<TradeSending, boolean>({
  name: 'tradeSending',
  area: 'billing',
  title: text('即将向渠道下单', 'A trade is about to be made'),
  payload: {
    tenantId,
    channel: text('渠道', 'Channel'),
    merchantRef: text('收款账户', 'The merchant account'),
    payments: text('各笔缴费及其单位与车场', 'Each payment with its company and car park'),
    form: text('支付方式', 'How it is paid'),
    createdAt: text('发起时间', 'When it was begun'),
  },
  answer: text('是否分账', 'Whether it will be shared'),
});

/** A refund that is about to be requested of its channel, under `refundNo`. */
export type RefundSending = {
  readonly tenantId: number;
  readonly paymentId: string;
  readonly refundId: string;
  readonly refundNo: string;
};
/** `shares`: what receivers of its trade give back in the refund's own request, where its channel takes that. */
export type RefundPass = {
  readonly answer: 'go' | 'wait' | 'refuse';
  readonly shares?: {
    readonly form: TradeSending['form'];
    readonly parts: readonly { readonly account: string; readonly amountFen: number }[];
  };
};

/** Before a refund goes to a channel that shares trades, again until it may. */
export const refundSending = transactionEvent<RefundSending, RefundPass>({
  name: 'refundSending',
  area: 'billing',
  title: text('即将向渠道退款', 'A refund is about to be requested'),
  payload: {
    tenantId,
    paymentId: text('缴费编号', 'The payment'),
    refundId: text('退款编号', 'The refund'),
    refundNo: text('退款单号', 'Its number with the channel'),
  },
  answer: text(
    '放行、等待或不退，及随退款退回的分账',
    'Whether it goes, waits, or cannot be, and what comes back with it',
  ),
});

/** A refund that is over. `back`: what receivers gave back with it, by all that the channel calls their accounts. */
export type RefundEnded = {
  readonly tenantId: number;
  readonly paymentId: string;
  readonly refundId: string;
  readonly isDone: boolean;
  readonly at: number;
  readonly back: readonly {
    readonly accounts: readonly string[];
    readonly amountFen: number;
    readonly failed: string | null;
  }[];
};

/** With the booking of a refund by a channel that shares trades. */
export const refundEnded = transactionEvent<RefundEnded>({
  name: 'refundEnded',
  area: 'billing',
  title: text('退款已有结果', 'A refund is over'),
  payload: {
    tenantId,
    paymentId: text('缴费编号', 'The payment'),
    refundId: text('退款编号', 'The refund'),
    isDone: text('是否退成', 'Whether it was done'),
    at: text('时间', 'When'),
    back: text('随退款退回的分账', 'What receivers gave back with it'),
  },
});

/** A notice that something became of a request to share; what, is to be queried. */
export const sharesNoticed = transactionEvent<{ tenantId: number; number: string }>({
  name: 'sharesNoticed',
  area: 'billing',
  title: text('收到分账通知', 'A notice about sharing'),
  payload: { tenantId, number: text('分账或回退单号', 'The number of the request') },
});

export const events = [
  cashMoved,
  cardsMoved,
  discountsBooked,
  arrearsMoved,
  orderPaid,
  codeRefused,
  paidTogether,
  moneyMoved,
  dayDiffered,
  tradeSending,
  refundSending,
  refundEnded,
  sharesNoticed,
];

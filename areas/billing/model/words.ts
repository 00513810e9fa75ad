import { money } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/** How money came. Channels of one provider share a prefix in reports by their own names. */
export const payTypes = {
  cash: text('现金', 'Cash'),
  wechat: text('微信支付', 'WeChat Pay'),
  alipay: text('支付宝', 'Alipay'),
  allinpay: text('通联收银宝', 'Allinpay'),
  sandbox: text('扫码支付（沙箱）', 'Scan to pay (sandbox)'),
  etc: text('ETC', 'ETC'),
  unionpay: text('银联', 'UnionPay'),
  storedValue: text('储值卡', 'Stored value'),
};

/** Every way but cash, as a filter lists several. */
export const onlineWays = Object.keys(payTypes)
  .filter((way) => way !== 'cash')
  .join(',');

export const orderStates = {
  quoted: text('已报价', 'Quoted'),
  pending: text('待支付', 'Waiting for payment'),
  paid: text('已支付', 'Paid'),
  partPaid: text('部分支付', 'Partly paid'),
  failed: text('支付失败', 'Failed'),
  closed: text('已关闭', 'Closed'),
  waived: text('已减免', 'Waived'),
  free: text('无需缴费', 'Nothing due'),
  overpaid: text('多收', 'Overpaid'),
  arrears: text('欠费', 'In arrears'),
  refunding: text('退款中', 'Refunding'),
  refunded: text('已退款', 'Refunded'),
  partRefunded: text('部分退款', 'Partly refunded'),
  refundFailed: text('退款失败', 'Refund failed'),
};

export const orderTones = {
  quoted: 'muted',
  pending: 'info',
  paid: 'ok',
  partPaid: 'warn',
  failed: 'bad',
  closed: 'muted',
  waived: 'warn',
  free: 'muted',
  overpaid: 'warn',
  arrears: 'bad',
  refunding: 'info',
  refunded: 'muted',
  partRefunded: 'warn',
  refundFailed: 'bad',
} as const;

export const paymentStates = {
  pending: text('待支付', 'Waiting'),
  paid: text('已支付', 'Paid'),
  failed: text('失败', 'Failed'),
  overpaid: text('多收', 'Overpaid'),
  refunded: text('已退款', 'Refunded'),
  partRefunded: text('部分退款', 'Partly refunded'),
};

/** Why the installation gave money back by itself, as its refunds keep it. */
export const backReasons = {
  '重复支付，自动退回': text('重复支付，自动退回', 'Paid twice, returned by itself'),
  '多于应付，自动退回': text('多于应付，自动退回', 'More than was due, returned by itself'),
};

/** Why a refund did not reach the driver, where the provider gives a state and no text of its own. */
export const refundFailures = {
  closed: text('渠道已关闭这笔退款', 'The provider closed the refund'),
  abnormal: text(
    '原付款卡已作废或冻结，款项退不回去',
    'The card it was paid with is void or frozen: the money cannot go back to it',
  ),
  refused: text('渠道拒绝退款', 'The provider refused it'),
  beyond: text('该笔收款已无余额可退', 'Nothing is left of that payment to return'),
  shareKept: text('已分账的部分未能收回', 'What was shared of it could not be called back'),
};
export const FAILURE_MAX = 200;

/** What came of a channel's word. All but `booked`, `repeated` and `notPaid` are for a person to look at. */
export const channelResults = {
  booked: text('已入账', 'Booked'),
  repeated: text('重复通知', 'Repeated notice'),
  notPaid: text('未支付', 'Not paid'),
  'wrong-amount': text('金额不符', 'Wrong amount'),
  'wrong-signature': text('签名错误', 'Wrong signature'),
  oursOnly: text('渠道账单无此笔', 'Not on the bill'),
  theirsOnly: text('我方未入账', 'Not booked'),
  amountDiffers: text('账单金额不符', 'Bill differs'),
};

export const channelTones = {
  booked: 'ok',
  repeated: 'muted',
  notPaid: 'muted',
  'wrong-amount': 'bad',
  'wrong-signature': 'bad',
  oursOnly: 'bad',
  theirsOnly: 'bad',
  amountDiffers: 'bad',
} as const;

export const orderKinds = {
  exit: text('出场缴费', 'At the exit'),
  prepay: text('提前缴费', 'Paid ahead'),
  arrears: text('补缴欠费', 'Arrears'),
  pass: text('月租缴费', 'Monthly pass'),
};

/** What a line of the ledger means to the figures of the reports: `<item>Fen` there. */
export const ledgerItems = {
  receivable: text('应收', 'Amount due'),
  derate: text('优惠', 'Discount'),
  waived: text('减免', 'Waived'),
  arrears: text('欠费', 'Unpaid'),
  surplus: text('多收', 'Overpaid'),
  paid: text('实收', 'Paid'),
  refund: text('退款', 'Refunded'),
};

export const ledgerTones = {
  receivable: 'info',
  derate: 'warn',
  waived: 'warn',
  arrears: 'bad',
  surplus: 'warn',
  paid: 'ok',
  refund: 'muted',
} as const;

/** Why a line was booked: the kinds of postings, and two that are distinguished for people. */
export const ledgerKinds = {
  payment: text('收款', 'Money received'),
  change: text('找零', 'Change given'),
  'stored-value': text('储值卡扣款', 'Taken from a stored-value card'),
  derate: text('优惠结算', 'Discount settled'),
  coupon: text('优惠券', 'Coupon'),
  'seller-derate': text('商家承担优惠', 'Discount borne by a shop'),
  waiver: text('人工减免', 'Waived by a person'),
  owed: text('欠费离场', 'Left without paying'),
  cancelled: text('撤销欠费', 'Debt cancelled'),
  'refund-paid': text('退款到账', 'Refund arrived'),
  reversal: text('冲销', 'Reversed'),
};

/**
 * The figures a line may be part of, as the reports call them; a line has one of them, and net where money came or
 * went.
 */
export const ledgerFigures = {
  receivableFen: money(ledgerItems.receivable),
  derateFen: money(ledgerItems.derate),
  waivedFen: money(ledgerItems.waived),
  arrearsFen: money(ledgerItems.arrears),
  surplusFen: money(ledgerItems.surplus),
  paidFen: money(ledgerItems.paid),
  refundFen: money(ledgerItems.refund),
  netFen: money(text('净收入', 'Net')),
};

/** Aggregators that have an adapter (`server/channel/channels.ts`), by the name of their payments. */
export const otherChannels = { allinpay: payTypes.allinpay };

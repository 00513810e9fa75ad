import { payTypes } from '#areas/billing/model/words.ts';
import { text } from '#kit/declare/text.ts';

const { cash: _, storedValue: __, ...channels } = payTypes;

/**
 * What a settlement is of: a payment channel, or the coupons the platform pays for. `other`: money at the bank that no
 * channel is known to have sent.
 */
export const settleWays = {
  ...channels,
  coupon: text('平台卡券', 'Platform coupons'),
  other: text('未认领来款', 'Money not claimed'),
};
export type SettleWay = keyof typeof settleWays;

export const settleStates = {
  counting: text('待账单', 'No statement yet'),
  differs: text('有差异', 'Differs'),
  counted: text('已核对', 'Agrees'),
  checked: text('待确认', 'To be confirmed'),
  confirmed: text('已确认', 'Confirmed'),
};

export const settleTones = {
  counting: 'muted',
  differs: 'bad',
  counted: 'info',
  checked: 'warn',
  confirmed: 'ok',
} as const;

/** Records whose figures are still counted anew. */
export const OPEN_STATES = ['counting', 'differs', 'counted'] as const;

export const modes = {
  own: text('自有商户', 'Own merchant account'),
  split: text('自有商户，渠道分账', 'Own account, channel shares it'),
  agency: text('平台代收', 'Collected by the platform'),
};

/** Channels that share payments. */
export const shareWays = { wechat: payTypes.wechat, alipay: payTypes.alipay };
export type ShareWay = keyof typeof shareWays;

/** What a receiver is to the company, as WeChat Pay names it. */
export const relationsTo = {
  SERVICE_PROVIDER: text('服务商', 'Service provider'),
  PARTNER: text('合作伙伴', 'Partner'),
  HEADQUARTER: text('总部', 'Headquarters'),
  BRAND: text('品牌方', 'Brand'),
  STORE: text('门店', 'Store'),
  STORE_OWNER: text('店主', 'Store owner'),
  DISTRIBUTOR: text('分销商', 'Distributor'),
  SUPPLIER: text('供应商', 'Supplier'),
};

export const receiverStates = {
  drafted: text('待确认', 'To be confirmed'),
  confirmed: text('待登记', 'To be registered'),
  registered: text('已登记', 'Registered'),
  refused: text('渠道未接受', 'Refused by the channel'),
  stopped: text('已停用', 'Stopped'),
};
export const receiverTones = {
  drafted: 'warn',
  confirmed: 'info',
  registered: 'ok',
  refused: 'bad',
  stopped: 'muted',
} as const;

export const shareKinds = {
  part: text('分给接收方', 'To a receiver'),
  rest: text('解冻留存', 'Stays with the company'),
};
export const shareStates = {
  planned: text('待分账', 'Planned'),
  sent: text('处理中', 'Under way'),
  done: text('已完成', 'Done'),
  failed: text('未成', 'Failed'),
  cancelled: text('不再分账', 'Dropped'),
  returning: text('收回中', 'Being called back'),
  returned: text('已收回', 'Called back'),
  backFailed: text('未能收回', 'Not called back'),
};
export const shareTones = {
  planned: 'muted',
  sent: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'muted',
  returning: 'info',
  returned: 'muted',
  backFailed: 'bad',
} as const;

export const transferStates = {
  drafted: text('待批准', 'To be approved'),
  approved: text('待付款', 'To be paid'),
  sent: text('已付款待到账', 'Sent'),
  unknown: text('无回音待查', 'No answer yet'),
  arrived: text('已到账', 'Arrived'),
  failed: text('未成', 'Refused'),
  returned: text('已退汇', 'Came back'),
  cancelled: text('已取消', 'Cancelled'),
};

export const transferTones = {
  drafted: 'warn',
  approved: 'info',
  sent: 'info',
  unknown: 'bad',
  arrived: 'ok',
  failed: 'bad',
  returned: 'bad',
  cancelled: 'muted',
} as const;

export const cycles = {
  daily: text('每日', 'Daily'),
  weekly: text('每周一', 'Mondays'),
  monthly: text('每月一日', 'First of the month'),
};

export const bankLineStates = {
  open: text('未配对', 'To be matched'),
  matched: text('已配对', 'Matched'),
  assigned: text('已指定', 'Assigned'),
  proposed: text('差额待复核', 'Difference to be approved'),
  settled: text('差额已结清', 'Difference settled'),
};
export const bankLineTones = {
  open: 'warn',
  matched: 'ok',
  assigned: 'info',
  proposed: 'warn',
  settled: 'ok',
} as const;

/** Why less came than a channel owed. */
export const shortCauses = {
  fee: text('手续费', 'Fee'),
  refund: text('退款在途', 'Refund under way'),
  elsewhere: text('转入其他账户', 'Paid to another account'),
  loss: text('原因不明，计损失', 'Unknown, booked as a loss'),
};

export const proofStates = {
  proved: text('三方一致', 'Proved'),
  carried: text('有挂账', 'Carried'),
  unexplained: text('有未说明', 'Unexplained'),
};
export const proofTones = { proved: 'ok', carried: 'warn', unexplained: 'bad' } as const;

/** Why two of books, bill and bank differ. */
export const differences = {
  oursOnly: text('账上有账单无', 'Booked, not on the bill'),
  theirsOnly: text('账单有账上无', 'On the bill, not booked'),
  amountDiffers: text('金额不符', 'Another amount'),
  stranger: text('无法认领的交易', 'A transaction nobody knows'),
  noBill: text('没有账单', 'No bill'),
  feeDiffers: text('手续费不符', 'Another fee'),
  awaited: text('等待到账', 'On its way'),
  notArrived: text('逾期未到账', 'Did not arrive'),
  short: text('少到账', 'Too little arrived'),
  refundDue: text('退款在途（暂记）', 'Refund under way, in suspense'),
  elsewhere: text('转入其他账户（暂记）', 'Paid to another account, in suspense'),
  over: text('多到账', 'Too much arrived'),
  bankOnly: text('不明来款', 'Money nobody expected'),
};

export const proofOwners = {
  channel: text('支付渠道', 'The channel'),
  finance: text('财务', 'Finance'),
};

export const itemStates = {
  open: text('待说明', 'To be explained'),
  explained: text('已说明', 'Explained'),
  paired: text('已对销', 'Paired'),
  settled: text('已结清', 'Settled'),
};
export const itemTones = { open: 'warn', explained: 'info', paired: 'ok', settled: 'ok' } as const;

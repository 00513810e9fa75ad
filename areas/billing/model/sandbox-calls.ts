import { call } from '#kit/declare/call.ts';
import { boolean, integer, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

/**
 * How the stand-in payment provider behaves just now: for demonstrations and tests of what a real one does on a bad
 * day.
 */
export const sandboxFields = {
  delayMs: integer(text('通知延迟（毫秒）', 'Notice delay (ms)'), { min: 0, max: 600_000, default: 0 }),
  copies: integer(text('通知次数', 'Copies of each notice'), {
    min: 0,
    max: 5,
    default: 1,
    help: text('0 表示通知丢失', '0 loses the notice'),
  }),
  wrongSignature: boolean(text('签名错误', 'Sign wrongly'), { default: false }),
  amountOffFen: integer(text('通知金额偏差（分）', 'Amount off by (fen)'), { min: -100_000, max: 100_000, default: 0 }),
  refuseRefunds: boolean(text('拒绝退款', 'Refuse refunds'), { default: false }),
  refundDelayMs: integer(text('退款到账延迟（毫秒）', 'Refunds take (ms)'), {
    min: 0,
    max: 604_800_000,
    default: 0,
    help: text('受理后这么久才到账，其间为退款中', 'How long a refund takes to arrive; until then it is in progress'),
  }),
};

export const readSandbox = call({
  name: 'sandbox.read',
  title: text('支付沙箱', 'Payment sandbox'),
  area: 'billing',
  method: 'GET',
  path: '/api/gatehouse/sandbox',
  permission: 'sandbox:read',
  input: { tradeNo: str(text('交易号', 'Trade number'), { max: 64 }) },
});

export const setSandbox = call({
  name: 'sandbox.set',
  title: text('设置支付沙箱', 'Set the payment sandbox'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/sandbox',
  permission: 'sandbox:edit',
  answer: 'object',
  input: {
    ...sandboxFields,
    pay: str(text('支付该交易', 'Pay this trade'), {
      max: 64,
      help: text('相当于车主在手机上完成支付', 'As the driver does on the phone'),
    }),
  },
});

/** Where providers post payment notices. The caller is known by the signature over the body alone. */
export const channelNotice = call({
  name: 'payment.notice',
  title: text('支付结果通知', 'Payment notice'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/notice/:channel',
  permission: 'public',
  answer: 'ack',
  input: { channel: str(text('渠道', 'Channel'), { required: true, max: 20 }) },
});

/** The same for a merchant account: the address selects the account whose keys verify the notice. */
export const merchantNotice = call({
  name: 'payment.merchantNotice',
  title: text('商户支付结果通知', 'Payment notice of a merchant'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/notice/:channel/:configId',
  permission: 'public',
  answer: 'ack',
  input: {
    ...channelNotice.input,
    configId: str(text('支付接口配置', 'Merchant account'), { required: true, min: 36, max: 36 }),
  },
});

/** Money held against itself: rollup and raw rows, ledger and payments, orders and their parts. */
export const moneyCheck = call({
  name: 'ledger.check',
  title: text('账目核对', 'Ledger check'),
  area: 'billing',
  method: 'GET',
  path: '/api/gatehouse/money-check',
  permission: 'ledger:read',
  input: {
    parkId: str(text('车场', 'Car park'), { max: 36 }),
    startTime: str(text('开始日期', 'From'), { max: 30 }),
    endTime: str(text('结束日期', 'To'), { max: 30 }),
  },
});

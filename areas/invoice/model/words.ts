import { text } from '#kit/declare/text.ts';

export const invoiceStates = {
  submitted: text('待开票', 'Submitted'),
  issuing: text('开票中', 'Being issued'),
  issued: text('已开票', 'Issued'),
  failed: text('开票失败', 'Failed'),
  cancelled: text('已取消', 'Cancelled'),
  redPending: text('红冲中', 'Being reversed'),
  red: text('已红冲', 'Reversed'),
};

export const invoiceTones = {
  submitted: 'info',
  issuing: 'info',
  issued: 'ok',
  failed: 'bad',
  cancelled: 'muted',
  redPending: 'warn',
  red: 'muted',
} as const;

/** Why an invoice is made red, by the tax platform's own number. */
export const redTypes = {
  1: text('开票有误', 'Error'),
  2: text('销货退回', 'Return'),
  3: text('服务中止', 'Service ended'),
  4: text('销售折让', 'Discount'),
};

export const buyerTypes = { person: text('个人', 'Person'), organisation: text('单位', 'Organisation') };

export const sources = { driver: text('车主', 'Driver'), auto: text('自动', 'Automatic') };

export const providers = {
  standard: text('标准接口', 'Standard interface'),
  sandbox: text('沙箱', 'Sandbox'),
};

export const validities = {
  valid: text('有效', 'Valid'),
  ending: text('即将到期', 'Ends soon'),
  expired: text('已到期', 'Expired'),
};

export const mailStates = {
  queued: text('待发送', 'To be sent'),
  sent: text('已发送', 'Sent'),
  failed: text('发送失败', 'Not sent'),
};

export const itemKinds = { blue: text('蓝字', 'Blue'), red: text('红字', 'Red') };

/** `open`: applied for, or a red line requested; `done`: on an invoice; `void`: given up. */
export const itemStates = {
  open: text('办理中', 'Under way'),
  done: text('已生效', 'In force'),
  void: text('已作废', 'Void'),
};

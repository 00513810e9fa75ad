import { text } from '#kit/declare/text.ts';

export const plats = {
  own: text('自营', 'Own'),
  pp: text('PP', 'PP'),
  js: text('JS', 'JS'),
  h: text('H', 'H'),
  xinlin: text('Xinlin', 'Xinlin'),
};

const { own: _, ...others } = plats;
/** Platforms that count on their own and say what they counted. */
export const networks = others;

export const networkStandings = {
  equal: text('一致', 'The same'),
  within: text('差异允许', 'Within the bound'),
  beyond: text('差异超限', 'Over limit'),
  explained: text('已说明', 'Explained'),
};

export const adverKinds = { picture: text('图片', 'Picture'), text: text('文字', 'Text') };

/** Where on the driver's page: under the bill, or after it is paid. */
export const slots = { bill: text('账单页', 'Bill page'), ticket: text('缴费成功页', 'Paid page') };

export const calendarTitle = text('排期日历', 'Calendar of slots');

export const priceModels = {
  cpm: text('每千次展示', 'Per 1,000 views'),
  cpc: text('每次点击', 'Per click'),
  day: text('每天', 'Per day'),
};

export const adverStates = {
  draft: text('草稿', 'Draft'),
  reviewed: text('已审核', 'Reviewed'),
  running: text('投放中', 'Running'),
  stopped: text('已停止', 'Stopped'),
  ended: text('已结束', 'Ended'),
};

export const adOrderStates = {
  open: text('待付款', 'To be paid'),
  paid: text('生效', 'In force'),
  ended: text('已到期', 'Ended'),
  cancelled: text('已取消', 'Cancelled'),
  withdrawn: text('已撤销', 'Undone'),
};

export const adOrderWays = {
  transfer: text('银行转账', 'Bank transfer'),
  cheque: text('支票', 'Cheque'),
  cash: text('现金', 'Cash'),
};

export const visitKinds = {
  served: text('下发', 'Served'),
  viewable: text('展示', 'Viewed'),
  click: text('点击', 'Clicked'),
  close: text('关闭', 'Closed'),
};

export const unread = {
  bot: text('机器访问', 'A program'),
  flood: text('同一地址过多', 'Too many of one address'),
  repeat: text('一小时内重复', 'Again within the hour'),
  unseen: text('未展示过', 'Not seen before'),
};

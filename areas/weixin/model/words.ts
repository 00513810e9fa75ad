import type { PushEvent, PushWay } from '#domain/weixin/push.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export const kinds = {
  service: text('服务号', 'Service account'),
  subscription: text('订阅号', 'Subscription account'),
};
export const modes = {
  plain: text('明文', 'Plain'),
  secure: text('安全（加密）', 'Secure (encrypted)'),
};
export const scenes = {
  text: text('收到文字', 'Text received'),
  click: text('点击菜单', 'Menu key'),
  subscribe: text('新关注', 'New follower'),
  default: text('其他文字', 'Any other text'),
};
export const matches = {
  exact: text('完全相同', 'Whole word'),
  prefix: text('以此开头', 'Begins with'),
  contains: text('包含', 'Contains'),
};
export const replyTypes = {
  text: text('文字', 'Text'),
  news: text('图文', 'News'),
  link: text('链接', 'Link'),
};
/** What a company sets for its accounts; texts and links stand in answers by their names in braces. */
export const configTypes = {
  autoReply: text('自动回复', 'Automatic answers'),
  payLink: text('缴费链接', 'Payment link'),
  passLink: text('月租链接', 'Pass link'),
  hotline: text('客服电话', 'Hotline'),
  serviceHours: text('服务时间', 'Service hours'),
  address: text('地址', 'Address'),
};
export type ConfigType = keyof typeof configTypes;
export const configNames = Object.keys(configTypes) as ConfigType[];
/** Those that may stand in an answer. */
export const placeNames: readonly string[] = configNames.filter((name) => name !== 'autoReply');
export const subscribedWords = { yes: text('已关注', 'Following'), no: text('已取消', 'Left') };

export const menuTypes = {
  view: text('打开网页', 'Opens a page'),
  click: text('自动回复', 'Is answered'),
  miniprogram: text('打开小程序', 'Opens a mini program'),
};
export const menuStates = {
  sending: text('发布中', 'Sending'),
  published: text('已发布', 'Published'),
  differs: text('与平台不一致', 'Differs'),
  failed: text('发布失败', 'Failed'),
};

export const miniStates = {
  unchecked: text('未测试', 'Not tested'),
  connected: text('已连接', 'Connected'),
  failed: text('连接失败', 'Failed'),
};
/** What a lot sets for the page its mini program opens. Switches hide a way that is shown otherwise. */
export const miniConfigTypes = {
  notice: text('公告', 'Notice'),
  hotline: text('客服电话', 'Hotline'),
  serviceHours: text('服务时间', 'Service hours'),
  privacyLink: text('隐私说明链接', 'Link to the privacy note'),
  showDebts: text('显示补缴欠费', 'Shows debts'),
  showCoupons: text('显示卡券', 'Shows coupons'),
};
export type MiniConfigType = keyof typeof miniConfigTypes;

/** How somebody came to follow, as the platform says it. */
export const followWays = {
  search: text('搜索', 'Search'),
  code: text('扫描二维码', 'Code scanned'),
  card: text('名片分享', 'Card shared'),
  article: text('图文页', 'Article'),
  menu: text('右上角菜单', 'Menu of a page'),
  paid: text('支付后关注', 'After paying'),
  moved: text('账号迁移', 'Account moved'),
  other: text('其他', 'Other'),
};
export const syncStates = {
  waiting: text('等待', 'Waiting'),
  running: text('同步中', 'Running'),
  done: text('完成', 'Done'),
  failed: text('失败', 'Failed'),
};

export const pushEventWords = {
  entry: text('入场', 'Entry'),
  exit: text('出场', 'Exit'),
  due: text('产生欠费', 'Left owing'),
  paid: text('缴费成功', 'Paid'),
  refunded: text('已退款', 'Refunded'),
  passEnding: text('月租将到期', 'Pass ending'),
  passDecided: text('月租申请有结果', 'Pass decided'),
  coupon: text('收到卡券', 'Coupon received'),
  couponEnding: text('卡券将到期', 'Coupon ending'),
  invoice: text('发票已开', 'Invoice issued'),
  invoiceFailed: text('开票失败', 'Invoice failed'),
  dayDiffers: text('渠道对账有差异', 'Channel day differs'),
} as const satisfies Readonly<Record<PushEvent, Text>>;
export const pushWays = {
  template: text('公众号模板消息', 'Template message'),
  subscribe: text('公众号订阅通知', 'Subscription notice'),
  sms: text('短信', 'Text message'),
  notice: text('站内公告', 'Internal notice'),
} as const satisfies Readonly<Record<PushWay, Text>>;
/** What a name in braces stands for. */
export const fieldWords: Readonly<Record<string, Text>> = {
  plate: text('车牌号', 'Plate'),
  parkName: text('车场', 'Car park'),
  time: text('时间', 'Time'),
  inTime: text('入场时间', 'Came in at'),
  stayed: text('停车时长', 'Stayed'),
  amount: text('金额', 'Amount'),
  endDay: text('到期日', 'Last day'),
  days: text('剩余天数', 'Days left'),
  result: text('审核结果', 'Decision'),
  said: text('审核意见', 'Comment'),
  couponName: text('卡券名称', 'Coupon'),
  num: text('张数', 'How many'),
  endTime: text('有效至', 'Good until'),
  invoiceNo: text('发票号码', 'Invoice number'),
  applyNo: text('申请单号', 'Application'),
  title: text('发票抬头', 'Buyer'),
  why: text('原因', 'Reason'),
  day: text('账单日', 'Day of the bill'),
  channel: text('支付渠道', 'Channel'),
  merchantNo: text('商户号', 'Merchant'),
  count: text('差异笔数', 'Differences'),
};
export const pushStates = {
  queued: text('待发送', 'Queued'),
  sending: text('发送中', 'Sending'),
  sent: text('已发送', 'Sent'),
  delivered: text('已送达', 'Delivered'),
  blocked: text('用户不接收', 'Not wanted'),
  dead: text('未发出', 'Not sent'),
};
/** Why this server itself did not send. */
export const ownAnswers = {
  expired: text('已过有效时间', 'Too late to be worth it'),
  left: text('已取消关注', 'No follower any more'),
  off: text('推送配置已停用或删除', 'Switched off or removed'),
  fault: text('推送配置有错，修改后可重发', 'The configuration is wrong; resend once it is corrected'),
  gone: text('公众号已停用或删除', 'The account is not in use'),
  tries: text('多次未成功', 'Failed too often'),
  gateway: text('没有短信网关', 'No gateway for text messages is set'),
};
/** Why a synchronisation did not end well. */
export const syncAnswers = {
  incomplete: text(
    '平台给出的用户不全，未改动关注状态',
    'The platform’s list was not whole; nobody was marked as gone',
  ),
  gone: text('公众号已停用或删除', 'The account is not in use'),
};

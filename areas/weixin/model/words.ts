import { text } from '#kit/declare/text.ts';

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

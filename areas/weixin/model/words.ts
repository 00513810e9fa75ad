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

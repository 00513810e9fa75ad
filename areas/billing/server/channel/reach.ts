import { setting } from '#kit/server/setting.ts';

/** How this server is reached from outside, and where the providers are. Whole addresses without a slash at the end. */
export type Reach = {
  readonly self: string;
  readonly wechat: string;
  readonly weixin: string;
  readonly alipay: string;
  /** In place of all of Allinpay's hosts; null for those. */
  readonly allinpay: string | null;
};

/** Given at start, from the settings. */
export const reach = setting<Reach>({
  self: 'http://127.0.0.1:8080',
  wechat: 'https://api.mch.weixin.qq.com',
  weixin: 'https://api.weixin.qq.com',
  alipay: 'https://openapi.alipay.com/gateway.do',
  allinpay: null,
});

/** The address for notices about trades begun with this account. */
export const noticeAddress = (channel: string, configId: string): string =>
  `${reach.value().self}/api/gatehouse/notice/${channel}/${configId}`;

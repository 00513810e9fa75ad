import { text } from '#kit/declare/text.ts';

/** Who pays for what a coupon takes off. */
export const bearers = {
  store: text('商家', 'Store'),
  own: text('本单位', 'Own company'),
  platform: text('平台', 'Platform'),
};

export const ruleStates = {
  draft: text('草稿', 'Draft'),
  enabled: text('启用', 'Enabled'),
  stopped: text('停用', 'Stopped'),
  cancelled: text('已取消', 'Cancelled'),
};

/** What ends together with a rule. */
export const cancelTypes = {
  1: text('已发的仍可用', 'Issued ones stay good'),
  2: text('作废未领取的', 'Void unclaimed ones'),
  3: text('作废全部未使用的', 'Void all that are not used'),
};

export const couponStates = {
  unclaimed: text('未领取', 'Unclaimed'),
  held: text('已领取', 'Claimed'),
  giving: text('转赠中', 'Being given'),
  placed: text('账单上', 'On a bill'),
  used: text('已核销', 'Used'),
  expired: text('已过期', 'Expired'),
  cancelled: text('已作废', 'Void'),
};

export const couponTones = {
  unclaimed: 'muted',
  held: 'info',
  giving: 'info',
  placed: 'warn',
  used: 'ok',
  expired: 'muted',
  cancelled: 'muted',
} as const;

export const givers = { store: text('商家', 'Store'), staff: text('后台', 'Office'), driver: text('车主', 'Driver') };
export const giftWays = {
  plate: text('按车牌', 'By plate'),
  phone: text('按手机号', 'By phone'),
  link: text('转赠链接', 'By link'),
};

export const deductionStates = { used: text('已核销', 'Used'), returned: text('已退回', 'Returned') };

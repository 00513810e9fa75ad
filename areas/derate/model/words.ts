import { text } from '#kit/declare/text.ts';

export const derateTypes = {
  time: text('减免时长', 'Time off'),
  amount: text('减免金额', 'Amount off'),
  percent: text('打折', 'Percent off'),
  full: text('全免', 'Free of charge'),
  flat: text('最多收取', 'Pay at most'),
};

/** A discount that may be given at a box, of one seller. `derateValue`: minutes, fen or per cent, by its kind. */
export type BoxDerate = {
  readonly sellerId: string;
  readonly sellerName: string;
  readonly derateId: string;
  readonly derateName: string;
  readonly derateType: keyof typeof derateTypes;
  readonly derateValue: number;
};

/** How the seller is charged for one that was used. */
export const chargeWays = {
  price: text('按张计价', 'Per discount'),
  benefit: text('按实际优惠', 'By actual discount'),
  face: text('按面额', 'By face value'),
};

export const derateStates = {
  bound: text('未使用', 'Not used'),
  locked: text('报价中', 'In a quote'),
  used: text('已使用', 'Used'),
  restored: text('已退回', 'Returned'),
  expired: text('已失效', 'Expired'),
  cancelled: text('已撤销', 'Withdrawn'),
};

export const derateTones = {
  bound: 'info',
  locked: 'warn',
  used: 'ok',
  restored: 'info',
  expired: 'muted',
  cancelled: 'muted',
} as const;

export const derateSources = {
  office: text('后台发放', 'By office'),
  seller: text('商家发放', 'By shop'),
  code: text('扫码领取', 'By code'),
  box: text('岗亭发放', 'At the booth'),
  coupon: text('卡券', 'Coupon'),
};

export const codeKinds = {
  standing: text('固定码', 'Reusable code'),
  once: text('一次性码', 'One-time code'),
};

/** What the demo's adverts say and cost, and whose they are. */
import type { PriceModel } from '#domain/advert/charge.ts';

export const plats = [
  { plat: 'own', name: '自营广告', shareBp: 10_000, closeFen: null },
  { plat: 'pp', name: 'PP 广告', shareBp: 7_000, closeFen: 30_000 },
  { plat: 'js', name: 'JS 广告', shareBp: 6_500, closeFen: 24_000 },
  { plat: 'h', name: 'H 广告', shareBp: 7_000, closeFen: 20_000 },
  { plat: 'xinlin', name: 'Xinlin 广告', shareBp: 6_000, closeFen: 18_000 },
] as const;

export type Plan = {
  readonly name: string;
  readonly plat: (typeof plats)[number]['plat'];
  readonly text: string;
  readonly advertiser: string;
  readonly model: PriceModel;
  readonly priceFen: number;
  readonly status: string;
  readonly slot: 'bill' | 'ticket';
};
export const plans: readonly Plan[] = [
  {
    name: '冬季洗车',
    plat: 'own',
    text: '洗车 29 元，凭停车小票再减 5 元',
    advertiser: '净界洗车',
    model: 'day',
    priceFen: 5_000,
    status: 'running',
    slot: 'bill',
  },
  {
    name: '车险续保',
    plat: 'pp',
    text: '车险到期？三分钟报价',
    advertiser: '安途保险',
    model: 'cpm',
    priceFen: 2_000,
    status: 'running',
    slot: 'bill',
  },
  {
    name: '充电桩优惠',
    plat: 'js',
    text: '本周充电服务费八折',
    advertiser: '驿充',
    model: 'cpc',
    priceFen: 80,
    status: 'running',
    slot: 'ticket',
  },
  {
    name: '轮胎换季',
    plat: 'h',
    text: '四轮换季含动平衡',
    advertiser: '远驰轮胎',
    model: 'cpm',
    priceFen: 3_500,
    status: 'stopped',
    slot: 'ticket',
  },
  {
    name: '影院周三',
    plat: 'xinlin',
    text: '周三观影半价',
    advertiser: '巨幕影院',
    model: 'cpc',
    priceFen: 120,
    status: 'running',
    slot: 'bill',
  },
  {
    name: '春节年货',
    plat: 'own',
    text: '年货节满减',
    advertiser: '长兴超市',
    model: 'cpm',
    priceFen: 1_800,
    status: 'draft',
    slot: 'bill',
  },
];

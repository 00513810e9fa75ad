import { call } from '#kit/declare/call.ts';
import { relation, str } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from './park.ts';
import { village } from './village.ts';

const area = 'lot';
const base = '/api/updown/basePark';
const plat = '/api/updown/plat/basepark';

const parkId = relation(text('车场', 'Car park'), () => park, { required: true, alias: ['PKID', 'id'] });
const companyId = relation(text('单位', 'Company'), () => company);

const lookup = (
  name: string,
  title: Text,
  path: string,
  input: Record<string, Field>,
  answer: 'list' | 'object' = 'list',
) => call({ name: `park.${name}`, title, area, method: 'GET', path, permission: 'session', answer, input });

export const allLngLat = lookup(
  'getAllLngLat2',
  text('全部车场经纬度', 'Positions of all car parks'),
  `${base}/getAllLngLat2`,
  { companyId, parkName: str(text('车场名称', 'Car park')) },
);
export const sampleLngLat = lookup(
  'getSampleLngLat',
  text('车场简要经纬度', 'Positions of car parks, in short'),
  `${base}/getSampleLngLat`,
  { companyId },
);
export const roadParkLngLat = lookup(
  'getRoadParkLngLat',
  text('路边车场经纬度', 'Positions of roadside car parks'),
  `${base}/getRoadParkLngLat`,
  { companyId },
);
export const allRoadPark = lookup(
  'getAllRoadPark',
  text('全部路边车场', 'All roadside car parks'),
  '/api/updown/plat/RdaPark/getAllRoadPark',
  { companyId },
);
export const monitorParks = lookup(
  'getMonitorParks',
  text('监控车场列表', 'Car parks being watched'),
  `${plat}/getMonitorParks`,
  { companyId },
);
export const monitorVillages = lookup(
  'getMonitorVillage',
  text('监控小区列表', 'Communities being watched'),
  `${plat}/getMonitorVillage`,
  { companyId },
);
export const carChangesAllowed = lookup(
  'checkHaveUpdateCarAuth',
  text('检查小区车辆修改权限', 'May vehicles be changed'),
  `${base}/checkHaveUpdateCarAuth`,
  {
    VID: relation(text('小区', 'Community'), () => village, { alias: ['vid'] }),
    parkId: relation(text('车场', 'Car park'), () => park),
  },
  'object',
);

/** Of one lane: the page opens with it. */
const codeGate = str(text('车道', 'Lane'), { max: 36 });
/** What the six codes of a lot lead to, by the last part of the driver page's address. */
export const qrCodes = {
  getPayQrCode: { page: 'pay', title: text('缴费二维码', 'Payment code') },
  getMiniProgramQrCode: { page: 'mini', title: text('小程序码', 'Mini program code') },
  getInvoiceQrCode: { page: 'invoice', title: text('开票二维码', 'Invoice code') },
  getBatchRenewalQrCode: { page: 'renewal', title: text('批量续费二维码', 'Batch renewal code') },
  getAdvertPayQrCode: { page: 'advert-pay', title: text('广告支付二维码', 'Advert payment code') },
  getCloudSeatQrCode: { page: 'help', title: text('云坐席二维码', 'Cloud seat code') },
} as const;

export const qrCodeCalls = Object.entries(qrCodes).map(([name, { title }]) =>
  call({
    name: `park.${name}`,
    title,
    area,
    method: 'GET',
    path: `${plat}/${name}`,
    permission: 'park:read',
    answer: 'url',
    input: { parkId, gateId: codeGate },
  }),
);

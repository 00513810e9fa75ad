import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { integer, relation, str, timeOfDay } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { couponStore } from './coupon-store.ts';

const area = 'coupon';
const rules = '/api/updown/plat/couponRule';
const ruleId = str(text('规则', 'Rule'), { max: 36 });

const lookup = <const F extends Record<string, ReturnType<typeof str>>>(
  name: string,
  title: ReturnType<typeof text>,
  path: string,
  input: F,
) =>
  call({
    name,
    title,
    area,
    method: 'GET',
    path,
    permission: 'session',
    answer: 'list',
    input,
    note: text('[{value, label}]', '[{value, label}]'),
  });

export const storesOfCompany = lookup(
  'couponStore.getKeyValueModelByCompanyId',
  text('按公司取商家', 'Stores of a company'),
  '/api/updown/couponStore/getKeyValueModelByCompanyId',
  { companyId: relation(text('单位', 'Company'), () => company) },
);
export const rulesOfStore = lookup(
  'couponRule.getKeyValueModelByStoreId',
  text('按商家取规则', 'Rules of a store'),
  `${rules}/getKeyValueModelByStoreId`,
  { storeId: relation(text('商家', 'Store'), () => couponStore) },
);
export const parksOfRule = lookup(
  'couponRule.showSelectPark',
  text('规则已选车场', 'Car parks of a rule'),
  `${rules}/showSelectPark`,
  { ruleId },
);
export const parksForRule = lookup(
  'couponRule.showAllRulePark',
  text('规则可选车场', 'Car parks a rule may have'),
  `${rules}/showAllRulePark`,
  { ruleId },
);

export const replayOfRule = call({
  name: 'couponRule.replay',
  title: text('规则试算', 'Replay a coupon rule'),
  area,
  method: 'GET',
  path: '/api/gatehouse/couponRule/replay',
  permission: 'couponRule:edit',
  input: {
    ruleId: str(text('规则', 'Rule'), { max: 36, required: true }),
    days: integer(text('天数', 'Days'), { min: 1, max: 92 }),
  },
  note: text(
    '{days, bills, used, unpriced, plates, offFen, bearerFen, lotFen, endsOn, regulars: {plates, offFen}, most: [{id, feeFen, offFen}]}：按最近若干天已付账单试算，不改动任何数据',
    '{days, bills, used, unpriced, plates, offFen, bearerFen, lotFen, endsOn, regulars: {plates, offFen}, most: [{id, feeFen, offFen}]}: the rule over bills paid in the last days; nothing is changed',
  ),
});

export const sampleFee = call({
  name: 'couponRule.sample',
  title: text('规则示例停车费', 'Sample fee of a coupon rule'),
  area,
  method: 'GET',
  path: '/api/gatehouse/couponRule/sample',
  permission: 'couponRule:edit',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    entry: timeOfDay(text('入场时刻', 'Entry at'), { default: '09:00' }),
    minutes: integer(text('停车分钟', 'Minutes parked'), { required: true, min: 1, max: 10_080 }),
    minutesOff: integer(text('减免分钟', 'Minutes off'), { min: 0, max: 10_080 }),
  },
  note: text(
    '{inTime, outTime, zone, tariff, feeFen, earlierFen}：临时车当日该时刻（车场当地）入场的停车费，earlierFen 为提前 minutesOff 分钟离场的停车费；不改动任何数据',
    "{inTime, outTime, zone, tariff, feeFen, earlierFen}: the fee of a temporary car that comes in today at that time of the car park's clock, and what it is when it leaves minutesOff earlier; nothing is changed",
  ),
});

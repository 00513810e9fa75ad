import { dateTime, json, money, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { versionFields } from './fee-rule.ts';

/** What the engine answers where a tariff has no price. */
export const refusals = {
  OUT_BEFORE_IN: text('出场早于入场', 'Exit before entry'),
  MAX_STAY: text('超过最长停车时间', 'Longer than the longest stay'),
  UNCOVERED: text('有时段未规定收费', 'Some time without a price'),
  NOT_SAID: text('费率未规定', 'The tariff does not say'),
};

/**
 * A stay whose price is known for certain, kept with the tariff of a car type: no version is published that answers
 * otherwise, unless a second person approves.
 */
export const feeCase = resource({
  name: 'feeCase',
  title: text('收费算例', 'Test case'),
  area: 'fee',
  scope: 'park',
  config: { folder: 'tariff-cases', key: ['carTypeId', 'carModelId', 'name'] },
  wire: { base: '/api/gatehouse/feeCase' },
  fields: {
    parkId: versionFields.parkId,
    carTypeId: versionFields.carTypeId,
    carModelId: versionFields.carModelId,
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    inTime: dateTime(text('入场时间', 'Entry time'), { required: true }),
    outTime: dateTime(text('出场时间', 'Exit time'), { required: true }),
    carKind: str(text('车辆种类', 'Kind of vehicle'), {
      max: 40,
      alias: ['vehicle'],
      help: text('车型的编号，不填则取车型', 'The number of the car model; that of the model if left blank'),
    }),
    context: json(text('已知条件', 'What is known'), { help: text('同试算的 context', 'As in a trial') }),
    expectFen: money(text('应收金额', 'Price expected'), { min: 0 }),
    expectRefusal: select(text('预期被拒绝', 'Expected refusal'), refusals, {
      help: text('应收金额与预期被拒绝填其一', 'Enter either the price or the expected refusal'),
    }),
    remark: versionFields.remark,
  },
  display: 'name',
  unique: [['parkId', 'carTypeId', 'carModelId', 'name']],
  list: ['name', 'parkId', 'carTypeId', 'carModelId', 'inTime', 'outTime', 'carKind', 'expectFen', 'expectRefusal'],
  order: { by: 'createdAt', desc: false },
});

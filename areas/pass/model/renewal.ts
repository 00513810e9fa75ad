import { date, dateTime, integer, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { parkMonth } from './park-month.ts';
import { renewalKinds } from './words.ts';

const pass = () => parkMonth;

/** Days a pass was given, by whom and for what money. Never changed but for what of the money went back. */
export const passRenewal = resource({
  name: 'passRenewal',
  title: text('月卡续费记录', 'Monthly renewals'),
  area: 'pass',
  route: '/static/monthlyRenewal',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getSearchCardExtension',
    key: 'recordId',
    export: '/api/updown/static/exportCardExtension',
  },
  help: text(
    '首次缴费、续费与报停顺延各一行；金额为当时实收，退租退款另列。',
    'One row per first payment, renewal and suspension extension. The amount is what was paid then; refunds when a pass is ended are listed separately.',
  ),
  fields: {
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    carTypeId: relation(text('车类', 'Car type'), () => carType, { search: true, within: 'parkId' }),
    passId: relation(text('月租车', 'Pass'), pass, { hidden: true }),
    kind: select(text('方式', 'How'), renewalKinds, {
      search: true,
      tones: { month: 'info', money: 'info', vip: 'ok', rest: 'muted' },
    }),
    time: dateTime(text('办理时间', 'Processed at'), { search: true }),
    oldEnd: date(text('原到期日', 'Previous end date')),
    fromDay: date(text('续费自', 'Renewed from')),
    newEnd: date(text('新到期日', 'New end date')),
    months: integer(text('月数', 'Months')),
    moneyFen: money(text('实收金额', 'Paid')),
    payType: select(text('支付方式', 'Paid by'), payTypes, { search: true }),
    refundedFen: money(text('已退金额', 'Refunded')),
    operator: str(text('操作人', 'Operator'), { search: true }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'plateNumber',
  index: [['passId'], ['parkId', 'time']],
  range: 'time',
  order: { by: 'time', desc: true },
  list: [
    'time',
    'plateNumber',
    'moneyFen',
    'payType',
    'kind',
    'oldEnd',
    'fromDay',
    'newEnd',
    'parkId',
    'carTypeId',
    'months',
    'refundedFen',
    'operator',
    'remark',
  ],
  totals: ['moneyFen', 'refundedFen'],
});

/**
 * A rest of a pass; part of the pass's own screen. `toDay` is null while it lasts, and lies before `fromDay` where it
 * ended before it began.
 */
export const passSuspension = resource({
  name: 'passSuspension',
  title: text('报停记录', 'Suspensions'),
  area: 'pass',
  scope: 'park',
  wire: { base: '/api/updown/parkMonth' },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    passId: relation(text('月租车', 'Pass'), pass),
    fromDay: date(text('报停自', 'From')),
    toDay: date(text('报停至', 'To')),
    frozenDays: integer(text('冻结天数', 'Suspended days')),
    operator: str(text('操作人', 'Operator')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'fromDay',
  index: [['passId']],
  list: ['fromDay', 'toDay', 'frozenDays', 'operator', 'remark'],
  verbs: [],
});

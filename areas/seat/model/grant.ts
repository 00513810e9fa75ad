import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { date, dateTime, integer, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { grantStates } from './words.ts';

const base = '/api/updown/cloudseats/grant';
export const MOST_MONTHS = 36;

export const renewGrant = call({
  name: 'cloudseatGrant.renewal',
  title: text('续期', 'Renew'),
  area: 'seat',
  method: 'POST',
  path: `${base}/renewal`,
  permission: 'cloudseatGrant:renewal',
  answer: 'object',
  input: {
    grantId: str(text('授权', 'Grant'), { required: true, max: 36, hidden: true }),
    months: integer(text('月数', 'Months'), { min: 1, max: MOST_MONTHS, default: 12 }),
    newEndDate: date(text('新到期日', 'New end'), {
      help: text('填写时须为到期日起的整月数', 'Whole months from the end, where it is given'),
    }),
    money: money(text('金额', 'Amount'), {
      min: 0,
      help: text('填写时须与系统计算的一致', 'Must be what the system computes, where it is given'),
    }),
  },
  note: text(
    '{ orderId, orderNo, amountFen, newEnd }。生成待支付的订单，由另一人登记收款后到期时间才后移。',
    '{ orderId, orderNo, amountFen, newEnd }. Makes an order to be paid; the end moves once somebody else has recorded the payment.',
  ),
});

/** How many may talk at once for a car park, from when until when. */
export const cloudseatGrant = resource({
  name: 'cloudseatGrant',
  title: text('云坐席授权', 'Cloud seat grant'),
  help: text(
    '车场可同时通话的坐席数与起止时间；同一车场的授权时间不能重叠。没有使用中的授权时，求助直接转现场岗亭。',
    'How many seats may talk for a car park at once, and when; grants of a car park do not overlap. Without a live one, calls for help go straight to the booth.',
  ),
  area: 'seat',
  route: '/cloudseat/cloudseatgrant',
  scope: 'park',
  wire: { base, key: 'grantId' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'companyId',
    }),
    seatNum: integer(text('坐席数', 'Seats'), { required: true, min: 1, max: 50, default: 1 }),
    startTime: dateTime(text('开始时间', 'From'), { required: true }),
    endTime: dateTime(text('到期时间', 'Until'), { required: true }),
    status: select(text('状态', 'State'), grantStates, {
      readOnly: true,
      search: true,
      tones: { future: 'info', live: 'ok', ending: 'warn', ended: 'muted' },
    }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'parkId',
  index: [['parkId', 'endTime']],
  order: { by: 'endTime', desc: false },
  list: ['parkId', 'seatNum', 'startTime', 'endTime', 'status', 'companyId', 'remark'],
  actions: [{ call: renewGrant, key: 'grantId', tone: 'primary' }],
});

import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { dateTime, integer, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { cloudseatGrant } from './grant.ts';
import { payStates } from './words.ts';

const base = '/api/gatehouse/cloudseatOrder';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'orderId' }) as const;

/** More months for a grant. They count once somebody other than who ordered them recorded the payment. */
export const cloudseatOrder = resource({
  name: 'cloudseatOrder',
  title: text('云坐席订单', 'Cloud seat order'),
  many: text('云坐席订单', 'Cloud seat orders'),
  help: text(
    '坐席授权的续期。由下单人以外的人登记收款后，授权的到期时间后移整月，并记入总账。',
    'Renewals of seats. Once somebody other than who ordered recorded the payment, the grant ends so many calendar months later, and the ledger says so.',
  ),
  area: 'seat',
  route: '/cloudseat/cloudseatorder',
  page: 'record',
  scope: 'park',
  wire: { base, list: '/api/updown/cloudseats/order/getList', key: 'orderId' },
  verbs: ['list', 'export'],
  range: 'orderedTime',
  fields: {
    orderNo: str(text('订单号', 'No.'), { readOnly: true, search: true, max: 40, width: 190 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
    grantId: relation(text('授权', 'Grant'), () => cloudseatGrant, { hidden: true, outlives: true }),
    seatNum: integer(text('坐席数', 'Seats')),
    months: integer(text('月数', 'Months')),
    amountFen: money(text('金额', 'Amount')),
    newEnd: dateTime(text('续至', 'New end')),
    payState: select(text('状态', 'State'), payStates, {
      search: true,
      tones: { waiting: 'warn', paid: 'ok', closed: 'muted' },
    }),
    payRef: str(text('收款凭证号', 'Reference'), { search: true, max: 60 }),
    orderedTime: dateTime(text('下单时间', 'Ordered at')),
    payTime: dateTime(text('支付时间', 'Paid at')),
    paidBy: str(text('登记人', 'Recorded by'), { max: 60 }),
    why: longText(text('关闭原因', 'Why it was closed'), { max: 200 }),
  },
  display: 'orderNo',
  unique: [['orderNo']],
  index: [['grantId', 'payState']],
  order: { by: 'orderedTime', desc: true },
  list: [
    'orderedTime',
    'amountFen',
    'seatNum',
    'parkId',
    'months',
    'newEnd',
    'payState',
    'payTime',
    'payRef',
    'paidBy',
    'companyId',
    'why',
    'orderNo',
  ],
  totals: ['amountFen'],
  lifecycle: lifecycle({
    field: 'payState',
    initial: 'waiting',
    states: {
      waiting: state(payStates.waiting, 'warn'),
      paid: state(payStates.paid, 'ok'),
      closed: state(payStates.closed, 'muted'),
    },
    final: ['paid', 'closed'],
    actions: {
      pay: {
        label: text('登记收款', 'Record the payment'),
        from: ['waiting'],
        to: 'paid',
        by: 'staff',
        tone: 'primary',
        notBy: 'createdBy',
        ask: { payRef: str(text('收款凭证号', 'Reference'), { required: true, max: 60 }) },
        notes: { by: 'paidBy', time: 'payTime' },
        wire: at('pay'),
      },
      close: {
        label: text('关闭', 'Close'),
        from: ['waiting'],
        to: 'closed',
        by: 'staff',
        tone: 'danger',
        ask: { why: longText(text('原因', 'Why'), { required: true, max: 200 }) },
        notes: { remark: 'why' },
        wire: at('close'),
      },
      lapse: { label: text('超时关闭', 'Close unpaid'), from: ['waiting'], to: 'closed', by: 'clock' },
    },
  }),
});

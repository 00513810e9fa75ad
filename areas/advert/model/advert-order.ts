/** An operator orders a car park's pages without a platform's adverts. No driver ever has to pay for closing one. */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { date, dateTime, integer, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { adOrderStates, adOrderWays, plats } from './words.ts';

const base = '/api/gatehouse/adverOrder';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'orderId' }) as const;
const tones = { open: 'warn', paid: 'ok', ended: 'muted', cancelled: 'muted', withdrawn: 'bad' } as const;
const reason = longText(text('原因', 'Why'), { required: true, max: 200 });

export const adverOrder = resource({
  name: 'adverOrder',
  title: text('去广告订单', 'Ad-free order'),
  many: text('去广告订单', 'Ad-free orders'),
  help: text(
    '车场向平台购买不显示其广告的月份；由下单人以外的人登记收款后生效，到期恢复。车主关闭广告始终免费。',
    'A car park buys months without the adverts of a platform. It counts once somebody other than who ordered it recorded the payment, and ends by itself. Closing an advert is always free for drivers.',
  ),
  area: 'advert',
  route: '/advert/closepayorder',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'add', 'export'],
  wire: {
    base,
    list: '/api/updown/plat/collect/searchAdverOrder',
    export: '/api/updown/plat/collect/exportAdverOrder',
    key: 'orderId',
  },
  range: 'orderedTime',
  fields: {
    orderNo: str(text('订单号', 'No.'), { readOnly: true, search: true, max: 40, width: 190 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    plat: select(text('广告平台', 'Platform'), plats, { required: true, search: true }),
    months: integer(text('月数', 'Months'), { required: true, min: 1, max: 36, default: 12 }),
    amountFen: money(text('金额', 'Amount'), { readOnly: true }),
    status: select(text('状态', 'State'), adOrderStates, { readOnly: true, search: true, tones }),
    payType: select(text('支付方式', 'Paid by'), adOrderWays, { readOnly: true, search: true }),
    payRef: str(text('收款凭证号', 'Reference'), { readOnly: true, search: true, max: 60 }),
    orderedTime: dateTime(text('下单时间', 'Ordered at'), { readOnly: true }),
    paidTime: dateTime(text('支付时间', 'Paid at'), { readOnly: true }),
    paidBy: str(text('登记人', 'Recorded by'), { readOnly: true, max: 60 }),
    validFrom: date(text('生效日', 'From'), { readOnly: true }),
    validUntil: date(text('到期日', 'Until'), { readOnly: true }),
    why: longText(text('撤销原因', 'Why it was undone'), { readOnly: true, max: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'orderNo',
  unique: [['orderNo']],
  index: [['parkId', 'plat', 'status']],
  order: { by: 'orderedTime', desc: true },
  list: [
    'orderedTime',
    'amountFen',
    'status',
    'parkId',
    'plat',
    'months',
    'payType',
    'paidTime',
    'validFrom',
    'validUntil',
    'payRef',
    'paidBy',
    'companyId',
    'why',
    'remark',
    'orderNo',
  ],
  totals: ['months', 'amountFen'],
  lifecycle: lifecycle({
    initial: 'open',
    states: {
      open: state(adOrderStates.open, tones.open),
      paid: state(adOrderStates.paid, tones.paid),
      ended: state(adOrderStates.ended, tones.ended),
      cancelled: state(adOrderStates.cancelled, tones.cancelled),
      withdrawn: state(adOrderStates.withdrawn, tones.withdrawn),
    },
    final: ['ended', 'cancelled', 'withdrawn'],
    actions: {
      pay: {
        label: text('登记收款', 'Record the payment'),
        from: ['open'],
        to: 'paid',
        by: 'staff',
        tone: 'primary',
        notBy: 'createdBy',
        ask: {
          payType: select(text('支付方式', 'Paid by'), adOrderWays, { required: true, default: 'transfer' }),
          payRef: str(text('收款凭证号', 'Reference'), { required: true, max: 60 }),
        },
        notes: { by: 'paidBy', time: 'paidTime' },
        wire: at('pay'),
      },
      cancel: {
        label: text('取消', 'Cancel'),
        from: ['open'],
        to: 'cancelled',
        by: 'staff',
        tone: 'danger',
        ask: { why: reason },
        notes: { remark: 'why' },
        wire: at('cancel'),
      },
      withdraw: {
        label: text('撤销收款', 'Undo the payment'),
        from: ['paid'],
        to: 'withdrawn',
        by: 'staff',
        tone: 'danger',
        ask: { why: reason },
        notes: { remark: 'why' },
        wire: at('withdraw'),
      },
      end: { label: text('到期', 'End'), from: ['paid'], to: 'ended', by: 'clock' },
    },
  }),
});

import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, json, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { paidPlaces } from './debt-words.ts';

/**
 * One payment for several debts of a plate, in cash or on the phone: each part is a payment of its debt's own order,
 * booked to that order's lot, and all parts are booked in one transaction or none.
 */
export const arrearsCollection = resource({
  name: 'arrearsCollection',
  title: text('补缴单', 'Payments of debts'),
  area: 'road',
  route: '/rdstatic/arrearsCollection',
  menu: 'roadReports',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/arrearsCollection', key: 'collectionId' },
  help: text(
    '一次补缴一行，可含同一车牌的多笔欠费；每笔各记入自己的车场。在“逃费记录”中收现金，或由车主在手机上一次支付。',
    'A row for each payment of debts, of one plate and as many debts as were ticked; each is booked to its own car park. Cash is taken under “Unpaid parking”; drivers pay several at once on the phone.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    collectionNo: str(text('补缴单号', 'Number'), { search: true, max: 40, width: 196 }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    paidTime: dateTime(text('补缴时间', 'Paid at'), { search: true }),
    items: integer(text('笔数', 'Debts')),
    amountFen: money(text('补缴金额', 'Paid')),
    tenderedFen: money(text('收取现金', 'Cash handed over')),
    changeFen: money(text('找零', 'Change')),
    paidAt: select(text('补缴地点', 'Paid at'), paidPlaces, { search: true }),
    operator: str(text('收费员', 'Collector'), { search: true, max: 60 }),
    drawer: str(text('钱箱', 'Drawer'), { max: 80 }),
    /** `[{ escapeId, parkId, amountFen }]`. */
    parts: json(text('明细', 'Parts'), { hidden: true }),
  },
  display: 'collectionNo',
  unique: [['collectionNo']],
  range: 'paidTime',
  order: { by: 'paidTime', desc: true },
  list: [
    'paidTime',
    'plateNumber',
    'amountFen',
    'items',
    'tenderedFen',
    'changeFen',
    'operator',
    'drawer',
    'companyId',
    'collectionNo',
  ],
  totals: ['items', 'amountFen'],
});

export const collectDebts = call({
  name: 'rdEscape.collect',
  title: text('现金补缴', 'Take cash for debts'),
  area: 'road',
  method: 'POST',
  path: '/api/gatehouse/rdEscape/collect',
  permission: 'rdEscape:collect',
  answer: 'object',
  input: {
    recordId: str(text('欠费', 'Debts'), { required: true, max: 20_000, alias: ['ids', 'id'] }),
    tenderedFen: money(text('收取现金', 'Cash handed over'), {
      min: 0,
      help: text('不填为正好', 'The exact sum where left empty'),
    }),
  },
  note: text(
    '多笔用逗号分开，须为同一车牌；全部入账或全部不入账；已核销的先冲回。答 { collectionNo, amountFen, changeFen }',
    'Several separated by commas, of one plate; all are booked or none; a write-off is taken back first. Answers { collectionNo, amountFen, changeFen }',
  ),
});

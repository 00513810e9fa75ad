import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { dateTime, integer, longText, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { noticeWays } from './debt-words.ts';

/**
 * That a notice was sent for the debts of a plate: one row for a plate, lot and gap, whatever it lists. Never changed.
 */
export const arrearsNotice = resource({
  name: 'arrearsNotice',
  title: text('催缴记录', 'Notices of debts'),
  area: 'road',
  route: '/rdstatic/arrearsNotice',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/arrearsNotice' },
  help: text(
    '每日 9:00 生成：到期未缴的车牌，同一间隔内只催一次；申诉中、存疑、已移交的不催。',
    'Made every day at 9:00: plates past their term, once within the gap; none for debts under appeal, in doubt or handed over.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    at: dateTime(text('催缴时间', 'Sent at'), { search: true }),
    way: select(text('方式', 'By'), noticeWays, { search: true }),
    items: integer(text('笔数', 'Debts')),
    amountFen: money(text('尚欠金额', 'Still owed')),
    result: str(text('结果', 'Result'), { max: 200 }),
    operator: str(text('催缴人', 'By whom'), { search: true, max: 60 }),
    escapeIds: longText(text('欠费', 'Debts'), { hidden: true, max: 40_000 }),
  },
  display: 'plateNumber',
  index: [['plateNumber', 'at']],
  range: 'at',
  order: { by: 'at', desc: true },
  list: ['at', 'plateNumber', 'amountFen', 'items', 'way', 'parkId', 'operator', 'result'],
  totals: ['items', 'amountFen'],
});

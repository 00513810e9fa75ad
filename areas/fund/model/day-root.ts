/** The root of a car park's closed day: what its confirmed settlements come to as one hash, chained day by day. */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { date, dateTime, integer, money, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const hash = (zh: string, en: string, help: ReturnType<typeof text>) =>
  str(text(zh, en), { search: true, max: 64, width: 500, help });

export const dayRoot = resource({
  name: 'dayRoot',
  title: text('日根', 'Day root'),
  many: text('日根', 'Day roots'),
  area: 'fund',
  route: '/fundmanage/dayroots',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/dayRoot', key: 'recordId' },
  range: 'day',
  help: text(
    '一日的结算全部确认即结日：各结算单合成一个散列（日根），并与上一个链接。打印或抄送后，之前任何一笔被改动都会与之不符；任何人可用导出的行复算。',
    'A day closes once all its settlements are confirmed: they come to one hash, the root, linked to the one before. Against a root on paper any change before it shows, and anyone works it out again from exported rows.',
  ),
  fields: {
    day: date(text('日期', 'Day'), { search: true }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    no: integer(text('根号', 'Root no.'), {
      help: text(
        '车场内连续；结日之后才确认的另成一根',
        'Without gaps in a car park; what is confirmed later has its own',
      ),
    }),
    rows: integer(text('结算单数', 'Settlements')),
    grossFen: money(text('收款', 'Received')),
    netFen: money(text('应到账', 'To arrive')),
    root: hash('日根', 'Root', text('该日结算单的 SHA-256', 'SHA-256 of the settlements of the day')),
    previous: hash('上一链值', 'Previous link', text('第一个为空', 'None for the first')),
    link: hash(
      '链值',
      'Link',
      text('上一链值、根号与日根的 SHA-256', 'SHA-256 of the previous link, the number and the root'),
    ),
    closedTime: dateTime(text('结日时间', 'Closed at')),
  },
  display: 'day',
  unique: [['parkId', 'no']],
  index: [['parkId', 'day']],
  order: { by: 'day', desc: true },
  list: ['day', 'netFen', 'parkId', 'no', 'rows', 'grossFen', 'root', 'link', 'previous', 'closedTime', 'companyId'],
  totals: ['rows', 'grossFen', 'netFen'],
});

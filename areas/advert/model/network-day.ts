import { date, dateTime, integer, longText, money, percent, select } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { networkStandings, networks } from './words.ts';

/** What an advert network itself says of a day, beside what was counted here. */
export const adNetworkDay = resource({
  name: 'adNetworkDay',
  title: text('平台对账', 'Network report'),
  help: text(
    '各广告平台自己的日报与本系统的日数据相对；差异在平台的“允许差异”以内的不必处理，超出的写明原因。可逐日填写或用文件导入。',
    "A network's own figures of a day beside ours. A difference within the bound of the platform may stand, one beyond needs a reason. Enter days one by one or import a file.",
  ),
  area: 'advert',
  route: '/advert/networkdays',
  scope: 'tenant',
  wire: { base: '/api/gatehouse/adNetworkDay' },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    day: date(text('日期', 'Day'), { required: true, search: true, fixed: true }),
    plat: select(text('平台', 'Platform'), networks, { required: true, search: true, fixed: true }),
    ourViews: integer(text('我方展示', 'Our views'), { readOnly: true }),
    theirViews: integer(text('对方展示', 'Their views'), { required: true, min: 0, max: 1_000_000_000 }),
    viewsOff: integer(text('展示差异', 'Views differ by'), {
      readOnly: true,
      help: text('对方－我方', 'Theirs less ours'),
    }),
    ourFen: money(text('我方费用', 'Our charge'), { readOnly: true }),
    theirFen: money(text('对方费用', 'Their charge'), { required: true, min: 0, max: 100_000_000_000 }),
    fenOff: money(text('费用差异', 'Charge differs by'), {
      readOnly: true,
      help: text('对方－我方', 'Theirs less ours'),
    }),
    boundBp: percent(text('允许差异', 'Bound'), {
      readOnly: true,
      help: text('平台登记的允许差异，占较大一方的比例', "The platform's bound, of the larger figure"),
    }),
    status: select(text('结论', 'Result'), networkStandings, {
      readOnly: true,
      search: true,
      tones: { equal: 'ok', within: 'ok', beyond: 'bad', explained: 'warn' },
    }),
    reason: longText(text('差异原因', 'Why it differs'), {
      search: true,
      max: 200,
      help: text(
        '只说明当前的差异；数字再变须重新写',
        'Explains this difference only; when figures change it is written anew',
      ),
    }),
    comparedTime: dateTime(text('比对时间', 'Compared at'), { readOnly: true }),
    /** The difference the reason was written for. */
    reasonViewsOff: integer(text('原因所指展示差异', 'Views the reason is about'), { readOnly: true, hidden: true }),
    reasonFenOff: money(text('原因所指费用差异', 'Charge the reason is about'), { readOnly: true, hidden: true }),
  },
  display: 'day',
  unique: [['day', 'plat']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'plat',
    'status',
    'fenOff',
    'theirFen',
    'ourFen',
    'viewsOff',
    'theirViews',
    'ourViews',
    'boundBp',
    'reason',
    'comparedTime',
  ],
  totals: ['ourViews', 'theirViews', 'viewsOff', 'ourFen', 'theirFen', 'fenOff'],
});

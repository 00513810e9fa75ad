import { park } from '#areas/lot/model/park.ts';
import { dateTime, decimal, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { muteWarning } from './calls.ts';
import { warnLevels, warnStates, warnTypes } from './words.ts';

const base = '/api/updown/plat/rdrwork';
const key = 'warnId';

/** A figure beyond its limit. One is open for a cause and subject; what comes again counts on it. */
export const rdWarn = resource({
  name: 'rdWarn',
  title: text('预警', 'Warning'),
  many: text('预警', 'Warnings'),
  help: text(
    '数值超过限值时出现；同一原因同一对象只有一条未结束的，再次出现累计次数；原因消失时自动消除。',
    'Appears when a figure passes its limit. One is open per cause and subject, repeats are counted on it, and it is cleared when the cause is gone.',
  ),
  area: 'workorder',
  route: '/rdoperationscenter/earlywarningmanage',
  page: 'record',
  scope: 'park',
  wire: { base, list: 'getWarnList', detail: 'getWarnDetail', key },
  verbs: ['list', 'detail', 'export'],
  range: 'firstTime',
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
    warnType: select(text('原因', 'Cause'), warnTypes, { search: true }),
    subject: str(text('对象', 'Subject'), { search: true, max: 80 }),
    berthNo: str(text('泊位', 'Space'), { search: true, max: 20 }),
    subjectId: str(text('对象编号', 'Subject ID'), { hidden: true, max: 80 }),
    level: select(text('级别', 'Level'), warnLevels, {
      search: true,
      tones: { info: 'info', warn: 'warn', bad: 'bad' },
    }),
    figure: decimal(text('数值', 'Figure')),
    limit: decimal(text('限值', 'Limit')),
    unit: str(text('单位', 'Unit'), { max: 10 }),
    times: integer(text('次数', 'Times')),
    firstTime: dateTime(text('首次', 'First')),
    lastTime: dateTime(text('最近', 'Latest')),
    status: select(text('状态', 'State'), warnStates, {
      search: true,
      tones: { open: 'bad', converted: 'info', dealt: 'ok', cleared: 'muted' },
    }),
    mutedUntil: dateTime(text('静音至', 'Muted until')),
    workId: str(text('工单', 'Work order'), { hidden: true, max: 36 }),
    remark: longText(text('说明', 'Remark'), { max: 200 }),
    dealtBy: str(text('处理人', 'Handled by'), { max: 60 }),
    /** Cause and subject while a further one may not open; null once it is over. */
    openKey: str(text('唯一标识', 'Key'), { hidden: true, max: 120 }),
  },
  display: 'subject',
  unique: [['openKey']],
  index: [['status', 'lastTime']],
  order: { by: 'lastTime', desc: true },
  list: [
    'warnType',
    'subject',
    'berthNo',
    'level',
    'figure',
    'limit',
    'unit',
    'times',
    'lastTime',
    'firstTime',
    'status',
    'mutedUntil',
    'parkId',
    'dealtBy',
    'remark',
  ],
  actions: [{ call: muteWarning, key, when: { field: 'status', is: ['open'] } }],
  lifecycle: lifecycle({
    initial: 'open',
    states: {
      open: state(warnStates.open, 'bad'),
      converted: state(warnStates.converted, 'info'),
      dealt: state(warnStates.dealt, 'ok'),
      cleared: state(warnStates.cleared, 'muted'),
    },
    final: ['converted', 'dealt', 'cleared'],
    actions: {
      warnToWork: {
        label: text('转工单', 'Create work order'),
        from: ['open'],
        to: 'converted',
        by: 'staff',
        tone: 'primary',
        ask: { remark: longText(text('说明', 'Remark'), { max: 200 }) },
        wire: { method: 'POST', path: `${base}/warnToWork`, key },
      },
      dealWarn: {
        label: text('处理', 'Deal with'),
        from: ['open'],
        to: 'dealt',
        by: 'staff',
        batch: true,
        ask: { remark: longText(text('处理说明', 'What was done'), { max: 200 }) },
        wire: { method: 'POST', path: `${base}/dealWarn`, key },
      },
      clear: { label: text('消除', 'Clear'), from: ['open'], to: 'cleared', by: 'device' },
    },
  }),
});

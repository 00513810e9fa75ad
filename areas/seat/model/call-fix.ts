import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { date, dateTime, decimal, integer, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { callFacts, callFixes, callReasons, fixStates } from './words.ts';

const base = '/api/gatehouse/callFix';
/** Days before a proposal that its calls are counted in. */
export const PROPOSED_OVER = 28;
/** Fewer calls in that time are no reason to work on a lane. */
export const LEAST_CALLS = 3;
/** Days before and after a fix that are compared, at most. */
export const COMPARED_OVER = 42;
/** Days after a fix that have to pass before it is measured. */
export const LEAST_DAYS = 7;

const tenth = { readOnly: true, decimals: 1 } as const;

/** What would keep calls of one cause from coming at a lane, and whether it did once it was done. */
export const callFix = resource({
  name: 'callFix',
  title: text('求助改进', 'Fix'),
  many: text('求助改进', 'Avoidable calls'),
  help: text(
    '每条车道反复出现的求助原因与其事实，及建议的措施。“每周求助”为最近四周此类求助的周均数，即最多可省的数量。实施后满七天起比较：同一车道同类求助每次过车的次数，实施前后各至多六周（不含实施当天）；“每周省”按实施前的比率推算，区间为 95% 置信区间（Clopper–Pearson），低于 0 表示可能反而增多。',
    'Causes that come up again and again at a lane with what is on record, and what is proposed. “Calls a week” is the mean of the last four weeks: no more can be spared. From seven days after a fix was done, calls of that kind by car passing are compared, six weeks at most before and after without the day itself; “Spared a week” goes by the rate before, and the bounds are those of 95 % confidence (Clopper–Pearson). Below 0, calls may have increased.',
  ),
  area: 'seat',
  route: '/cloudseat/callfix',
  page: 'record',
  scope: 'park',
  wire: { base },
  verbs: ['list', 'detail', 'export'],
  fields: {
    companyId: relation(text('单位', 'Company'), () => company, { hidden: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
    gateId: relation(text('车道', 'Lane'), () => parkGate, { search: true, within: 'parkId', outlives: true }),
    why: select(text('原因', 'Why'), callReasons, { search: true }),
    fact: select(text('对应事实', 'On record'), callFacts, { search: true }),
    fix: select(text('建议措施', 'Proposed'), callFixes, { width: 280 }),
    confused: str(text('易混字符', 'Signs confused'), { max: 60 }),
    calls: integer(text('四周求助', 'Calls in four weeks')),
    perWeek: decimal(text('每周求助', 'Calls a week'), tenth),
    status: select(text('状态', 'State'), fixStates, {
      readOnly: true,
      search: true,
      tones: { proposed: 'warn', done: 'ok', dismissed: 'muted' },
    }),
    doneDay: date(text('实施日', 'Done on'), { readOnly: true }),
    doneBy: str(text('登记人', 'Entered by'), { readOnly: true, max: 60 }),
    doneNote: str(text('说明', 'Note'), { readOnly: true, max: 200 }),
    beforeCalls: integer(text('前：求助', 'Calls before'), { readOnly: true }),
    beforePassages: integer(text('前：过车', 'Cars before'), { readOnly: true }),
    afterCalls: integer(text('后：求助', 'Calls after'), { readOnly: true }),
    afterPassages: integer(text('后：过车', 'Cars after'), { readOnly: true }),
    afterDays: integer(text('后：天数', 'Days after'), { readOnly: true }),
    savedPerWeek: decimal(text('每周省', 'Spared a week'), tenth),
    savedLow: decimal(text('至少', 'At least'), tenth),
    savedHigh: decimal(text('至多', 'At most'), tenth),
    measuredTime: dateTime(text('计算时间', 'Worked out at'), { readOnly: true }),
    /** One proposal for a lane, cause and fact at a time; null once it is decided. */
    openKey: str(text('唯一标识', 'Key'), { hidden: true, max: 120 }),
  },
  display: 'fix',
  unique: [['openKey']],
  index: [['status'], ['gateId']],
  order: { by: 'perWeek', desc: true },
  list: [
    'gateId',
    'why',
    'perWeek',
    'fix',
    'status',
    'savedPerWeek',
    'savedLow',
    'savedHigh',
    'doneDay',
    'fact',
    'parkId',
    'confused',
    'calls',
    'beforeCalls',
    'beforePassages',
    'afterCalls',
    'afterPassages',
    'afterDays',
    'doneBy',
    'doneNote',
    'measuredTime',
  ],
  lifecycle: lifecycle({
    initial: 'proposed',
    states: {
      proposed: state(fixStates.proposed, 'warn'),
      done: state(fixStates.done, 'ok'),
      dismissed: state(fixStates.dismissed, 'muted'),
    },
    final: ['done', 'dismissed'],
    actions: {
      carryOut: {
        label: text('已实施', 'Mark as done'),
        from: ['proposed'],
        to: 'done',
        by: 'staff',
        tone: 'primary',
        notes: { by: 'doneBy', remark: 'doneNote', input: 'doneNote' },
        ask: {
          doneDay: date(text('实施日', 'Done on'), { required: true }),
          doneNote: str(text('做了什么', 'What was done'), { max: 200 }),
        },
        wire: { method: 'POST', path: `${base}/carryOut`, key: 'id' },
      },
      dismiss: {
        label: text('不采纳', 'Do not take'),
        from: ['proposed'],
        to: 'dismissed',
        by: 'staff',
        notes: { by: 'doneBy', remark: 'doneNote', input: 'doneNote' },
        ask: { doneNote: str(text('原因', 'Reason'), { required: true, max: 200 }) },
        wire: { method: 'POST', path: `${base}/dismiss`, key: 'id' },
      },
    },
  }),
});

/** One person may hold for a time what a rule separates, where somebody else approved it. */
import { date, dateTime, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, villageId } from './common.ts';
import { doorEmployee } from './door-employee.ts';
import { doorSeparation } from './door-separation.ts';

const base = '/api/gatehouse/separationException';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'id' }) as const;

export const exceptionStates = {
  proposed: text('待批准', 'To be approved'),
  approved: text('生效中', 'In force'),
  refused: text('已驳回', 'Refused'),
  withdrawn: text('已撤销', 'Withdrawn'),
  ended: text('已结束', 'Ended'),
};
/** Of one that was in force and is over: whether the person still holds what the rule separates. */
export const exceptionLeft = {
  holds: text('仍兼有', 'Still holds both'),
  free: text('已无', 'Holds both no more'),
};
const tones = { proposed: 'warn', approved: 'ok', refused: 'muted', withdrawn: 'muted', ended: 'muted' } as const;
const stands = (of: keyof typeof exceptionStates) => state(exceptionStates[of], tones[of]);

const decision = approval({
  waiting: 'proposed',
  passed: 'approved',
  refused: 'refused',
  notBy: 'askedById',
  notes: { by: 'decidedBy', time: 'decidedTime', remark: 'decidedRemark', input: 'remark' },
  pass: {
    label: text('批准', 'Approve'),
    ask: { remark: str(text('说明', 'Remark'), { max: 200 }) },
    wire: at('approve'),
  },
  refuse: {
    label: text('驳回', 'Reject'),
    ask: { remark: str(text('驳回原因', 'Why refused'), { required: true, max: 200 }) },
    wire: at('refuse'),
  },
});

export const separationException = resource({
  name: 'separationException',
  title: text('分权例外', 'Separation exception'),
  many: text('分权例外', 'Separation exceptions'),
  help: text(
    '某人在某日之前可兼有一条分权规则分开的权限，须写明原因，并由申请人以外的人批准。到期、撤销、规则内容变更或人员离开后即不再有效；授权不得超过例外的最后一天。“分权检查”把例外与违反分开列出。',
    'A person may hold until a day what one rule separates, with a reason, once somebody other than the requester approved it. It is over after that day, when it is withdrawn, when the rule says something else or the person leaves; nothing may be granted beyond its last day. The check of separation lists exceptions apart from who breaks a rule.',
  ),
  area,
  route: '/door/separationexception',
  scope: 'company',
  wire: { base },
  verbs: ['list', 'detail', 'add', 'export'],
  fields: {
    villageId,
    companyId,
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, {
      required: true,
      search: true,
      within: 'villageId',
      outlives: true,
    }),
    ruleId: relation(text('分权规则', 'Separation rule'), () => doorSeparation, {
      required: true,
      search: true,
      within: 'villageId',
      outlives: true,
    }),
    lastDay: date(text('最后一天', 'Last day'), {
      required: true,
      search: true,
      help: text('含当日，至多一年', 'That day too; a year at most'),
    }),
    reason: str(text('原因', 'Reason'), { required: true, max: 200 }),
    status: select(text('状态', 'State'), exceptionStates, { readOnly: true, search: true, tones }),
    askedBy: str(text('申请人', 'Requested by'), { readOnly: true, max: 60 }),
    askedById: str(text('申请人编号', 'Person'), { readOnly: true, hidden: true, max: 36 }),
    askedTime: dateTime(text('申请时间', 'Requested at'), { readOnly: true }),
    decidedBy: str(text('处理人', 'Decided by'), { readOnly: true, max: 60 }),
    decidedTime: dateTime(text('处理时间', 'Decided at'), { readOnly: true }),
    decidedRemark: str(text('处理说明', 'Remark of the decision'), { readOnly: true, max: 200 }),
    endedBy: str(text('撤销人', 'Withdrawn by'), { readOnly: true, max: 60 }),
    endedTime: dateTime(text('结束时间', 'Over since'), { readOnly: true }),
    endedRemark: str(text('撤销原因', 'Why withdrawn'), { readOnly: true, max: 200 }),
    afterwards: select(text('结束后', 'Afterwards'), exceptionLeft, {
      readOnly: true,
      search: true,
      tones: { holds: 'bad', free: 'muted' },
    }),
    /** What the rule separated when this was requested: for anything else it was not approved. */
    ruleContent: str(text('规则内容', 'What the rule separates'), { readOnly: true, hidden: true, max: 64 }),
  },
  display: 'EmpID',
  index: [['villageId', 'status'], ['EmpID']],
  order: { by: 'askedTime', desc: true },
  pending: text('已提交，由他人批准后生效', 'Requested: it holds once somebody else approves it'),
  list: [
    'EmpID',
    'ruleId',
    'lastDay',
    'status',
    'afterwards',
    'reason',
    'askedBy',
    'decidedBy',
    'decidedTime',
    'villageId',
    'askedTime',
    'decidedRemark',
    'endedBy',
    'endedTime',
    'endedRemark',
  ],
  lifecycle: lifecycle({
    initial: 'proposed',
    states: {
      proposed: stands('proposed'),
      approved: stands('approved'),
      refused: stands('refused'),
      withdrawn: stands('withdrawn'),
      ended: stands('ended'),
    },
    final: ['refused', 'withdrawn', 'ended'],
    actions: {
      approve: decision.pass,
      refuse: decision.refuse,
      withdraw: {
        label: text('撤销', 'Withdraw'),
        from: ['proposed', 'approved'],
        to: 'withdrawn',
        by: 'staff',
        tone: 'danger',
        ask: {
          remark: str(text('撤销原因', 'Why withdrawn'), {
            required: true,
            max: 200,
            help: text(
              '已有的授权不自动收回：仍兼有两边的，列入“分权检查”',
              'Grants stay: while the person holds both sides, the check of separation lists it',
            ),
          }),
        },
        notes: { by: 'endedBy', time: 'endedTime', remark: 'endedRemark', input: 'remark' },
        wire: at('withdraw'),
      },
      lapse: { label: text('结束', 'End'), from: ['proposed', 'approved'], to: 'ended', by: 'clock' },
    },
  }),
});

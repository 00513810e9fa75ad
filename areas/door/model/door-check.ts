import { dateTime, phone, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { dept } from '#areas/org/model/dept.ts';
import { area, companyId, villageId } from './common.ts';
import { checkStates, personKinds } from './words.ts';

const base = '/api/updown/dooremployeecheck';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'id' }) as const;
const decision = approval({
  waiting: 'waiting',
  passed: 'passed',
  refused: 'refused',
  notBy: 'askedById',
  notes: { by: 'auditBy', time: 'auditTime', remark: 'auditRemark', input: 'remark' },
  pass: { ask: { remark: str(text('说明', 'Remark'), { max: 200 }) }, wire: at('audit') },
  refuse: {
    label: text('驳回', 'Reject'),
    ask: { remark: str(text('驳回原因', 'Why refused'), { required: true, max: 200 }) },
    wire: at('auditErr'),
  },
});

/**
 * Somebody who is to become a person of the doors: handed in by one, passed by another, and only then with a right
 * anywhere.
 */
export const doorCheck = resource({
  name: 'doorCheck',
  title: text('人员审核', 'Check of a person'),
  many: text('人员审核', 'Checks of people'),
  help: text(
    '提交的人员由另一人审核；通过后成为门禁人员，并得到其部门的授权。七天未审核即过期。',
    'Who is handed in is checked by somebody else; passed, he becomes a person of the doors with what his department may. Unchecked for seven days, it expires.',
  ),
  area,
  route: '/door/dooremployeecheck',
  scope: 'company',
  wire: { base },
  verbs: ['list', 'detail', 'add', 'export'],
  fields: {
    empName: str(text('姓名', 'Name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    deptId: relation(text('部门', 'Department'), () => dept, { required: true, search: true }),
    empNo: str(text('编号', 'No.'), { max: 30 }),
    personKind: select(text('类别', 'Kind'), personKinds, { default: 'staff' }),
    phone: phone(text('手机号', 'Mobile'), { search: true, personal: true }),
    cardNo: str(text('卡号', 'Card'), { max: 20, personal: true }),
    askedBy: str(text('提交人', 'Handed in by'), { readOnly: true, max: 60 }),
    askedById: str(text('提交人编号', 'Person'), { readOnly: true, hidden: true, max: 36 }),
    askedTime: dateTime(text('提交时间', 'Handed in at'), { readOnly: true }),
    status: select(text('状态', 'State'), checkStates, {
      search: true,
      readOnly: true,
      tones: { waiting: 'warn', passed: 'ok', refused: 'bad', expired: 'muted' },
    }),
    auditBy: str(text('审核人', 'Checked by'), { readOnly: true, max: 60 }),
    auditTime: dateTime(text('审核时间', 'Checked at'), { readOnly: true }),
    auditRemark: str(text('审核说明', 'Remark of the check'), { readOnly: true, max: 200 }),
    EmpID: str(text('人员编号', 'Person made'), { readOnly: true, hidden: true, max: 36 }),
  },
  display: 'empName',
  index: [['villageId', 'status']],
  order: { by: 'askedTime', desc: true },
  list: [
    'empName',
    'villageId',
    'deptId',
    'empNo',
    'personKind',
    'phone',
    'cardNo',
    'askedBy',
    'askedTime',
    'status',
    'auditBy',
    'auditTime',
    'auditRemark',
  ],
  lifecycle: lifecycle({
    initial: 'waiting',
    states: {
      waiting: state(checkStates.waiting, 'warn'),
      passed: state(checkStates.passed, 'ok'),
      refused: state(checkStates.refused, 'bad'),
      expired: state(checkStates.expired, 'muted'),
    },
    final: ['passed', 'refused', 'expired'],
    actions: {
      audit: decision.pass,
      auditErr: decision.refuse,
      runOut: { label: text('过期', 'Expire'), from: ['waiting'], to: 'expired', by: 'clock' },
    },
  }),
});

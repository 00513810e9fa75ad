import { call } from '#kit/declare/call.ts';
import { boolean, date, dateTime, duration, longText, phone, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { dept } from '#areas/org/model/dept.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorGate } from './door-gate.ts';
import { cardStates, followTypes, personKinds, personStates } from './words.ts';

const base = '/api/updown/dooremployee';
const EmpID = relation(text('人员', 'Person'), (): Resource => doorEmployee, {
  required: true,
  alias: ['id', 'empId'],
});

export const lostCard = call({
  name: 'doorEmployee.lostCard',
  title: text('挂失', 'Card lost'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/lostCard',
  permission: 'doorEmployee:edit',
  input: { EmpID, remark: str(text('说明', 'Remark'), { max: 200 }) },
});
export const foundCard = call({
  name: 'doorEmployee.foundCard',
  title: text('解挂', 'Card found'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/foundCard',
  permission: 'doorEmployee:edit',
  input: { EmpID },
});

const reason = longText(text('原因', 'Reason'), { required: true, max: 200 });
const forgiveReason = longText(text('原因', 'Reason'), {
  required: true,
  max: 200,
  help: text(
    '如未刷卡离开。此人在哪里按不知道算，下次进门不再因反潜回被拒',
    'Such as left without a swipe. Where the person is counts as unknown: anti-passback does not refuse the next entry',
  ),
});

export const forgive = call({
  name: 'doorEmployee.forgive',
  title: text('反潜回豁免', 'Forgive passing back'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/forgive',
  permission: 'doorEmployee:forgive',
  input: { EmpID, reason: forgiveReason },
  note: text(
    '此人在哪里按不知道算，下一次进门不因反潜回被拒；该小区各反潜回区域的设备随即得知。答 {EmpID, forgivenTime}。',
    'Where the person is counts as unknown, so that the next entry is not refused for passing back; the devices of all anti-passback areas of the community are informed. Answers {EmpID, forgivenTime}.',
  ),
});
const wire = (name: string) => ({ method: 'POST', path: `/api/gatehouse/door/${name}`, key: 'EmpID' }) as const;

/** A person who passes doors: resident, staff, contractor, service. */
export const doorEmployee = resource({
  name: 'doorEmployee',
  title: text('门禁人员', 'Person'),
  many: text('门禁人员', 'People'),
  help: text(
    '住户、员工与外协。离开即收回全部授权；断网的设备最迟在租约到期时失效。',
    'Residents, staff and contractors. Whoever leaves loses every right immediately; at a disconnected device it ends with its lease at the latest.',
  ),
  area,
  route: '/door/dooremployee',
  scope: 'company',
  wire: { base, key: 'EmpID' },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    empName: str(text('姓名', 'Name'), { required: true, search: true, max: 40 }),
    empNo: str(text('编号', 'No.'), { search: true, max: 30 }),
    villageId,
    companyId,
    deptId: relation(text('部门', 'Department'), () => dept, { required: true, search: true }),
    personKind: select(text('类别', 'Kind'), personKinds, { search: true, default: 'staff' }),
    phone: phone(text('手机号', 'Mobile'), { search: true, personal: true }),
    sex: select(text('性别', 'Sex'), { male: text('男', 'Male'), female: text('女', 'Female') }),
    cardNo: str(text('卡号', 'Card'), {
      max: 20,
      personal: true,
      help: text('卡面的十进制号，如 0008106606', 'The decimal number on the card, such as 0008106606'),
    }),
    cardState: select(text('卡状态', 'Card state'), cardStates, {
      readOnly: true,
      default: 'active',
      tones: { active: 'ok', lost: 'bad' },
    }),
    opener: boolean(text('可开锁定的门', 'Opens locked doors'), { default: false }),
    hostable: boolean(text('可被访', 'May be visited'), { default: false }),
    validFrom: date(text('有效自', 'Valid from')),
    validUntil: date(text('有效至', 'Valid until'), {
      help: text('过了这一天即按离开处理', 'After this day he counts as having left'),
    }),
    status: select(text('状态', 'State'), personStates, {
      search: true,
      readOnly: true,
      tones: { active: 'ok', suspended: 'warn', left: 'muted' },
    }),
    leftTime: dateTime(text('离开时间', 'Left at'), { readOnly: true }),
    forgivenTime: dateTime(text('反潜回豁免于', 'Passing back forgiven'), { readOnly: true }),
    stateReason: str(text('状态原因', 'Why'), { readOnly: true, max: 200 }),
    remark,
  },
  display: 'empName',
  unique: [
    ['villageId', 'empNo'],
    ['villageId', 'cardNo'],
  ],
  index: [['deptId'], ['status']],
  list: [
    'empName',
    'empNo',
    'villageId',
    'deptId',
    'personKind',
    'phone',
    'cardNo',
    'cardState',
    'validUntil',
    'status',
    'leftTime',
    'remark',
  ],
  sections: [
    {
      title: text('人员', 'Person'),
      fields: ['empName', 'empNo', 'villageId', 'deptId', 'personKind', 'phone', 'sex'],
    },
    { title: text('凭证与权限', 'Credential and rights'), fields: ['cardNo', 'cardState', 'opener', 'hostable'] },
    {
      title: text('状态', 'State'),
      fields: ['validFrom', 'validUntil', 'status', 'leftTime', 'stateReason', 'forgivenTime', 'remark'],
    },
  ],
  actions: [
    { call: lostCard, key: 'EmpID', when: { field: 'cardState', is: ['active'] } },
    { call: foundCard, key: 'EmpID', when: { field: 'cardState', is: ['lost'] } },
    { call: forgive, key: 'EmpID', when: { field: 'status', is: ['active'] } },
  ],
  lifecycle: lifecycle({
    initial: 'active',
    states: {
      active: state(personStates.active, 'ok'),
      suspended: state(personStates.suspended, 'warn'),
      left: state(personStates.left, 'muted'),
    },
    final: [],
    actions: {
      suspend: {
        label: text('停用', 'Suspend'),
        from: ['active'],
        to: 'suspended',
        by: 'staff',
        batch: true,
        ask: { reason },
        wire: wire('suspend'),
      },
      resume: { label: text('恢复', 'Resume'), from: ['suspended'], to: 'active', by: 'staff', wire: wire('resume') },
      leave: {
        label: text('离开', 'Leave'),
        from: ['active', 'suspended'],
        to: 'left',
        by: 'staff',
        tone: 'danger',
        batch: true,
        ask: { reason },
        wire: wire('leave'),
      },
      comeBack: { label: text('返回', 'Come back'), from: ['left'], to: 'active', by: 'staff', wire: wire('comeBack') },
      runOut: { label: text('到期离开', 'Validity over'), from: ['active', 'suspended'], to: 'left', by: 'clock' },
    },
  }),
});

export const batchImport = call({
  name: 'doorEmployee.batchImport',
  title: text('批量导入人员', 'Import people'),
  area,
  method: 'POST',
  path: `${base}/batchImport`,
  permission: 'doorEmployee:import',
  answer: 'object',
  input: { villageId: { ...villageId, fixed: false }, deptId: relation(text('部门', 'Department'), () => dept) },
  note: text(
    '请求体为 XLSX 或 CSV 文件，表头同导入模板；小区与部门对整个文件有效。答 {total, saved, failed: [{line, why}]}。',
    'The body is an XLSX or CSV file with the headings of the import template; community and department hold for all of it. Answers {total, saved, failed: [{line, why}]}.',
  ),
});

/** Whom staff want to be notified about, or who may not come in. */
export const doorFollow = resource({
  name: 'doorFollow',
  title: text('人员关注', 'Followed person'),
  many: text('人员关注', 'Followed people'),
  help: text(
    '“禁止进入”的人任何门都不放行（出门除外）；“关注”的人刷卡即出现预警；“关怀”的人超过时长没有刷卡即出现预警，再次刷卡自动消除。',
    'A barred person passes no door except on the way out. Whoever is watched causes a warning with each swipe; whoever is cared for once nobody saw a swipe for so long, cleared with the next one.',
  ),
  area,
  route: '/door/dooremployeefollow',
  scope: 'company',
  wire: { base: '/api/updown/dooremployeefollow' },
  fields: {
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { required: true, search: true, fixed: true }),
    villageId: { ...villageId, required: false, readOnly: true },
    companyId,
    followType: select(text('类型', 'Kind'), followTypes, {
      required: true,
      search: true,
      tones: { watch: 'info', care: 'ok', barred: 'bad' },
    }),
    silentS: duration(text('未见时长', 'Not seen for'), {
      when: { field: 'followType', is: ['care'] },
      min: 3600,
      max: 31_536_000,
    }),
    until: dateTime(text('至', 'Until'), { none: text('一直', 'Without an end') }),
    seenTime: dateTime(text('最近刷卡', 'Seen last'), { readOnly: true, since: true }),
    seenGateId: relation(text('最近刷卡的门', 'Seen at'), () => doorGate, { readOnly: true, outlives: true }),
    warnedTime: dateTime(text('最近提醒', 'Warned last'), { readOnly: true }),
    remark,
  },
  display: 'followType',
  unique: [['EmpID', 'followType']],
  list: ['EmpID', 'followType', 'seenTime', 'seenGateId', 'silentS', 'warnedTime', 'until', 'villageId', 'remark'],
});

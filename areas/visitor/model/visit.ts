import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { dept } from '#areas/org/model/dept.ts';
import { boolean, dateTime, integer, longText, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { eraseVisit } from './calls.ts';
import { visitReasons } from './parameters.ts';
import { visitSources, visitStates, visitTones } from './words.ts';
import { visitorQr } from './visitor-qr.ts';

const base = '/api/updown/plat/visitorInfo';
const own = '/api/gatehouse/visit';
const key = 'recordId';
const at = (last: string) => ({ method: 'POST', path: `${own}/${last}`, key }) as const;
const decide = (type: string) => ({ method: 'GET', path: `${base}/examine`, key: 'id', with: { type } }) as const;

/** One stay of one party at somebody's: from its wish to its leaving. Who came is erased when it is long over. */
export const visit = resource({
  name: 'visit',
  title: text('访客', 'Visitor'),
  area: 'visitor',
  route: '/visitor/visitormanage',
  scope: 'park',
  wire: { base, list: ['getPageList', 'getPagetWaitExamineList'], key },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  range: 'visitTime',
  help: text(
    '登记或邀请访客。通过后可从来访时间前30分钟起进入，车辆凭车牌入场；离开时间过后30分钟仍未离开为超时。结束90天后个人信息自动删除。',
    'Visitors registered or invited. Once approved they may enter from 30 minutes before their time, and their car is let in by its plate. Who has not left 30 minutes after the end is overstaying. Personal data is erased 90 days after the end.',
  ),
  fields: {
    visitNo: str(text('访客单号', 'No.'), { readOnly: true, search: true, max: 20 }),
    visitorName: str(text('访客姓名', 'Visitor'), { required: true, search: true, personal: true, max: 30 }),
    phone: phone(text('手机号', 'Mobile'), { required: true, search: true, personal: true }),
    people: integer(text('人数', 'People'), { default: 1, min: 1, max: 20 }),
    plateNumber: plate(text('车牌号', 'Plate'), {
      search: true,
      personal: true,
      help: text('开车来访时填写', 'If they come by car'),
    }),
    status: select(text('状态', 'State'), visitStates, { readOnly: true, search: true, tones: visitTones }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'villageId',
    }),
    villageId: relation(text('小区', 'Community'), () => village, {
      search: true,
      alias: ['VID', 'vid'],
      help: text('由车场得出', 'Follows from the car park'),
    }),
    deptId: relation(text('被访部门或住户', 'Department or household'), () => dept, { search: true }),
    hostId: relation(text('被访人', 'Host'), () => user, { search: true, alias: ['hostEmpId'] }),
    hostName: str(text('被访人姓名', "Host's name"), {
      search: true,
      personal: true,
      max: 30,
      help: text('被访人没有账号时填写，例如住户', 'For a host without an account, such as a resident'),
    }),
    reason: str(text('来访事由', 'Reason'), { max: 200, dictionary: visitReasons }),
    visitTime: dateTime(text('来访时间', 'Arrives'), { required: true }),
    leaveTime: dateTime(text('离开时间', 'Leaves'), { required: true }),
    entries: integer(text('可进入次数', 'Entries'), { default: 1, min: 1, max: 9 }),
    used: integer(text('已进入次数', 'Entries used'), { readOnly: true, default: 0 }),
    escort: boolean(text('须陪同', 'Escort needed'), { default: false }),
    freeOfCharge: boolean(text('来访期间停车免费', 'Free parking'), {
      default: true,
      help: text(
        '超出来访时间的部分按临时车收费',
        'What goes beyond the time of the visit is charged as for a temporary car',
      ),
    }),
    source: select(text('来源', 'Source'), visitSources, { readOnly: true, search: true, default: 'desk' }),
    qrId: relation(text('访客二维码', 'Visitor code'), () => visitorQr, { readOnly: true, hidden: true }),
    decidedBy: str(text('审核人', 'Reviewed by'), { readOnly: true, max: 60 }),
    decidedTime: dateTime(text('审核时间', 'Reviewed at'), { readOnly: true }),
    decideRemark: str(text('审核意见', 'Review comment'), { readOnly: true, max: 200 }),
    inTime: dateTime(text('进入时间', 'Entered at'), { readOnly: true }),
    outTime: dateTime(text('离开于', 'Left at'), { readOnly: true }),
    consentTime: dateTime(text('同意隐私说明', 'Privacy accepted'), { readOnly: true }),
    consentVersion: str(text('隐私说明版本', 'Privacy text'), { readOnly: true, hidden: true, max: 20 }),
    /** What the invitation is made of, worthless without this installation's key. */
    linkSeed: str(text('邀请种子', 'Seed of the invitation'), { readOnly: true, hidden: true, max: 36 }),
    /** A fingerprint of the invitation's secret; the link itself is not kept. */
    linkKey: str(text('邀请', 'Invitation'), { readOnly: true, hidden: true, max: 64 }),
    erasedTime: dateTime(text('个人信息删除于', 'Personal data erased'), { readOnly: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'visitNo',
  unique: [['visitNo'], ['linkKey']],
  index: [
    ['status', 'leaveTime'],
    ['parkId', 'visitTime'],
  ],
  order: { by: 'visitTime', desc: true },
  list: [
    'visitorName',
    'status',
    'visitTime',
    'leaveTime',
    'plateNumber',
    'phone',
    'people',
    'deptId',
    'hostId',
    'hostName',
    'parkId',
    'reason',
    'inTime',
    'outTime',
    'used',
    'entries',
    'source',
    'decidedBy',
    'decideRemark',
    'visitNo',
  ],
  actions: [
    {
      call: eraseVisit,
      key,
      tone: 'danger',
      when: { field: 'status', is: ['left', 'refused', 'cancelled', 'noShow', 'expired'] },
      confirm: text(
        '删除该访客的姓名、手机号与车牌？记录与统计保留，不能恢复。',
        'Erase name, mobile and plate of this visitor? The record stays and counts; this cannot be undone.',
      ),
    },
  ],
  rights: {
    invite: text('取邀请链接', 'Get invitation links'),
    erase: text('删除个人信息', 'Erase personal data'),
  },
  lifecycle: lifecycle({
    initial: 'waiting',
    states: Object.fromEntries(
      Object.entries(visitStates).map(([name, label]) => [
        name,
        state(label, visitTones[name as keyof typeof visitTones]),
      ]),
    ),
    final: ['left', 'refused', 'cancelled', 'noShow', 'expired'],
    actions: {
      ...approval({
        waiting: 'waiting',
        passed: 'approved',
        refused: 'refused',
        batch: true,
        notes: { by: 'decidedBy', time: 'decidedTime', remark: 'decideRemark', input: 'remark' },
        pass: { ask: { remark: str(text('审核意见', 'Review comment'), { max: 200 }) }, wire: decide('1') },
        refuse: {
          ask: { remark: str(text('拒绝原因', 'Reason'), { required: true, max: 200 }) },
          wire: decide('2'),
        },
      }),
      signIn: {
        label: text('签到', 'Sign in'),
        from: ['approved'],
        to: 'inside',
        by: 'staff',
        tone: 'primary',
        wire: at('signIn'),
      },
      signOut: {
        label: text('签退', 'Sign out'),
        from: ['inside', 'overstay'],
        to: 'left',
        by: 'staff',
        tone: 'primary',
        batch: true,
        wire: at('signOut'),
      },
      cancel: {
        label: text('取消来访', 'Cancel'),
        from: ['waiting', 'approved'],
        to: 'cancelled',
        by: 'staff',
        tone: 'danger',
        batch: true,
        wire: at('cancel'),
      },
      autoPass: { label: text('自动通过', 'Approved without review'), from: ['waiting'], to: 'approved', by: 'device' },
      enter: { label: text('进入', 'Enters'), from: ['approved'], to: 'inside', by: 'device' },
      exit: { label: text('离开', 'Leaves'), from: ['inside', 'overstay'], to: 'left', by: 'device' },
      stepOut: { label: text('暂离', 'Goes and may come again'), from: ['inside'], to: 'approved', by: 'device' },
      withdraw: {
        label: text('访客撤回', 'Withdrawn by the visitor'),
        from: ['waiting', 'approved'],
        to: 'cancelled',
        by: 'device',
      },
      overstay: { label: text('超时', 'Overstays'), from: ['inside'], to: 'overstay', by: 'clock' },
      miss: { label: text('未到', 'Does not come'), from: ['approved'], to: 'noShow', by: 'clock' },
      end: { label: text('来访结束', 'Is over'), from: ['approved'], to: 'left', by: 'clock' },
      expire: { label: text('逾期', 'Is not decided in time'), from: ['waiting'], to: 'expired', by: 'clock' },
    },
  }),
});

import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { dateTime, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/pda/pdadevice';
const key = 'deviceId';
const states = {
  new: text('待登记', 'Not enrolled'),
  enrolled: text('已登记', 'Enrolled'),
  blocked: text('已停用', 'Blocked'),
  lost: text('已挂失', 'Lost'),
};
const reason = longText(text('原因', 'Reason'), { required: true, max: 200 });

/** A handheld of the collectors. It is enrolled with a code that is shown once; the server keeps its hash. */
export const pdadevice = resource({
  name: 'pdadevice',
  title: text('手持机', 'Handheld'),
  help: text(
    '收费员的手持机。登记码只显示一次，24小时内有效；停用或挂失后不能再使用。',
    'Handhelds of collectors. An enrolment code is shown once and valid for 24 hours; a blocked or lost handheld cannot be used.',
  ),
  area: 'handheld',
  route: '/system/imei',
  scope: 'company',
  wire: { base, key },
  rights: {
    issueCode: text('生成登记码', 'Issue enrolment code'),
    enrol: text('登记手持机', 'Enrol a handheld'),
    use: text('使用手持机', 'Use a handheld'),
  },
  fields: {
    deviceName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    imei: str(text('IMEI', 'IMEI'), {
      search: true,
      max: 20,
      help: text('资产标签上的号码，网页读不到', 'As on the asset label; a web page cannot read it'),
    }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
    userId: relation(text('使用人', 'User'), () => user, { search: true }),
    status: select(text('状态', 'State'), states, {
      search: true,
      readOnly: true,
      tones: { new: 'warn', enrolled: 'ok', blocked: 'bad', lost: 'bad' },
    }),
    appVersion: str(text('应用版本', 'App version'), { readOnly: true, search: true, max: 20 }),
    lastSeen: dateTime(text('最近在线', 'Last seen'), { readOnly: true, since: true }),
    queued: integer(text('待上传', 'Queued'), { readOnly: true }),
    clockOffset: integer(text('时钟偏差（秒）', 'Clock offset (s)'), { readOnly: true }),
    codeHash: str(text('登记码摘要', 'Hash of the code'), { readOnly: true, hidden: true, max: 64 }),
    codeUntil: dateTime(text('登记码有效至', 'Code valid until'), { readOnly: true }),
    stateReason: str(text('停用原因', 'Blocked because'), { readOnly: true, max: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'deviceName',
  unique: [['imei']],
  index: [['codeHash']],
  list: [
    'deviceName',
    'imei',
    'status',
    'userId',
    'parkId',
    'companyId',
    'appVersion',
    'lastSeen',
    'queued',
    'clockOffset',
    'stateReason',
    'remark',
  ],
  lifecycle: lifecycle({
    initial: 'new',
    states: {
      new: state(states.new, 'warn'),
      enrolled: state(states.enrolled, 'ok'),
      blocked: state(states.blocked, 'bad'),
      lost: state(states.lost, 'bad'),
    },
    final: [],
    actions: {
      enrolled: { label: text('登记', 'Enrol'), from: ['new'], to: 'enrolled', by: 'device' },
      block: {
        label: text('停用', 'Block'),
        from: ['new', 'enrolled'],
        to: 'blocked',
        by: 'staff',
        tone: 'danger',
        ask: { reason },
        wire: { method: 'POST', path: `${base}/block`, key },
      },
      lose: {
        label: text('挂失', 'Report lost'),
        from: ['new', 'enrolled', 'blocked'],
        to: 'lost',
        by: 'staff',
        tone: 'danger',
        ask: { reason },
        wire: { method: 'POST', path: `${base}/lose`, key },
      },
      restore: {
        label: text('恢复', 'Restore'),
        from: ['blocked', 'lost'],
        to: 'new',
        by: 'staff',
        wire: { method: 'POST', path: `${base}/restore`, key },
      },
    },
  }),
});

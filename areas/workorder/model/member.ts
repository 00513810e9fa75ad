import { boolean, dateTime, longText, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/plat/member';
const states = { active: text('正常', 'Active'), blocked: text('已停用', 'Blocked') };

/** A driver known by his phone, in the whole group. */
export const member = resource({
  name: 'member',
  title: text('会员', 'Member'),
  help: text(
    '以手机号识别的车主；可登记多个车牌。停用后不能使用会员功能。',
    'Drivers known by their mobile number, each with any number of plates. A blocked member cannot use member functions.',
  ),
  area: 'workorder',
  route: '/rdoperatingcenter/membermanage',
  scope: 'tenant',
  wire: { base },
  fields: {
    phone: phone(text('手机号', 'Mobile'), { required: true, search: true, personal: true }),
    memberName: str(text('姓名', 'Name'), { search: true, personal: true, max: 40 }),
    autoPay: boolean(text('自动扣款', 'Automatic payment'), { default: false }),
    status: select(text('状态', 'State'), states, {
      readOnly: true,
      search: true,
      tones: { active: 'ok', blocked: 'bad' },
    }),
    blockReason: str(text('停用原因', 'Blocked because'), { readOnly: true, max: 200 }),
    lastSeen: dateTime(text('最近使用', 'Last active'), { readOnly: true, since: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'phone',
  unique: [['phone']],
  list: ['phone', 'memberName', 'status', 'autoPay', 'blockReason', 'lastSeen', 'remark'],
  lifecycle: lifecycle({
    initial: 'active',
    states: { active: state(states.active, 'ok'), blocked: state(states.blocked, 'bad') },
    final: [],
    actions: {
      block: {
        label: text('停用', 'Block'),
        from: ['active'],
        to: 'blocked',
        by: 'staff',
        tone: 'danger',
        ask: { reason: longText(text('原因', 'Reason'), { required: true, max: 200 }) },
        wire: { method: 'POST', path: `${base}/block`, key: 'id' },
      },
      unblock: {
        label: text('恢复', 'Unblock'),
        from: ['blocked'],
        to: 'active',
        by: 'staff',
        wire: { method: 'POST', path: `${base}/unblock`, key: 'id' },
      },
    },
  }),
});

/** A plate a member says is his, and what proves it. */
export const memberPlate = resource({
  name: 'memberPlate',
  title: text('会员车牌', 'Member plate'),
  help: text(
    '会员名下的车牌及其凭据；同一车牌只属于一个会员。',
    'Plates of members and what proves them; a plate belongs to one member.',
  ),
  area: 'workorder',
  route: '/rdoperatingcenter/memberPlate',
  scope: 'tenant',
  wire: { base: '/api/gatehouse/memberPlate' },
  fields: {
    memberId: relation(text('会员', 'Member'), () => member, { required: true, search: true, fixed: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { required: true, search: true, fixed: true, personal: true }),
    proof: select(
      text('凭据', 'Proof'),
      { none: text('无', 'None'), paid: text('缴过费', 'Paid for it'), licence: text('行驶证', 'Vehicle licence') },
      { default: 'none', search: true, tones: { none: 'muted', paid: 'info', licence: 'ok' } },
    ),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'plateNumber',
  unique: [['plateNumber']],
  index: [['memberId']],
  list: ['memberId', 'plateNumber', 'proof', 'remark'],
});

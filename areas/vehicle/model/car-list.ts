import { dateTime, longText, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

export const listTypes = { black: text('黑名单', 'Black list'), white: text('白名单', 'White list') };
/** The contract's `dataStatus`. */
export const listStates = {
  0: text('待审批', 'Pending'),
  1: text('已生效', 'Approved'),
  2: text('已拒绝', 'Rejected'),
};

const fields = {
  plateNumber: plate(text('车牌号', 'Plate'), { required: true, search: true, fixed: true, personal: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
  type: select(text('名单类型', 'List'), listTypes, {
    required: true,
    search: true,
    default: 'black',
    fixed: true,
    tones: { black: 'bad', white: 'ok' },
  }),
  reason: select(
    text('原因', 'Reason'),
    {
      unpaid: text('欠费', 'Unpaid fees'),
      dispute: text('纠纷', 'Dispute'),
      police: text('公安布控', 'Police request'),
      occupied: text('恶意占位', 'Occupying spaces'),
      official: text('公务车辆', 'Official'),
      emergency: text('应急车辆', 'Emergency'),
      staff: text('内部车辆', 'Staff'),
      contract: text('协议免费', 'Free by agreement'),
      other: text('其他', 'Other'),
    },
    { search: true, default: 'other' },
  ),
  owed: money(text('欠费金额', 'Amount owed'), { min: 0, when: { field: 'reason', is: ['unpaid'] } }),
  startTime: dateTime(text('生效时间', 'From'), { help: text('不填则立即生效', 'Takes effect at once if blank') }),
  endTime: dateTime(text('失效时间', 'Until'), {
    search: true,
    none: text('长期', 'No end date'),
    help: text('不填则长期有效；到期后保留记录', 'Without an end if left blank; ended entries are kept'),
  }),
  owner: str(text('车主', 'Owner'), { max: 30, personal: true }),
  dataStatus: select(text('审批状态', 'Approval'), listStates, {
    readOnly: true,
    search: true,
    tones: { 0: 'warn', 1: 'ok', 2: 'muted' },
  }),
  auditBy: str(text('审批人', 'Reviewed by'), { readOnly: true, max: 60 }),
  auditTime: dateTime(text('审批时间', 'Reviewed at'), { readOnly: true }),
  auditRemark: str(text('审批意见', 'Review comment'), { readOnly: true, max: 200 }),
  remark: longText(text('备注', 'Remark'), { max: 500 }),
};

const decide = (dataStatus: '1' | '2') =>
  ({ method: 'POST', path: '/api/updown/parkblackList/approval', with: { dataStatus } }) as const;
const ask = { auditRemark: str(text('审批意见', 'Review comment'), { max: 200 }) };

/**
 * A plate that a lot turns away (black) or lets in and out free of charge (white). A black entry is in force at once;
 * a white one once approved, because it gives parking away.
 */
export const carList = resource({
  name: 'carList',
  title: text('黑白名单', 'Black and white list'),
  many: text('黑白名单', 'Black and white list'),
  area: 'vehicle',
  route: '/car/blacklist',
  scope: 'park',
  wire: { base: '/api/updown/parkblackList', list: 'listPage', key: 'recordId' },
  help: text(
    '黑名单保存即生效；白名单须审批后生效。同一车牌同时在两个名单时以黑名单为准。',
    'A black entry is in force once saved, a white one once approved. A plate on both lists is treated as black.',
  ),
  fields,
  display: 'plateNumber',
  unique: [['parkId', 'plateNumber', 'type']],
  list: ['plateNumber', 'type', 'dataStatus', 'parkId', 'reason', 'owed', 'startTime', 'endTime', 'remark'],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  lifecycle: lifecycle({
    field: 'dataStatus',
    initial: '0',
    states: { 0: state(listStates[0], 'warn'), 1: state(listStates[1], 'ok'), 2: state(listStates[2]) },
    final: ['1'],
    actions: approval({
      waiting: '0',
      passed: '1',
      refused: '2',
      batch: true,
      notes: { by: 'auditBy', time: 'auditTime', remark: 'auditRemark' },
      pass: { from: ['0', '2'], ask, wire: decide('1') },
      refuse: { ask, wire: decide('2') },
    }),
  }),
});

/** The white entries alone, by the contract's own calls for them. */
export const whiteList = resource({
  name: 'whiteList',
  title: text('白名单', 'White list'),
  area: 'vehicle',
  scope: 'park',
  rowsOf: () => carList,
  wire: { base: '/api/updown/parkWhiteList', key: 'recordId' },
  fields: { ...fields, type: { ...fields.type, readOnly: true, required: false, hidden: true } },
  display: 'plateNumber',
  unique: [['parkId', 'plateNumber', 'type']],
  list: ['plateNumber', 'parkId', 'reason', 'startTime', 'endTime', 'dataStatus', 'remark'],
});

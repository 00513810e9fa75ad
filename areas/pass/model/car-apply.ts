import { date, dateTime, image, integer, longText, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { parkMonth } from './park-month.ts';
import { grantFields, holderFields } from './pass-fields.ts';

const base = '/api/updown/parkCarApply';

export const applyStates = {
  applied: text('待审核', 'Pending'),
  passed: text('已通过', 'Approved'),
  refused: text('已拒绝', 'Rejected'),
  cancelled: text('已取消', 'Cancelled'),
};
const tones = { applied: 'warn', passed: 'ok', refused: 'bad', cancelled: 'muted' } as const;

const decision = str(text('审核意见', 'Review comment'), { max: 200, alias: ['remark'] });
const at = (last: string, method: 'GET' | 'POST' = 'POST') => ({ method, path: `${base}/${last}`, key: 'id' }) as const;

/** What approving asks for: left empty, the pass waits to be paid. */
const granted = {
  monthNum: integer(text('收费月数', 'Months charged'), {
    min: 1,
    max: 60,
    help: text(
      '填写则同时收费，立即生效；不填则通过后待缴费',
      'If given, the payment is taken now and the pass takes effect at once; otherwise it awaits payment',
    ),
  }),
  endTime: date(text('到期日', 'End date'), {
    help: text('贵宾车填写，免费有效至这一天', 'For VIP types: free until this day'),
  }),
  money: money(text('实收金额', 'Amount taken'), {
    min: 0,
    help: text('不填按车类月租单价计算', "If blank, calculated from the car type's monthly price"),
  }),
  auditRemark: decision,
};

/**
 * A resident's or tenant's wish for a monthly pass, entered by the staff of the village or lot and decided by who
 * grants passes. Approved, it becomes one pass.
 */
export const carApply = resource({
  name: 'carApply',
  title: text('车辆申请', 'Pass application'),
  area: 'pass',
  route: '/car/parkcarapply',
  scope: 'park',
  wire: { base },
  help: text(
    '替车主提交月租申请，审核通过后自动生成月租车；被拒绝的可修改后重新提交。',
    'Submit a pass application for a vehicle owner. Approval creates the pass; rejected ones can be edited and resubmitted.',
  ),
  fields: {
    plateNumber: holderFields.plateNumber,
    parkId: holderFields.parkId,
    carTypeId: holderFields.carTypeId,
    ownerName: { ...holderFields.ownerName, required: true },
    phone: holderFields.phone,
    address: holderFields.address,
    plateNos: { ...holderFields.plateNos, search: false },
    spaceNo: holderFields.spaceNo,
    startTime: date(grantFields.startTime.label, {
      help: text('不填则自审核当天起', 'If blank, from the day of approval'),
    }),
    monthNum: integer(text('申请月数', 'Months requested'), { min: 1, max: 60, default: 1 }),
    licence: image(text('行驶证', 'Vehicle licence'), { personal: true }),
    status: select(text('状态', 'State'), applyStates, { readOnly: true, search: true, tones }),
    /** 1 the first time, one more with every reapplication. */
    version: integer(text('第几次申请', 'Submission no.'), { readOnly: true, default: 1 }),
    applicant: str(text('提交人', 'Submitted by'), { readOnly: true, search: true, max: 60 }),
    applyTime: dateTime(text('提交时间', 'Submitted at'), { readOnly: true, search: true }),
    auditBy: str(text('审核人', 'Reviewed by'), { readOnly: true, max: 60 }),
    auditTime: dateTime(text('审核时间', 'Reviewed at'), { readOnly: true }),
    auditRemark: { ...decision, alias: [], readOnly: true },
    passId: relation(text('月租车', 'Pass'), () => parkMonth, { readOnly: true, hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'plateNumber',
  index: [
    ['parkId', 'plateNumber'],
    ['status', 'applyTime'],
  ],
  order: { by: 'applyTime', desc: true },
  list: [
    'plateNumber',
    'status',
    'ownerName',
    'phone',
    'parkId',
    'carTypeId',
    'monthNum',
    'applyTime',
    'applicant',
    'auditRemark',
    'auditBy',
    'auditTime',
  ],
  lifecycle: lifecycle({
    initial: 'applied',
    states: Object.fromEntries(
      Object.entries(applyStates).map(([name, label]) => [name, state(label, tones[name as keyof typeof tones])]),
    ),
    final: ['passed', 'cancelled'],
    actions: {
      ...approval({
        waiting: 'applied',
        passed: 'passed',
        refused: 'refused',
        batch: true,
        notes: { by: 'auditBy', time: 'auditTime', remark: 'auditRemark' },
        pass: { ask: granted, wire: at('pass') },
        refuse: { ask: { auditRemark: { ...decision, required: true } }, wire: at('refuse', 'GET') },
      }),
      reapply: {
        label: text('重新申请', 'Resubmit'),
        from: ['refused'],
        to: 'applied',
        by: 'owner',
        tone: 'primary',
        wire: at('reapply'),
        ask: {
          plateNumber: plate(text('车牌号', 'Plate'), { help: text('不填则不变', 'Unchanged if left blank') }),
          remark: longText(text('补充说明', 'Changes made'), { max: 500 }),
        },
      },
      cancel: {
        label: text('取消申请', 'Withdraw'),
        from: ['applied', 'refused'],
        to: 'cancelled',
        by: 'owner',
        tone: 'danger',
        wire: at('cancel'),
      },
    },
  }),
});

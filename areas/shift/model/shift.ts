import { takers } from '#domain/lane/words.ts';
import { boolean, dateTime, integer, json, longText, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { entryKinds, entryTones, shiftStates, shiftTones, voidStates } from './words.ts';

const base = '/api/gatehouse/shift';
const where = {
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
  boxId: relation(text('岗亭', 'Booth'), () => parkBox, { required: true, search: true, within: 'parkId', width: 100 }),
};
const decide = (last: string) => ({ method: 'POST', path: `/api/gatehouse/shiftVoid/${last}`, key: 'voidId' }) as const;
const decision = approval({
  waiting: 'asked',
  passed: 'approved',
  refused: 'refused',
  notes: { by: 'decidedBy', time: 'decidedTime' },
  notBy: 'askedById',
  pass: { label: text('同意作废', 'Approve'), wire: decide('approve') },
  refuse: { label: text('驳回', 'Reject'), wire: decide('refuse') },
});
const reason = longText(text('原因', 'Reason'), { required: true, max: 200 });

/**
 * A person's work at a box with its cash drawer, from float to deposit. Figures are written when it is counted and
 * stay.
 */
export const shift = resource({
  name: 'shift',
  title: text('交接班', 'Shifts'),
  area: 'shift',
  route: '/work/shift',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'detail', 'export'],
  wire: { base, key: 'shiftId' },
  help: text(
    '应有现金在清点后才显示。已交班的班次不再改动，更正记在之后的班次。',
    'Expected cash is shown after the count. Handed-over shifts are never changed; corrections are recorded in a later shift.',
  ),
  fields: {
    ...where,
    operator: str(text('值班人', 'On duty'), { search: true, max: 60, width: 110 }),
    operatorId: str(text('值班人编号', 'Person'), { hidden: true, max: 36 }),
    status: select(text('状态', 'State'), shiftStates, { search: true, tones: shiftTones }),
    openedTime: dateTime(text('上班时间', 'Started at'), { search: true }),
    cutTime: dateTime(text('截止时间', 'Cut-off'), {
      none: text('当班中', 'Still on duty'),
      help: text('此后收的现金计入下一班', 'Cash taken afterwards counts towards the next shift'),
    }),
    floatFen: money(text('备用金', 'Float')),
    cashFen: money(text('现金收入', 'Cash taken'), { help: text('收取减找零', 'Received less change') }),
    payments: integer(text('笔数', 'Payments')),
    refundFen: money(text('现金退款', 'Cash refunded')),
    dropFen: money(text('投库', 'Cash drops')),
    correctionFen: money(text('更正', 'Corrections')),
    expectedFen: money(text('应有现金', 'Expected')),
    countedFen: money(text('清点现金', 'Counted')),
    differenceFen: money(text('长短款', 'Difference'), { help: text('负数为短款', 'Negative means short') }),
    keepFen: money(text('留作备用金', 'Float for next shift')),
    handInFen: money(text('上缴', 'Cash handed in')),
    releases: integer(text('人工放行', 'Manual releases')),
    waivedFen: money(text('减免', 'Waived')),
    pieces: json(text('清点明细', 'Count details'), { hidden: true }),
    witness: str(text('接班或监督人', 'Taken over or supervised by'), { search: true, max: 60 }),
    witnessId: str(text('签字人编号', 'Signed by'), { hidden: true, max: 36 }),
    forced: boolean(text('强制结束', 'Force-closed'), { search: true }),
    remark: str(text('说明', 'Remark'), { max: 200 }),
    nextId: str(text('下一班', 'Next shift'), { hidden: true, max: 36 }),
    slipNo: str(text('缴款单号', 'Deposit slip no.'), { search: true, max: 40 }),
    depositFen: money(text('缴款金额', 'Deposited')),
    depositDifferenceFen: money(text('缴款差额', 'Deposit difference')),
    depositBy: str(text('收款人', 'Received by'), { max: 60 }),
    depositTime: dateTime(text('缴款时间', 'Deposited at')),
  },
  display: 'operator',
  index: [['boxId', 'openedTime'], ['openedTime'], ['operatorId', 'status']],
  order: { by: 'openedTime', desc: true },
  list: [
    'operator',
    'cashFen',
    'differenceFen',
    'parkId',
    'status',
    'openedTime',
    'cutTime',
    'handInFen',
    'expectedFen',
    'countedFen',
    'floatFen',
    'boxId',
    'witness',
    'slipNo',
  ],
  totals: ['floatFen', 'cashFen', 'refundFen', 'expectedFen', 'countedFen', 'differenceFen', 'handInFen', 'depositFen'],
  rights: {
    add: text('上班', 'Start shift'),
    drop: text('投库', 'Cash drop'),
    correct: text('更正现金', 'Correct cash'),
  },
  lifecycle: lifecycle({
    initial: 'open',
    states: Object.fromEntries(
      Object.entries(shiftStates).map(([name, label]) => [
        name,
        state(label, shiftTones[name as keyof typeof shiftTones]),
      ]),
    ),
    final: ['deposited'],
    actions: {
      handover: { label: text('交班', 'Hand over shift'), from: ['open'], to: 'counting', by: 'owner' },
      resume: { label: text('继续当班', 'Resume shift'), from: ['counting'], to: 'open', by: 'owner' },
      count: { label: text('清点', 'Count'), from: ['counting'], to: 'counted', by: 'owner' },
      confirm: { label: text('接班确认', 'Confirm takeover'), from: ['counted'], to: 'closed', by: 'owner' },
      force: {
        label: text('强制结束', 'Force close'),
        from: ['open', 'counting'],
        to: 'forced',
        by: 'staff',
        tone: 'danger',
        ask: { remark: reason },
        wire: { method: 'POST', path: `${base}/force`, key: 'shiftId' },
      },
      recount: {
        label: text('补点', 'Late count'),
        from: ['forced'],
        to: 'closed',
        by: 'staff',
        tone: 'primary',
        ask: { countedFen: money(text('清点现金', 'Counted'), { required: true, min: 0 }), remark: reason },
        wire: { method: 'POST', path: `${base}/recount`, key: 'shiftId' },
      },
      deposit: {
        label: text('缴款', 'Deposit'),
        from: ['closed'],
        to: 'deposited',
        by: 'staff',
        tone: 'primary',
        ask: {
          slipNo: str(text('缴款单号', 'Deposit slip no.'), { required: true, max: 40 }),
          depositFen: money(text('缴款金额', 'Amount'), {
            required: true,
            min: 0,
            help: text('投库与上缴之和；不符时记差额', 'Cash drops plus cash handed in; any difference is recorded'),
          }),
          remark: longText(text('说明', 'Remark'), { max: 200 }),
        },
        wire: { method: 'POST', path: `${base}/deposit`, key: 'shiftId' },
      },
    },
  }),
});

/** What a shift took, gave and let through, a row each; appended only. `amountFen` is what it did to the drawer. */
export const shiftEntry = resource({
  name: 'shiftEntry',
  title: text('班次流水', 'Shift entries'),
  help: text(
    '班次内的每一笔：收了什么、给了什么、放行了谁；只增不改。',
    'Every cash movement and release in a shift. Records are only added, never changed.',
  ),
  area: 'shift',
  route: '/work/shiftEntry',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/shiftEntry', key: 'entryId' },
  facts: { by: 'time', days: 7 },
  fields: {
    ...where,
    shiftId: relation(text('班次', 'Shift'), () => shift, { search: true, within: 'boxId' }),
    time: dateTime(text('时间', 'Time')),
    kind: select(text('类型', 'Kind'), entryKinds, { search: true, tones: entryTones }),
    receiptNo: integer(text('收据号', 'Receipt'), { ordinal: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    amountFen: money(text('现金变动', 'Drawer')),
    tenderedFen: money(text('收取', 'Received')),
    changeFen: money(text('找零', 'Change')),
    waivedFen: money(text('减免', 'Waived')),
    operator: str(text('操作人', 'Operator'), { search: true, max: 60, options: takers }),
    remark: str(text('说明', 'Remark'), { max: 200 }),
    orderId: str(text('订单', 'Order'), { hidden: true, max: 36 }),
    /** The payment, refund, release or former shift it speaks of. */
    subjectId: str(text('对应记录', 'Related record'), { hidden: true, max: 80 }),
    /** When the server wrote it: rows of no shift yet go to the next by this, whatever the device's clock shows. */
    booked: dateTime(text('入账时间', 'Booked at'), { hidden: true }),
  },
  display: 'kind',
  index: [['shiftId'], ['boxId', 'time']],
  list: [
    'time',
    'plateNumber',
    'amountFen',
    'kind',
    'parkId',
    'receiptNo',
    'boxId',
    'shiftId',
    'tenderedFen',
    'changeFen',
    'waivedFen',
    'operator',
    'remark',
  ],
  totals: ['amountFen', 'waivedFen'],
});

/** Cash taken by mistake is returned after a second person has approved; the payment's row stays. */
export const shiftVoid = resource({
  name: 'shiftVoid',
  title: text('现金作废审批', 'Cash voids'),
  area: 'shift',
  route: '/work/shiftVoid',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'detail', 'export'],
  wire: { base: '/api/gatehouse/shiftVoid', key: 'voidId' },
  help: text(
    '由收费员申请，由另一人审批；同意后该笔现金自当班钱箱退出。',
    'Requested by the collector, approved by someone else. Once approved, the cash leaves the drawer of the shift on duty.',
  ),
  fields: {
    ...where,
    status: select(text('状态', 'State'), voidStates, {
      search: true,
      tones: { asked: 'warn', approved: 'ok', refused: 'muted' },
    }),
    receiptNo: integer(text('收据号', 'Receipt'), { ordinal: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    amountFen: money(text('金额', 'Amount')),
    askedBy: str(text('申请人', 'Requested by'), { search: true, max: 60 }),
    askedById: str(text('申请人编号', 'Requested by (ID)'), { hidden: true, max: 36 }),
    askedTime: dateTime(text('申请时间', 'Requested at'), { search: true }),
    remark: str(text('原因', 'Reason'), { max: 200, width: 210 }),
    decidedBy: str(text('审批人', 'Reviewed by'), { max: 60 }),
    decidedTime: dateTime(text('审批时间', 'Reviewed at')),
    orderId: str(text('订单', 'Order'), { hidden: true, max: 36 }),
    paymentId: str(text('缴费', 'Payment'), { hidden: true, max: 80 }),
    entryId: str(text('流水', 'Row'), { hidden: true, max: 36 }),
  },
  display: 'plateNumber',
  index: [['boxId'], ['entryId']],
  order: { by: 'askedTime', desc: true },
  list: [
    'askedTime',
    'plateNumber',
    'amountFen',
    'remark',
    'parkId',
    'boxId',
    'receiptNo',
    'askedBy',
    'status',
    'decidedBy',
    'decidedTime',
  ],
  totals: ['amountFen'],
  rights: { add: text('申请作废', 'Request void') },
  lifecycle: lifecycle({
    initial: 'asked',
    states: {
      asked: state(voidStates.asked, 'warn'),
      approved: state(voidStates.approved, 'ok'),
      refused: state(voidStates.refused, 'muted'),
    },
    final: ['approved', 'refused'],
    actions: { approve: decision.pass, refuse: decision.refuse },
  }),
});

import { user } from '#areas/access/model/user.ts';

import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { boolean, dateTime, integer, json, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import {
  blockEscape,
  cancelEscape,
  confirmEscape,
  handOverEscape,
  holdEscape,
  refuseEscape,
  releaseEscape,
  unblockEscape,
  writeOffEscape,
} from './escape-calls.ts';
import { berthSection } from './berth-section.ts';
import { collectDebts } from './collection.ts';
import { escapeActions, escapeStates, escapeTones, openStates, paidPlaces } from './debt-words.ts';

/**
 * An order that was left owing, of any lot: one row for each, under the order's own id. Written where the arrears
 * account moves and nowhere else, so that `owed = paid + cancelled + written off + outstanding` and its sum is that
 * account.
 */
export const rdEscape = resource({
  name: 'rdEscape',
  title: text('逃费记录', 'Unpaid parking'),
  area: 'road',
  route: '/rdstatic/escape',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'detail', 'export'],
  wire: { base: '/api/updown/pda/rdEscape', key: 'recordId' },
  help: text(
    '路内车场离场未缴的订单：缴费期限、催缴、申诉、撤销、移交与核销。',
    'Orders left owing at the roadside: payment term, notices, appeals, cancelling, handing over and writing off.',
  ),
  fields: {
    escapeNo: str(text('欠费单号', 'Debt number'), { search: true, max: 40, width: 196 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    sectionId: relation(text('泊位段', 'Section'), () => berthSection, { search: true, within: 'parkId' }),
    berthNo: str(text('泊位号', 'Berth'), { search: true, max: 20 }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    inTime: dateTime(text('入场时间', 'Entry time')),
    outTime: dateTime(text('离场时间', 'Exit time'), { search: true }),
    owedFen: money(text('欠费金额', 'Amount owed')),
    paidFen: money(text('已补缴', 'Paid since')),
    cancelledFen: money(text('已撤销金额', 'Cancelled')),
    writtenOffFen: money(text('已核销金额', 'Written off')),
    outstandingFen: money(text('尚欠金额', 'Still owed')),
    status: select(text('状态', 'State'), escapeStates, { search: true, tones: escapeTones }),
    bornTime: dateTime(text('形成时间', 'Since'), { search: true }),
    dueTime: dateTime(text('缴费期限', 'Due by')),
    endTime: dateTime(text('了结时间', 'Settled at')),
    notices: integer(text('催缴次数', 'Notices'), { default: 0 }),
    noticedTime: dateTime(text('最近催缴', 'Last notice')),
    heldSince: dateTime(text('申诉起', 'Under appeal since')),
    heldBy: str(text('申诉登记人', 'Appeal taken by'), { max: 60 }),
    blocked: boolean(text('车牌存疑', 'Plate in doubt'), { default: false, search: true }),
    pending: select(text('待复核', 'To be confirmed'), escapeActions, {
      search: true,
      tones: { cancel: 'warn', writeOff: 'warn' },
    }),
    pendingBy: str(text('申请人', 'Requested by'), { max: 60 }),
    pendingById: str(text('申请人编号', 'Person'), { hidden: true, max: 36 }),
    decidedBy: str(text('经办人', 'Done by'), { search: true, max: 60 }),
    secondBy: str(text('复核人', 'Confirmed by'), { max: 60 }),
    paidAt: select(text('补缴地点', 'Paid at'), paidPlaces, { search: true }),
    /** Days from birth to the last payment, for the curve of recovery. */
    paidAfterDays: integer(text('补缴天数', 'Days until paid'), { hidden: true }),
    dutyUserId: relation(text('当班收费员', 'Collector on duty'), () => user, { search: true }),
    reason: str(text('原因', 'Reason'), { max: 200 }),
    orderId: str(text('订单', 'Order'), { hidden: true, max: 36 }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true, max: 36 }),
    /** What the authority gets: see `caseFile` in escape-calls.ts. */
    caseFile: json(text('案卷', 'Case file'), { hidden: true }),
  },
  display: 'escapeNo',
  index: [['plateNumber', 'status'], ['status', 'dueTime'], ['bornTime'], ['stayId']],
  range: 'bornTime',
  order: { by: 'bornTime', desc: true },
  list: [
    'bornTime',
    'plateNumber',
    'outstandingFen',
    'status',
    'parkId',
    'sectionId',
    'berthNo',
    'owedFen',
    'inTime',
    'outTime',
    'dueTime',
    'notices',
    'blocked',
    'heldSince',
    'pending',
    'pendingBy',
    'decidedBy',
    'escapeNo',
  ],
  totals: ['owedFen', 'paidFen', 'cancelledFen', 'writtenOffFen', 'outstandingFen'],
  actions: [
    {
      call: collectDebts,
      key: 'recordId',
      tone: 'primary',
      when: { field: 'status', is: [...openStates, 'writtenOff'] },
    },
    { call: holdEscape, key: 'recordId', when: { field: 'status', is: openStates } },
    { call: releaseEscape, key: 'recordId', when: { field: 'status', is: openStates } },
    { call: blockEscape, key: 'recordId', when: { field: 'status', is: openStates } },
    { call: unblockEscape, key: 'recordId', when: { field: 'status', is: openStates } },
    { call: cancelEscape, key: 'recordId', tone: 'danger', when: { field: 'status', is: openStates } },
    { call: handOverEscape, key: 'recordId', when: { field: 'status', is: ['owing'] } },
    { call: writeOffEscape, key: 'recordId', tone: 'danger', when: { field: 'status', is: ['owing', 'handed'] } },
    {
      call: confirmEscape,
      key: 'recordId',
      tone: 'primary',
      when: { field: 'pending', is: Object.keys(escapeActions) },
      confirm: text('确认后立即生效，金额记入总账。', 'It takes effect at once and is booked in the ledger.'),
    },
    { call: refuseEscape, key: 'recordId', when: { field: 'pending', is: Object.keys(escapeActions) } },
  ],
});

const view = {
  area: 'road',
  page: 'record',
  scope: 'park',
  rowsOf: () => rdEscape,
  verbs: ['list', 'export'],
  fields: rdEscape.fields,
  display: 'escapeNo',
  range: 'bornTime',
  order: { by: 'bornTime', desc: true },
  totals: ['owedFen', 'paidFen', 'cancelledFen', 'writtenOffFen', 'outstandingFen'],
} as const;

/** The same of all lots, read only: a group looks at everything it is owed. */
export const groupEscape = resource({
  ...view,
  name: 'groupEscape',
  title: text('集团逃费记录', 'Unpaid parking of the group'),
  route: '/rdstatic/groupescape',
  wire: { base: '/api/gatehouse/groupEscape', key: 'recordId' },
  help: text('全部车场离场未缴的订单，只读。', 'Orders left owing at all car parks, read only.'),
  list: rdEscape.list as readonly (keyof typeof rdEscape.fields)[],
});

/** Those that were cancelled: who, who confirmed it, and why. */
export const escapeCancel = resource({
  ...view,
  name: 'escapeCancel',
  title: text('逃费撤销记录', 'Cancelled unpaid parking'),
  route: '/rdstatic/groupescapeCancel',
  wire: { base: '/api/gatehouse/escapeCancel', key: 'recordId' },
  help: text('已撤销的欠费：经办人、复核人与原因。', 'Debts that were cancelled: by whom, confirmed by whom and why.'),
  range: 'endTime',
  order: { by: 'endTime', desc: true },
  list: [
    'endTime',
    'plateNumber',
    'cancelledFen',
    'decidedBy',
    'secondBy',
    'reason',
    'parkId',
    'sectionId',
    'berthNo',
    'owedFen',
    'inTime',
    'outTime',
    'escapeNo',
  ],
});

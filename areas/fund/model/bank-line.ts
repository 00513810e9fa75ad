/** Lines of a bank statement: what came in, and which days of a merchant account it pays. */
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { date, dateTime, integer, json, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { moneyDay } from './money-day.ts';
import { bankLineStates, bankLineTones, settleWays, shortCauses } from './words.ts';

const base = '/api/gatehouse/bankLine';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'recordId' }) as const;
/** Bytes of a statement. */
const MOST_BYTES = 2_000_000;

export const importStatement = call({
  name: 'bankLine.statement',
  title: text('导入银行流水', 'Import a statement'),
  area: 'fund',
  method: 'POST',
  path: `${base}/statement`,
  permission: 'bankLine:statement',
  answer: 'object',
  input: {
    companyId: relation(text('所属单位', 'Company'), () => company, { required: true }),
    accountTail: str(text('账号尾号', 'Account ends in'), { required: true, min: 4, max: 4 }),
    file: str(text('流水文件', 'File'), {
      required: true,
      max: Math.ceil((MOST_BYTES * 4) / 3) + 4,
      help: text('CSV 文件内容的 base64，至多 2 MB', 'Content of the CSV file in base64, at most 2 MB'),
    }),
  },
  note: text(
    '收入逐行保存，同一流水号只存一次，支出不存；随即与待到账的日子配对。答 added、known、out、matched 与 rows（看不懂的行）',
    'Keeps what came in, each reference once, and nothing that went out; then finds the days it pays. Answers added, known, out, matched, and rows that were not understood',
  ),
});

export const bankLine = resource({
  name: 'bankLine',
  title: text('银行流水', 'Bank statements'),
  area: 'fund',
  route: '/fundmanage/bankline',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base, key: 'recordId' },
  range: 'day',
  help: text(
    '银行账户的收入，自动找到所付的商户与日子；有两种可能的不自动配对，由人指定。',
    'What came into bank accounts, with the merchant and days it pays. Where two answers fit, a person chooses.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    accountTail: str(text('账号尾号', 'Account ends in'), { search: true, max: 4 }),
    day: date(text('入账日', 'Booked'), { search: true }),
    amountFen: money(text('收入', 'Came in')),
    counterparty: str(text('对方户名', 'From'), { search: true, max: 100 }),
    note: str(text('摘要', 'Note'), { search: true, max: 200 }),
    ref: str(text('流水号', 'Reference'), { search: true, max: 80 }),
    status: select(text('状态', 'State'), bankLineStates, { search: true, tones: bankLineTones }),
    payType: select(text('渠道', 'Channel'), settleWays, { search: true }),
    configId: str(text('支付接口配置', 'Account'), { hidden: true, max: 36 }),
    dayFrom: date(text('所付日从', 'Pays from')),
    dayUntil: date(text('所付日到', 'Pays until')),
    bookedFen: money(text('冲减应收', 'Pays what was owed'), {
      help: text('已从渠道应收转入银行账户', 'Moved in the ledger from what the channel owes to the bank account'),
    }),
    suspenseFen: money(text('暂记', 'In suspense'), {
      help: text('多于应到账的部分，待查明', 'More than was to arrive, until its cause is found'),
    }),
    missingFen: money(text('尚少', 'Still missing'), {
      help: text('所付的日子渠道尚欠的金额', 'What the channel still owes of the days it pays'),
    }),
    /** What was posted, so that it can be reversed; and how many times this line has been. */
    booked: json(text('入账明细', 'What was posted'), { hidden: true }),
    bookedTimes: integer(text('入账次数', 'Times posted'), { hidden: true }),
    assignedBy: str(text('指定人', 'Assigned by'), { max: 60 }),
    assignedTime: dateTime(text('指定时间', 'Assigned at')),
    why: longText(text('说明', 'Why'), { max: 200 }),
    differenceFen: money(text('少到差额', 'Came too little'), {
      help: text('提交结清时渠道仍欠的金额', 'What the channel still owed when it was proposed to settle it'),
    }),
    differenceCause: select(text('差额名目', 'Cause'), shortCauses, { search: true }),
    differenceWhy: longText(text('差额说明', 'Why it is short'), { max: 200 }),
    proposedBy: str(text('提交人', 'Proposed by'), { max: 60 }),
    proposedById: str(text('提交人编号', 'Proposer'), { hidden: true, max: 36 }),
    proposedTime: dateTime(text('提交时间', 'Proposed at')),
    decidedBy: str(text('复核人', 'Approved by'), { max: 60 }),
    decidedTime: dateTime(text('复核时间', 'Approved at')),
    refusedWhy: longText(text('退回原因', 'Why it was sent back'), { max: 200 }),
    /** What was settled, so that it can be reversed. */
    settledParts: json(text('结清明细', 'What was settled'), { hidden: true }),
  },
  display: 'ref',
  unique: [['companyId', 'accountTail', 'ref']],
  index: [['configId', 'dayFrom'], ['day']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'amountFen',
    'status',
    'missingFen',
    'counterparty',
    'payType',
    'dayFrom',
    'dayUntil',
    'bookedFen',
    'suspenseFen',
    'differenceFen',
    'differenceCause',
    'companyId',
    'accountTail',
    'note',
    'assignedBy',
    'why',
    'proposedBy',
    'decidedBy',
    'ref',
  ],
  totals: ['amountFen', 'bookedFen', 'suspenseFen'],
  rights: { statement: text('导入银行流水', 'Import a statement') },
  lifecycle: lifecycle({
    initial: 'open',
    states: {
      open: state(bankLineStates.open, bankLineTones.open),
      matched: state(bankLineStates.matched, bankLineTones.matched),
      assigned: state(bankLineStates.assigned, bankLineTones.assigned),
      proposed: state(bankLineStates.proposed, bankLineTones.proposed),
      settled: state(bankLineStates.settled, bankLineTones.settled),
    },
    final: [],
    actions: {
      match: { label: text('自动配对', 'Matched'), from: ['open'], to: 'matched', by: 'clock' },
      assign: {
        label: text('指定所付的日子', 'Say what it pays'),
        from: ['open'],
        to: 'assigned',
        by: 'staff',
        ask: {
          moneyDayId: relation(text('资金日', 'Day of money'), () => moneyDay, { required: true }),
          why: longText(text('说明', 'Why'), { required: true, max: 200 }),
        },
        notes: { by: 'assignedBy', time: 'assignedTime', remark: 'why' },
        wire: at('assign'),
      },
      propose: {
        label: text('结清少到差额', 'Settle what is missing'),
        from: ['matched', 'assigned'],
        to: 'proposed',
        by: 'staff',
        when: { field: 'missingFen' },
        ask: {
          differenceCause: select(text('差额名目', 'Cause'), shortCauses, { required: true }),
          why: longText(text('说明', 'Why'), { required: true, max: 200 }),
        },
        notes: { by: 'proposedBy', time: 'proposedTime', remark: 'differenceWhy', input: 'why' },
        wire: at('propose'),
      },
      approve: {
        label: text('复核通过', 'Approve'),
        from: ['proposed'],
        to: 'settled',
        by: 'staff',
        tone: 'primary',
        notBy: 'proposedById',
        notes: { by: 'decidedBy', time: 'decidedTime' },
        wire: at('approve'),
      },
      sendBack: {
        label: text('退回', 'Send back'),
        from: ['proposed'],
        to: 'assigned',
        by: 'staff',
        tone: 'danger',
        ask: { why: longText(text('退回原因', 'Why'), { required: true, max: 200 }) },
        notes: { by: 'decidedBy', time: 'decidedTime', remark: 'refusedWhy', input: 'why' },
        wire: at('sendBack'),
      },
      release: {
        label: text('取消配对', 'Undo'),
        from: ['matched', 'assigned', 'proposed', 'settled'],
        to: 'open',
        by: 'staff',
        tone: 'danger',
        ask: { why: longText(text('说明', 'Why'), { required: true, max: 200 }) },
        notes: { by: 'assignedBy', time: 'assignedTime', remark: 'why' },
        wire: at('release'),
      },
    },
  }),
});

/** Money paid out to a company: what settlements say is due to it, sent once, by two people. */
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, longText, money, relation, relations, secret, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { transferStates, transferTones } from './words.ts';

const base = '/api/updown/plat/transferrecord';
const at = (last: string) =>
  ({ method: 'POST', path: `/api/gatehouse/transferRecord/${last}`, key: 'recordId' }) as const;
const tone = (of: keyof typeof transferStates) => state(transferStates[of], transferTones[of]);

export const payeeOf = call({
  name: 'transferRecord.payee',
  title: text('收款信息', 'Payee'),
  area: 'fund',
  method: 'POST',
  path: '/api/gatehouse/transferRecord/payee',
  permission: 'transferRecord:payee',
  answer: 'object',
  input: {
    recordId: relation(text('转账', 'Transfer'), (): Resource => transferRecord, { required: true, alias: ['id'] }),
  },
  note: text(
    '付款所需的户名、开户行与完整账号，仅在已批准时；每次查看记入操作日志',
    'What a payment needs, the whole account number with it, while it is approved; each look is logged',
  ),
});

const ids = relations(text('转账', 'Transfers'), (): Resource => transferRecord, { required: true });

export const bankFile = call({
  name: 'transferRecord.bankFile',
  title: text('制作付款文件', 'Payment file'),
  area: 'fund',
  method: 'POST',
  path: '/api/gatehouse/transferRecord/bankFile',
  permission: 'transferRecord:send',
  answer: 'object',
  input: { ids },
  note: text(
    '已批准的转账写成网银批量付款文件（CSV），同一事务记为已付款；已在文件里的再取得到同样的行。答 name、content、count、amountFen',
    'Writes approved transfers into a file for the bank and marks them sent in the same transaction; those already in a file give the same lines again. Answers name, content, count and amountFen',
  ),
});

/** Bytes of a file with a bank's answers. */
const MOST_ANSWERS = 1_000_000;

export const bankAnswers = call({
  name: 'transferRecord.answers',
  title: text('导入银行回执', "Bank's answers"),
  area: 'fund',
  method: 'POST',
  path: '/api/gatehouse/transferRecord/answers',
  permission: 'transferRecord:arrive',
  answer: 'object',
  input: {
    file: str(text('回执文件', 'File'), {
      required: true,
      max: Math.ceil((MOST_ANSWERS * 4) / 3) + 4,
      help: text('CSV 文件内容的 base64，至多 1 MB', 'Content of the CSV file in base64, at most 1 MB'),
    }),
  },
  note: text(
    '逐行按转账单号与金额登记到账、未成与退回；再导入不重复。答 sums（arrived、failed、returned、waiting、known）与 rows（未登记的行及原因）',
    'Books what arrived, failed and came back, by number and amount; the same file again changes nothing. Answers sums (arrived, failed, returned, waiting, known) and rows that were not booked with the reason',
  ),
});

export const transferRecord = resource({
  name: 'transferRecord',
  title: text('转账记录', 'Transfers'),
  area: 'fund',
  route: '/fundmanage/transferrecord',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base, list: 'getPageList', export: `${base}/exportList`, key: 'recordId' },
  range: 'madeTime',
  help: text(
    '平台付给单位的款：一人申请，另一人批准，再向银行付款；一张结算单只付一次。没有回音的先问银行，不重付。',
    'What the platform pays to companies: one person drafts, another approves, then the bank pays. A settlement is paid once. Where the bank is silent it is queried, never sent it again.',
  ),
  fields: {
    transferNo: str(text('转账单号', 'No.'), { search: true, max: 40, width: 180 }),
    companyId: relation(text('收款单位', 'Company'), () => company, { search: true, readOnly: true }),
    payee: str(text('收款户名', 'Account holder'), { search: true, max: 60 }),
    bankName: str(text('开户银行', 'Bank'), { max: 60 }),
    branchCode: str(text('联行号', 'Branch code'), { max: 12 }),
    accountTail: str(text('账号尾号', 'Ends in'), { max: 4 }),
    accountNo: secret(text('银行账号', 'Account number'), { hidden: true }),
    amountFen: money(text('金额', 'Amount')),
    settlements: integer(text('结算单', 'Settlements')),
    days: str(text('结算日', 'Days'), { max: 60, width: 190 }),
    status: select(text('状态', 'State'), transferStates, { search: true, tones: transferTones }),
    bankRef: str(text('银行流水号', 'Bank reference'), { search: true, max: 60 }),
    batchNo: str(text('付款文件', 'Payment file'), { search: true, max: 40 }),
    madeTime: dateTime(text('申请时间', 'Drafted at')),
    draftedBy: str(text('申请人', 'Drafted by'), { search: true, max: 60 }),
    draftedById: str(text('申请人编号', 'Drafter'), { hidden: true, max: 36 }),
    approvedBy: str(text('批准人', 'Approved by'), { search: true, max: 60 }),
    approvedTime: dateTime(text('批准时间', 'Approved at')),
    sentTime: dateTime(text('付款时间', 'Sent at')),
    doneTime: dateTime(text('完成时间', 'Done at')),
    failure: longText(text('未成原因', 'Why not'), { max: 200 }),
  },
  display: 'transferNo',
  unique: [['transferNo']],
  index: [['status'], ['companyId']],
  order: { by: 'madeTime', desc: true },
  list: [
    'madeTime',
    'amountFen',
    'status',
    'companyId',
    'payee',
    'accountTail',
    'bankName',
    'days',
    'settlements',
    'draftedBy',
    'approvedBy',
    'sentTime',
    'doneTime',
    'bankRef',
    'batchNo',
    'failure',
    'transferNo',
  ],
  totals: ['amountFen'],
  rights: { draft: text('申请提现', 'Draft'), payee: text('查看收款账号', 'See the account') },
  lifecycle: lifecycle({
    initial: 'drafted',
    states: {
      drafted: tone('drafted'),
      approved: tone('approved'),
      sent: tone('sent'),
      unknown: tone('unknown'),
      arrived: tone('arrived'),
      failed: tone('failed'),
      returned: tone('returned'),
      cancelled: tone('cancelled'),
    },
    final: ['failed', 'returned', 'cancelled'],
    actions: {
      approve: {
        label: text('批准', 'Approve'),
        from: ['drafted'],
        to: 'approved',
        by: 'staff',
        tone: 'primary',
        notBy: 'draftedById',
        notes: { by: 'approvedBy', time: 'approvedTime' },
        wire: at('approve'),
      },
      cancel: {
        label: text('取消', 'Cancel'),
        from: ['drafted', 'approved'],
        to: 'cancelled',
        by: 'staff',
        tone: 'danger',
        ask: { failure: str(text('取消原因', 'Why'), { required: true, max: 200 }) },
        notes: { time: 'doneTime', remark: 'failure' },
        wire: at('cancel'),
      },
      send: {
        label: text('登记已向银行付款', 'Sent to the bank'),
        from: ['approved'],
        to: 'sent',
        by: 'staff',
        notes: { time: 'sentTime' },
        wire: at('send'),
      },
      lose: {
        label: text('三天没有回音', 'No word for three days'),
        from: ['sent'],
        to: 'unknown',
        by: 'clock',
      },
      arrive: {
        label: text('登记到账', 'Arrived'),
        from: ['sent', 'unknown'],
        to: 'arrived',
        by: 'staff',
        tone: 'primary',
        ask: { bankRef: str(text('银行流水号', 'Bank reference'), { required: true, max: 60 }) },
        notes: { time: 'doneTime', remark: 'bankRef' },
        wire: at('arrive'),
      },
      fail: {
        label: text('登记银行未付', 'Refused by the bank'),
        from: ['sent', 'unknown'],
        to: 'failed',
        by: 'staff',
        tone: 'danger',
        ask: { failure: str(text('银行的说法', "The bank's words"), { required: true, max: 200 }) },
        notes: { time: 'doneTime', remark: 'failure' },
        wire: at('fail'),
      },
      giveBack: {
        label: text('登记退汇', 'Came back'),
        from: ['arrived'],
        to: 'returned',
        by: 'staff',
        tone: 'danger',
        ask: { failure: str(text('银行的说法', "The bank's words"), { required: true, max: 200 }) },
        notes: { time: 'doneTime', remark: 'failure' },
        wire: at('giveBack'),
      },
    },
  }),
});

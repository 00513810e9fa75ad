/**
 * The proof of a day's money: books, channel bill and bank beside one another, with every difference named until
 * nothing is left.
 */
import { SUSPENSE_CAUSES } from '#domain/fund/proof.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { date, dateTime, integer, longText, money, relation, relations, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { differences, itemStates, itemTones, proofOwners, proofStates, proofTones, settleWays } from './words.ts';

export const proveAgain = call({
  name: 'moneyDay.prove',
  title: text('重新核对', 'Prove again'),
  area: 'fund',
  method: 'POST',
  path: '/api/gatehouse/moneyDay/prove',
  permission: 'moneyDay:prove',
  answer: 'object',
  input: {
    recordId: relation(text('资金日', 'Day of money'), (): Resource => moneyDay, { required: true, alias: ['id'] }),
  },
  note: text(
    '按结算、账单与银行流水重新核对该集团最近 31 日，答 days 为写入的行数',
    'Proves the last 31 days of the group anew from settlements, bills and statements; answers days, how many rows were written',
  ),
});

const companyId = relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true });
const day = date(text('日期', 'Day'), { search: true });
const payType = select(text('渠道', 'Channel'), settleWays, { search: true });
const merchantNo = str(text('商户号', 'Merchant'), { search: true, max: 80 });
const account = str(text('商户', 'Merchant account'), { hidden: true, max: 120 });

export const moneyDay = resource({
  name: 'moneyDay',
  title: text('资金日核对', 'Days of money'),
  area: 'fund',
  route: '/fundmanage/dayproof',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/moneyDay', key: 'recordId' },
  range: 'day',
  help: text(
    '每日每商户：账上、渠道账单与银行到账三方相对，差额逐项记名，末列“未说明”应为零。导出的行可不经本系统用工具复算。',
    'By day and merchant: the books, the channel’s bill and the bank beside one another. Each difference is named, and what is unexplained has to be nothing. Exported rows can be checked without this server.',
  ),
  fields: {
    day,
    companyId,
    payType,
    merchantNo,
    account,
    status: select(text('结论', 'Result'), proofStates, { search: true, tones: proofTones }),
    booksFen: money(text('账上净额', 'Books')),
    billFen: money(text('账单净额', 'Bill')),
    billItemsFen: money(text('账单差额（已记名）', 'Bill: named')),
    lateFen: money(text('以前日调整', 'Earlier days')),
    feeFen: money(text('渠道手续费', 'Channel fee')),
    shareFen: money(text('渠道分账', 'Shared out')),
    feeOffFen: money(text('手续费与费率差', 'Fee less than the rate'), {
      help: text(
        '按费率应为的手续费－账单手续费，负数为渠道多收；每笔差一分以内为取整',
        'The fees by the rates less those of the bill, below 0 where the channel took more; a fen a line is rounding',
      ),
    }),
    feeItemsFen: money(text('手续费差额（已记名）', 'Fee: named'), {
      help: text('每笔相差超过一分的，逐项列出', 'Lines that are off by more than a fen, each listed'),
    }),
    feeLines: integer(text('核对手续费笔数', 'Fees compared')),
    netFen: money(text('应到账', 'To arrive')),
    bankFen: money(text('银行到账', 'At the bank')),
    settledFen: money(text('差额结清', 'Difference settled'), {
      help: text(
        '少到账中两人复核记为手续费或损失的',
        'Of what came too little, what two people booked as a fee or a loss',
      ),
    }),
    bankItemsFen: money(text('到账差额（已记名）', 'Bank: named')),
    unexplainedFen: money(text('未说明', 'Unexplained')),
    openItems: integer(text('挂账项', 'Open items')),
    provedTime: dateTime(text('核对时间', 'Proved at')),
  },
  display: 'day',
  unique: [['account', 'day']],
  index: [['day']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'netFen',
    'payType',
    'status',
    'unexplainedFen',
    'merchantNo',
    'booksFen',
    'billFen',
    'billItemsFen',
    'lateFen',
    'feeFen',
    'shareFen',
    'feeOffFen',
    'feeItemsFen',
    'feeLines',
    'bankFen',
    'settledFen',
    'bankItemsFen',
    'openItems',
    'companyId',
    'provedTime',
  ],
  totals: [
    'booksFen',
    'billFen',
    'billItemsFen',
    'lateFen',
    'feeFen',
    'shareFen',
    'feeOffFen',
    'feeItemsFen',
    'feeLines',
    'netFen',
    'bankFen',
    'settledFen',
    'bankItemsFen',
    'unexplainedFen',
    'openItems',
  ],
  rights: { prove: text('重新核对', 'Prove again') },
  actions: [{ call: proveAgain, key: 'recordId' }],
});

const wire = (last: string) => ({ method: 'POST', path: `/api/gatehouse/moneyItem/${last}`, key: 'recordId' }) as const;

/** A difference with its name, its age and whose it is. */
export const moneyItem = resource({
  name: 'moneyItem',
  title: text('挂账项', 'Carried differences'),
  area: 'fund',
  route: '/fundmanage/carried',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/moneyItem', key: 'recordId' },
  help: text(
    '三方核对的每一项差额：名目、金额、账龄与归谁处理。差额消失的自动结清，其余由人写明原因与经办人；暂记的与相应的差额对销。',
    'Each difference of the proof: what it is, how much, how old and whose. One that is gone is settled automatically; for the others a person records cause and owner. What waits in suspense is paired with what it belongs to.',
  ),
  fields: {
    day,
    companyId,
    payType,
    merchantNo,
    account,
    moneyDayId: relation(text('资金日', 'Day of money'), () => moneyDay, { search: true }),
    cause: select(text('名目', 'What'), differences, { search: true }),
    ref: str(text('单号', 'Reference'), { search: true, max: 80 }),
    amountFen: money(text('金额', 'Amount')),
    ageDays: integer(text('账龄（天）', 'Age in days')),
    owner: select(text('归谁处理', 'Whose'), proofOwners, { search: true }),
    ownerName: str(text('经办人', 'Seen to by'), { search: true, max: 60 }),
    status: select(text('状态', 'State'), itemStates, { search: true, tones: itemTones }),
    why: longText(text('原因', 'Why'), { max: 200 }),
    explainedBy: str(text('说明人', 'Explained by'), { max: 60 }),
    explainedTime: dateTime(text('说明时间', 'Explained at')),
    pairNo: str(text('对销号', 'Pair'), {
      search: true,
      max: 36,
      width: 120,
      help: text('同一对销号的各项合计为零', 'Differences of one pair come to nothing together'),
    }),
  },
  display: 'ref',
  unique: [['account', 'day', 'cause', 'ref']],
  index: [['day'], ['status'], ['moneyDayId']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'amountFen',
    'cause',
    'ageDays',
    'owner',
    'ownerName',
    'status',
    'why',
    'payType',
    'merchantNo',
    'ref',
    'companyId',
    'explainedBy',
    'explainedTime',
    'pairNo',
  ],
  totals: ['amountFen'],
  lifecycle: lifecycle({
    initial: 'open',
    states: {
      open: state(itemStates.open, itemTones.open),
      explained: state(itemStates.explained, itemTones.explained),
      paired: state(itemStates.paired, itemTones.paired),
      settled: state(itemStates.settled, itemTones.settled),
    },
    final: [],
    actions: {
      explain: {
        label: text('写明原因', 'Explain'),
        from: ['open', 'explained'],
        to: 'explained',
        by: 'staff',
        tone: 'primary',
        ask: {
          why: longText(text('原因', 'Why'), { required: true, max: 200 }),
          ownerName: str(text('经办人', 'Seen to by'), { required: true, max: 60 }),
        },
        notes: { by: 'explainedBy', time: 'explainedTime', remark: 'why' },
        wire: wire('explain'),
      },
      pair: {
        label: text('对销', 'Pair'),
        from: ['open', 'explained'],
        to: 'paired',
        by: 'staff',
        when: { field: 'cause', is: SUSPENSE_CAUSES },
        ask: {
          withIds: relations(text('与之对销的挂账项', 'Differences it is paired with'), (): Resource => moneyItem, {
            required: true,
            help: text(
              '同一商户的暂记差额，连同本项合计须为零',
              'Differences in suspense of the same merchant; with this one they come to nothing',
            ),
          }),
          why: longText(text('原因', 'Why'), { required: true, max: 200 }),
          ownerName: str(text('经办人', 'Seen to by'), { required: true, max: 60 }),
        },
        notes: { by: 'explainedBy', time: 'explainedTime', remark: 'why' },
        wire: wire('pair'),
      },
      unpair: {
        label: text('取消对销', 'Undo pairing'),
        from: ['paired'],
        to: 'open',
        by: 'staff',
        tone: 'danger',
        ask: { why: longText(text('原因', 'Why'), { required: true, max: 200 }) },
        notes: { by: 'explainedBy', time: 'explainedTime', remark: 'why' },
        wire: wire('unpair'),
      },
      part: { label: text('对销不再相等', 'Pair no longer equal'), from: ['paired'], to: 'open', by: 'clock' },
      settle: { label: text('差额消失', 'Settled'), from: ['open', 'explained', 'paired'], to: 'settled', by: 'clock' },
      reopen: { label: text('差额再现', 'There again'), from: ['settled'], to: 'open', by: 'clock' },
    },
  }),
});

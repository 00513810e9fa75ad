/**
 * What a lot earned on a day by one merchant account: fees, what arrives, what is due. Closed once by two people and
 * never changed.
 */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { date, dateTime, integer, json, longText, money, percent, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { transferRecord } from './transfer.ts';
import { modes, settleStates, settleTones, settleWays } from './words.ts';

const base = '/api/updown/plat/settlementrecord';
const at = (last: string) =>
  ({ method: 'POST', path: `/api/gatehouse/settlementRecord/${last}`, key: 'recordId' }) as const;
const tone = (of: keyof typeof settleStates) => state(settleStates[of], settleTones[of]);

export const recount = call({
  name: 'settlementRecord.recount',
  title: text('重新统计', 'Count again'),
  area: 'fund',
  method: 'POST',
  path: '/api/gatehouse/settlementRecord/recount',
  permission: 'settlementRecord:recount',
  answer: 'object',
  input: {
    recordId: relation(text('结算记录', 'Settlement'), (): Resource => settlementRecord, {
      required: true,
      alias: ['id'],
    }),
  },
  note: text(
    '按总账重新统计该车场尚未确认的各日，答 records 为写入的笔数',
    'Counts the open days of that car park anew from the ledger; answers records, how many were written',
  ),
});

export const settlementRecord = resource({
  name: 'settlementRecord',
  title: text('结算记录', 'Settlements'),
  area: 'fund',
  route: '/fundmanage/settlementrecord',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base, list: 'getPageList', export: `${base}/exportList`, key: 'recordId' },
  help: text(
    '每车场、每商户、每日一行：收款减退款减手续费即应到账。两人确认后不再改变，之后的变动计入后一日的调整。',
    'A row for each car park, merchant and day: payments less refunds less fees are what arrives. Once two people confirmed it, it stands; what comes later is adjusted on a later day.',
  ),
  fields: {
    settleNo: str(text('结算单号', 'No.'), { search: true, max: 40, width: 190 }),
    day: date(text('结算日', 'Day'), { search: true }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    payType: select(text('渠道', 'Channel'), settleWays, { search: true }),
    merchantNo: str(text('商户号', 'Merchant'), { search: true, max: 40 }),
    /** The merchant account, as payments keep it; empty for the sandbox and coupons. */
    merchantRef: str(text('商户', 'Merchant account'), { hidden: true, max: 80 }),
    count: integer(text('收款笔数', 'Payments')),
    grossFen: money(text('收款', 'Received')),
    refundFen: money(text('退款', 'Refunded')),
    adjustFen: money(text('以前日调整', 'Earlier days'), {
      help: text(
        '已确认各日之后的收款与退款，逐日列在“调整明细”',
        'What came to days already confirmed; listed by day',
      ),
    }),
    channelFeeFen: money(text('渠道手续费', 'Channel fee')),
    feeOffFen: money(text('手续费差额', 'Fee differs by'), {
      help: text(
        '按费率应为的手续费－账单手续费，负数为渠道多收；渠道手续费以账单为准',
        'The fee by the rate less that of the bill, which counts; below 0 the channel took more',
      ),
    }),
    shareFen: money(text('渠道分账', 'Shared out'), {
      help: text(
        '当日渠道分给接收方的金额，减去收回的',
        'What the channel paid to receivers on that day, less what came back',
      ),
    }),
    netFen: money(text('应到账', 'To arrive'), {
      help: text(
        '收款－退款＋调整－手续费－渠道分账',
        'Received less refunded plus earlier days less the fee and what was shared out',
      ),
    }),
    arrivedFen: money(text('已到账', 'Arrived'), {
      help: text('银行流水中已冲减该笔应到账的金额', 'What bank statements have paid of it'),
    }),
    settledFen: money(text('差额结清', 'Difference settled'), {
      help: text('少到账中已由两人复核结清的金额', 'Of what came too little, settled by two people'),
    }),
    serviceFeeFen: money(text('平台服务费', 'Service fee')),
    couponFen: money(text('平台卡券', 'Platform coupons')),
    dueFen: money(text('平台应付', 'Due from the platform'), {
      help: text(
        '代收时为应到账－服务费＋平台卡券，自有商户时不含应到账；负数为应付平台',
        'To arrive less the service fee plus coupons where the platform collects, else without what arrives; below 0 it is owed to the platform',
      ),
    }),
    adjustText: longText(text('调整明细', 'Of earlier days'), { max: 2000 }),
    status: select(text('状态', 'State'), settleStates, { search: true, tones: settleTones }),
    mode: select(text('收款方式', 'Collected by'), modes, { search: true }),
    feeBp: percent(text('手续费率', 'Fee rate')),
    serviceBp: percent(text('服务费率', 'Service rate')),
    differenceFen: money(text('账单差额', 'Bill differs by'), {
      help: text('渠道账单该商户该日净额－我方该日净额', "The channel's net of that merchant and day less ours"),
    }),
    checkedBy: str(text('核对人', 'Checked by'), { search: true, max: 60 }),
    checkedById: str(text('核对人编号', 'Checker'), { hidden: true, max: 36 }),
    checkedTime: dateTime(text('核对时间', 'Checked at')),
    confirmedBy: str(text('确认人', 'Confirmed by'), { search: true, max: 60 }),
    confirmedTime: dateTime(text('确认时间', 'Confirmed at')),
    remark: str(text('说明', 'Remark'), { max: 200 }),
    countedTime: dateTime(text('统计时间', 'Counted at')),
    transferId: relation(text('转账单', 'Transfer'), () => transferRecord, { search: true }),
    rootNo: integer(text('根号', 'Root no.'), {
      help: text('该笔所在的日根，结日后写入', 'The root of a closed day that it is in'),
    }),
    adjustments: json(text('调整', 'Adjustments'), { hidden: true }),
  },
  display: 'settleNo',
  unique: [['parkId', 'payType', 'merchantRef', 'day']],
  index: [['day'], ['status'], ['companyId', 'day'], ['transferId'], ['rootNo']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'netFen',
    'parkId',
    'status',
    'payType',
    'grossFen',
    'refundFen',
    'adjustFen',
    'channelFeeFen',
    'shareFen',
    'arrivedFen',
    'settledFen',
    'serviceFeeFen',
    'couponFen',
    'dueFen',
    'differenceFen',
    'feeOffFen',
    'count',
    'mode',
    'merchantNo',
    'feeBp',
    'checkedBy',
    'confirmedBy',
    'confirmedTime',
    'transferId',
    'adjustText',
    'remark',
    'companyId',
    'settleNo',
    'rootNo',
  ],
  totals: [
    'count',
    'grossFen',
    'refundFen',
    'adjustFen',
    'channelFeeFen',
    'shareFen',
    'feeOffFen',
    'netFen',
    'arrivedFen',
    'settledFen',
    'serviceFeeFen',
    'couponFen',
    'dueFen',
  ],
  rights: { recount: text('重新统计', 'Count again') },
  actions: [{ call: recount, key: 'recordId', when: { field: 'status', is: ['counting', 'differs', 'counted'] } }],
  lifecycle: lifecycle({
    initial: 'counting',
    states: {
      counting: tone('counting'),
      differs: tone('differs'),
      counted: tone('counted'),
      checked: tone('checked'),
      confirmed: tone('confirmed'),
    },
    final: ['confirmed'],
    actions: {
      agree: {
        label: text('与账单一致', 'Agrees with the bill'),
        from: ['counting', 'differs'],
        to: 'counted',
        by: 'clock',
      },
      differ: {
        label: text('与账单不符', 'Differs from the bill'),
        from: ['counting', 'counted'],
        to: 'differs',
        by: 'clock',
      },
      await: {
        label: text('等待账单', 'Awaits the bill'),
        from: ['counted', 'differs'],
        to: 'counting',
        by: 'clock',
      },
      check: {
        label: text('核对无误', 'Check'),
        from: ['counted'],
        to: 'checked',
        by: 'staff',
        batch: true,
        notes: { by: 'checkedBy', time: 'checkedTime' },
        wire: at('check'),
      },
      explain: {
        label: text('说明差异', 'Explain'),
        from: ['differs'],
        to: 'checked',
        by: 'staff',
        ask: { remark: str(text('差异原因', 'Why it differs'), { required: true, max: 200 }) },
        notes: { by: 'checkedBy', time: 'checkedTime', remark: 'remark' },
        wire: at('explain'),
      },
      confirm: {
        label: text('确认结算', 'Confirm'),
        from: ['checked'],
        to: 'confirmed',
        by: 'staff',
        tone: 'primary',
        batch: true,
        notBy: 'checkedById',
        notes: { by: 'confirmedBy', time: 'confirmedTime' },
        wire: at('confirm'),
      },
      sendBack: {
        label: text('退回', 'Send back'),
        from: ['checked'],
        to: 'counting',
        by: 'staff',
        tone: 'danger',
        ask: { remark: str(text('退回原因', 'Why'), { required: true, max: 200 }) },
        notes: { remark: 'remark' },
        wire: at('sendBack'),
      },
    },
  }),
});

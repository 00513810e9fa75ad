/** What of a payment the channel pays to others by contract, a row for each receiver and one for what stays. */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, longText, money, percent, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { shareReceiver } from './share-receiver.ts';
import { shareKinds, shareStates, shareTones, shareWays } from './words.ts';

const base = '/api/gatehouse/profitShare';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'recordId' }) as const;
const tone = (of: keyof typeof shareStates) => state(shareStates[of], shareTones[of]);

export const queryShare = call({
  name: 'profitShare.query',
  title: text('查询结果', 'Query'),
  area: 'fund',
  method: 'POST',
  path: `${base}/query`,
  permission: 'profitShare:query',
  answer: 'object',
  input: {
    recordId: relation(text('分账', 'Share'), (): Resource => profitShare, { required: true, alias: ['id'] }),
  },
  note: text(
    '立即向渠道查询该笔缴费的分账，答 status 为查询后的状态',
    'Queries the channel about the shares of that payment now; answers status, as it is afterwards',
  ),
});

export const profitShare = resource({
  name: 'profitShare',
  title: text('渠道分账', 'Profit shares'),
  area: 'fund',
  route: '/fundmanage/profitshare',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base, key: 'recordId' },
  range: 'paidTime',
  help: text(
    '每笔缴费分给谁、多少，以及解冻留存的金额。微信退款前先从接收方收回，支付宝随退款退回。结果不明的只查询，不换单号重发。',
    'What of each payment went to whom, and what was released to the company. WeChat Pay: parts are called back before a refund. Alipay: they come back with it. Where an outcome is not known the channel is queried; nothing is sent under another number.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    shareKind: select(text('用途', 'What'), shareKinds, { search: true }),
    receiverId: relation(text('接收方', 'Receiver'), () => shareReceiver, { search: true }),
    payType: select(text('渠道', 'Channel'), shareWays, { search: true }),
    paidTime: dateTime(text('支付时间', 'Paid at')),
    paidFen: money(text('缴费金额', 'Payment')),
    netFen: money(text('可分金额', 'To be shared'), {
      help: text('缴费－退款－渠道手续费', 'The payment less refunds and the channel’s fee'),
    }),
    shareBp: percent(text('分账比例', 'Part')),
    amountFen: money(text('分账金额', 'Amount')),
    returnedFen: money(text('已收回', 'Called back')),
    status: select(text('状态', 'State'), shareStates, { search: true, tones: shareTones }),
    failure: longText(text('原因', 'Why'), { max: 200 }),
    tradeNo: str(text('交易号', 'Trade number'), { search: true, max: 40, width: 240 }),
    channelTradeNo: str(text('渠道流水号', 'Channel’s number'), { search: true, max: 40, width: 240 }),
    shareNo: str(text('分账单号', 'Request'), { search: true, max: 64, width: 260 }),
    channelNo: str(text('渠道分账单号', 'Channel’s request'), { search: true, max: 64, width: 220 }),
    backNo: str(text('收回单号', 'Call-back'), { search: true, max: 64, width: 260 }),
    sentTime: dateTime(text('请求时间', 'Requested at')),
    doneTime: dateTime(text('完成时间', 'Done at')),
    backTime: dateTime(text('收回时间', 'Called back at')),
    /** What is being called back, for which refund, and how often that was tried. */
    backFen: money(text('收回金额', 'Being called back'), { hidden: true }),
    backFor: str(text('退款', 'Refund'), { hidden: true, max: 36 }),
    backTimes: integer(text('收回次数', 'Times called back'), { hidden: true }),
    paymentId: str(text('缴费记录', 'Payment'), { hidden: true, max: 36 }),
    merchantRef: str(text('商户', 'Merchant account'), { hidden: true, max: 80 }),
    payForm: str(text('支付方式', 'How it was paid'), { hidden: true, max: 10 }),
    feeBp: percent(text('手续费率', 'Fee rate'), { hidden: true }),
    /** What it bears of the fee of a trade that paid others too. */
    feeFen: money(text('手续费', 'Fee'), { hidden: true }),
    mostBp: percent(text('最高分账比例', 'Most that is shared'), { hidden: true }),
    /** Requests so far of this payment's parts, and when the channel is queried again. */
    times: integer(text('请求次数', 'Times requested'), { hidden: true }),
    tries: integer(text('尝试次数', 'Tries'), { hidden: true }),
    dueTime: dateTime(text('下次处理', 'Next'), { hidden: true }),
  },
  display: 'tradeNo',
  index: [['paymentId'], ['paidTime'], ['status', 'dueTime'], ['shareNo'], ['backNo'], ['channelTradeNo']],
  order: { by: 'paidTime', desc: true },
  list: [
    'paidTime',
    'amountFen',
    'shareKind',
    'receiverId',
    'status',
    'parkId',
    'payType',
    'paidFen',
    'netFen',
    'shareBp',
    'returnedFen',
    'failure',
    'sentTime',
    'doneTime',
    'backTime',
    'tradeNo',
    'channelTradeNo',
    'shareNo',
    'channelNo',
    'backNo',
    'companyId',
  ],
  totals: ['amountFen', 'returnedFen'],
  rights: { query: text('查询结果', 'Query') },
  actions: [{ call: queryShare, key: 'recordId', when: { field: 'status', is: ['sent', 'returning'] } }],
  lifecycle: lifecycle({
    initial: 'planned',
    states: {
      planned: tone('planned'),
      sent: tone('sent'),
      done: tone('done'),
      failed: tone('failed'),
      cancelled: tone('cancelled'),
      returning: tone('returning'),
      returned: tone('returned'),
      backFailed: tone('backFailed'),
    },
    final: ['cancelled', 'returned'],
    actions: {
      send: { label: text('请求分账', 'Request'), from: ['planned'], to: 'sent', by: 'clock' },
      finish: { label: text('分账完成', 'Done'), from: ['sent'], to: 'done', by: 'clock' },
      fail: { label: text('分账未成', 'Failed'), from: ['sent'], to: 'failed', by: 'clock' },
      drop: { label: text('不再分账', 'Drop'), from: ['planned', 'failed'], to: 'cancelled', by: 'clock' },
      recall: { label: text('退款前收回', 'Call back'), from: ['done', 'backFailed'], to: 'returning', by: 'clock' },
      takeBack: { label: text('全部收回', 'All came back'), from: ['returning'], to: 'returned', by: 'clock' },
      takePart: { label: text('部分收回', 'A part came back'), from: ['returning'], to: 'done', by: 'clock' },
      keep: { label: text('未随退款退回', 'Kept'), from: ['returning'], to: 'done', by: 'clock' },
      failBack: { label: text('未能收回', 'Did not come back'), from: ['returning'], to: 'backFailed', by: 'clock' },
      again: {
        label: text('随同一交易重新解冻', 'Again with its trade'),
        from: ['failed'],
        to: 'planned',
        by: 'clock',
      },
      retry: {
        label: text('重新分账', 'Share again'),
        from: ['failed'],
        to: 'planned',
        by: 'staff',
        tone: 'primary',
        wire: at('retry'),
      },
      giveUp: {
        label: text('不再分账', 'Drop'),
        from: ['failed'],
        to: 'cancelled',
        by: 'staff',
        tone: 'danger',
        ask: { failure: str(text('原因', 'Why'), { required: true, max: 200 }) },
        notes: { remark: 'failure' },
        wire: at('giveUp'),
      },
      callBack: {
        label: text('收回', 'Call back'),
        from: ['done', 'backFailed'],
        to: 'returning',
        by: 'staff',
        tone: 'danger',
        when: [
          { field: 'shareKind', is: ['part'] },
          { field: 'payType', is: ['wechat'] },
        ],
        ask: { failure: str(text('原因', 'Why'), { required: true, max: 200 }) },
        notes: { remark: 'failure' },
        wire: at('callBack'),
      },
    },
  }),
});

import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { date, dateTime, integer, json, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { payTypes } from './words.ts';

export const reconcileAgain = call({
  name: 'channelDay.reconcile',
  title: text('重新对账', 'Compare again'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/channelDay/reconcile',
  permission: 'channelDay:reconcile',
  answer: 'object',
  input: { recordId: relation(text('日账单', 'Day'), (): Resource => channelDay, { required: true, alias: ['id'] }) },
  note: text(
    '重新下载该日渠道账单并逐笔核对，答 status、differences',
    'Downloads the channel’s bill of that day again and compares it line by line; answers status and differences',
  ),
});

/** A day of a merchant account: the channel's bill beside what was booked. Right when every line agrees. */
export const channelDay = resource({
  name: 'channelDay',
  title: text('渠道日账单', 'Daily channel statements'),
  area: 'billing',
  route: '/fundmanage/channelbill',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'detail', 'export'],
  wire: { base: '/api/gatehouse/channelDay', key: 'recordId' },
  help: text(
    '每天 10:30 下载各商户前一日账单，与入账逐笔核对；按渠道的时间归日。',
    'At 10:30 each day the bills of the day before are held against the books line by line; days are the channel’s.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    day: date(text('账单日', 'Day'), { search: true }),
    payType: select(text('渠道', 'Channel'), payTypes, { search: true }),
    merchantNo: str(text('商户号', 'Merchant'), { search: true }),
    configId: str(text('支付接口配置', 'Account'), { hidden: true }),
    status: select(
      text('结果', 'Result'),
      {
        matched: text('一致', 'Matched'),
        differs: text('有差异', 'Differs'),
        failed: text('未取得账单', 'No statement'),
      },
      { search: true, tones: { matched: 'ok', differs: 'bad', failed: 'warn' } },
    ),
    ourFen: money(text('我方收款', 'Our payments')),
    theirFen: money(text('渠道收款', 'Channel payments')),
    ourRefundFen: money(text('我方退款', 'Our refunds')),
    theirRefundFen: money(text('渠道退款', 'Channel refunds')),
    feeFen: money(text('账单手续费', 'Fees on the bill'), {
      help: text('收款收取的减退款退回的', 'Taken of payments less given back with refunds'),
    }),
    /** Fees of its lines beside what of ours they stand for, as `feesOf` groups them. */
    fees: json(text('逐笔手续费', 'Fees by line'), { hidden: true }),
    lines: integer(text('账单笔数', 'Lines')),
    late: integer(text('补入账笔数', 'Booked late'), {
      help: text('通知与查询都没有得到、由账单补记的付款', 'Payments found by neither notices nor queries'),
    }),
    differences: integer(text('差异笔数', 'Differences')),
    unknown: longText(text('无法认领的交易', 'Unmatched transactions'), {
      help: text(
        '账单上有而本系统从未发起的交易：商户号可能也在别处使用',
        'On the bill but never begun here: the account may be used elsewhere too',
      ),
    }),
    unknownFen: money(text('无法认领净额', 'Unmatched net')),
    comparedTime: dateTime(text('对账时间', 'Compared at')),
    fault: str(text('原因', 'Why'), { max: 300 }),
  },
  display: 'merchantNo',
  unique: [['configId', 'day']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'ourFen',
    'theirFen',
    'payType',
    'status',
    'differences',
    'feeFen',
    'ourRefundFen',
    'theirRefundFen',
    'late',
    'companyId',
    'merchantNo',
    'comparedTime',
  ],
  totals: ['ourFen', 'theirFen', 'ourRefundFen', 'theirRefundFen', 'feeFen'],
  rights: { reconcile: text('重新对账', 'Compare again') },
  actions: [{ call: reconcileAgain, key: 'recordId' }],
});

import { lotFilters } from '#areas/lot/model/lot-filters.ts';
import { byDay, byField, count, fieldsOf, report, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { settlementRecord } from './settlement.ts';

/** The settlements by day and company: what came, what it cost, what arrives, and what is still open of it. */
export const settlementDays = report({
  name: 'settlementDays',
  title: text('结算日汇总', 'Settlements by day'),
  area: 'fund',
  route: '/fundmanage/settlementdays',
  help: text(
    '每日每单位的收款、手续费与应到账，以及还有几笔没有确认。',
    'By day and company what was received, the fees, what arrives, and how many are not confirmed yet.',
  ),
  wire: { path: '/api/gatehouse/report/settlementDays' },
  from: settlementRecord,
  time: 'day',
  group: { day: byDay(text('结算日', 'Day')), companyId: byField('companyId') },
  measures: {
    records: count(text('结算单', 'Settlements')),
    open: count(text('未确认', 'Not confirmed'), { status: ['counting', 'differs', 'counted', 'checked'] }),
    differs: count(text('有差异', 'Differ'), { status: 'differs' }),
    grossFen: sum('grossFen'),
    refundFen: sum('refundFen'),
    adjustFen: sum('adjustFen'),
    channelFeeFen: sum('channelFeeFen'),
    shareFen: sum('shareFen'),
    netFen: sum('netFen'),
    serviceFeeFen: sum('serviceFeeFen'),
    couponFen: sum('couponFen'),
    dueFen: sum('dueFen'),
  },
  filters: { ...lotFilters, ...fieldsOf(settlementRecord, 'payType', 'mode') },
  tiles: ['grossFen', 'refundFen', 'channelFeeFen', 'netFen', 'dueFen', 'open'],
  chart: { kind: 'bar', x: 'day', y: ['netFen'] },
  order: { by: 'day', desc: true },
});

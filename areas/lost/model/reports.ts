import { byField, count, fieldsOf, report, share } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { lostItem } from './lost-item.ts';

/** What was found, by kind, and how much of it found its owner. */
export const lostSum = report({
  name: 'lostSum',
  title: text('失物统计', 'Lost property summary'),
  area: 'lost',
  route: '/rdoperatingcenter/lostSum',
  help: text(
    '按拾到时间统计各类失物的去向；归还率＝已归还÷拾到。',
    'What became of items by the time they were found; the share returned is returned over found.',
  ),
  wire: { path: '/api/gatehouse/lostSum', export: '/api/gatehouse/lostSum/export' },
  from: lostItem,
  time: 'foundTime',
  group: { itemKind: byField('itemKind') },
  measures: {
    found: count(text('拾到', 'Found')),
    stored: count(text('保管中', 'Stored'), { status: 'stored' }),
    returned: count(text('已归还', 'Returned'), { status: 'returned' }),
    handedOver: count(text('已移交公安', 'Handed to the police'), { status: 'handedOver' }),
    disposed: count(text('已处置', 'Disposed of'), { status: 'disposed' }),
    returnedShare: share(text('归还率', 'Share returned'), 'returned', 'found'),
  },
  filters: fieldsOf(lostItem, 'companyId', 'parkId'),
  defaultDays: 30,
  tiles: ['found', 'stored', 'returned', 'returnedShare'],
  chart: { kind: 'bar', x: 'itemKind', y: ['returned', 'stored', 'handedOver', 'disposed'] },
  order: { by: 'found', desc: true },
});

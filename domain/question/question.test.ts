/**
 * Questions are read the same way everywhere: days, places and choices out of the text, the rest matched with the words
 * of reports.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';

import { spanIn, yearBefore, yearBeforeIn } from './period.ts';
import { readQuestion, tokensOf } from './question.ts';
import type { Subject } from './question.ts';

// A Thursday.
const today = '2026-11-26';
const span = (text: string): string => {
  const found = spanIn(text, today);
  return found ? `${found.value.from} ${found.value.to}` : '';
};

test('days are read in both languages; weeks begin on Monday, what is under way ends today', () => {
  const read: Record<string, string> = {
    今天的收入: '2026-11-26 2026-11-26',
    'cash of yesterday': '2026-11-25 2026-11-25',
    前天: '2026-11-24 2026-11-24',
    'this week': '2026-11-23 2026-11-26',
    上周: '2026-11-16 2026-11-22',
    'last week': '2026-11-16 2026-11-22',
    本月: '2026-11-01 2026-11-26',
    上个月: '2026-10-01 2026-10-31',
    'last month': '2026-10-01 2026-10-31',
    'last quarter': '2026-07-01 2026-09-30',
    本季度: '2026-10-01 2026-11-26',
    今年: '2026-01-01 2026-11-26',
    'last year': '2025-01-01 2025-12-31',
    '近 30 天': '2026-10-28 2026-11-26',
    'last 7 days': '2026-11-20 2026-11-26',
    'last 3 months': '2026-08-29 2026-11-26',
    '9月退款': '2026-09-01 2026-09-30',
    '12月': '2025-12-01 2025-12-31',
    去年2月: '2025-02-01 2025-02-28',
    '2024年2月': '2024-02-01 2024-02-29',
    'refunds of october': '2026-10-01 2026-10-31',
    'december 2025': '2025-12-01 2025-12-31',
    '2026-11-01 至 2026-11-10': '2026-11-01 2026-11-10',
    '2026-11-05': '2026-11-05 2026-11-05',
    '2026-08': '2026-08-01 2026-08-31',
  };
  for (const [text, expected] of Object.entries(read)) assert.equal(span(text), expected, text);
  for (const text of ['may i see it', '13月', '2026-02-30', '近 0 天', '车道收费']) assert.equal(span(text), '', text);
});

test('the same days of the year before: whole months stay whole, also in February', () => {
  assert.deepEqual(yearBefore({ from: '2026-10-01', to: '2026-10-31' }), { from: '2025-10-01', to: '2025-10-31' });
  assert.deepEqual(yearBefore({ from: '2025-02-01', to: '2025-02-28' }), { from: '2024-02-01', to: '2024-02-29' });
  assert.deepEqual(yearBefore({ from: '2026-11-16', to: '2026-11-22' }), { from: '2025-11-16', to: '2025-11-22' });
  for (const text of ['同比', '比去年', '与去年同期相比', 'against last year', 'vs last year', 'year on year'])
    assert.ok(yearBeforeIn(text), text);
});

const choice = (param: string, value: string, ...labels: string[]) => ({ param, value, labels });
const subjects: Subject[] = [
  {
    key: 'laneFees',
    title: ['车道收费报表', 'Fees by lane'],
    lines: ['车道', 'Lane'],
    figures: ['现金', 'Cash', '线上', 'Online', '退款', 'Refunds'],
    choices: [],
  },
  {
    key: 'daySum',
    title: ['日收费汇总', 'Daily fee summary'],
    lines: ['日期', 'Day'],
    figures: ['入场', 'Entries', '现金', 'Cash', '退款', 'Refunds'],
    choices: [],
  },
  {
    key: 'payTypes',
    title: ['支付方式汇总', 'Payments by type'],
    lines: ['支付方式', 'Paid by'],
    figures: ['金额', 'Amount', '退款', 'Refunded'],
    choices: [choice('payType', 'wechat', '微信', 'WeChat'), choice('payType', 'cash', '现金支付', 'Paid in cash')],
  },
  {
    key: 'passes',
    title: ['月租车统计', 'Monthly passes'],
    lines: ['车场', 'Car park'],
    figures: ['数量', 'Number'],
    choices: [],
  },
];
const places = [
  { id: '1', name: '云汇广场停车场' },
  { id: '2', name: '云汇广场二期停车场' },
  { id: '3', name: 'North Car Park' },
];
const best = (question: string) => readQuestion(question, today, subjects, places)[0];

test('the report that matches the question comes first, in both languages', () => {
  assert.equal(best('cash of last week by lane against last year')?.key, 'laneFees');
  assert.equal(best('上周按车道的现金，比去年')?.key, 'laneFees');
  assert.equal(best('income per day this month')?.key, 'daySum');
  assert.equal(best('本月每日收费汇总')?.key, 'daySum');
  assert.equal(best('how many monthly passes')?.key, 'passes');
  assert.equal(best('退款按支付方式')?.key, 'payTypes');
});

test('days, car park and choices are read out; the longest name of a car park counts', () => {
  const reading = best('上月云汇广场二期微信按支付方式')!;
  assert.deepEqual(
    [reading.key, reading.span, reading.place?.id, reading.choices.map(({ value }) => value)],
    ['payTypes', { from: '2026-10-01', to: '2026-10-31' }, '2', ['wechat']],
  );
  assert.equal(best('cash by lane at north car park')?.place?.id, '3');
  const compared = best('cash of last week by lane against last year')!;
  assert.deepEqual(compared.before, { from: '2025-11-16', to: '2025-11-22' });
});

test('what no report speaks of has no answer', () => {
  for (const question of ['the weather in paris', '今天天气怎么样', '', '???', '浙A12345'])
    assert.deepEqual(readQuestion(question, today, subjects, places), [], question);
});

test('whatever is typed is answered or not, never with an error, and the same each time', () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc
      .array(
        fc.constantFrom('上周', 'by', 'lane', '现金', '(', '\\', '2026-11-', '[', '近', '99', '个月', 'last', 'vs'),
      )
      .map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(typed, (question) => {
      const once = readQuestion(question, today, subjects, places);
      assert.deepEqual(readQuestion(question, today, subjects, places), once);
      assert.ok(once.every(({ span: of }) => of === null || of.from <= of.to));
    }),
  );
});

test('words count without their endings, Chinese in pairs, and small words not at all', () => {
  assert.deepEqual(tokensOf('How many refunds by lanes'), ['refund', 'lane']);
  assert.deepEqual(tokensOf('请问上周的退款是多少'), ['上周', '退款']);
});

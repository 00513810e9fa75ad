import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answered } from '#areas/report/model/question.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const answersTo = (question: string, as = 'groupAdmin', lang: 'zh' | 'en' = 'zh'): Promise<Answered[]> =>
  product.must('GET', '/api/gatehouse/question', { question }, { as, lang });

/** The first of these is looked for among the first two answers. */
const QUESTIONS: readonly (readonly [question: string, report: string])[] = [
  ['上周每日收费汇总', 'daySum'],
  ['daily fee summary of last week', 'daySum'],
  ['上月各月收费汇总', 'monthFeeSum'],
  ['payments by type this month', 'payTypeSum'],
  ['本月支付方式汇总', 'payTypeSum'],
  ['refunds this month by car park', 'parkFees'],
  ['昨天各收费员的现金', 'userFees'],
  ['occupancy by hour last week', 'occupancyHours'],
  ['车位周转率', 'spaceTurnover'],
  ['how long do vehicles stay', 'stayLengths'],
];

test('questions in plain words find the report that was made for them', async () => {
  for (const [question, report] of QUESTIONS) {
    const found = await answersTo(question, 'groupAdmin', /[a-z]/.test(question) ? 'en' : 'zh');
    assert.ok(
      found.slice(0, 2).some((each) => each.report === report),
      `${question}: ${found.map((each) => each.report).join(', ')}`,
    );
  }
});

test('days and car park of the question stand in the address, and the year before beside it', async () => {
  await product.park(product.companies.first, '云汇广场停车场');
  const [first, earlier] = await answersTo('上周云汇广场日收费汇总，与去年同期相比');
  const query = new URL(`http://x${first!.address}`).searchParams;
  assert.match(first!.address, /^\/static\/chartDaySum\?/);
  assert.match(query.get('startTime')!, /^\d{4}-\d{2}-\d{2} 00:00:00$/);
  assert.ok(query.get('parkId'));
  assert.ok(first!.phrases.includes('云汇广场停车场'));
  const start = new URL(`http://x${earlier!.address}`).searchParams.get('startTime')!;
  assert.equal(Number(start.slice(0, 4)), Number(query.get('startTime')!.slice(0, 4)) - 1);
});

test('nobody is led to a report without permission, nor shown the name of another company’s car park', async () => {
  assert.deepEqual(await answersTo('上周日收费汇总', 'nobody'), []);
  await product.park(product.companies.second, '南站枢纽停车场');
  const answers = await answersTo('上周南站枢纽停车场的日收费汇总');
  assert.ok(
    answers.every(({ phrases, address }) => !phrases.includes('南站枢纽停车场') && !address.includes('parkId')),
  );
  const own = await answersTo('上周南站枢纽停车场的日收费汇总', 'otherTenant');
  assert.ok(own.some(({ phrases }) => phrases.includes('南站枢纽停车场')));
});

test('a question must be there, and no longer than one line', async () => {
  for (const question of ['', 'x'.repeat(121)])
    assert.equal((await product.ask('GET', '/api/gatehouse/question', { question }, { as: 'groupAdmin' })).status, 400);
});

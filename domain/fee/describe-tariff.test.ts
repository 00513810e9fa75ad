import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { describeRule } from './describe.ts';
import type { Tariff } from './form.ts';
import { tariffs } from './tariff-arbitrary.fixture.ts';

const chinese = /[\u4e00-\u9fff]/;
const folder = join(import.meta.dirname, 'tariffs');
const published = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; tariff: Tariff },
);
const describe = (id: string) => describeRule(published.find((each) => each.id === id)!.tariff);

test('times, amounts by vehicle, conditions and steps are all described', () => {
  assert.equal(
    describe('cn-chengdu-roadside-c1').zh,
    '免费15分钟（超出后从头计费，恰好等于时不免），日间（08:00–19:00）：首1小时10.00元，之后每30分钟3.00元，每次进入重新计，时段结束即作废，夜间（19:00–08:00）：每4小时按车辆种类〔small 2.00元、large 3.00元〕，每次进入重新计，时段结束即作废',
  );
  assert.equal(
    describe('uk-london-stgeorges-hospital').en,
    '06:00–22:00: CNY 2.50 per hour for 8 hours, then CNY 5.00 once, resets daily, unused unit time lapses',
  );
  assert.ok(describe('kr-incheon-airport').zh.startsWith('短时停车场（zone为short）：免费10分钟'));
});

test('every published tariff is described in both languages', () => {
  for (const { id, tariff } of published) {
    const { zh, en } = describeRule(tariff);
    assert.ok(chinese.test(zh) && !chinese.test(en), `${id}: ${en}`);
    assert.doesNotMatch(`${zh} ${en}`, /undefined|NaN|\[object/, id);
  }
});

test('two tariffs that differ in one thing read differently', () => {
  const topics = ['windows', 'again', 'edge', 'ladder'] as const;
  let looked = 0;
  fc.assert(
    fc.property(tariffs, tariffs, fc.constantFrom(...topics), (one, other, topic) => {
      const [scheme, from] = [one.schemes[0]!, other.schemes[0]!];
      const meters = scheme.meters.map((meter, nth) =>
        nth === 0 ? { ...meter, [topic]: from.meters[0]![topic] } : meter,
      );
      const caps: Tariff = { ...one, schemes: [{ ...scheme, after: from.after ?? [] }] };
      for (const changed of [
        { ...one, schemes: [{ ...scheme, meters }] },
        ...(from.meters.length === scheme.meters.length ? [caps] : []),
      ] as Tariff[]) {
        if (JSON.stringify(changed) === JSON.stringify(one)) continue;
        looked += 1;
        assert.notEqual(describeRule(changed).zh, describeRule(one).zh);
        assert.notEqual(describeRule(changed).en, describeRule(one).en);
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(looked > 400);
});

test('seasons, nights that cost more, reductions with a maximum and one-time free minutes are described', () => {
  const label = { zh: '过夜费', en: 'Overnight' };
  const { zh, en } = describeRule({
    form: 2,
    seasons: [
      { id: 'peak', months: [7, 8], windows: [{ from: '17:00', to: '19:00', days: ['workday'] }] },
      { id: 'feast', from: '12-20', to: '01-06' },
    ],
    schemes: [
      {
        free: { minutes: 15, lost: false, once: 'day' },
        meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ fen: 1000 }] }],
        after: [
          { plus: 3000, label, each: { from: '02:00', to: '05:00' } },
          { less: { percent: 50, atMost: 2000 }, label: { zh: '住客', en: 'Guest' } },
        ],
      },
    ],
  });
  assert.equal(
    zh,
    '免费15分钟（同车每日一次），每次10.00元，过夜费加收30.00元（每经过02:00–05:00），住客减50%，至多20.00元；季节 peak：7、8月，工作日 17:00–19:00；季节 feast：12-20 至 01-06',
  );
  assert.equal(
    en,
    '15 minutes free (once a plate per day), CNY 10.00 per visit, Overnight plus CNY 30.00 (each time in 02:00–05:00), Guest less 50%, at most CNY 20.00; season peak: months 7, 8, working days 17:00–19:00; season feast: 12-20 to 01-06',
  );
});

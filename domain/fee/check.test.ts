import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { rules } from './arbitrary.fixture.ts';
import { checkRule, readRule } from './check.ts';
import { describeRule } from './describe.ts';
import type { FeeRule } from './types.ts';

const RULE: FeeRule = {
  form: 1,
  kind: 'simple',
  freeMinutes: 15,
  freeMinutesCounted: false,
  firstMinutes: 60,
  firstFen: 500,
  unitMinutes: 30,
  unitFen: 200,
  dayCapFen: 3000,
  dayCapBasis: 'natural-day',
  roundUp: true,
};

test('each fault names its field in both languages', () => {
  const faults: [object, string][] = [
    [{ form: 3 }, 'form'],
    [{ kind: 'tiers' }, 'kind'],
    [{ freeMinutes: -1 }, 'freeMinutes'],
    [{ freeMinutes: 1.5 }, 'freeMinutes'],
    [{ unitMinutes: 0 }, 'unitMinutes'],
    [{ unitFen: '200' }, 'unitFen'],
    [{ unitFen: undefined }, 'unitFen'],
    [{ dayCapFen: 0 }, 'dayCapFen'],
    [{ dayCapBasis: 'week' }, 'dayCapBasis'],
    [{ roundUp: 1 }, 'roundUp'],
    [{ freeMinutesCounted: undefined }, 'freeMinutesCounted'],
    [{ firstFen: undefined }, 'firstFen'],
    [{ firstMinutes: undefined }, 'firstMinutes'],
    [{ unitfen: 3 }, 'unitfen'],
    [{ dayCapFen: null }, 'dayCapFen'],
    [{ unitFen: Number.NaN }, 'unitFen'],
  ];
  for (const [fault, field] of faults) {
    const problems = checkRule({ ...RULE, ...fault });
    assert.deepEqual(
      problems.map((problem) => problem.field),
      [field],
      JSON.stringify(fault),
    );
    assert.match(problems[0]!.words.zh, /\p{Script=Han}/u);
    assert.match(problems[0]!.words.en, /^[A-Z]/);
  }
  for (const none of [null, undefined, 3, 'rule', []]) assert.equal(checkRule(none)[0]?.field, '');
});

test('a price per visit allows no first period and no cap', () => {
  assert.deepEqual(
    checkRule({ ...RULE, perVisitFen: 1000 }).map((problem) => problem.field),
    ['firstMinutes', 'firstFen', 'dayCapFen'],
  );
});

test('empty fields of a form may be null', () => {
  const { firstMinutes: _m, firstFen: _f, ...plain } = RULE;
  assert.deepEqual(readRule({ ...plain, firstMinutes: null, firstFen: null }), { rule: plain });
  assert.ok('problems' in readRule({ ...plain, unitFen: null }));
  assert.ok('problems' in readRule(null));
});

test('a rule is described in one line of plain words', () => {
  assert.equal(describeRule(RULE).zh, '免费15分钟，首1小时5.00元，之后每30分钟2.00元，每日封顶30.00元');
  assert.equal(
    describeRule(RULE).en,
    '15 minutes free, first 1 hour CNY 5.00, then CNY 2.00 per 30 minutes, at most CNY 30.00 per day',
  );
  const { firstMinutes: _m, firstFen: _f, ...plain } = RULE;
  assert.equal(
    describeRule({ ...plain, freeMinutesCounted: true, dayCapBasis: 'rolling-24h', roundUp: false }).zh,
    '免费15分钟（超出后从入场起计费），每30分钟2.00元，不足一个单元不计，每24小时封顶30.00元',
  );
  const { dayCapFen: _c, ...uncapped } = plain;
  assert.equal(describeRule({ ...uncapped, freeMinutes: 0, perVisitFen: 1000 }).zh, '每次10.00元');
  assert.equal(describeRule({ ...uncapped, freeMinutes: 0, perVisitFen: 1000 }).en, 'CNY 10.00 per visit');
});

test('rules survive being stored as JSON and have words in both languages', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      assert.deepEqual(readRule(JSON.parse(JSON.stringify(rule))), { rule });
      const { zh, en } = describeRule(rule);
      assert.ok(/\p{Script=Han}/u.test(zh) && /^[A-Z0-9][\x20-\x7e]+$/.test(en));
    }),
  );
});

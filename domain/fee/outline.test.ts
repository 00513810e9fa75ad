/** A tariff's outline leaves nothing out: it has each price, time and length, in both languages. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FeeRule } from './types.ts';
import { outline } from './outline.ts';
import { amountWords, minutesWords, perWords } from './words.ts';
import type { Words } from './words.ts';

const folder = join(import.meta.dirname, 'tariffs');
const tariffs = globSync('*.json', { cwd: folder })
  .sort()
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; tariff: FeeRule });
const words = (rule: FeeRule, lang: 'zh' | 'en'): string =>
  outline(rule)
    .flatMap(({ title, lines }) => [title, ...lines])
    .map((each) => each[lang])
    .join('\n');

const PRICES = new Set(['fen', 'cap', 'atLeast', 'plus', 'roundTo']);
const LENGTHS = new Set([
  'minutes',
  'unitMinutes',
  'perMinutes',
  'maxStayMinutes',
  'stayAtMostMinutes',
  'withinMinutes',
  'leaveMinutes',
]);

/** Everything a rule names, as its words must say it. */
function* facts(json: unknown, name = '', within = ''): Generator<Words & { per?: Words }> {
  if (Array.isArray(json)) for (const each of json) yield* facts(each, name, within);
  else if (typeof json === 'object' && json !== null)
    for (const [key, value] of Object.entries(json))
      yield* facts(value, ['of', 'else'].includes(key) || within === 'of' ? name : key, key);
  else if (typeof json === 'number' && PRICES.has(name) && within !== 'value') yield amountWords(json);
  else if (typeof json === 'number' && LENGTHS.has(name)) yield { ...minutesWords(json), per: perWords(json) };
  else if (typeof json === 'string' && /^\d\d:\d\d$/.test(json)) yield { zh: json, en: json };
}

for (const { id, tariff } of tariffs) {
  test(`${id} is described in full`, () => {
    const plain = JSON.parse(
      JSON.stringify(tariff, (name, value: unknown) => (['when', 'gifts'].includes(name) ? undefined : value)),
    ) as unknown;
    for (const lang of ['zh', 'en'] as const) {
      const outlineText = words(tariff, lang).toLowerCase();
      for (const { [lang]: fact, per } of facts(plain))
        assert.ok(
          [fact, per?.[lang] ?? fact].some((each) => outlineText.includes(each.toLowerCase())),
          `${lang} does not say ${fact}:\n${outlineText}`,
        );
    }
    assert.doesNotMatch(words(tariff, 'en'), /[\u4e00-\u9fff]|undefined|\[object/);
    assert.doesNotMatch(words(tariff, 'zh'), /undefined|\[object/);
  });
}

test('other time is spoken of where there is any', () => {
  const meter = (id: string, window: object) => ({
    id,
    windows: [window],
    again: 'stay' as const,
    edge: 'runs-on' as const,
    ladder: [{ unitMinutes: 15, fen: 400 }],
  });
  const says = (...windows: object[]): boolean =>
    words({ form: 2, schemes: [{ meters: windows.map((window, nth) => meter(`m${nth}`, window)) }] }, 'zh').includes(
      '其余时间免费',
    );
  assert.deepEqual(
    [
      says({ from: '08:00', to: '22:00' }),
      says({ from: '08:00', to: '22:00' }, { from: '22:00', to: '08:00' }),
      says({ from: '00:00', to: '24:00' }),
      says({ from: '08:00', to: '08:00' }),
    ],
    [true, false, false, false],
  );
  assert.deepEqual(
    [
      says({ from: '08:00', to: '22:00' }, { from: '22:00', to: '07:59' }),
      says({ from: '12:00', to: '24:00' }, { from: '00:00', to: '13:00' }),
      says({ days: ['workday'] }),
      says({ area: 'vip' }),
      says({ from: '08:00' }, { from: '00:00', to: '08:00', days: ['workday'] }),
    ],
    [true, false, true, true, true],
  );
});

test('a simple rule is described as its equivalent tariff', () => {
  const outlineText = words(
    {
      form: 1,
      kind: 'simple',
      freeMinutes: 15,
      freeMinutesCounted: true,
      firstMinutes: 60,
      firstFen: 1000,
      unitMinutes: 30,
      unitFen: 300,
      dayCapFen: 5000,
      dayCapBasis: 'natural-day',
      roundUp: true,
    },
    'zh',
  );
  assert.equal(
    outlineText,
    '通则\n免费15分钟（超出后从头计费）\n计费（全部时间）\n首1小时10.00元\n之后每30分钟3.00元\n整次停车连续计\n最后\n每日封顶50.00元',
  );
});

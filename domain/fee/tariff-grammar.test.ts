import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { checkRule } from './check.ts';
import { checkTariff } from './tariff-grammar.ts';
import { tariffs } from './tariff-arbitrary.fixture.ts';

const folder = join(import.meta.dirname, 'tariffs');
const published = readdirSync(folder).map(
  (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { tariff: Record<string, unknown> }).tariff,
);

test('the published and the random tariffs are tariffs', () => {
  for (const tariff of published) assert.deepEqual(checkRule(tariff), []);
  fc.assert(fc.property(tariffs, (tariff) => assert.deepEqual(checkTariff(tariff), [])));
});

/** Paths to everything inside. */
const paths = (value: unknown, path: readonly (string | number)[] = []): (string | number)[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => {
        const own = [...path, Array.isArray(value) ? Number(name) : name];
        return [own, ...paths(each, own)];
      });

function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const copy = structuredClone(value) as Record<string | number, never>;
  const at = path.slice(0, -1).reduce((inner, name) => inner[name]!, copy);
  (at as Record<string | number, unknown>)[path.at(-1)!] = to;
  return copy;
}

test('whatever is put in the place of any part, a tariff with a wrong part is not let pass, and the fault names its place', () => {
  const wrongs = [null, -1, -1.5, '', [[]], { zh: 'x' }, { 'no name': 'x' }, Number.NaN, 1e12];
  fc.assert(
    fc.property(fc.constantFrom(...published), fc.nat(), fc.constantFrom(...wrongs), (tariff, which, wrong) => {
      const all = paths(tariff);
      const path = all[which % all.length]!;
      const problems = checkTariff(changed(tariff, path, wrong));
      assert.ok(problems.length > 0, `${path.join('.')} = ${JSON.stringify(wrong)}`);
      const top = path
        .map((name, nth) => (typeof name === 'number' ? `[${name}]` : nth === 0 ? name : `.${name}`))
        .join('')
        .split('.')
        .slice(0, 1)[0]!;
      assert.ok(problems.every(({ field, words }) => field !== '' && words.zh !== '' && words.en !== ''));
      assert.ok(problems.some(({ field }) => field.startsWith(top.split('[')[0]!)));
    }),
    { numRuns: 3000 },
  );
});

test('an error names its path in both languages', () => {
  assert.deepEqual(
    checkTariff({
      form: 2,
      schemes: [{ meters: [{ id: 'day', again: 'dai', edge: 'ends', ladder: [{ unitMinutes: 0, fen: 100 }] }] }],
    }),
    [
      {
        field: 'schemes[0].meters[0].again',
        words: {
          zh: '须为其中之一：stay、piece、day、week、month',
          en: 'must be one of stay, piece, day, week, month',
        },
      },
      {
        field: 'schemes[0].meters[0].ladder[0].unitMinutes',
        words: { zh: '须为1至527040的整数', en: 'must be a whole number from 1 to 527040' },
      },
    ],
  );
  const fields = (tariff: unknown) => checkTariff(tariff).map(({ field }) => field);
  const meter = { id: 'a', again: 'stay', edge: 'ends', ladder: [{ fen: 100 }, { unitMinutes: 30, fen: 200 }] };
  assert.deepEqual(
    fields({
      form: 2,
      schemes: [{ meters: [meter, meter], after: [{ cap: 100, per: 'day', of: ['b'] }, { what: 1 }] }],
    }),
    ['schemes[0].after[1]'],
  );
  assert.deepEqual(
    fields({ form: 2, schemes: [{ meters: [meter, meter], after: [{ cap: 100, per: 'day', of: ['b'] }] }] }),
    [
      'schemes[0].meters[0].ladder[0].minutes',
      'schemes[0].meters[1].id',
      'schemes[0].meters[1].ladder[0].minutes',
      'schemes[0].after[0].of',
    ],
  );
});

test('no span is so short that a stay of years falls into millions of lines', () => {
  const again = (minutes: number) =>
    checkTariff({
      form: 2,
      schemes: [
        {
          meters: [{ id: 'a', again: { minutes }, edge: 'ends', ladder: [{ unitMinutes: 1, fen: 1 }] }],
          after: [{ cap: 5, per: { minutes } }],
        },
      ],
    }).map(({ field }) => field);
  assert.deepEqual(
    [again(59), again(60)],
    [['schemes[0].meters[0].again.minutes', 'schemes[0].after[0].per.minutes'], []],
  );
});

test('every tariff shown in the documentation is one', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'fee-rules.md'), 'utf8');
  const shown = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown);
  assert.equal(shown.length, 5);
  for (const tariff of shown) assert.deepEqual(checkTariff(tariff), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './check.ts';
import type { Field, Kind } from './field.ts';
import { sampleOf, wrongSampleOf } from './sample.ts';
import { text } from './text.ts';

const kinds: Kind[] = [
  'text',
  'longText',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'select',
  'multiSelect',
  'relation',
  'relations',
  'plate',
  'phone',
  'idCard',
  'email',
  'url',
  'date',
  'month',
  'dateTime',
  'timeOfDay',
  'duration',
  'colour',
  'image',
  'file',
  'geoPoint',
  'json',
  'secret',
  'cron',
];
const label = text('字段', 'Field');
const options = { a: text('甲', 'A'), b: text('乙', 'B') };
const fieldOf = (kind: Kind, more: Partial<Field> = {}): Field => ({
  kind,
  label,
  ...(kind.includes('elect') ? { options } : {}),
  ...more,
});
const sampling = (nth: number) => ({
  nth,
  now: Date.UTC(2026, 4, 1),
  idOf: () => '01980000-0000-7000-8000-000000000001',
});

test('every kind has samples that its check accepts', () => {
  for (const kind of kinds)
    for (let nth = 0; nth < 300; nth++) {
      const checked = check(fieldOf(kind), sampleOf(fieldOf(kind), sampling(nth)));
      assert.equal(checked.problem, undefined, `${kind} ${nth}: ${checked.problem?.en}`);
    }
});

test('samples keep to the bounds of their field', () => {
  for (const kind of ['integer', 'money', 'percent', 'decimal', 'text'] as Kind[])
    for (const [min, max] of [
      [1, 1],
      [3, 7],
      [5, 20],
    ] as const)
      for (let nth = 0; nth < 50; nth++) {
        const field = fieldOf(kind, { min, max });
        const checked = check(field, sampleOf(field, sampling(nth)));
        assert.equal(checked.problem, undefined, `${kind} ${min}-${max} ${nth}: ${checked.problem?.en}`);
      }
});

test('every kind has a value that its check refuses in both languages', () => {
  for (const kind of kinds) {
    const { problem } = check(fieldOf(kind), wrongSampleOf(fieldOf(kind)));
    assert.ok(problem && problem.zh && problem.en, kind);
  }
});

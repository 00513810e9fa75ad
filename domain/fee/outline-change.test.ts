/**
 * What is shown before a version is published: every sentence it adds to the one in force or takes from it, and no
 * other.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { outline } from './outline.ts';
import { outlineChanges } from './outline-change.ts';
import type { FeeRule, SimpleRule } from './types.ts';

const folder = join(import.meta.dirname, 'tariffs');
const tariffs = globSync('*.json', { cwd: folder })
  .sort()
  .map((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { tariff: FeeRule }).tariff);
const sentences = (rule: FeeRule): string[] =>
  outline(rule)
    .flatMap(({ title, lines }) => lines.map(({ zh }) => `${title.zh}：${zh}`))
    .sort();

test('a tariff differs from itself in nothing', () => {
  for (const rule of tariffs) assert.deepEqual(outlineChanges(rule, structuredClone(rule)), []);
});

test('what is removed and added leads from one tariff’s words to the other’s', () => {
  for (const [nth, before] of tariffs.entries()) {
    const after = tariffs[(nth + 1) % tariffs.length]!;
    const left = sentences(before);
    for (const { title, removed, added } of outlineChanges(before, after)) {
      for (const { zh } of removed) {
        const at = left.indexOf(`${title.zh}：${zh}`);
        assert.ok(at >= 0, `${zh} was not there`);
        left.splice(at, 1);
      }
      left.push(...added.map(({ zh }) => `${title.zh}：${zh}`));
    }
    assert.deepEqual(left.sort(), sentences(after));
  }
});

test('one changed price is one sentence less and one more, in both languages', () => {
  const before: SimpleRule = {
    form: 1,
    kind: 'simple',
    freeMinutes: 15,
    freeMinutesCounted: true,
    unitMinutes: 60,
    unitFen: 500,
    roundUp: true,
    dayCapBasis: 'natural-day',
  };
  const changes = outlineChanges(before, { ...before, unitFen: 800 });
  assert.deepEqual(
    changes.map(({ removed, added }) => [removed.length, added.length]),
    [[1, 1]],
  );
  const [{ removed, added }] = changes as [(typeof changes)[0]];
  assert.match(removed[0]!.zh, /5/);
  assert.match(added[0]!.en, /8/);
});

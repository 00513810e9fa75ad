import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZONES } from './zone-names.ts';
import { isZone } from './zone.ts';

test('every zone this machine knows can be chosen, and every one that can be chosen is known', () => {
  assert.deepEqual(
    Intl.supportedValuesOf('timeZone').filter((zone) => !Object.hasOwn(ZONES, zone)),
    [],
  );
  assert.deepEqual(
    Object.keys(ZONES).filter((zone) => !isZone(zone)),
    [],
  );
});

test('a zone is found by its place in Chinese and by its name, of which no two are called alike', () => {
  assert.equal(ZONES['Europe/Madrid']!.zh, '西班牙（Europe/Madrid）');
  assert.equal(ZONES['Asia/Shanghai']!.zh, '北京时间（Asia/Shanghai）');
  assert.equal(ZONES['America/New_York']!.en, 'New York (America/New_York)');
  for (const lang of ['zh', 'en'] as const) {
    const labels = Object.values(ZONES).map((words) => words[lang]);
    assert.equal(new Set(labels).size, labels.length);
    assert.ok(labels.every((label) => label.length >= 2));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { initialOf, knownReadings, readingOf } from './pinyin.ts';
import { found, rank } from './rank.ts';
import type { Place } from './rank.ts';

const place = (zh: string, en: string): Place => ({ path: `/${en}`, label: text(zh, en), icon: 'dot', way: [] });
const places = [
  place('车场管理', 'Car parks'),
  place('场内车辆', 'Cars inside'),
  place('停车场区域', 'Park areas'),
  place('用户管理', 'Users'),
  place('黑名单', 'Blacklist'),
  place('费率', 'Tariffs'),
];
const names = (typed: string, lang: Lang): string[] => found(places, typed, lang).map(({ label }) => label[lang]);

test('what a label begins with comes first, in either case', () => {
  assert.deepEqual(names('CAR', 'en'), ['Car parks', 'Cars inside']);
  assert.deepEqual(names('场', 'zh'), ['场内车辆', '车场管理', '停车场区域']);
});

test('after it a word of the label, the other language, and a part of a word', () => {
  assert.deepEqual(names('park', 'en'), ['Park areas', 'Car parks']);
  assert.deepEqual(names('users', 'zh'), ['用户管理']);
  assert.deepEqual(names('管理', 'zh'), ['车场管理', '用户管理']);
  assert.deepEqual(names('arks', 'en'), ['Car parks']);
});

test('a label is found by its sound: initials or syllables', () => {
  assert.deepEqual(names('hmd', 'zh'), ['黑名单']);
  assert.deepEqual(names('heiming', 'zh'), ['黑名单']);
  assert.deepEqual(names('cnc', 'en'), ['Cars inside']);
  assert.deepEqual(names('fl', 'zh'), ['费率']);
  assert.deepEqual(names('yhgl', 'zh'), ['用户管理']);
});

test('what answers nothing is left out, and nothing typed leaves all', () => {
  assert.deepEqual(names('zzz', 'zh'), []);
  assert.equal(names(' ', 'zh').length, places.length);
  assert.equal(rank(text('用户', 'Users'), '。', 'zh'), null);
});

/** Sorted by another reading than menus have (地 de, 还 huan …), or by ü, which is typed as v. */
const otherwise = new Set('地的还泊长率绿');

test('the readings agree with the order of pinyin that the platform sorts by', () => {
  const order = new Intl.Collator('zh-u-co-pinyin');
  const sorted = [...knownReadings]
    .filter(([character]) => !otherwise.has(character))
    .sort(([a], [b]) => order.compare(a, b));
  const wrong = sorted
    .filter(([, sound], at) => at > 0 && sound < sorted[at - 1]![1])
    .map(([character, sound]) => character + sound);
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    sorted.filter(([character, sound]) => initialOf(character) !== sound[0]).map(([character]) => character),
    [],
  );
});

test('a character that no menu has yet is found by its initial', () => {
  assert.ok(!knownReadings.has('鹰'));
  assert.deepEqual(readingOf('鹰 A1'), { initials: 'ya1', whole: 'ya1' });
});

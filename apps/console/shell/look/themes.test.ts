import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, mix, readable } from './colour.ts';
import { defaultColour, firstLook, themes, tokensOf } from './themes.ts';
import type { Look } from './themes.ts';

const css = readFileSync(new URL('../../../../kit/console/look/tokens.css', import.meta.url), 'utf8');
const plain = Object.fromEntries(
  [...css.matchAll(/^ {2}--gh-([\w-]+): (.+);$/gm)].map(([, name, value]) => [name!, value!]),
);

/** The variables as they stand under a look, those that point to others followed. */
function worn(look: Look): Record<string, string> {
  const all: Record<string, string> = { ...plain, ...tokensOf(look) };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      /^var\(--gh-([\w-]+)\)$/.exec(value)?.[1] ? all[/^var\(--gh-([\w-]+)\)$/.exec(value)![1]!]! : value,
    ]),
  );
}

const read: readonly (readonly [words: string, background: string])[] = [
  ...['surface', 'raised', 'ground', 'hover'].flatMap((background) =>
    ['text', 'text-2', 'text-3', 'primary'].map((words) => [words, background] as const),
  ),
  ...['ok', 'warn', 'bad', 'info', 'muted', 'primary'].flatMap(
    (tone) =>
      [
        [tone, `${tone}-soft`],
        [tone, 'surface'],
      ] as const,
  ),
  ['text', 'primary-soft'],
  ['text-2', 'primary-soft'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-bad', 'bad'],
  ['side-text', 'side'],
  ['side-logo', 'side'],
  ['side-on', 'side-active'],
  ['top-text', 'top'],
  ['top-on', 'top'],
  ['plate', 'plate-soft'],
  ['green', 'green-soft'],
];

const colours = [defaultColour, '#ffe600', '#e91e63', '#111111', '#fafafa', '#17b3a3', '#7048c9'];

test('there are the ten themes by their names, white first', () => {
  assert.deepEqual(
    themes.map(({ name }) => name),
    ['white', 'default', 'dark', 'hey', 'star', 'vip', 'bule', 'cool', 'd2', 'renren'],
  );
  assert.deepEqual(firstLook, { theme: 'white', colour: '#409EFF', density: 'comfortable' });
  assert.deepEqual(tokensOf(firstLook), {});
});

for (const { name } of themes) {
  test(`in the theme ${name} everything can be read, whatever colour is picked`, () => {
    const poor = colours.flatMap((colour) => {
      const tokens = worn({ ...firstLook, theme: name, colour });
      return read
        .filter(([words, background]) => contrast(tokens[words]!, tokens[background]!) < 4.5)
        .map(
          ([words, background]) =>
            `${colour}: ${words} ${tokens[words]} on ${background} ${tokens[background]} ${contrast(tokens[words]!, tokens[background]!).toFixed(2)}`,
        );
    });
    assert.deepEqual(poor, []);
  });
}

test('a theme names no variable that tokens.css does not have', () => {
  for (const { name } of themes)
    assert.deepEqual(
      Object.keys(tokensOf({ theme: name, colour: '#e91e63', density: 'compact' })).filter(
        (token) => !(token in plain),
      ),
      [],
      name,
    );
});

test('a mixture lies between, and a colour moves only as far as it must to be read', () => {
  assert.equal(mix('#000000', '#ffffff', 0.5), '#808080');
  assert.equal(contrast('#000000', '#ffffff').toFixed(0), '21');
  assert.equal(readable('#222222', ['#ffffff'], 4.5, '#000000'), '#222222');
  const found = readable('#ffe600', ['#ffffff'], 4.5, '#000000');
  assert.ok(contrast(found, '#ffffff') >= 4.5 && contrast(found, '#ffffff') < 5);
});

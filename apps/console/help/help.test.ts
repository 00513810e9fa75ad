import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesByArea } from '../routes.ts';
import { shellScreens } from '../shell/screens.ts';
import { helpOf, lineOf } from './markdown.ts';
import type { Block } from './markdown.ts';
import { readHelp, readmes } from './readmes.ts';

const built = [
  ...Object.entries(routesByArea).flatMap(([area, routes]) => routes.map((route) => ({ area, route }))),
  ...shellScreens.map(({ route }) => ({ area: 'console', route })),
];
const chinese = /[\u4e00-\u9fff]/;
const serialized = (blocks: readonly Block[]): string => JSON.stringify(blocks);

test('every screen has its help in both languages, in the README of its area', () => {
  const without = built.flatMap(({ area, route }) =>
    (['zh', 'en'] as const)
      .filter((lang) => !readHelp(area, lang).screens[route]?.length)
      .map((lang) => `areas/${area}/README.md has no “### ${route}” in ${lang}`),
  );
  assert.deepEqual(without, []);
});

test('no README explains a screen that does not stand', () => {
  const stands = new Set(built.map(({ area, route }) => `${area} ${route}`));
  const gone = Object.keys(readmes).flatMap((area) =>
    (['zh', 'en'] as const).flatMap((lang) =>
      Object.keys(readHelp(area, lang).screens).map((route) => `${area} ${route}`),
    ),
  );
  assert.deepEqual(
    gone.filter((each) => !stands.has(each)),
    [],
  );
});

test('the Chinese help is Chinese and the English has none left in it', () => {
  for (const { area, route } of built) {
    assert.match(serialized(readHelp(area, 'zh').screens[route]!), chinese, route);
    assert.doesNotMatch(serialized(readHelp(area, 'en').screens[route]!), chinese, route);
  }
});

test('paragraphs, lists, tables and emphasis are distinguished, and a tag stays plain text', () => {
  assert.deepEqual(lineOf('a **b** `c` [d](e.md) <i>'), ['a ', { strong: 'b' }, ' ', { code: 'c' }, ' ', 'd', ' <i>']);
  const readme =
    '# T\n\n## 中文\n\n一\n\n### /a /b\n\n二\n- 三\n- 四\n  五\n\n| 六 | 七 |\n|---|---|\n| 八 | 九 |\n\n## English\n\none\n';
  const { general, screens } = helpOf(readme, 'zh');
  assert.deepEqual(general, [{ kind: 'words', line: ['一'] }]);
  assert.deepEqual(screens['/a'], [
    { kind: 'words', line: ['二'] },
    { kind: 'list', items: [['三'], ['四   五']] },
    { kind: 'table', head: [['六'], ['七']], rows: [[['八'], ['九']]] },
  ]);
  assert.equal(screens['/b'], screens['/a']);
  assert.deepEqual(helpOf(readme, 'en'), { general: [{ kind: 'words', line: ['one'] }], screens: {} });
});

/** What docs/design-language.md says is what the styles have. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstLook, themes, tokensOf } from './themes.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const tokens = read('kit/console/look/tokens.css');
const handbook = read('docs/design-language.md');

/** Sizes that stand for one thing each and are no step of the scale. */
const singular: ReadonlySet<string> = new Set(['10', '11', '44', '96', /* of a plan, in its own units: */ '2']);

test('words of the kit and the frame have a size of the scale', () => {
  const files = globSync(['kit/console/look/*.css', 'apps/console/**/*.css'], { cwd: root });
  const stray = files.flatMap((file) =>
    [...read(file).matchAll(/font(?:-size)?: ?(\d+)px/g)]
      .filter(([, size]) => !singular.has(size!))
      .map(([found]) => `${file}: ${found}`),
  );
  assert.ok(files.length > 10);
  assert.deepEqual(stray, []);
});

test('every colour and size that the handbook names is there', () => {
  const worn = [tokens, ...themes.map(({ name }) => JSON.stringify(tokensOf({ ...firstLook, theme: name })))].join(
    '\n',
  );
  const colours = [...new Set(handbook.match(/#[0-9a-f]{6}\b/g))];
  assert.ok(colours.length > 20);
  assert.deepEqual(
    colours.filter((colour) => !worn.includes(colour)),
    [],
  );
  const sizes = [...handbook.matchAll(/\| `--gh-([\w-]+)` \| (\d+) px \|/g)].map(
    ([, name, size]) => `--gh-${name}: ${size}px;`,
  );
  assert.equal(sizes.length, 9);
  assert.deepEqual(
    sizes.filter((each) => !tokens.includes(each)),
    [],
  );
});

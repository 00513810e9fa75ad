/** What makes the browser style more of a page than changed. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const sheets = globSync('{kit,apps,areas}/**/*.css', { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((file) => ({
  file,
  css: readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}));
const selectorsOf = (css: string): string[] =>
  [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, selectors]) =>
    selectors!.split(/,(?![^(]*\))/).map((each) => each.trim()),
  );

test('no rule is for the pseudo-elements of every element: each would be styled three times', () => {
  for (const { file, css } of sheets)
    assert.deepEqual(
      selectorsOf(css).filter((selector) => /(^|[\s>+~])\*?::(before|after)/.test(selector)),
      [],
      file,
    );
});

test('a property that is animated is not inherited: all elements below would be styled at each step', () => {
  for (const { file, css } of sheets) {
    const inherited = [...css.matchAll(/@property\s+(--[\w-]+)\s*\{([^}]*)\}/g)].filter(([, , body]) =>
      /inherits:\s*true/.test(body!),
    );
    const frames = [...css.matchAll(/@keyframes[^{]+\{((?:[^{}]*\{[^{}]*\})*)/g)].map(([, body]) => body!).join();
    assert.deepEqual(
      inherited.map(([, name]) => name).filter((name) => frames.includes(`${name}:`)),
      [],
      file,
    );
  }
});

test('what becomes busy names what changes by class or tag: :not() alone would style all that lies below', () => {
  for (const { file, css } of sheets)
    assert.deepEqual(
      selectorsOf(css).filter((selector) => /\[aria-busy[^\]]*\][^,]*[\s>]:not\([^)]*\)$/.test(selector)),
      [],
      file,
    );
});

/** The compiler is told what it cannot see in few places, and each says why. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('{domain,kit,areas,device,apps,db,tools}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.(test|fixture)\.tsx?$/.test(file),
);
/** As many as there are; from here on they only become fewer. */
const MOST = 39;

/** Lines with a cast that switches the compiler off, without those that speak of one in a comment. */
const casts = files.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, nth) =>
      /\bas unknown as\b|\bas never\b(?=[\s,;)\]}]|$)/.test(line.replace(/\/\*\*?.*|(^|\s)\/\/.*|^\s*\*.*/, ''))
        ? [`${file}:${nth + 1} ${line.trim()}`]
        : [],
    ),
);

test('casts past the compiler are few and become fewer', () => {
  assert.ok(casts.length <= MOST, `${casts.length} casts, at most ${MOST}:\n${casts.join('\n')}`);
});

/** Casts are rare, and each states its reason. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('{domain,kit,areas,device,apps,db,tools}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.(test|fixture)\.tsx?$/.test(file),
);
/** As many as there are; from here on they only become fewer. */
const MOST = 31;

const CAST = /\bas unknown as\b|\bas never\b(?=[\s,;)\]}]|$)/;

type Cast = { readonly at: string; readonly reason: string };

/** Lines with a cast that switches the compiler off, each with the comment at its end or right above it. */
const casts: readonly Cast[] = files.flatMap((file) => {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((line, nth) => {
    const code = line.replace(/\/\*\*?.*|(^|\s)\/\/.*|^\s*\*.*/, '');
    if (!CAST.test(code)) return [];
    const reason = /\s\/\/ (.+)$/.exec(line)?.[1] ?? /(?:^|\s)\/\/ (.+)$/.exec(lines[nth - 1] ?? '')?.[1] ?? '';
    return [{ at: `${file}:${nth + 1} ${line.trim()}`, reason }];
  });
});

test('casts past the compiler are few and become fewer', () => {
  assert.ok(casts.length <= MOST, `${casts.length} casts, at most ${MOST}:\n${casts.map(({ at }) => at).join('\n')}`);
});

test('each cast past the compiler says its reason', () => {
  assert.deepEqual(
    casts.filter(({ reason }) => reason === '').map(({ at }) => at),
    [],
  );
});

/** Which test files a change can touch, by what they import. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { PROJECT } from './install.mjs';

const IMPORT =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([#.][^'"\n]+)['"]|^\s*import\s*['"]([#.][^'"\n]+)['"]|\bimport\(\s*['"]([#.][^'"\n]+)['"]\s*\)/gm;
/** What decides for every test: packages, the way tests are run, the tables. */
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|tools\/prepare\/|db\/(migrations|engine)\/)/;
/**
 * These represent the whole product. The tests of an area use it as their base: they are touched by what
 * they and their area import.
 */
const WHOLE = /^test\/(test-product|conformance\/product)\.ts$/;
const PRODUCT = /^(domain|kit|areas|device|apps|db)\/|^(index\.html|vite\.config\.ts)$/;
const isTest = (file) => /\.(test|fixture)\.ts$/.test(file);

/** Files that differ from the base: committed since, staged, changed or new. */
export function changedSince(base) {
  const git = (...args) => execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

/** `main` as this clone knows it, else the commit before. */
export function defaultBase() {
  const known = (name) => {
    try {
      return execFileSync('git', ['merge-base', 'HEAD', name], {
        cwd: PROJECT,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim();
    } catch {
      return undefined;
    }
  };
  return known('main') ?? known('origin/main') ?? 'HEAD';
}

/** @returns what a file of the project names in its imports, as paths in the project */
export function importsOf(file) {
  if (!existsSync(join(PROJECT, file))) return [];
  return [...readFileSync(join(PROJECT, file), 'utf8').matchAll(IMPORT)]
    .map((found) => found[1] ?? found[2] ?? found[3])
    .map((name) => (name.startsWith('#') ? name.slice(1) : posix.join(dirname(file), name)));
}

/**
 * @param files the test files there are, as full paths
 * @param changed paths in the project
 * @returns those of `files` that the change can touch
 */
export function touched(files, changed) {
  if (changed.some((file) => EVERYTHING.test(file))) return files;
  const differs = new Set(changed);
  const product = changed.some((file) => PRODUCT.test(file) && !isTest(file));
  const imports = new Map();
  const reaches = (file, whole, seen) => {
    if (differs.has(file)) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    if (WHOLE.test(file) && !whole) return false;
    if (!imports.has(file)) imports.set(file, importsOf(file));
    return imports.get(file).some((each) => reaches(each, whole, seen));
  };
  return files.filter((path) => {
    const file = relative(PROJECT, path).replaceAll('\\', '/');
    // Walks and stories start the product itself, and the tests right in test/ read files of all kinds.
    if (file.startsWith('test/walks/') || file.startsWith('test/stories/'))
      return product || reaches(file, true, new Set());
    if (/^test\/[^/]+$/.test(file)) return true;
    const area = /^areas\/[^/]+\//.exec(file)?.[0];
    const own = area ? [`${area}server/index.ts`, `${area}model/index.ts`] : [];
    const seen = new Set();
    return [file, ...own].some((each) => reaches(each, file.startsWith('test/'), seen));
  });
}

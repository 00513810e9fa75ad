/** Builds the console when something it is made of changed since the last time. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly } from './child.mjs';
import { PROJECT } from './install.mjs';
import { giveUp, progress, words } from './say.mjs';

const STAMP = join(PROJECT, 'dist', 'console', '.gatehouse-stamp');
const SOURCES = [
  'domain',
  'kit/declare',
  'kit/console',
  'apps/console',
  'apps/handheld',
  'tools/build',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** @param node path of the Node that runs Vite */
export async function ensureConsole(node) {
  const now = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return;
  const done = progress(words('正在构建控制台', 'Building the console'));
  const vite = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await quietly(node, [vite, 'build', '--logLevel', 'warn'], { cwd: PROJECT });
  done();
  if (code !== 0) {
    process.stderr.write(output);
    giveUp('控制台构建失败，原因见上。', 'The console could not be built; the reason is above.');
  }
  writeFileSync(STAMP, now);
}

/** By size and time of change, not by content, because it is checked at every start. */
function fingerprint() {
  const hash = createHash('sha256');
  const areas = join(PROJECT, 'areas');
  const subjects = existsSync(areas) ? readdirSync(areas) : [];
  const sources = [
    ...SOURCES,
    ...subjects.flatMap((area) => [`areas/${area}/model`, `areas/${area}/console`, `areas/${area}/README.md`]),
  ];
  for (const source of sources) add(hash, join(PROJECT, source));
  return hash.digest('hex');
}

function add(hash, path) {
  const seen = statSync(path, { throwIfNoEntry: false });
  if (!seen) return;
  if (seen.isDirectory()) {
    for (const name of readdirSync(path).sort()) add(hash, join(path, name));
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path} ${seen.size} ${seen.mtimeMs}\n`);
  }
}

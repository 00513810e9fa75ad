/**
 * `npm run bench`: every bench with its figures, one after the other; `npm run bench -- records start` runs some. What
 * stands after `--` a second time goes to the bench: `npm run bench -- records -- --orders 1000000`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '#test/node-options.ts';

const folder = join(import.meta.dirname, '..', 'bench');
const benches = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'run.ts')))
  .sort();
const given = process.argv.slice(2);
const cut = given.includes('--') ? given.indexOf('--') : given.length;
const [names, rest] = [given.slice(0, cut), given.slice(cut + 1)];
/** What reads /proc. */
const ofProc = new Set(['day', 'devices']);
const unknown = names.find((name) => !benches.includes(name));
if (unknown !== undefined) {
  console.error(`No such bench: ${unknown}. There are ${benches.join(', ')}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : benches) {
  console.log(`\n== ${name} ==`);
  if (process.platform !== 'linux' && ofProc.has(name)) {
    console.log('not run: processor time of the server and its engine is read from /proc, which takes Linux');
    continue;
  }
  const { status } = spawnSync(process.execPath, [...nodeOptions, join(folder, name, 'run.ts'), ...rest], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

/**
 * `node tools/fresh.mjs [USER]`: proves the two commands in a fresh clone of what is committed, as USER when root names
 * one: a first start, its end by Ctrl-C's signal, a next start, and the tests. Prints how long each took.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from './prepare/install.mjs';

const FIRST_MS = 10 * 60_000;
const PORT = '18080';
const [user] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fresh-'));
const clone = join(folder, 'gatehouse');

/** npm's own variables would leak this project into the clone's npm. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
Object.assign(env, {
  PORT,
  MQTT_PORT: '18883',
  PATH: env.PATH.split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':'),
});

function run(script, stdio = 'inherit') {
  const [file, args] = user ? ['su', ['-s', '/bin/sh', user, '-c', script]] : ['sh', ['-c', script]];
  return spawn(file, args, { cwd: clone, env, stdio, detached: true });
}

async function answers() {
  try {
    return (await fetch(`http://127.0.0.1:${PORT}/`)).status < 500;
  } catch {
    return false;
  }
}

/** @returns milliseconds until the first answer, and until it was gone again */
async function startAndStop() {
  const began = Date.now();
  const child = run('exec node tools/start.mjs');
  const ended = once(child, 'exit');
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() - began > FIRST_MS) throw new Error('Gatehouse did not come up.');
    await sleep(20);
  }
  const up = Date.now() - began;
  process.kill(-child.pid, 'SIGINT');
  await ended;
  return { up, down: Date.now() - began - up };
}

execFileSync('git', ['clone', '-q', PROJECT, clone]);
chmodSync(folder, 0o755);
if (user) execFileSync('chown', ['-R', user, clone]);
const results = [];
try {
  const first = await startAndStop();
  const next = await startAndStop();
  results.push(`first start ${first.up} ms, stop ${first.down} ms`, `next start ${next.up} ms, stop ${next.down} ms`);
  const began = Date.now();
  const [code] = await once(run('npm test'), 'exit');
  results.push(`npm test ended with ${code} after ${Math.round((Date.now() - began) / 1000)} s`);
  process.exitCode = code ?? 1;
} finally {
  process.stdout.write(`${results.join('\n')}\n`);
  rmSync(folder, { recursive: true, force: true });
}

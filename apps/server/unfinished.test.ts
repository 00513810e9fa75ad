import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { beginningOf } from './unfinished.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-first-'));
  chmodSync(dataDir, 0o711); // the engine's user passes through
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const mark = () => join(dataDir, 'first-start.unfinished');

test('a folder is marked while it is being made, and never again once that is done', () => {
  const first = beginningOf(dataDir);
  assert.deepEqual([first.first, first.again, readFileSync(mark(), 'utf8')], [true, false, String(process.pid)]);
  writeFileSync(join(dataDir, 'secret.key'), 'made');
  first.finished();
  const later = beginningOf(dataDir);
  later.finished();
  assert.deepEqual([later.first, later.again, existsSync(mark())], [false, false, false]);
});

test('a half-made folder of a dead process is recreated, that of a running one is left alone until somebody works there', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  writeFileSync(mark(), String(gone.pid));
  writeFileSync(join(dataDir, 'demo.json'), '{}');
  assert.equal(beginningOf(dataDir).again, true);
  assert.deepEqual(
    [existsSync(join(dataDir, 'demo.json')), readFileSync(mark(), 'utf8')],
    [false, String(process.pid)],
  );
  writeFileSync(mark(), String(process.ppid));
  const beside = beginningOf(dataDir);
  assert.deepEqual([beside.again, readFileSync(mark(), 'utf8')], [false, String(process.ppid)]);
  beside.finished();
  assert.equal(existsSync(mark()), false, 'what is done beside it now would be lost with it');
});

/** A server on the folder, and its output so far. */
function started(env: Record<string, string>): {
  child: ChildProcess;
  output: () => string;
  until: (word: RegExp) => Promise<void>;
} {
  const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      GATEHOUSE_DATA: dataDir,
      GATEHOUSE_DEMO: '0',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const until = async (word: RegExp): Promise<void> => {
    while (!word.test(text)) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${text}`);
      await new Promise((then) => {
        setTimeout(then, 20);
      });
    }
  };
  return { child, output: () => text, until };
}

async function interrupted(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const [code] = (await ended) as [number | null];
  return code;
}

test('a first start that is interrupted stops its engine, and the next begins again and prints the password', async () => {
  const first = started({});
  await first.until(/Migrated 0000_roles/);
  assert.equal(await interrupted(first.child), 0, first.output());
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false, 'the engine runs on');
  assert.doesNotMatch(first.output(), /Error|platform operator/);

  const second = started({});
  await second.until(/platform operator: admin \/ \S+/);
  assert.match(second.output(), /begins again[\s\S]+Migrated 0000_roles/);
  assert.equal(await interrupted(second.child), 0);

  const third = started({});
  await third.until(/Gatehouse .+http/);
  assert.doesNotMatch(third.output(), /begins again|Migrated|platform operator/);
  assert.equal(await interrupted(third.child), 0);
});

test('a port in use is reported before anything is created', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const port = String((other.address() as AddressInfo).port);
  for (const setting of ['PORT', 'MQTT_PORT']) {
    const { child, output } = started({ [setting]: port });
    const [code] = (await once(child, 'exit')) as [number];
    assert.deepEqual([code, existsSync(mark()), existsSync(join(dataDir, 'postgres'))], [2, false, false]);
    assert.match(output(), new RegExp(`Port ${port} is taken; set ${setting}\\.`));
  }
});

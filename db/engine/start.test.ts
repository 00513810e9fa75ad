import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { processState, readPostmaster } from './postmaster.ts';
import { askOnce } from '#test/postgres.ts';
import { startEngine } from './start.ts';

const root = mkdtempSync(join(tmpdir(), 'gatehouse-engine-'));
chmodSync(root, 0o711);
const quiet = () => undefined;
const start = (folder: string) => startEngine({ dataDir: folder, log: quiet });
const dataDir = join(root, 'a rather long name so that the socket cannot live here '.repeat(2), 'data');
const cluster = join(dataDir, 'postgres');

after(() => rmSync(root, { recursive: true, force: true }));

/** Another process that starts the engine and then only holds it. */
async function startElsewhere(): Promise<{ child: ChildProcess; word: string }> {
  const code = `
    const { startEngine } = await import(${JSON.stringify(join(import.meta.dirname, 'start.ts'))});
    const engine = await startEngine({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    console.log(engine.adopted ? 'adopted' : 'started');
    process.stdin.on('end', async () => { await engine.stop(); process.exit(0); }).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [word] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, word: word.toString().trim() };
}

test('a first start makes a private database that syncs to disk and speaks UTF-8 in code point order', async () => {
  const engine = await start(dataDir);
  const [row] = await askOnce(
    engine.config,
    `SELECT current_setting('fsync') AS fsync, current_setting('jit') AS jit,
    current_setting('listen_addresses') AS listen, current_setting('server_encoding') AS encoding,
    current_setting('data_checksums') AS checksums, 'a' < 'B' AS "dictionaryOrder"`,
  );
  assert.deepEqual(row, {
    fsync: 'on',
    jit: 'off',
    listen: '',
    encoding: 'UTF8',
    checksums: 'on',
    dictionaryOrder: false,
  });
  assert.equal(statSync(cluster).mode & 0o777, 0o700);
  assert.equal(statSync(engine.config.host).mode & 0o777, 0o700);
  await engine.stop();
  assert.equal(existsSync(join(cluster, 'postmaster.pid')), false);
  assert.equal(existsSync(engine.config.host), false);
});

test('what was written is there after a stop and a start', async () => {
  const first = await start(dataDir);
  await askOnce(first.config, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('京A12345')");
  await first.stop();
  const second = await start(dataDir);
  assert.deepEqual(await askOnce(second.config, 'SELECT word FROM kept'), [{ word: '京A12345' }]);
  await second.stop();
});

test('a killed server leaves the database running and the next start takes it over', async () => {
  const { child, word } = await startElsewhere();
  assert.equal(word, 'started');
  const pid = readPostmaster(cluster)!.pid;
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(processState(pid), 'running');
  const engine = await start(dataDir);
  assert.equal(engine.adopted, true);
  assert.equal(readPostmaster(cluster)!.pid, pid);
  await engine.stop();
  assert.notEqual(processState(pid), 'running');
});

test('a running database is taken over without a look at the programs it was started with', async () => {
  const first = await start(dataDir);
  const version = join(cluster, 'PG_VERSION');
  const made = readFileSync(version, 'utf8');
  writeFileSync(version, '99\n'); // of which there are no programs
  const second = await start(dataDir).finally(() => writeFileSync(version, made));
  assert.equal(second.adopted, true);
  await second.stop();
  await first.stop();
});

test('a killed database is started again and has everything that was acknowledged', async () => {
  const first = await start(dataDir);
  await askOnce(first.config, 'CREATE TABLE survived (n int); INSERT INTO survived SELECT generate_series(1, 1000)');
  process.kill(readPostmaster(cluster)!.pid, 'SIGKILL');
  const second = await start(dataDir);
  assert.equal(second.adopted, false);
  assert.deepEqual(await askOnce(second.config, 'SELECT count(*)::int AS n FROM survived'), [{ n: 1000 }]);
  await second.stop();
  await first.stop();
});

test('two that start concurrently share one database, and it stops with the last of them', async () => {
  const [one, two] = await Promise.all([startElsewhere(), start(dataDir)]);
  const pid = readPostmaster(cluster)!.pid;
  await two.stop();
  assert.equal(processState(pid), 'running');
  one.child.stdin!.end();
  await once(one.child, 'exit');
  assert.notEqual(processState(pid), 'running');
});

test('two that start concurrently on an empty folder make one database', async () => {
  const fresh = join(root, 'fresh');
  const both = await Promise.all([start(fresh), start(fresh)]);
  await askOnce(both[0].config, 'CREATE TABLE shared ()');
  assert.deepEqual(await askOnce(both[1].config, 'SELECT * FROM shared'), []);
  await Promise.all(both.map((engine) => engine.stop()));
});

test("a lock left by a power cut does not stand in the way, even when its number is another program's now", async () => {
  const left = (pid: number) => `${pid}\n${cluster}\n1700000000\n5432\n/tmp/none\n\n  1 2\nready\n`;
  for (const pid of [2 ** 22 - 3, process.pid]) {
    writeFileSync(join(cluster, 'postmaster.pid'), left(pid));
    const engine = await start(dataDir);
    assert.equal(engine.adopted, false);
    await engine.stop();
  }
});

test('a database that cannot start says why', async () => {
  const engine = startEngine({ dataDir, log: quiet, settings: { shared_buffers: 'plenty' } });
  await assert.rejects(engine, /invalid value for parameter "shared_buffers": "plenty"/);
  assert.match(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /plenty/);
});

/**
 * The commands as an operator gives them: a back-up beside a server at work, a server started on what was restored
 * elsewhere, and a folder's files stored elsewhere.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { wayTo } from '#db/files/folder.ts';
import { openApi } from '#device/simulator/api.ts';
import { nodeOptions } from '#test/node-options.ts';
import { ObjectStoreStand } from '#test/providers/object-store.ts';
import { clerk, keeper, listed, lost } from '#test/trial/clerk.ts';
import type { Clerk } from '#test/trial/clerk.ts';
import { password, trialServer } from '#test/trial/server.ts';

const project = join(import.meta.dirname, '..', '..');
const PATIENCE_MS = 60_000;

/** One of the product's commands, to its end. @returns its exit code and output */
function command(
  settings: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, ...settings };
  const child = spawn(process.execPath, [...nodeOptions, join(project, 'tools', `${name}.ts`), ...args], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece;
    });
  return new Promise((then) => {
    child.once('close', (code) => then({ code, output }));
  });
}

async function more(work: Clerk, than: number): Promise<void> {
  for (const from = performance.now(); work.acknowledged.size <= than; await later(20))
    assert.ok(performance.now() - from < PATIENCE_MS, `only ${work.acknowledged.size} changes were acknowledged`);
}

type Settings = Readonly<Record<string, string>>;

test(
  'what was acknowledged before `npm run backup` began is there once in a server started on what `npm run restore` made of it, its files in an object store now, and the first one works on',
  { skip: process.env['GATEHOUSE_TEST_DATABASE_URL'] ? 'runs an engine of its own' : false },
  async (t) => {
    const stand = new ObjectStoreStand();
    t.after(await stand.start());
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-commands-'));
    chmodSync(folder, 0o711);
    const [to, dataDir] = [join(folder, 'backup'), join(folder, 'restored')];
    const [first, second, enough] = [
      await trialServer(),
      await trialServer(tmpdir(), { dataDir }, stand.env),
      new AbortController(),
    ];
    try {
      await first.start();
      const api = await openApi(first.url, 'admin', password);
      const { id: companyId } = await api.post<{ id: string }>('/api/updown/basecompany/submit', {
        companyName: '备份停车',
      });
      const { id: parkId } = await api.post<{ id: string }>('/api/updown/basePark/submit', {
        companyId,
        parkName: '备份车场',
        totalStall: 10,
      });
      const [writer, files] = [await clerk(first.url, parkId, enough.signal), await keeper(first.url, enough.signal)];
      await Promise.all([more(writer, 20), more(files, 10)]);
      const [before, filesBefore] = [[...writer.acknowledged], [...files.acknowledged]];
      const made = await command({}, 'backup', '--to', to, '--data', first.dataDir);
      assert.equal(made.code, 0, made.output);
      await more(writer, writer.acknowledged.size + 5);
      const restored = await command(stand.env, 'restore', '--from', to, '--data', dataDir);
      assert.equal(restored.code, 0, restored.output);
      assert.deepEqual([stand.objects.size >= filesBefore.length, existsSync(join(dataDir, 'files'))], [true, false]);
      await Promise.all([writer.stop(), files.stop()]);
      await second.start();
      const found = await listed(second.url, parkId);
      assert.deepEqual(
        before.filter((plate) => found.get(plate) !== 1),
        [],
      );
      assert.deepEqual(await lost(second.url, filesBefore), []);
      assert.deepEqual(
        [...found.values()].filter((times) => times !== 1),
        [],
      );
      const again = await command(stand.env, 'restore', '--from', to, '--data', dataDir);
      assert.deepEqual([again.code, /is not empty/.test(again.output)], [2, true], again.output);
      t.diagnostic(
        `${before.length} changes and ${filesBefore.length} files before the back-up, ${found.size} changes in it, ${writer.acknowledged.size} in the end`,
      );
    } finally {
      enough.abort();
      await Promise.all([first.stop(), second.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('`npm run move-files` stores what lies in the folder, and says so where there is no store or it is away', async (t) => {
  const stand = new ObjectStoreStand();
  t.after(await stand.start());
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-commands-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const bytes = Buffer.from('a file of before');
  const place = join(dataDir, 'files', wayTo(createHash('sha256').update(bytes).digest('hex')));
  mkdirSync(join(place, '..'), { recursive: true });
  writeFileSync(place, bytes);
  const run = (env: Settings) => command({ GATEHOUSE_DATA: dataDir, ...env }, 'move-files');
  const without = await run({});
  assert.deepEqual([without.code, /OBJECT_STORE_URL is not set/.test(without.output)], [2, true], without.output);
  stand.mood = 'broken';
  const away = await run(stand.env);
  assert.deepEqual(
    [away.code, /answered with 500/.test(away.output), away.output.includes(stand.secretKey)],
    [1, true, false],
    away.output,
  );
  stand.mood = 'well';
  const moved = await run(stand.env);
  assert.deepEqual([moved.code, [...stand.objects.values()], existsSync(place)], [0, [bytes], true], moved.output);
});

/** The two commands as an operator gives them: a back-up beside a server at work, and a server started on what was restored elsewhere. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import { nodeOptions } from '#test/node-options.ts';
import { clerk, keeper, listed, lost } from '#test/trial/clerk.ts';
import type { Clerk } from '#test/trial/clerk.ts';
import { password, trialServer } from '#test/trial/server.ts';

const project = join(import.meta.dirname, '..', '..');
const PATIENCE_MS = 60_000;

/** One of the product's commands, to its end. @returns its exit code and all it said */
function command(name: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, join(project, 'tools', `${name}.ts`), ...args], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => { said += piece; });
  return new Promise((then) => { child.once('close', (code) => then({ code, said })); });
}

async function more(work: Clerk, than: number): Promise<void> {
  for (const from = performance.now(); work.acknowledged.size <= than; await later(20)) assert.ok(performance.now() - from < PATIENCE_MS, `only ${work.acknowledged.size} changes were acknowledged`);
}

test('what was acknowledged before `npm run backup` began is there once in a server started on what `npm run restore` made of it, and the first one works on', { skip: process.env['GATEHOUSE_TEST_DATABASE_URL'] ? 'runs an engine of its own' : false }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-commands-'));
  chmodSync(folder, 0o711);
  const [to, dataDir] = [join(folder, 'backup'), join(folder, 'restored')];
  const [first, second, enough] = [await trialServer(), await trialServer(tmpdir(), { dataDir }), new AbortController()];
  try {
    await first.start();
    const api = await openApi(first.url, 'admin', password);
    const { id: companyId } = await api.post<{ id: string }>('/api/updown/basecompany/submit', { companyName: '备份停车' });
    const { id: parkId } = await api.post<{ id: string }>('/api/updown/basePark/submit', { companyId, parkName: '备份车场', totalStall: 10 });
    const [writer, files] = [await clerk(first.url, parkId, enough.signal), await keeper(first.url, enough.signal)];
    await Promise.all([more(writer, 20), more(files, 10)]);
    const [before, filesBefore] = [[...writer.acknowledged], [...files.acknowledged]];
    const made = await command('backup', '--to', to, '--data', first.dataDir);
    assert.equal(made.code, 0, made.said);
    await more(writer, writer.acknowledged.size + 5);
    const restored = await command('restore', '--from', to, '--data', dataDir);
    assert.equal(restored.code, 0, restored.said);
    await Promise.all([writer.stop(), files.stop()]);
    await second.start();
    const there = await listed(second.url, parkId);
    assert.deepEqual(before.filter((plate) => there.get(plate) !== 1), []);
    assert.deepEqual(await lost(second.url, filesBefore), []);
    assert.deepEqual([...there.values()].filter((times) => times !== 1), []);
    const again = await command('restore', '--from', to, '--data', dataDir);
    assert.deepEqual([again.code, /is not empty/.test(again.said)], [2, true], again.said);
    t.diagnostic(`${before.length} changes and ${filesBefore.length} files before the back-up, ${there.size} changes in it, ${writer.acknowledged.size} in the end`);
  } finally {
    enough.abort();
    await Promise.all([first.stop(), second.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

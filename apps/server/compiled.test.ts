import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { trialServer } from '#test/trial/server.ts';

const PATIENCE_MS = 30_000;

test('a server that is killed leaves what it compiled to the next, and what is cut off or cannot be written stops none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-compiled-'));
  const cache = join(folder, 'compiled');
  const kept = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const server = await trialServer(tmpdir(), undefined, { NODE_COMPILE_CACHE: cache });
  try {
    await server.start();
    const from = Date.now();
    while (kept().length < 1_000) {
      assert.ok(Date.now() - from < PATIENCE_MS, `${kept().length} kept`);
      await later(50);
    }
    await server.kill();
    for (const path of kept()) truncateSync(path, Math.floor(statSync(path).size / 2));
    await server.start();
    await server.kill();
    rmSync(cache, { recursive: true, force: true });
    writeFileSync(cache, 'no folder');
    await server.start();
    assert.deepEqual(kept(), [cache]);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { trialServer } from '#test/trial/server.ts';
import { until } from '#test/until.ts';

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
    await until(() => kept().length >= 1_000, { what: () => `${kept().length} kept`, everyMs: 50 });
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

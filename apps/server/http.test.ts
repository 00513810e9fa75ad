import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Database } from '#kit/server/db.ts';
import { httpServer } from './http.ts';

test('the first page is answered to whoever asks plainly, as browsers’ compressed asking is', async (t) => {
  const consoleDir = mkdtempSync(join(tmpdir(), 'gatehouse-page-'));
  t.after(() => rmSync(consoleDir, { recursive: true, force: true }));
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>page</title>');
  const app = await httpServer({ database: {} as Database, served: [], whoIs: async () => null, consoleDir, logger: false });
  t.after(() => app.close());
  const asked = await Promise.all(['/', '/?lang=en', '/login'].map((url) => app.inject({ url })));
  deepEqual(asked.map(({ statusCode, body }) => [statusCode, body.includes('<title>page')]), [[200, true], [200, true], [200, true]]);
  deepEqual(asked.map(({ headers }) => typeof headers['content-security-policy']), ['string', 'string', 'string']);
});

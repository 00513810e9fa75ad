import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownFiles, routesByArea } from './routes.ts';

const root = join(import.meta.dirname, '../..');

test('the file of every screen that no declaration says is known, so that the document can ask for it at once', () => {
  const files = Object.entries(ownFiles);
  assert.ok(files.length > 20, String(files.length));
  assert.deepEqual(
    files.filter(([, file]) => !existsSync(join(root, file))),
    [],
  );
  assert.deepEqual(
    files.filter(([route]) => !Object.values(routesByArea).flat().includes(route)),
    [],
  );
  assert.equal(ownFiles['/static/inoutRecord'], 'areas/passage/console/stays.tsx');
});

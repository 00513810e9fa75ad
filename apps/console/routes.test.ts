import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areas } from './areas.ts';
import { ownFiles, recordsByArea, routesByArea } from './routes.ts';

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

test('the page of a record finds its resource: each name is of one area, which declares it', async () => {
  const names = Object.values(recordsByArea).flat();
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  for (const area of areas) {
    const declared = new Set((await area.model()).resources.map(({ name }) => name));
    assert.deepEqual(
      recordsByArea[area.name]!.filter((name) => !declared.has(name)),
      [],
      area.name,
    );
  }
  assert.ok(['stay', 'parkingOrder', 'parkMonth'].every((name) => names.includes(name)));
});

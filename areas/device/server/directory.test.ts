import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#kit/server/db.ts';
import { identifier } from './directory.ts';

test('devices looked up in one turn are one query', async () => {
  const questions: string[][] = [];
  const database = {
    read: (_: unknown, work: (db: unknown) => unknown) =>
      work({
        raw: async (_sql: string, [sns]: [string[]]) => {
          questions.push(sns);
          return sns.filter((sn) => sn !== 'x').map((sn) => ({ sn, deviceId: `id-${sn}` }));
        },
      }),
  } as unknown as Database;
  const find = identifier(database);
  assert.deepEqual(
    (await Promise.all(['a', 'b', 'x', 'a'].map(find))).map((found) => found?.deviceId),
    ['id-a', 'id-b', undefined, 'id-a'],
  );
  await find('c');
  assert.deepEqual(questions, [['a', 'b', 'x'], ['c']]);
});

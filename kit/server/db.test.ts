import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { Refused } from '#kit/declare/refused.ts';
import { testDatabase } from '#test/postgres.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { database, platformScope } from './db.ts';
import type { Database } from './db.ts';

let made: TestDatabase;
let db: Database;
let admin: pg.Client;
before(async () => {
  made = await testDatabase();
  db = database(made.config, 2);
  admin = new pg.Client(made.config);
  await admin.connect();
});
after(async () => {
  await admin.end();
  await db.close();
  await made.close();
});

test('a connection that dies between two statements is a refusal of that call alone: the server lives, and the next call is answered', async () => {
  const cut = db.write(platformScope, async (asked) => {
    const [own] = await asked.raw<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await admin.query('SELECT pg_terminate_backend($1)', [own!.pid]);
    await later(100);
    return asked.raw('SELECT 1');
  });
  await assert.rejects(cut, (error) => error instanceof Refused && error.id === 'unavailable');
  assert.deepEqual(await db.read(platformScope, (asked) => asked.raw('SELECT 1 AS one')), [{ one: 1 }]);
  assert.equal(db.connections().waiting, 0);
});

test('a database without room, memory or connections left is not available just now, however the statement was made', async () => {
  for (const state of ['53100', '53200', '53300', '57P03']) {
    const words = `DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '${state}'; END $$`;
    for (const work of [
      () => db.write(platformScope, (asked) => asked.raw(words)),
      () => db.write(platformScope, async (asked) => asked.execute(sql.raw(words))),
    ]) {
      await assert.rejects(work(), (error) => error instanceof Refused && error.id === 'unavailable', state);
    }
  }
});

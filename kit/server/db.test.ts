import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { Refused } from '#kit/declare/refused.ts';
import { testDatabase } from '#test/postgres.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { database, opening, platformScope, tenantScope, types } from './db.ts';
import type { Database, Scope } from './db.ts';
import { bossConfig } from './jobs.ts';

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
  const cut = db.write(platformScope, async (scoped) => {
    const [own] = await scoped.raw<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await admin.query('SELECT pg_terminate_backend($1)', [own!.pid]);
    await later(100);
    return scoped.raw('SELECT 1');
  });
  await assert.rejects(cut, (error) => error instanceof Refused && error.id === 'unavailable');
  assert.deepEqual(await db.read(platformScope, (scoped) => scoped.raw('SELECT 1 AS one')), [{ one: 1 }]);
  assert.equal(db.connections().waiting, 0);
});

test('a database without disk space, memory or connections left is not available just now, however the statement was made', async () => {
  for (const state of ['53100', '53200', '53300', '57P03']) {
    const words = `DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '${state}'; END $$`;
    for (const work of [
      () => db.write(platformScope, (scoped) => scoped.raw(words)),
      () => db.write(platformScope, async (scoped) => scoped.execute(sql.raw(words))),
    ]) {
      await assert.rejects(work(), (error) => error instanceof Refused && error.id === 'unavailable', state);
    }
  }
});

test('a cursor’s statement is reported before it is sent, with whether it may cover all tenants', async () => {
  const logged: string[] = [];
  const listened = database(made.config, 2, (statement, platform) => logged.push(`${platform} ${statement}`));
  const read = (scope: Scope) =>
    listened.stream(scope, async (client) => {
      const cursor = client.query(new Cursor('SELECT 7 AS n', [], { rowMode: 'array', types }));
      const rows = await cursor.read(1);
      await cursor.close();
      return rows;
    });
  assert.deepEqual([await read(platformScope), await read(tenantScope(1))], [[[7]], [[7]]]);
  assert.deepEqual(logged, ['true SELECT 7 AS n', 'false SELECT 7 AS n']);
  await listened.close();
});

test('jobs keep the settings of their connection from the nodes of a Citus, and send none elsewhere', () => {
  assert.equal(bossConfig({ host: 'a' }, true).options, '-c citus.propagate_set_commands=none');
  assert.equal(
    bossConfig({ host: 'a', options: '-c x=1' }, true).options,
    '-c x=1 -c citus.propagate_set_commands=none',
  );
  assert.ok(!('options' in bossConfig({ host: 'a' }, false)));
});

test('on many nodes each setting goes alone, and no plan is made without the values that name the node', () => {
  const whole = opening(tenantScope(3), { byKey: true }, false);
  assert.equal(whole.length, 1);
  assert.match(whole[0]!, /force_generic_plan/);
  const apart = opening(tenantScope(3), { byKey: true }, true);
  assert.ok(apart.includes("SET LOCAL app.tenant = '3'") && apart.includes('SET LOCAL enable_seqscan = off'));
  assert.ok(!apart.join().includes('plan_cache_mode'));
});

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import pg from 'pg';
import { database } from '#kit/server/db.ts';
import { testDatabase } from '#test/postgres.ts';
import { relayTo } from '#test/relay.ts';
import { until } from '#test/until.ts';
import { startClock } from './clock.ts';

const made = await testDatabase();
const db = database(made.config);
after(async () => {
  await db.close();
  await made.close();
});
const work = [
  { name: 'ticking', title: { zh: '测试', en: 'Ticking' }, cron: '* * * * *', work: () => Promise.resolve() },
];

/** A way to the engine that can be there or not. */
async function way(): Promise<{ config: pg.ClientConfig; open: () => Promise<void>; close: () => void }> {
  const client = new pg.Client(made.config);
  const { host, port, user, password, database: name } = client;
  const server = relayTo({ host, port });
  const listen = (at: number) =>
    new Promise<void>((then) => {
      server.listen(at, '127.0.0.1', then);
    });
  await listen(0);
  const at = (server.address() as AddressInfo).port;
  await new Promise((then) => {
    server.close(then);
  });
  return {
    config: {
      host: '127.0.0.1',
      port: at,
      ...(user ? { user } : {}),
      ...(password ? { password } : {}),
      ...(name ? { database: name } : {}),
    },
    open: () => listen(at),
    close: () => {
      server.close();
    },
  };
}

/** Queried as the owner: nobody else may read it. */
async function queues(): Promise<number> {
  const client = new pg.Client(made.config);
  await client.connect();
  try {
    const {
      rows: [there],
    } = await client.query<{ there: string | null }>(`SELECT to_regclass('gatehouse_jobs.queue')::text AS there`);
    return there?.there ? (await client.query(`SELECT FROM gatehouse_jobs.queue WHERE name = 'ticking'`)).rowCount! : 0;
  } finally {
    await client.end();
  }
}

test('an engine that is gone while the clock starts is waited for, and the clock goes once it is back', async (t) => {
  const { config, open, close } = await way();
  t.after(close);
  const lines: string[] = [];
  const clock = startClock(config, db, work, { error: (_, message) => lines.push(message) });
  t.after(clock.stop);
  await until(() => lines.length > 0);
  await new Promise((then) => {
    setTimeout(then, 1_200);
  });
  assert.deepEqual([await queues(), lines], [0, ['the clock waits for the database']]);
  await open();
  await clock.started;
  assert.equal(await queues(), 1);
});

test('an engine that is gone for the product as for its clock is waited for as well', async (t) => {
  const { config, open, close } = await way();
  const sameWay = database(config);
  const lines: string[] = [];
  const clock = startClock(config, sameWay, work, { error: (_, message) => lines.push(message) });
  t.after(async () => {
    await clock.stop();
    await sameWay.close();
    close();
  });
  await until(() => lines.length > 0);
  await new Promise((then) => {
    setTimeout(then, 1_200);
  });
  assert.deepEqual(lines, ['the clock waits for the database']);
  await open();
  await clock.started;
});

test('a product that ends while its clock waits for the engine does not wait with it', async () => {
  const { config } = await way();
  const clock = startClock(config, db, work, { error: () => undefined });
  await new Promise((then) => {
    setTimeout(then, 100);
  });
  await clock.stop();
  await clock.started;
});

test('a clock that may not start says so, and is not tried again', async () => {
  const clock = startClock({ ...made.config, database: 'nobody_made_this' }, db, work, { error: () => undefined });
  await assert.rejects(clock.started, /nobody_made_this/);
  await clock.stop();
});

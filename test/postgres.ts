/**
 * A database of its own for a test file, already migrated: a copy of a template, which takes some tens of milliseconds.
 * The engine behind it is started by the first who asks and stopped by the last who leaves. With
 * GATEHOUSE_TEST_DATABASE_URL the copies are made on that server.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEngine, type Engine } from '#db/engine/start.ts';
import { migrate } from '#db/migrate.ts';

export type TestDatabase = {
  /** Connects as the one who may do everything, as the server's own start does. */
  config: pg.ClientConfig;
  /** Closes what is still connected, drops the database and, as the last, stops the engine. */
  close(): Promise<void>;
};

const MIGRATIONS = join(import.meta.dirname, '..', 'db', 'migrations');
/** Lock on the server's `postgres` database: one test process at a time makes the template. */
const TEMPLATE_LOCK = 7_262_003;
/** Nothing here outlives the run, so nothing waits for the disk. */
export const THROWN_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' };

let open = 0;
let engine: Promise<Engine> | undefined;

/** @example const db = await testDatabase(); after(() => db.close()); */
export async function testDatabase(): Promise<TestDatabase> {
  open += 1;
  const server = await serverConfig();
  const name = `gatehouse_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const template = await ensureTemplate(server);
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    config: inDatabase(server, name),
    async close() {
      await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      open -= 1;
      if (open > 0 || !engine) return;
      const last = engine;
      engine = undefined;
      await (await last).stop();
    },
  };
}

async function serverConfig(): Promise<pg.ClientConfig> {
  const url = process.env['GATEHOUSE_TEST_DATABASE_URL'];
  if (url) return { connectionString: url };
  engine ??= startEngine({ dataDir: testDataDir(), log: () => undefined, settings: THROWN_AWAY });
  return (await engine).config;
}

/** Kept between runs, so that only the first one pays for making a cluster. */
function testDataDir(): string {
  return process.env['GATEHOUSE_TEST_DATA'] ?? join(tmpdir(), `gatehouse-test-${process.getuid?.() ?? 0}`);
}

function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (server.connectionString === undefined) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const onServer = <T>(server: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => connected(inDatabase(server, 'postgres'), work);

/** One statement over a connection of its own. */
export const askOnce = <T extends pg.QueryResultRow>(config: pg.ClientConfig, sql: string): Promise<T[]> => connected(config, async (client) => (await client.query<T>(sql)).rows);

/** The template carries its migrations' hash in its name: a changed migration makes a new one. */
async function ensureTemplate(server: pg.ClientConfig): Promise<string> {
  const template = `gatehouse_template_${migrationsHash()}`;
  await onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query<{ name: string }>("SELECT datname AS name FROM pg_database WHERE datname ~ '^gatehouse_template_'");
    if (rows.some((row) => row.name === template)) return;
    for (const old of rows) await client.query(`DROP DATABASE ${old.name} WITH (FORCE)`);
    const half = `gatehouse_template_half`;
    await client.query(`CREATE DATABASE ${half} TEMPLATE template0`);
    await migrate(inDatabase(server, half), () => undefined);
    await client.query(`ALTER DATABASE ${half} RENAME TO ${template}`);
  });
  return template;
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

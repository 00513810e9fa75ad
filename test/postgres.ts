/**
 * A database of its own for a test file, already migrated: a copy of a template, which takes some tens of milliseconds.
 * The engine behind it is started by the first who asks and stopped by the last who leaves. With
 * GATEHOUSE_TEST_DATABASE_URL the copies are made on that server; where the address names a database of a Citus
 * coordinator, each is made on its nodes.
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
export const THROWN_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
};

let open = 0;
let engine: Promise<Engine> | undefined;

/** @example const db = await testDatabase(); after(() => db.close()); */
export async function testDatabase(): Promise<TestDatabase> {
  open += 1;
  const server = await serverConfig();
  const name = `gatehouse_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const nodes = await nodesOf(server);
  if (nodes.length > 0) await onNodes(server, nodes, name);
  else {
    const template = await ensureTemplate(server);
    await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  }
  return {
    config: inDatabase(server, name),
    async close() {
      for (const each of [server, ...nodes.filter(({ first }) => !first).map((node) => atNode(server, node))])
        await onServer(each, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
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

const onServer = <T>(server: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(inDatabase(server, 'postgres'), work);

/** One statement over a connection of its own. */
export const askOnce = <T extends pg.QueryResultRow>(config: pg.ClientConfig, sql: string): Promise<T[]> =>
  connected(config, async (client) => (await client.query<T>(sql)).rows);

type CitusNode = { readonly host: string; readonly port: number; /** the coordinator */ readonly first: boolean };

/** The nodes of a Citus coordinator, as the database that the address names knows them; none for a plain server. */
async function nodesOf(server: pg.ClientConfig): Promise<CitusNode[]> {
  if (server.connectionString === undefined) return [];
  return connected(server, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
    return rowCount === 0
      ? []
      : (
          await client.query<CitusNode>(
            'SELECT nodename AS host, nodeport AS port, groupid = 0 AS first FROM pg_dist_node WHERE isactive ORDER BY groupid',
          )
        ).rows;
  });
}

function atNode(server: pg.ClientConfig, { host, port }: CitusNode): pg.ClientConfig {
  const url = new URL(server.connectionString!);
  url.host = `${host}:${port}`;
  return { connectionString: url.href };
}

/** A database of Citus is no copy: it is made on every node, and its tables are placed anew, on few shards. */
async function onNodes(server: pg.ClientConfig, nodes: readonly CitusNode[], name: string): Promise<void> {
  for (const each of [server, ...nodes.filter(({ first }) => !first).map((node) => atNode(server, node))]) {
    await onServer(each, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
    await connected(inDatabase(each, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  await connected(inDatabase(server, name), async (client) => {
    await client.query(`ALTER DATABASE ${name} SET citus.shard_count = 4`);
    for (const { host, port, first } of nodes)
      await client.query(first ? 'SELECT citus_set_coordinator_host($1, $2)' : 'SELECT citus_add_node($1, $2)', [
        host,
        port,
      ]);
  });
  await migrate(inDatabase(server, name), () => undefined);
}

/** The template carries its migrations' hash in its name: a changed migration makes a new one. */
async function ensureTemplate(server: pg.ClientConfig): Promise<string> {
  const template = `gatehouse_template_${migrationsHash()}`;
  await onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname ~ '^gatehouse_template_'",
    );
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

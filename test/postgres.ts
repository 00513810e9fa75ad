/**
 * A database of its own for a test file, already migrated: a copy of a template, which takes some tens of milliseconds;
 * with the product of `test/test-product.ts` in it on request. The engine behind it is started by the first who asks
 * and stopped by the last who leaves. With GATEHOUSE_TEST_DATABASE_URL the copies are made on that server; where the
 * address names a database of a Citus coordinator, each is made on its nodes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
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
/** Lock on the server's `postgres` database: one test process at a time makes templates and copies. */
const TEMPLATE_LOCK = 7_262_003;
/** Nothing here outlives the run, so nothing waits for the disk. */
export const THROWN_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '512MB', // its files may lie in memory
};

let open = 0;
let engine: Promise<Engine> | undefined;

/** A database that is filled once and copied: by what it is known, how long it may be used, and who fills it. */
export type Furnished<T> = {
  /** Letters, digits and `_`: another key, another template. */
  readonly key: () => string;
  readonly standsMs: number;
  /** Fills an empty, migrated database; what it answers is kept with it, as JSON. */
  readonly make: (config: pg.ClientConfig) => Promise<T>;
};

/** @example const db = await testDatabase(); after(() => db.close()); */
export async function testDatabase<T = null>(furnished?: Furnished<T>): Promise<TestDatabase & { readonly made: T }> {
  open += 1;
  const server = await serverConfig();
  const name = `gatehouse_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const nodes = await nodesOf(server);
  const made = await copyOf(server, nodes, name, furnished);
  return {
    made: made as T,
    config: inDatabase(server, name),
    async close() {
      await onEach(server, nodes, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      open -= 1;
      if (open > 0 || !engine) return;
      const last = engine;
      engine = undefined;
      await (await last).stop();
    },
  };
}

/** The server that was named by an address; undefined where the tests have an engine of their own. */
const givenAddress = (): string | undefined => process.env['GATEHOUSE_TEST_DATABASE_URL'] || undefined;

/**
 * Host, port, user and password each in its field, whichever server it is: tests that reach it in another way read
 * them.
 */
async function serverConfig(): Promise<pg.ClientConfig> {
  const url = givenAddress();
  if (url) {
    const { host, port, user = '', password, database = '', ssl } = new pg.Client({ connectionString: url });
    return { host, port, user, database, ssl, ...(typeof password === 'string' ? { password } : {}) };
  }
  engine ??= startEngine({ dataDir: testDataDir(), log: () => undefined, settings: THROWN_AWAY });
  return (await engine).config;
}

/** Kept between runs, so that only the first one pays for making a cluster. */
function testDataDir(): string {
  return process.env['GATEHOUSE_TEST_DATA'] ?? join(tmpdir(), `gatehouse-test-${process.getuid?.() ?? 0}`);
}

const inDatabase = (server: pg.ClientConfig, database: string): pg.ClientConfig => ({ ...server, database });

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
  if (givenAddress() === undefined) return [];
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

const atNode = (server: pg.ClientConfig, { host, port }: CitusNode): pg.ClientConfig => ({ ...server, host, port });

/** The coordinator, which is the only server without Citus, and every other node. */
async function onEach(
  server: pg.ClientConfig,
  nodes: readonly CitusNode[],
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  for (const each of [server, ...nodes.filter(({ first }) => !first).map((node) => atNode(server, node))])
    await onServer(each, work);
}

/** An empty database, on Citus one of its own on every node, that know each other. */
async function empty(server: pg.ClientConfig, nodes: readonly CitusNode[], name: string): Promise<void> {
  await onEach(server, nodes, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  if (nodes.length === 0) return;
  for (const each of [server, ...nodes.filter(({ first }) => !first).map((node) => atNode(server, node))])
    await connected(inDatabase(each, name), (client) => client.query('CREATE EXTENSION citus'));
  await connected(inDatabase(server, name), async (client) => {
    await client.query(`ALTER DATABASE ${name} SET citus.shard_count = 4`);
    for (const { host, port, first } of nodes)
      await client.query(first ? 'SELECT citus_set_coordinator_host($1, $2)' : 'SELECT citus_add_node($1, $2)', [
        host,
        port,
      ]);
  });
}

/** The existing template, by its comment. */
type Standing = { readonly at: number; readonly made: unknown };
/** Others are dropped, the oldest first: those of other sources, which another worktree may still use. */
const KEPT_TEMPLATES = 8;

/** Makes `name` as a copy of a template, which is created first if there is none, or none recent enough. */
async function copyOf<T>(
  server: pg.ClientConfig,
  nodes: readonly CitusNode[],
  name: string,
  furnished: Furnished<T> | undefined,
): Promise<unknown> {
  return onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const standing = await templates(client);
    // Files are copied as files: through the log, which nobody reads here, it takes twice as long.
    const copy = (to: string, from: string): Promise<void> =>
      onEach(server, nodes, (each) => each.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`));
    const ensure = async (
      template: string,
      ms: number,
      make: (half: string) => Promise<unknown>,
    ): Promise<Standing> => {
      const found = standing.get(template);
      if (found && Date.now() - found.at < ms) return found;
      const half = `${template}_half`;
      for (const old of [template, half])
        await onEach(server, nodes, (each) => each.query(`DROP DATABASE IF EXISTS ${old} WITH (FORCE)`));
      const one = { at: Date.now(), made: await make(half) };
      await onEach(server, nodes, async (each) => {
        // Whoever is still connected, as Citus' own workers are, would be in the way of every copy.
        await each.query(`ALTER DATABASE ${half} WITH ALLOW_CONNECTIONS ${nodes.length === 0}`);
        await each.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [half]);
        await each.query(`ALTER DATABASE ${half} RENAME TO ${template}`);
      });
      await client.query(`COMMENT ON DATABASE ${template} IS ${client.escapeLiteral(JSON.stringify(one))}`);
      return one;
    };
    const migrated = `gatehouse_template_${migrationsHash()}`;
    await ensure(migrated, Infinity, async (half) => {
      const old = [...standing].toSorted(([, a], [, b]) => b.at - a.at).slice(KEPT_TEMPLATES);
      for (const [each] of old)
        await onEach(server, nodes, (one) => one.query(`DROP DATABASE IF EXISTS ${each} WITH (FORCE)`));
      await empty(server, nodes, half);
      await migrate(inDatabase(server, half), () => undefined);
      return null;
    });
    if (!furnished) {
      await copy(name, migrated);
      return null;
    }
    const template = `gatehouse_template_${furnished.key()}`;
    const { made } = await ensure(template, furnished.standsMs, async (half) => {
      await copy(half, migrated);
      return furnished.make(inDatabase(server, half));
    });
    await copy(name, template);
    return structuredClone(made);
  });
}

async function templates(client: pg.Client): Promise<Map<string, Standing>> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    "SELECT datname AS name, shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname ~ '^gatehouse_template_'",
  );
  return new Map(
    rows.map(({ name, comment }) => [name, comment ? (JSON.parse(comment) as Standing) : { at: 0, made: null }]),
  );
}

/** By day: two thousand files are looked at once in a process, not once for each product of it. */
const sourcesHashes = new Map<string, string>();

/** What a product is made of: every source of the product, as the file system knows them, and the day. */
export function sourcesHash(): string {
  const today = new Date().toISOString().slice(0, 10);
  const known = sourcesHashes.get(today) ?? hashOf(today);
  sourcesHashes.set(today, known);
  return known;
}

function hashOf(day: string): string {
  const root = join(import.meta.dirname, '..');
  const hash = createHash('sha256').update(day).update(migrationsHash());
  for (const folder of ['domain', 'kit', 'areas', 'apps', 'db', 'device'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/(?<!\.test)\.(ts|json|csv|tsv)$/.test(name) || /(^|[/\\])console[/\\]/.test(name)) continue;
      const { size, mtimeMs } = statSync(join(root, folder, name));
      hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  for (const name of ['test-product.ts', 'postgres.ts']) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 12);
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

import pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Refused } from '#kit/declare/refused.ts';

/** What a transaction may see. Row security holds `tenantId`; the rest narrows further (scope.ts). */
export type Scope = {
  readonly tenantId: number;
  /** Sees every tenant, by the platform role. Only for platform operators and the product's own jobs. */
  readonly platform: boolean;
  /** Companies of the subtree the person works in; null is the whole tenant. */
  readonly companyIds: readonly string[] | null;
  /** Lots granted; null is every lot of those companies. */
  readonly parkIds: readonly string[] | null;
};

export const platformScope: Scope = { tenantId: 0, platform: true, companyIds: null, parkIds: null };
export const tenantScope = (tenantId: number): Scope => ({
  tenantId,
  platform: false,
  companyIds: null,
  parkIds: null,
});

/** A transaction's handle: drizzle for built queries, `raw` for plain SQL with `$1` places. */
export type Db = NodePgDatabase & {
  raw: <R = Record<string, unknown>>(sql: string, values?: readonly unknown[]) => Promise<R[]>;
  scope: Scope;
  /** Whether the caller gets a resource's personal data unmasked; absent where the product works by itself. */
  sees?: (resource: string) => boolean;
  /** Where tables are filled for the first time: takes the rows of such a table and answers true. */
  fill?: (table: string, rows: readonly Readonly<Record<string, unknown>>[]) => Promise<boolean>;
};

/** The same transaction, scoped to one tenant: for a platform operator's change of a row of that tenant. */
export const ofTenant = (db: Db, tenantId: number): Db =>
  Object.assign(Object.create(db) as Db, { scope: { ...db.scope, tenantId } });

const iso = (value: string): string => {
  const utc = value.endsWith('+00') ? `${value.slice(0, 10)}T${value.slice(11, -3)}` : null;
  if (utc === null) return new Date(value).toISOString();
  const dot = utc.indexOf('.');
  return `${dot < 0 ? `${utc}.000` : utc.slice(0, dot + 4).padEnd(dot + 4, '0')}Z`;
};

const parsers = new Map<number, (value: string) => unknown>([
  [20, Number],
  [1082, String],
  [1184, iso],
  [1114, String],
  [1700, Number],
  [1115, String],
  [1182, String],
]);
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' ? parsers.get(oid) : undefined) ?? pg.types.getTypeParser(oid, format as 'text'),
};

export type WriteOptions = {
  readonly onCommit?: () => void;
  /**
   * All its statements find rows by key and come again and again: plans are made once, and never from what a table held
   * when it was new.
   */
  readonly byKey?: boolean;
};

export type Database = {
  /** Runs reads in one read-only transaction under the scope. */
  read: <T>(scope: Scope, work: (db: Db) => Promise<T>) => Promise<T>;
  /** Runs work in one transaction under the scope; commits when it answers, rolls back when it throws. */
  write: <T>(scope: Scope, work: (db: Db) => Promise<T>, options?: WriteOptions) => Promise<T>;
  /** As `write`, with the connection itself, for COPY. */
  load: <T>(scope: Scope, work: (db: Db, client: pg.PoolClient) => Promise<T>) => Promise<T>;
  /** A connection that holds one query open (cursor, COPY), under the scope. */
  stream: <T>(scope: Scope, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
  config: pg.PoolConfig;
  /** Connections of the pool at this moment, and how many wait for one. */
  connections: () => { total: number; idle: number; waiting: number };
};

/** Not on many nodes: which of them a statement goes to is found by its values, and a plan without any goes to all. */
const GENERIC = 'plan_cache_mode = force_generic_plan';

/** Rows are found through their keys one by one, however little the planner knows of the tables yet. */
const lookups = [GENERIC, 'enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off'].map(
  (setting) => `SET LOCAL ${setting}`,
);

/**
 * `streamed`: PostgreSQL counts the time of a statement until its last row is read, and a file takes as long as whoever
 * reads it.
 */
type Kind = {
  readonly readOnly?: boolean;
  readonly byKey?: boolean;
  readonly streamed?: boolean;
  /** No statement is sent before BEGIN is answered: for a connection without a pipeline. */ readonly inTurn?: boolean;
};

/**
 * What a transaction begins with: role, tenant and limits go with BEGIN in the same round trip. Tenant ids are integers
 * made by the server. Citus (`onNodes`) passes a setting on to its nodes as the text it stood in: there each goes
 * alone.
 */
export function opening(
  scope: Scope,
  { readOnly = false, byKey = false, streamed = false }: Kind,
  onNodes: boolean,
): string[] {
  if (!Number.isSafeInteger(scope.tenantId)) throw new Error(`tenant id is not an integer: ${String(scope.tenantId)}`);
  const role = scope.platform ? 'gatehouse_platform' : 'gatehouse_app';
  const timeoutMs = streamed ? 3_600_000 : readOnly ? 60_000 : 120_000;
  const begin = [
    `BEGIN${readOnly ? ' READ ONLY' : ''}`,
    `SET LOCAL ROLE ${role}`,
    `SET LOCAL app.tenant = '${scope.tenantId}'`,
    `SET LOCAL statement_timeout = '${timeoutMs}'`,
    ...(byKey ? lookups.filter((each) => !onNodes || !each.endsWith(GENERIC)) : []),
  ];
  return onNodes ? begin : [begin.join('; ')];
}

const named = new Map<string, string>();
/**
 * Statements of the sources are few and come again and again: each is planned once a connection. The roles have plans
 * of their own, for row security is in them.
 */
function nameOf(sql: string, platform: boolean): string | undefined {
  const key = platform ? `p ${sql}` : `a ${sql}`;
  let name = named.get(key);
  if (!name && named.size < 1_000) named.set(key, (name = `gh${named.size + 1}`));
  return name;
}

/**
 * A transaction's connection until it ends: a statement sent afterwards, by a branch that outlived a failure, must not
 * run outside it.
 */
type Life = { over: boolean };
type QueryClient = Pick<pg.PoolClient, 'query'>;

/** Called with every statement before it is sent, and whether its scope is all tenants. */
export type StatementListener = (sql: string, platform: boolean) => void;

/** `inTurn`: a connection without a pipeline gets one statement after the other, however many callers there are. */
function guarded(
  client: pg.PoolClient,
  life: Life,
  platform: boolean,
  observe?: StatementListener,
  inTurn = false,
): QueryClient {
  const { stream } = (client as { connection: { stream: { cork: () => void; uncork: () => void } } }).connection;
  let corked = false;
  let before: Promise<unknown> = Promise.resolve();
  const query = (...args: unknown[]): unknown => {
    if (life.over) throw new Error('the transaction is over');
    observe?.((args[0] as pg.QueryConfig).text, platform);
    if (!corked) {
      // statements sent together go out in one packet
      corked = true;
      stream.cork();
      process.nextTick(() => {
        corked = false;
        stream.uncork();
      });
    }
    const go = (): Promise<unknown> => (client.query as (...each: unknown[]) => Promise<unknown>)(...args);
    return inTurn ? (before = before.then(go, go)) : go();
  };
  return { query } as QueryClient;
}

/**
 * The same connection; the listener gets the statements of cursors first. A report's own SQL goes another way, and is
 * not reported.
 */
function reportingCursors(client: pg.PoolClient, report: (sql: string) => void): pg.PoolClient {
  const query = (...args: unknown[]): unknown => {
    const [first] = args as [string | { text: string; submit?: unknown }];
    if (typeof first === 'object' && first.submit) report(first.text);
    return (client.query as (...each: unknown[]) => unknown)(...args);
  };
  return Object.create(client, { query: { value: query } }) as pg.PoolClient;
}

/**
 * drizzle reads instants as PostgreSQL writes them; on the wire and in records they are ISO 8601, however they were
 * read.
 */
class NamedStatements {
  private readonly client: QueryClient;
  /** How a statement is named that comes again and again. */
  private readonly called: (sql: string) => string | undefined;
  constructor(client: QueryClient, called: (sql: string) => string | undefined) {
    [this.client, this.called] = [client, called];
  }
  query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    return this.client.query({ ...config, types, name: this.called(config.text!) } as pg.QueryConfig, values);
  }
}

function handle(client: QueryClient, scope: Scope, byKey = false): Db {
  const db = drizzle(
    new NamedStatements(client, (sql) => (byKey ? nameOf(sql, scope.platform) : undefined)) as unknown as pg.PoolClient, // drizzle uses nothing of it but `query`
  ) as unknown as Db; // what it lacks is set below
  db.raw = async <R>(sql: string, values: readonly unknown[] = []) =>
    (await client.query({ text: sql, values: [...values], name: nameOf(sql, scope.platform) } as pg.QueryConfig))
      .rows as R[];
  db.scope = scope;
  return db;
}

/**
 * A restart, a lost connection, a full disk are not the caller's fault and pass: 503, try again. Also as our own calls
 * say it.
 */
const passing = /^(57P0[1-3]|08|53)/;
export const unavailable = (error: unknown): boolean =>
  (error instanceof Refused && error.id === 'unavailable') ||
  passing.test(
    String((error as { cause?: { code?: unknown } }).cause?.code ?? (error as { code?: unknown }).code ?? ''),
  ) ||
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
    String((error as Error).message),
  );

/** Connections for transactions, and a few for what holds one query open. */
function openPools(config: pg.PoolConfig, size: number): { pool: pg.Pool; streams: pg.Pool } {
  const shared = { ...config, types, application_name: 'gatehouse', connectionTimeoutMillis: 15_000 };
  const pool = new pg.Pool({ ...shared, max: size, pipeline: true } as pg.PoolConfig);
  const streams = new pg.Pool({ ...shared, max: 4 });
  for (const each of [pool, streams]) {
    each.on('error', () => undefined); // an idle connection that dies is replaced by the next caller
    each.on('connect', (client) => client.on('error', () => undefined)); // one that dies between two statements of a transaction: the next one says so
  }
  return { pool, streams };
}

/** Whether the engine is one of many nodes: queried once, and again after a failure. */
function nodeDetector(pool: pg.Pool): () => Promise<boolean> {
  let nodes: Promise<boolean> | null = null;
  return () =>
    (nodes ??= pool.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'").then(
      ({ rowCount }) => rowCount === 1,
      (error: unknown) => {
        nodes = null;
        throw error;
      },
    ));
}

type InTransaction<T> = (client: pg.PoolClient, life: Life) => Promise<T>;

async function transact<T>(
  from: pg.Pool,
  onNodes: () => Promise<boolean>,
  scope: Scope,
  kind: Kind,
  work: InTransaction<T>,
): Promise<T> {
  let client: pg.PoolClient;
  let alone: boolean;
  try {
    alone = await onNodes();
    client = await from.connect();
  } catch (error) {
    throw unavailable(error) ? new Refused('unavailable') : error;
  }
  let broken = false;
  const life: Life = { over: false };
  try {
    const begun = opening(scope, kind, alone).map((each) => client.query(each));
    if (kind.inTurn) await Promise.all(begun);
    const [answer] = await Promise.all([work(client, life), ...begun]);
    life.over = true;
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    life.over = true;
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw unavailable(error) ? new Refused('unavailable') : error;
  } finally {
    client.release(broken);
  }
}

export function database(config: pg.PoolConfig, size = 12, observe?: StatementListener): Database {
  const { pool, streams } = openPools(config, size);
  const onNodes = nodeDetector(pool);
  const transaction = <T>(from: pg.Pool, scope: Scope, kind: Kind, work: InTransaction<T>): Promise<T> =>
    transact(from, onNodes, scope, kind, work);

  return {
    config,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    read: (scope, work) =>
      transaction(pool, scope, { readOnly: true }, (client, life) =>
        work(handle(guarded(client, life, scope.platform, observe), scope)),
      ),
    write: async (scope, work, options) => {
      const answer = await transaction(pool, scope, { byKey: options?.byKey ?? false }, (client, life) =>
        work(handle(guarded(client, life, scope.platform, observe), scope, options?.byKey)),
      );
      options?.onCommit?.();
      return answer;
    },
    load: (scope, work) =>
      transaction(streams, scope, { inTurn: true }, (client, life) =>
        work(handle(guarded(client, life, scope.platform, observe, true), scope), client),
      ),
    stream: (scope, work) =>
      transaction(streams, scope, { readOnly: true, streamed: true }, (client) =>
        work(observe ? reportingCursors(client, (sql) => observe(sql, scope.platform)) : client),
      ),
    close: async () => {
      await Promise.all([pool.end(), streams.end()]);
    },
  };
}

/**
 * Directus, where somebody has it: `npm install directus` in a folder of his own. It is none of the product's packages,
 * for its licence (BUSL-1.1 up to version 11, MSCL-1.0 since) and its size. It works over a table of the same rows in
 * the same database.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess, ExecFileException } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { PacedRequest } from '../pace.ts';
import { CONNECTIONS } from './serving.ts';

/**
 * `to` is the last moment that counts. `like` is an answer's record of the product: its columns are those requested
 * from Directus.
 */
export type Page = {
  readonly tenantId: number;
  readonly from: Date;
  readonly to: Date;
  readonly size: number;
  readonly like: Readonly<Record<string, unknown>>;
};
export type Directus = {
  readonly version: string;
  /**
   * What keeps other tenants' rows away: its own rule, or the asker's filter where Directus refuses the rule, as
   * version 12 does without a licence key.
   */
  readonly seen: string;
  readonly list: (counted: boolean) => PacedRequest;
};
export type Given = {
  readonly folder: string;
  readonly config: pg.ClientConfig;
  readonly admin: pg.Client;
  readonly page: Page;
};

const TABLE = 'parking_order';
const START_MS = 180_000;

/**
 * Directus passes over tables of a composite key, as every partitioned one is: its own has the same rows, `id` as key
 * and the list's index.
 */
async function mirrored(admin: pg.Client): Promise<string[]> {
  await admin.query('CREATE SCHEMA directus');
  await admin.query(`CREATE TABLE directus.${TABLE} AS SELECT * FROM public.${TABLE}`);
  await admin.query(`ALTER TABLE directus.${TABLE} ADD PRIMARY KEY (id)`);
  await admin.query(`CREATE INDEX ON directus.${TABLE} (tenant_id, created_time, id)`);
  await admin.query(`VACUUM ANALYZE directus.${TABLE}`);
  const { rows } = await admin.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'directus' AND table_name = $1`,
    [TABLE],
  );
  return rows.map(({ name }) => name);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const secret = (): string => randomBytes(24).toString('hex');

/** As many connections as the product has, and nothing that would refuse, cache or log responses. */
function environment(config: pg.ClientConfig, home: string, of: { port: number; token: string }): NodeJS.ProcessEnv {
  const { host, port, user, password, database } = config;
  const engine = {
    DB_HOST: String(host),
    DB_PORT: String(port),
    DB_USER: String(user),
    DB_PASSWORD: typeof password === 'string' ? password : '',
    DB_DATABASE: String(database),
  };
  return {
    ...process.env,
    ...engine,
    NODE_ENV: 'production',
    CONFIG_PATH: join(home, '.env'),
    PACKAGE_FILE_LOCATION: home,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(of.port),
    PUBLIC_URL: `http://127.0.0.1:${of.port}`,
    DB_CLIENT: 'pg',
    DB_SEARCH_PATH: 'directus',
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(CONNECTIONS),
    KEY: secret(),
    SECRET: secret(),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: secret(),
    ADMIN_TOKEN: of.token,
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_GLOBAL_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    METRICS_ENABLED: 'false',
    EMAIL_VERIFY_SETUP: 'false',
    MCP_ENABLED: 'false',
    AI_ENABLED: 'false',
  };
}

const lastWords = (output: string): string => output.trim().split('\n').slice(-3).join(' ').slice(-400);

function bootstrapped(cli: string, home: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((then, fail) => {
    execFile(
      process.execPath,
      [cli, 'bootstrap'],
      { cwd: home, env, timeout: START_MS },
      (error: ExecFileException | null, out, err) =>
        error
          ? fail(new Error(`its bootstrap ended with ${error.code ?? error.signal}: ${lastWords(`${out}\n${err}`)}`))
          : then(),
    );
  });
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (part) => {
      output = `${output}${part}`.slice(-4_000);
    });
  for (const until = performance.now() + START_MS; performance.now() < until; await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${child.exitCode ?? child.signalCode}: ${lastWords(output)}`);
    const answer = await fetch(`${url}/server/ping`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`it did not answer within ${START_MS / 1_000} s: ${lastWords(output)}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await Promise.race([gone, sleep(5_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
  await gone;
}

const messageOf = (text: string): string => /"message":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 300);

/**
 * Somebody who is no admin and may read this one table; of it, where Directus lets him have a rule of rows, his
 * tenant's.
 */
async function person(url: string, admin: string, page: Page): Promise<{ token: string; refused?: string }> {
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}, ${messageOf(await answer.text())}`);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id: policy } = await post('/policies', { name: 'reader', admin_access: false, app_access: false });
  const read = { policy, collection: TABLE, action: 'read', fields: ['*'] };
  const refused = await post('/permissions', { ...read, permissions: { tenant_id: { _eq: page.tenantId } } }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (refused) await post('/permissions', read);
  const { id: role } = await post('/roles', { name: 'reader', policies: [{ policy }] });
  const token = secret();
  await post('/users', { email: 'reader@example.com', role, status: 'active', token });
  return { token, ...(refused ? { refused } : {}) };
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Serves the same page of the same rows while `work` lasts; nothing of it is left afterwards, whether it came up or
 * not.
 */
export async function withDirectus<T>(
  { folder, config, admin, page }: Given,
  work: (directus: Directus) => Promise<T>,
): Promise<T> {
  const installed = join(resolve(folder), 'node_modules', 'directus');
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  const cli = join(installed, 'cli.js');
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-directus-'));
  let child: ChildProcess | undefined;
  try {
    const columns = await mirrored(admin);
    const [port, token] = [await freePort(), secret()];
    const [url, env] = [`http://127.0.0.1:${port}`, environment(config, home, { port, token })];
    await bootstrapped(cli, home, env);
    child = spawn(process.execPath, [cli, 'start'], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    await answering(child, url);
    const reader = await person(url, token, page);
    const filter = {
      deleted_at: { _null: true },
      created_time: { _between: [page.from.toISOString(), page.to.toISOString()] },
      ...(reader.refused ? { tenant_id: { _eq: page.tenantId } } : {}),
    };
    const query = {
      limit: String(page.size),
      sort: '-created_time,-id',
      filter: JSON.stringify(filter),
      fields: Object.keys(page.like)
        .map(snake)
        .filter((name) => columns.includes(name))
        .join(','),
    };
    return await work({
      version,
      seen: reader.refused
        ? `the tenant in the filter, since a policy's rule of rows is refused (${reader.refused})`
        : 'the tenant by the rule of rows of its policy',
      list: (counted) => ({
        url: `${url}/items/${TABLE}?${new URLSearchParams({ ...query, ...(counted ? { meta: 'filter_count' } : {}) })}`,
        headers: { authorization: `Bearer ${reader.token}` },
      }),
    });
  } finally {
    if (child) await ended(child);
    rmSync(home, { recursive: true, force: true });
    await admin.query('DROP SCHEMA IF EXISTS directus CASCADE');
  }
}

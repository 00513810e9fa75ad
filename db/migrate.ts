/**
 * Brings a database to the shape this version needs: every file of `db/migrations` once, in the order of its number.
 * Any number of servers may start concurrently; one migrates, the others wait and find nothing left to do.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { distribute } from './distribute.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Advisory lock of this database; a number no other part of the product uses. */
const LOCK = 7_262_002;

type Migration = { name: string; hash: string; sql: string };

/**
 * @param admin a connection that may create tables and roles; a superuser or the database's owner with CREATEROLE
 * @param log called with one line per file that was run
 * @returns the names of the files run now, e.g. `['0000_roles']`
 * @throws Error when a file that has run was changed or removed since, or when a file fails (its work is rolled back,
 *   that of the files before it stays)
 */
export async function migrate(
  admin: pg.ClientConfig,
  log: (line: string) => void,
  folder: string = FOLDER,
): Promise<string[]> {
  const files = readMigrations(folder);
  const client = new pg.Client({ ...admin, application_name: 'gatehouse migrate' });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const done = await applied(client);
    const waiting = stillToRun(files, done);
    for (const file of waiting) await run(client, file, log);
    await distribute(client, log);
    return waiting.map((file) => file.name);
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} must be named like 0012_what_it_does.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name: name.slice(0, -'.sql'.length), hash: createHash('sha256').update(sql).digest('hex'), sql };
  });
}

/** Every file of this version with the hash of what it says. */
export const migrations = (folder: string = FOLDER): Readonly<Record<string, string>> =>
  Object.fromEntries(readMigrations(folder).map(({ name, hash }) => [name, hash]));

async function applied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS gatehouse_meta;
    CREATE TABLE IF NOT EXISTS gatehouse_meta.migration (
      name text PRIMARY KEY,
      hash text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    )`);
  const { rows } = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM gatehouse_meta.migration',
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/**
 * A changed or skipped file means that this database is not the one the files describe: better to stop than to guess.
 */
function stillToRun(files: Migration[], done: Map<string, string>): Migration[] {
  const last = [...done.keys()].sort().at(-1) ?? '';
  for (const name of done.keys()) {
    if (!files.some((file) => file.name === name)) {
      throw new Error(
        `The database has had migration ${name}, which this version does not know. It was migrated by a newer Gatehouse.`,
      );
    }
  }
  for (const file of files) {
    const hash = done.get(file.name);
    if (hash !== undefined && hash !== file.hash) {
      throw new Error(
        `Migration ${file.name} was changed after it had run on this database. Put it back and write a new one.`,
      );
    }
    if (hash === undefined && file.name < last) {
      throw new Error(
        `Migration ${file.name} comes before ${last}, which has already run on this database. Give it the next number.`,
      );
    }
  }
  return files.filter((file) => !done.has(file.name));
}

async function run(client: pg.Client, file: Migration, log: (line: string) => void): Promise<void> {
  const start = performance.now();
  let begun = 0;
  try {
    await client.query('BEGIN');
    for (const { text, from } of await statementsOf(file.sql)) {
      begun = from;
      await client.query(text);
    }
    await client.query('INSERT INTO gatehouse_meta.migration (name, hash) VALUES ($1, $2)', [file.name, file.hash]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`Migration ${file.name} failed: ${(error as Error).message}${lineOf(file.sql, begun, error)}`, {
      cause: error,
    });
  }
  log(`Migrated ${file.name} (${Math.round(performance.now() - start)} ms)`);
}

/**
 * A file's statements with the offset each begins at. Citus forwards a change of a table to its nodes as the whole text
 * it stood in, so each goes alone. What PostgreSQL's own parser does not take is sent as it is: the server says what is
 * wrong with it.
 */
export async function statementsOf(sql: string): Promise<{ readonly text: string; readonly from: number }[]> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  let parsed: { stmts?: { stmt_location?: number; stmt_len?: number }[] };
  try {
    parsed = parseSync(sql) as typeof parsed;
  } catch {
    return [{ text: sql, from: 0 }];
  }
  const bytes = Buffer.from(sql, 'utf8'); // the parser counts them
  return (parsed.stmts ?? []).map(({ stmt_location: at = 0, stmt_len: length }) => ({
    text: bytes.subarray(at, length === undefined ? undefined : at + length).toString('utf8'),
    from: bytes.subarray(0, at).toString('utf8').length,
  }));
}

/** @param begun offset of the statement that failed, from which the server counts */
function lineOf(sql: string, begun: number, error: unknown): string {
  const position = Number((error as { position?: string }).position ?? 0);
  return position > 0 ? ` (line ${sql.slice(0, begun + position).split('\n').length})` : '';
}

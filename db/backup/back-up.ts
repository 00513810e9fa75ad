/** All data of one moment, taken while the house works: one read-only snapshot of the database, then files and key. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { onDisk } from '#kit/server/on-disk.ts';
import { copyOut } from './copy.ts';
import { MANIFEST, manifestOf, storedPlace, tableFile } from './manifest.ts';
import type { Manifest, TableSaid } from './manifest.ts';

export type BackUpOptions = {
  /** Connects as the one who owns the tables. */
  readonly admin: pg.ClientConfig;
  /** Where `files/` and `secret.key` lie. */
  readonly dataDir: string;
  /** A folder that is not there yet. */
  readonly to: string;
  readonly log: (line: string) => void;
};

/** Tables of the product without their partitions, with their columns in order. */
const TABLES = `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY c.relname ORDER BY c.relname`;
const PARTITIONS = `SELECT c.relname AS name, p.relname AS of, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
  WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' AND c.relkind = 'r' ORDER BY c.relname`;

/** @throws Error where the folder is there already, or anything could not be read; what was begun lies beside it under `.half` */
export async function backUp({ admin, dataDir, to, log }: BackUpOptions): Promise<Manifest> {
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  const half = `${to}.half`;
  if (existsSync(half)) throw new Error(`${half} is there: a back-up was broken off. Remove it first.`);
  await mkdir(join(half, 'tables'), { recursive: true, mode: 0o700 });
  const data = await database(admin, half, log);
  const files = await storedFiles(dataDir, half);
  const key = join(dataDir, 'secret.key');
  if (existsSync(key)) await copied(key, join(half, 'secret.key'));
  const manifest = manifestOf({ ...data, files });
  const handle = await open(join(half, MANIFEST), 'wx', 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
  await handle.sync();
  await handle.close();
  for (const folder of [join(half, 'tables'), half]) await onDisk(folder);
  await rename(half, to);
  await onDisk(dirname(to));
  return manifest;
}

async function database(admin: pg.ClientConfig, half: string, log: (line: string) => void): Promise<Omit<Manifest, 'format' | 'files'>> {
  const client = new pg.Client({ ...admin, application_name: 'gatehouse back-up' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const { rows: [moment] } = await client.query<{ at: Date }>('SELECT now() AS at');
    const { rows: ran } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM gatehouse_meta.migration ORDER BY name');
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(TABLES);
    const { rows: partitions } = await client.query<Manifest['partitions'][number]>(PARTITIONS);
    // Row security shows the owner nothing; this role sees all tenants.
    await client.query('SET LOCAL ROLE gatehouse_platform');
    const tables: TableSaid[] = [];
    for (const { name, columns } of found) tables.push({ name, columns, ...await table(client, name, columns, half) });
    await client.query('COMMIT');
    log(`${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    return { at: moment!.at.toISOString(), migrations: Object.fromEntries(ran.map((each) => [each.name, each.hash])), tables, partitions };
  } finally {
    await client.end();
  }
}

async function table(client: pg.Client, name: string, columns: readonly string[], half: string): Promise<{ rows: number; sha256: string }> {
  const { bytes, rows } = copyOut(client, `COPY (SELECT ${columns.map((each) => `"${each}"`).join(', ')} FROM "${name}") TO STDOUT`);
  const hash = createHash('sha256');
  const written = pipeline(bytes, createGzip({ level: 4 }), async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }, createWriteStream(tableFile(half, name), { flags: 'wx', mode: 0o600, flush: true }));
  const [, count] = await Promise.all([written, rows]);
  return { rows: count, sha256: hash.digest('hex') };
}

/** A file is on the disk before its row is in the database, so whatever the snapshot names is there. */
async function storedFiles(dataDir: string, half: string): Promise<string[]> {
  const root = join(dataDir, 'files');
  if (!existsSync(root)) return [];
  const hashes = (await readdir(root, { recursive: true })).map((path) => path.split('/').at(-1)!).filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
  for (const hash of hashes) {
    const place = storedPlace(half, hash);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await copied(storedPlace(dataDir, hash), place);
  }
  const folders = new Set(hashes.flatMap((hash) => [dirname(storedPlace(half, hash)), dirname(dirname(storedPlace(half, hash)))]));
  for (const folder of [...folders, ...(hashes.length > 0 ? [join(half, 'files')] : [])]) await onDisk(folder);
  return hashes;
}

async function copied(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await onDisk(to);
}

/**
 * All data of one moment, taken while the installation works: one read-only snapshot of the database, then files and
 * key.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { inTurns } from '#db/files/in-turns.ts';
import { onDisk } from '#db/files/on-disk.ts';
import type { FileStore } from '#kit/files/files.ts';
import { copyOut } from './copy.ts';
import { MANIFEST, manifestOf, sha256Of, storedPlace, tableFile } from './manifest.ts';
import type { Manifest, TableEntry } from './manifest.ts';

export type BackUpOptions = {
  /** Connects as the one who owns the tables. */
  readonly admin: pg.ClientConfig;
  /** Where `secret.key` lies. */
  readonly dataDir: string;
  readonly files: Pick<FileStore, 'open'>;
  /** A folder that is not there yet. */
  readonly to: string;
  readonly log: (line: string) => void;
};

/** Tables of the product without their partitions, with their columns in order. */
const TABLES = `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY c.relname
  ORDER BY c.relname`;
const PARTITIONS = `SELECT c.relname AS name, p.relname AS of, pg_get_expr(c.relpartbound, c.oid) AS bound
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
  WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
  AND c.relkind = 'r' ORDER BY c.relname`;

/**
 * @throws Error where the folder is there already, or anything could not be read; what was begun lies beside it under
 * `.half`
 */
export async function backUp({ admin, dataDir, files: store, to, log }: BackUpOptions): Promise<Manifest> {
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  const half = `${to}.half`;
  if (existsSync(half)) throw new Error(`${half} is there: a back-up was broken off. Remove it first.`);
  await mkdir(join(half, 'tables'), { recursive: true, mode: 0o700 });
  const { hashes, ...data } = await database(admin, half, log);
  const files = await storedFiles(store, hashes, half, log);
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

async function database(
  admin: pg.ClientConfig,
  half: string,
  log: (line: string) => void,
): Promise<Omit<Manifest, 'format' | 'files'> & { hashes: string[] }> {
  const client = new pg.Client({ ...admin, application_name: 'gatehouse back-up' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const {
      rows: [moment],
    } = await client.query<{ at: Date }>('SELECT now() AS at');
    const { rows: ran } = await client.query<{ name: string; hash: string }>(
      'SELECT name, hash FROM gatehouse_meta.migration ORDER BY name',
    );
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(TABLES);
    const { rows: partitions } = await client.query<Manifest['partitions'][number]>(PARTITIONS);
    // Row security shows the owner nothing; this role sees all tenants.
    await client.query('SET LOCAL ROLE gatehouse_platform');
    const tables: TableEntry[] = [];
    for (const { name, columns } of found)
      tables.push({ name, columns, ...(await table(client, name, columns, half)) });
    const { rows: named } = await client.query<{ hash: string }>('SELECT DISTINCT hash FROM stored_file ORDER BY hash');
    await client.query('COMMIT');
    log(`${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    return {
      at: moment!.at.toISOString(),
      migrations: Object.fromEntries(ran.map((each) => [each.name, each.hash])),
      tables,
      partitions,
      hashes: named.map(({ hash }) => hash),
    };
  } finally {
    await client.end();
  }
}

async function table(
  client: pg.Client,
  name: string,
  columns: readonly string[],
  half: string,
): Promise<{ rows: number; sha256: string }> {
  const { bytes, rows } = copyOut(
    client,
    `COPY (SELECT ${columns.map((each) => `"${each}"`).join(', ')} FROM "${name}") TO STDOUT`,
  );
  const hash = createHash('sha256');
  const written = pipeline(
    bytes,
    createGzip({ level: 4 }),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(tableFile(half, name), { flags: 'wx', mode: 0o600, flush: true }),
  );
  const [, count] = await Promise.all([written, rows]);
  return { rows: count, sha256: hash.digest('hex') };
}

/**
 * A file is stored before its row is in the database, so whatever the snapshot names is there. One that was lost or
 * spoilt is left out, as the installation itself has it no more.
 */
async function storedFiles(
  store: Pick<FileStore, 'open'>,
  hashes: readonly string[],
  half: string,
  log: BackUpOptions['log'],
): Promise<string[]> {
  const lost = new Set<string>();
  await inTurns(hashes, async (hash) => {
    const place = storedPlace(half, hash);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    if (await stored(store, hash, place)) return;
    lost.add(hash);
    log(`A stored file is lost or spoilt and is left out: ${hash}`);
  });
  const kept = hashes.filter((hash) => !lost.has(hash));
  const folders = new Set(
    kept.flatMap((hash) => [dirname(storedPlace(half, hash)), dirname(dirname(storedPlace(half, hash)))]),
  );
  for (const folder of [...folders, ...(kept.length > 0 ? [join(half, 'files')] : [])]) await onDisk(folder);
  return kept;
}

async function stored(store: Pick<FileStore, 'open'>, hash: string, place: string): Promise<boolean> {
  const there = await store.open(hash);
  if (!there) return false;
  await pipeline(there.stream, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
  if ((await sha256Of(place)) === hash) return true;
  await rm(place);
  return false;
}

async function copied(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await onDisk(to);
}

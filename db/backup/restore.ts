/** Puts a back-up into an empty database, its files into the store; all of it or none. */
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { inTurns } from '#db/files/in-turns.ts';
import { migrate, migrations } from '#db/migrate.ts';
import type { FileStore } from '#kit/files/files.ts';
import { copyIn } from './copy.ts';
import { readManifest, sha256Of, storedPlace, tableFile } from './manifest.ts';
import type { Manifest } from './manifest.ts';

export type RestoreOptions = {
  readonly admin: pg.ClientConfig;
  readonly dataDir: string;
  readonly files: Pick<FileStore, 'put'>;
  readonly from: string;
  readonly log: (line: string) => void;
};

/**
 * @throws Error where the back-up is damaged or of another version, or the database is not empty; then nothing of it is
 * stored
 */
export async function restore({ admin, dataDir, files: store, from, log }: RestoreOptions): Promise<Manifest> {
  const manifest = readManifest(from);
  sameVersion(manifest);
  await whole(manifest, from);
  const client = new pg.Client({ ...admin, application_name: 'gatehouse restore' });
  await client.connect();
  try {
    const {
      rows: [seen],
    } = await client.query<{ there: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'p')) AS there`,
    );
    if (seen!.there) throw new Error('The database is not empty. Restore into a new one.');
    await inTurns(manifest.files, async (hash) => store.put(hash, await readFile(storedPlace(from, hash)))); // under their hash they are in nobody's way, should the rest fail
    await migrate(admin, log);
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    for (const { name, of, bound } of manifest.partitions)
      await client.query(`CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${of}" ${bound}`);
    for (const table of manifest.tables) await fill(client, table, from);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  await key(from, dataDir);
  log(
    `${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${manifest.files.length} files of ${manifest.at}`,
  );
  return manifest;
}

function sameVersion({ migrations: ran }: Manifest): void {
  const ours = migrations();
  const odd = [...Object.keys(ran), ...Object.keys(ours)].find((name) => ran[name] !== ours[name]);
  if (odd !== undefined)
    throw new Error(
      `The back-up is of another version (migration ${odd}). Restore it with the version that made it, then start this one.`,
    );
}

/** Every byte is looked at before the first row is stored. */
async function whole({ tables, files: hashes }: Manifest, from: string): Promise<void> {
  for (const { name, sha256 } of tables)
    if ((await sha256Of(tableFile(from, name))) !== sha256) throw new Error(`The back-up is damaged: table ${name}.`);
  for (const hash of hashes)
    if ((await sha256Of(storedPlace(from, hash))) !== hash) throw new Error(`The back-up is damaged: file ${hash}.`);
}

async function fill(
  client: pg.Client,
  { name, columns, rows }: Manifest['tables'][number],
  from: string,
): Promise<void> {
  // COPY does not go into a table under row security; its owner takes the force off until the commit.
  const {
    rows: [table],
  } = await client.query<{ forced: boolean }>(
    `SELECT relforcerowsecurity AS forced FROM pg_class WHERE oid = to_regclass($1)`,
    [`public."${name}"`],
  );
  if (!table) throw new Error(`The back-up has a table ${name} that this version has not.`);
  if (table.forced) await client.query(`ALTER TABLE "${name}" NO FORCE ROW LEVEL SECURITY`);
  const stored = await copyIn(
    client,
    `COPY "${name}" (${columns.map((each) => `"${each}"`).join(', ')}) FROM STDIN`,
    createReadStream(tableFile(from, name)).pipe(createGunzip()),
  );
  if (stored !== rows) throw new Error(`Table ${name} has ${stored} rows instead of ${rows}.`);
  if (table.forced) await client.query(`ALTER TABLE "${name}" FORCE ROW LEVEL SECURITY`);
}

async function key(from: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  if (!existsSync(join(from, 'secret.key'))) return;
  await copyFile(join(from, 'secret.key'), join(dataDir, 'secret.key'));
  await chmod(join(dataDir, 'secret.key'), 0o600);
}

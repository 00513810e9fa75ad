/**
 * Tables that a past fills by the hundred thousand do without their indexes meanwhile: a row put into each of them, by
 * ids that lie anywhere, was a third of the engine's work at a first start; made afterwards they are sorted once.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { syncFolder } from '#db/engine/cluster.ts';

/** Nothing of a past is looked up in these while it is written. */
const TABLES = ['stay', 'passage', 'gate_opening', 'parking_order', 'payment', 'ledger_line'];
/** Connections that make them again, each an index after the other. */
const MAKERS = Math.min(4, Math.max(2, availableParallelism()));

const noteIn = (dataDir: string): string => join(dataDir, 'demo-indexes.json');

async function asOwner<T>(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...admin, application_name: 'gatehouse demo' });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Takes the indexes away that refuse nothing and hold every row, and keeps the engine from counting and cleaning up the
 * tables while they grow. What undoes it stands in the data folder until it is done: a start that finds the note does
 * it (`makeIndexes`).
 */
export async function dropIndexes(admin: pg.ClientConfig, dataDir: string): Promise<void> {
  await asOwner(admin, async (client) => {
    const { rows } = await client.query<{ name: string; def: string }>(
      `SELECT x.indexrelid::regclass::text AS name, pg_get_indexdef(x.indexrelid) AS def
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am a ON a.oid = i.relam
      WHERE x.indrelid = ANY($1::text[]::regclass[]) AND NOT x.indisunique AND x.indpred IS NULL AND a.amname = 'btree'
        ORDER BY array_position($1, x.indrelid::regclass::text), 1`,
      [TABLES],
    );
    const months = await client.query<{ name: string }>(
      'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ANY($1::text[]::regclass[]) ORDER BY 1',
      [TABLES],
    );
    const undo = [
      ...rows.map(({ def }) =>
        def.replace('CREATE INDEX ', 'CREATE INDEX IF NOT EXISTS ').replace(' ON ONLY ', ' ON '),
      ),
      ...months.rows.map(({ name }) => `ALTER TABLE ${name} RESET (autovacuum_enabled)`),
    ];
    writeFileSync(noteIn(dataDir), JSON.stringify(undo), { flush: true });
    syncFolder(dataDir);
    await client.query(
      [
        ...rows.map(({ name }) => `DROP INDEX ${name}`),
        ...months.rows.map(({ name }) => `ALTER TABLE ${name} SET (autovacuum_enabled = off)`),
      ].join('; '),
    );
  });
}

/** Makes what `dropIndexes` took away; does nothing where nothing was. */
export async function makeIndexes(admin: pg.ClientConfig, dataDir: string): Promise<void> {
  const note = noteIn(dataDir);
  if (!existsSync(note)) return;
  const queue = JSON.parse(readFileSync(note, 'utf8')) as string[];
  await Promise.all(
    Array.from({ length: MAKERS }, () =>
      asOwner(admin, async (client) => {
        // Their pages are logged whole once, and packing them would cost more than writing them.
        await client.query(
          `SET synchronous_commit = off; SET wal_compression = off; SET max_parallel_maintenance_workers = 0; SET maintenance_work_mem = '128MB'`,
        );
        for (let next = queue.shift(); next; next = queue.shift()) await client.query(next);
      }),
    ),
  );
  rmSync(note);
}

import pg from 'pg';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

/** A table so small is read quickly with any plan. */
const LEAST_BYTES = 64 * 1024;

/**
 * Has tables counted that were never counted and are empty no more, as a new month's are. Statements are planned once a
 * connection, and what was planned while a table was empty may go through all rows of a tenant for each key it looks
 * up, until the engine gets to the table by itself: minutes, while cars come. Run every few seconds.
 * @param admin the owner of the tables
 * @returns their names
 */
export async function analyseNewPartitions(database: Database, admin: pg.ClientConfig): Promise<string[]> {
  const unanalysed = await database.read(platformScope, (db) =>
    db.raw<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples < 0
       AND pg_relation_size(oid) >= $1 ORDER BY relname`,
      [LEAST_BYTES],
    ),
  );
  if (unanalysed.length === 0) return [];
  const client = new pg.Client(admin);
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    for (const { relname } of unanalysed) await client.query(`ANALYZE ${pg.escapeIdentifier(relname)}`);
  } finally {
    await client.end();
  }
  return unanalysed.map(({ relname }) => relname);
}

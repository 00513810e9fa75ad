import pg from 'pg';

/** A table so small is read at once by whatever plan. */
const LEAST_BYTES = 64 * 1024;

/**
 * Has tables counted that were never counted and are empty no more, as a new month's are. Statements are planned once a connection, and what
 * was planned while a table was empty may go through all rows of a tenant for each key it looks up, until the engine gets to the table by
 * itself: minutes, while cars come. Run by the owner of the tables.
 * @returns their names
 */
export async function analyseYoung(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples < 0 AND pg_relation_size(oid) >= $1 ORDER BY relname`, [LEAST_BYTES]);
  for (const { relname } of rows) await admin.query(`ANALYZE ${pg.escapeIdentifier(relname)}`);
  return rows.map(({ relname }) => relname);
}

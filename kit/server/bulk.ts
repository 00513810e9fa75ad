import type { Db } from './db.ts';

/** A row by column names, as the table spells them. */
export type BulkRow = Readonly<Record<string, unknown>>;

const chunk = 2_000;

/**
 * Inserts many rows in one statement per 2,000; the table itself gives the types. Columns are those of the first row,
 * and all rows have the same. `after` says what happens on a conflict and what is returned; where tables are filled for
 * the first time (`db.fill`) there is none, and the rows themselves are returned. Without a RETURNING clause of its
 * own, something is returned all the same: on many nodes an INSERT that neither returns nor may conflict becomes a
 * COPY, and none goes into a table under row security. Names are the program's own, never input.
 */
export async function insertRows<R = BulkRow>(
  db: Db,
  table: string,
  rows: readonly BulkRow[],
  after: string,
): Promise<R[]> {
  if (rows.length === 0 || (await db.fill?.(table, rows))) return [...rows] as R[];
  const out: R[] = [];
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  for (let at = 0; at < rows.length; at += chunk) {
    const part = rows.slice(at, at + chunk);
    out.push(
      ...(await db.raw<R>(
        `INSERT INTO "${table}" (${columns}) SELECT ${columns}
          FROM json_populate_recordset(NULL::"${table}", $1::json) ${after || 'RETURNING 1'}`,
        [JSON.stringify(part)],
      )),
    );
  }
  return out;
}

/** `ON CONFLICT … DO UPDATE` of all columns but the key and the given ones. */
export function orUpdate(row: BulkRow | undefined, key: readonly string[], keep: readonly string[] = []): string {
  const kept = new Set([...key, ...keep]);
  const sets = Object.keys(row ?? {})
    .filter((name) => !kept.has(name))
    .map((name) => `"${name}" = excluded."${name}"`);
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${sets.join(', ')}`;
}

import type pg from 'pg';

const month = (at: Date): string => at.toISOString().slice(0, 7);
const later = (at: Date, months: number): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/**
 * Makes the monthly partitions from `back` months ago to `ahead` months from now, where they are missing. Rows that
 * came before their month's partition lie in `<table>_rest` and are moved. Run by the owner of the tables, at start and
 * daily.
 * @returns names of the partitions made
 */
export async function ensurePartitions(
  admin: pg.Client,
  partitioned: Readonly<Record<string, string>>,
  now: Date,
  back = 6,
  ahead = 3,
): Promise<string[]> {
  const { rows } = await admin.query<{ relname: string }>(
    `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid`,
  );
  const there = new Set(rows.map((row) => row.relname));
  const made: string[] = [];
  for (const [table, by] of Object.entries(partitioned)) {
    const parts = Array.from({ length: back + 1 + ahead }, (_, n) => partOf(table, by, later(now, n - back))).filter(
      ({ name }) => !there.has(name),
    );
    if (parts.length > 0) await makeAll(admin, table, parts);
    made.push(...parts.map(({ name }) => name));
  }
  return made;
}

type Part = { table: string; by: string; name: string; from: string; to: string };

const partOf = (table: string, by: string, from: Date): Part => ({
  table,
  by,
  name: `${table}_${month(from).replace('-', '_')}`,
  from: from.toISOString(),
  to: later(from, 1).toISOString(),
});

/**
 * Where no row came too early all partitions of a table are created in one statement: of a new installation they are
 * a third of its first start when each is committed alone.
 */
async function makeAll(admin: pg.Client, table: string, parts: readonly Part[]): Promise<void> {
  const { rows } = await admin.query(`SELECT 1 FROM "${table}_rest" LIMIT 1`);
  if (rows.length === 0)
    await admin.query(
      parts
        .map(
          ({ name, from, to }) =>
            `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${table}" FOR VALUES FROM ('${from}') TO ('${to}')`,
        )
        .join(';\n'),
    );
  else for (const part of parts) await makeOne(admin, part);
}

/** Names and times come from the declarations and the clock, never from input. */
async function makeOne(admin: pg.Client, { table, by, name, from, to }: Part): Promise<void> {
  const { rows } = await admin.query(`SELECT 1 FROM "${table}_rest" WHERE "${by}" >= $1 AND "${by}" < $2 LIMIT 1`, [
    from,
    to,
  ]);
  if (rows.length === 0) {
    await admin.query(
      `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${table}" FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
    return;
  }
  await admin.query(`BEGIN;
    LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE;
    CREATE TABLE "${name}" (LIKE "${table}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
    INSERT INTO "${name}" SELECT * FROM "${table}_rest" WHERE "${by}" >= '${from}' AND "${by}" < '${to}';
    DELETE FROM "${table}_rest" WHERE "${by}" >= '${from}' AND "${by}" < '${to}';
    ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${from}') TO ('${to}');
    COMMIT`);
}

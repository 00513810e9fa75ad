/** Rows into tables that never held them, by COPY: half the work of an INSERT, and the whole of a first start. */
import type pg from 'pg';
import { copyIn } from '#db/backup/copy.ts';
import type { Database, Db, Scope } from '#kit/server/db.ts';
import { copyRows } from './copy-rows.ts';
import type { Column, Row } from './copy-rows.ts';

/** The tables that a past fills by the hundred thousand; nothing of a new lot is in them yet. */
const FRESH: ReadonlySet<string> = new Set([
  'stay',
  'passage',
  'gate_opening',
  'parking_order',
  'payment',
  'ledger_line',
  'shift_entry',
  'lane_note',
  'berth_evidence',
  'berth_spell',
  'space_change',
  'floor_count',
  'group_shown',
  'group_passage',
]);

/**
 * COPY goes into no table under row security: the owner of the tables does it, where he may pass it, in the same
 * transaction; not on many nodes, where each has row security of its own.
 */
async function copied(
  client: pg.PoolClient,
  role: string,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await copyIn(
    client,
    `RESET ROLE; COPY "${table}" (${names}) FROM STDIN WITH (FORMAT binary); SET LOCAL ROLE ${role}`,
    copyRows(columns, rows),
  );
}

type Us = { may: boolean; role: string; types: Readonly<Record<string, Readonly<Record<string, string>>>> };

/** Who we are, and of what type each column is that may be copied into, by table. */
async function us(client: pg.PoolClient): Promise<Us> {
  const {
    rows: [found],
  } = await client.query<Us>(
    `SELECT (rolsuper OR rolbypassrls) AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS may,
      current_role AS role, (SELECT json_object_agg("table", types) FROM (
    SELECT attrelid::regclass::text AS "table", json_object_agg(attname, format_type(atttypid, NULL)) AS types
      FROM pg_attribute
    WHERE attrelid = ANY($1::text[]::regclass[]) AND attnum > 0 AND NOT attisdropped GROUP BY 1) each) AS types
      FROM pg_roles WHERE rolname = session_user`,
    [[...FRESH]],
  );
  return found!;
}

/**
 * One transaction under the scope whose rows of the large tables are copied where the engine lets us, and inserted
 * where it does not.
 */
export const filling = (database: Database, scope: Scope, work: (db: Db) => Promise<void>): Promise<void> =>
  database.load(scope, async (db, client) => {
    const { may, role, types } = await us(client);
    await work(
      may
        ? Object.assign(Object.create(db) as Db, {
            fill: async (table: string, rows: readonly Row[]) => {
              if (!FRESH.has(table)) return false;
              if (rows.some((row) => row['tenant_id'] !== scope.tenantId))
                throw new Error(`${table}: a row of another tenant`); // row security does not look here
              await copied(
                client,
                role,
                table,
                Object.keys(rows[0]!).map((name) => ({ name, type: types[table]![name]! })),
                rows,
              );
              return true;
            },
          })
        : db,
    );
  });

/**
 * Past one machine: where the database is a Citus coordinator, every table gets its place once. Rows of a tenant lie
 * together on one node, so that all its statements are answered there whole; what everybody reads is copied to each
 * node; what one worker takes from a common heap stays on the coordinator.
 */
import type pg from 'pg';

export type Placement = 'distributed' | 'reference' | 'local';

/**
 * Taken row by row for all tenants together (FOR UPDATE SKIP LOCKED), or counted before anybody is known: the
 * coordinator's own.
 */
const local: ReadonlySet<string> = new Set(['outbox', 'login_try', 'sandbox_setting', 'sandbox_trade']);
/** The table all others lie beside. */
const FIRST = 'company';
const ROLES = ['gatehouse_app', 'gatehouse_platform'];

/** @param key columns of the primary key in their order; none for a table without one */
export function placementOf(table: string, key: readonly string[]): Placement {
  if (local.has(table)) return 'local';
  return key[0] === 'tenant_id' ? 'distributed' : 'reference';
}

export type PlacedTable = { readonly table: string; readonly placement: Placement };

/** Every table of the product in this database with its place. */
export async function tablesOf(client: Pick<pg.Client, 'query'>): Promise<PlacedTable[]> {
  const { rows } = await client.query<{ table: string; key: string[] }>(`
    SELECT c.relname AS table, coalesce((
      SELECT array_agg(a.attname::text ORDER BY k.place) FROM pg_index i
      CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE i.indrelid = c.oid AND i.indisprimary), '{}') AS key
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`);
  return rows.map(({ table, key }) => ({ table, placement: placementOf(table, key) }));
}

/**
 * The server works as roles that cannot log in (SET LOCAL ROLE). Citus opens its connections to the nodes as the role
 * of the moment, so there they may log in; they have no password, and nodes trust the coordinator alone. SET LOCAL has
 * to reach the nodes: row security requires the tenant there.
 */
async function letRolesThrough(client: pg.Client): Promise<void> {
  for (const role of ROLES) {
    await client.query('SELECT run_command_on_workers($1)', [
      `DO $do$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOSUPERUSER NOBYPASSRLS; END IF; END $do$`,
    ]);
    await client.query(`ALTER ROLE ${role} LOGIN`);
    await client.query('SELECT run_command_on_workers($1)', [`GRANT USAGE ON SCHEMA public TO ${role}`]);
  }
  await client.query("ALTER ROLE CURRENT_USER SET citus.propagate_set_commands TO 'local'");
}

/**
 * Gives every table that has none its place. Without Citus in the database nothing is done; answers the tables placed
 * now.
 */
export async function distribute(client: pg.Client, log: (line: string) => void): Promise<string[]> {
  const citus = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (citus.rowCount === 0) return [];
  const { rows } = await client.query<{ table: string }>(
    'SELECT c.relname AS table FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid',
  );
  const placed = new Set(rows.map(({ table }) => table));
  const waiting = (await tablesOf(client)).filter(
    ({ table, placement }) => placement !== 'local' && !placed.has(table),
  );
  if (waiting.length === 0) return [];
  await letRolesThrough(client);
  for (const { table, placement } of waiting.toSorted(
    (a, b) => Number(b.table === FIRST) - Number(a.table === FIRST),
  )) {
    if (placement === 'reference')
      await client.query('SELECT create_reference_table($1::regclass)', [`public.${JSON.stringify(table)}`]);
    else
      await client.query('SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)', [
        `public.${JSON.stringify(table)}`,
        'tenant_id',
        table === FIRST ? 'none' : `public.${FIRST}`,
      ]);
  }
  log(`Placed ${waiting.length} tables on the nodes of Citus`);
  return waiting.map(({ table }) => table);
}

/**
 * Past one machine: where the database is a Citus coordinator, the tables are split by tenant. Nothing happens elsewhere. The extension
 * is made by whoever runs the database; the clock's own schema and the list of migrations stay on the coordinator.
 */
import type pg from 'pg';

/** Finds the tenant of a serial number before anything else is known, so each node has all of it. */
export const directories: readonly string[] = ['device_directory'];

export type Spread = { readonly name: string; readonly how: 'by tenant' | 'copied' };

/** Tables of the product, each with how it lies on several nodes; partitions go with their table. */
export async function spreadOf(client: pg.Client): Promise<Spread[]> {
  const { rows } = await client.query<{ name: string; tenant: boolean }>(`
    SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped) AS tenant
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY c.relname`);
  return rows.map(({ name, tenant }) => ({ name, how: tenant && !directories.includes(name) ? 'by tenant' : 'copied' }));
}

/** All tables split by the same column of the same type lie together, so joins within a tenant stay on one node. */
const statement = ({ name, how }: Spread): string =>
  (how === 'by tenant' ? `SELECT create_distributed_table('"${name}"', 'tenant_id')` : `SELECT create_reference_table('"${name}"')`);

/**
 * Splits what is not split yet. Run after the migrations, under their lock.
 * @returns names of the tables split or copied now; none where there is no Citus
 */
export async function distribute(client: pg.Client, log: (line: string) => void): Promise<string[]> {
  const { rows: [citus] } = await client.query<{ version: string }>(`SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) return [];
  // What a transaction sets for itself (the tenant, the role) reaches the nodes only so.
  await client.query(`DO $$ BEGIN EXECUTE format('ALTER ROLE %I SET citus.propagate_set_commands = %L', current_user, 'local'); END $$`);
  const { rows } = await client.query<{ name: string }>(`SELECT c.relname AS name FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid`);
  const done = new Set(rows.map(({ name }) => name));
  const waiting = (await spreadOf(client)).filter(({ name }) => !done.has(name));
  for (const each of waiting) await client.query(statement(each));
  if (waiting.length > 0) log(`${waiting.length} tables spread over the nodes of Citus ${citus.version}`);
  return waiting.map(({ name }) => name);
}

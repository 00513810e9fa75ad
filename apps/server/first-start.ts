import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  ensurePlatformOperator,
  menuWanted,
  refreshBuiltInRoles,
  rolesWanted,
  syncMenus,
} from '#areas/access/server/door.ts';
import { deviceTypesWanted, ensureDeviceTypes } from '#areas/guidance/server/door.ts';
import { ensureRegions, regionsText } from '#areas/org/server/door.ts';
import { dictionariesWanted, ensureDictionaries } from '#areas/platform/server/door.ts';
import { menu } from '#apps/menu.ts';
import { ensurePartitions } from '#db/partitions.ts';
import { partitions } from '#db/schema.ts';
import type { Database } from '#kit/server/db.ts';
import type { Served } from '#kit/server/served.ts';

export type FirstStart = { served: readonly Served[]; adminPassword: string | undefined; log: (line: string) => void };

/** One server at a time prepares; the others find everything there. */
const prepareLock = 7_262_004;

/**
 * A start makes the months that the next weeks and the demo's ninety days need; the others come at night (`jobs.ts`).
 */
const MONTHS = [4, 1] as const;

/**
 * What this version would have every database hold, as one text of 64 digits: roles with their permissions, menus,
 * regions, dictionaries.
 */
function stateOf(wanted: ReturnType<typeof menuWanted>, regions: string): string {
  return createHash('sha256')
    .update(JSON.stringify([rolesWanted(), menu, wanted, dictionariesWanted(), deviceTypesWanted()]))
    .update(regions)
    .digest('hex');
}

/**
 * Which state the database was brought to last, and which was its last tenant; it goes neither into a back-up nor out
 * of one.
 */
const KEPT = `CREATE TABLE IF NOT EXISTS gatehouse_meta.prepared (single boolean PRIMARY KEY DEFAULT true CHECK (single), state text NOT NULL, tenant_no bigint NOT NULL)`;
const KEEP = `INSERT INTO gatehouse_meta.prepared (state, tenant_no) VALUES ($1, $2) ON CONFLICT (single) DO UPDATE
  SET state = excluded.state, tenant_no = excluded.tenant_no`;

/**
 * Roles, menus, regions and dictionaries, where the last start did not leave them as this one would: with a thousand
 * tenants that is seconds.
 */
async function prepare(client: pg.Client, database: Database, served: readonly Served[]): Promise<void> {
  const [wanted, regions] = [menuWanted(menu, served), regionsText()];
  const state = stateOf(wanted, regions);
  await client.query(KEPT);
  const {
    rows: [kept],
  } = await client.query<{ state: string; tenantNo: number }>(
    'SELECT state, tenant_no::int AS "tenantNo" FROM gatehouse_meta.prepared',
  );
  const same = kept?.state === state;
  // A tenant that came since may have been made by a server of the former version, beside this one while it was brought
  // in.
  const roles = refreshBuiltInRoles(database, same ? kept.tenantNo : 0);
  const [last] = await Promise.all(
    same
      ? [roles]
      : [
          roles,
          syncMenus(database, menu, wanted),
          ensureRegions(database, regions),
          ensureDictionaries(database),
          ensureDeviceTypes(database),
        ],
  );
  if (!same || last > kept.tenantNo) await client.query(KEEP, [state, last]);
}

/**
 * What every start makes sure of: partitions, built-in roles, menus, regions, dictionaries, and on the first one the
 * platform operator. Answers his password where it was made up.
 */
export async function firstStart(
  database: Database,
  admin: pg.ClientConfig,
  { served, adminPassword, log }: FirstStart,
): Promise<string | null> {
  const client = new pg.Client({ ...admin, application_name: 'gatehouse prepare' });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [prepareLock]);
    const made = await ensurePartitions(client, partitions, new Date(), ...MONTHS);
    if (made.length > 0) log(`${made.length} monthly partitions made`);
    await prepare(client, database, served);
    return await ensurePlatformOperator(database, adminPassword);
  } finally {
    await client.end();
  }
}

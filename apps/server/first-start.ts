import pg from 'pg';
import { ensurePlatformOperator, refreshBuiltInRoles, syncMenus } from '#areas/access/server/door.ts';
import { ensureRegions } from '#areas/org/server/door.ts';
import { menu } from '#apps/menu.ts';
import { ensurePartitions } from '#db/partitions.ts';
import { partitions } from '#db/schema.ts';
import type { Database } from '#kit/server/db.ts';
import type { Served } from '#kit/server/served.ts';

export type FirstStart = { served: readonly Served[]; adminPassword: string | undefined; log: (line: string) => void };

/** One server at a time prepares; the others find everything there. */
const prepareLock = 7_262_004;

/** A start makes the months that the next weeks and the demo's ninety days need; the others come at night (`jobs.ts`). */
const MONTHS = [4, 1] as const;

/** Roles and menus before the one who has them all. */
async function people(database: Database, served: readonly Served[], adminPassword: string | undefined): Promise<string | null> {
  await refreshBuiltInRoles(database, served);
  await syncMenus(database, menu, served);
  return ensurePlatformOperator(database, adminPassword);
}

/** What every start makes sure of: partitions, built-in roles, menus, regions, and on the first one the platform operator. Answers his password where it was made up. */
export async function firstStart(database: Database, admin: pg.ClientConfig, { served, adminPassword, log }: FirstStart): Promise<string | null> {
  const client = new pg.Client({ ...admin, application_name: 'gatehouse prepare' });
  client.on('error', () => undefined); // whoever asks it hears of it
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [prepareLock]);
    const [made, madeUp] = await Promise.all([
      ensurePartitions(client, partitions, new Date(), ...MONTHS),
      people(database, served, adminPassword),
      ensureRegions(database),
    ]);
    if (made.length > 0) log(`${made.length} monthly partitions made`);
    return madeUp;
  } finally {
    await client.end();
  }
}

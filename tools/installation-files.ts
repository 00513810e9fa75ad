/** The files of an installation as its commands reach them: wherever the server would read them. */
import { join } from 'node:path';
import type pg from 'pg';
import { keyThere } from '#apps/server/seal-key.ts';
import type { Settings } from '#apps/server/settings.ts';
import type { TableStore } from '#db/files/by-table.ts';
import { aloud, openFiles } from '#db/files/open.ts';
import { storeRows } from '#db/files/store-rows.ts';
import { setSealKey } from '#kit/server/seal.ts';

/** @param admin how the installation's database is reached */
export function installationFiles(
  { dataDir, objectStore }: Pick<Settings, 'dataDir' | 'objectStore'>,
  admin: pg.ClientConfig,
): Promise<TableStore> {
  const key = keyThere(dataDir);
  // Without it the keys of stores cannot be read, and a store in use is reported where it is requested.
  if (key) setSealKey(key);
  return openFiles(join(dataDir, 'files'), objectStore, aloud, storeRows(admin));
}

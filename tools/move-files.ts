/**
 * `npm run move-files`: what lies in the data folder or in stores used before goes into the object store in use, while
 * the installation works (docs/operations.md).
 */
import { join } from 'node:path';
import type pg from 'pg';
import { keyThere } from '#apps/server/seal-key.ts';
import { readSettings } from '#apps/server/settings.ts';
import type { Settings } from '#apps/server/settings.ts';
import { startEngine } from '#db/engine/start.ts';
import { moveFiles, moveLacking } from '#db/files/move.ts';
import { aloud, openFiles } from '#db/files/open.ts';
import { forgetFormer, namedFiles } from '#db/files/store-rows.ts';
import { installationFiles } from './installation-files.ts';

const read = readSettings(process.env);
if (!read.ok) {
  console.error(read.problems.map(({ message }) => message.en).join('\n'));
  process.exit(2);
}
const { settings } = read;
const folder = join(settings.dataDir, 'files');

/** With the address in the settings, what lies in the folder needs no database to be moved. */
async function folderAlone(objects: NonNullable<Settings['objectStore']>): Promise<void> {
  const { moved, spoilt } = await moveFiles(folder, await openFiles(folder, objects, aloud));
  report(moved, spoilt);
}

function report(moved: number, spoilt: readonly string[]): void {
  for (const hash of spoilt) console.error(`Not what its name says, and left where it is: ${hash}`);
  console.log(
    `${moved} files of ${folder} are in the object store. The folder is not needed any more${spoilt.length > 0 ? ', but for what is named above' : ''}.`,
  );
  if (spoilt.length > 0) process.exitCode = 1;
}

const noStore = (): void => {
  console.error('OBJECT_STORE_URL is not set and no object store is in use: there is no store to move to.');
  process.exitCode = 2;
};

/** From the folder and from every store used before, into the one in use of the table. */
async function byTable(admin: pg.ClientConfig): Promise<void> {
  const files = await installationFiles(settings, admin);
  const store = await files.inUse();
  if (!store) return noStore();
  const { moved, spoilt } = await moveFiles(folder, store);
  report(moved, spoilt);
  const rest = await moveLacking(await namedFiles(admin), files, store);
  for (const hash of rest.lost) console.error(`Found nowhere: ${hash}`);
  console.log(`${rest.moved} files of stores used before are in the one in use.`);
  if (rest.lost.length > 0) process.exitCode = 1;
  else await forgetFormer(admin);
}

try {
  if (settings.objectStore) await folderAlone(settings.objectStore);
  // Where no installation was ever started there is no table, and no engine is made for it.
  else if (!settings.databaseUrl && !keyThere(settings.dataDir)) noStore();
  else {
    const engine = settings.databaseUrl ? null : await startEngine({ dataDir: settings.dataDir, log: () => undefined });
    try {
      await byTable(engine?.config ?? { connectionString: settings.databaseUrl! });
    } finally {
      await engine?.stop();
    }
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

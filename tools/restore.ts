/**
 * `npm run restore -- --from FOLDER --data FOLDER`: a back-up into an empty data folder, or with DATABASE_URL into an
 * empty database (docs/operations.md).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '#apps/server/settings.ts';
import { restore } from '#db/backup/restore.ts';
import { startEngine } from '#db/engine/start.ts';
import { aloud, openFiles } from '#db/files/open.ts';
import { installationFiles } from './installation-files.ts';

const {
  values: { from, data },
} = parseArgs({ options: { from: { type: 'string' }, data: { type: 'string' } } });
const read = readSettings({ ...process.env, ...(data ? { GATEHOUSE_DATA: data } : {}) });
if (!from || !data || !read.ok) {
  console.error(
    read.ok
      ? 'npm run restore -- --from FOLDER --data FOLDER\n  --from  a back-up\n  --data  a data folder that is empty or not there yet; the database is DATABASE_URL where that is set'
      : read.problems.map(({ message }) => message.en).join('\n'),
  );
  process.exit(2);
}
const { databaseUrl, dataDir, objectStore } = read.settings;
if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
  console.error(`${dataDir} is not empty.`);
  process.exit(2);
}
const engine = databaseUrl ? null : await startEngine({ dataDir, log: console.log });
try {
  const admin = engine?.config ?? { connectionString: databaseUrl! };
  const store = await openFiles(join(dataDir, 'files'), objectStore, aloud);
  await restore({
    admin,
    dataDir,
    files: store,
    from: resolve(from),
    log: console.log,
  });
  console.log(`restored into ${dataDir}: start with GATEHOUSE_DATA=${dataDir}`);
  if (!objectStore && (await (await installationFiles(read.settings, admin)).inUse()))
    console.log(
      'The restored installation puts new files into an object store. The restored ones lie in the data folder and are read there; `npm run move-files` stores them too.',
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await engine?.stop();
}

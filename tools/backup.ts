/** `npm run backup -- --to FOLDER`: all data of one moment, while the installation works (docs/operations.md). */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '#apps/server/settings.ts';
import { backUp } from '#db/backup/back-up.ts';
import { startEngine } from '#db/engine/start.ts';
import { installationFiles } from './installation-files.ts';

const {
  values: { to, data },
} = parseArgs({ options: { to: { type: 'string' }, data: { type: 'string' } } });
const read = readSettings({ ...process.env, ...(data ? { GATEHOUSE_DATA: data } : {}) });
if (!to || !read.ok) {
  console.error(
    read.ok
      ? 'npm run backup -- --to FOLDER [--data FOLDER]\n  --to    a folder that is not there yet\n  --data  the data folder (default: GATEHOUSE_DATA, else ./data); the database is DATABASE_URL where that is set'
      : read.problems.map(({ message }) => message.en).join('\n'),
  );
  process.exit(2);
}
const { databaseUrl, dataDir } = read.settings;
const engine = databaseUrl ? null : await startEngine({ dataDir, log: console.log });
const from = performance.now();
try {
  const admin = engine?.config ?? { connectionString: databaseUrl! };
  const { at, files } = await backUp({
    admin,
    dataDir,
    files: await installationFiles(read.settings, admin),
    to: resolve(to),
    log: console.log,
  });
  console.log(
    `${resolve(to)}: everything as of ${at}, ${files.length} files, ${((performance.now() - from) / 1000).toFixed(1)} s`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await engine?.stop();
}

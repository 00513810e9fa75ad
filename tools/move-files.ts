/** `npm run move-files`: what lies in the data folder goes into the object store as well, while the house works (docs/operations.md). */
import { join } from 'node:path';
import { readSettings } from '#apps/server/settings.ts';
import { moveFiles } from '#db/files/move.ts';
import { aloud, openFiles } from '#db/files/open.ts';

const read = readSettings(process.env);
if (!read.ok || !read.settings.objectStore) {
  console.error(
    read.ok
      ? 'OBJECT_STORE_URL is not set: there is no store to move to.'
      : read.problems.map(({ message }) => message.en).join('\n'),
  );
  process.exit(2);
}
const folder = join(read.settings.dataDir, 'files');
try {
  const { moved, spoilt } = await moveFiles(folder, await openFiles(folder, read.settings.objectStore, aloud));
  for (const hash of spoilt) console.error(`Not what its name says, and left where it is: ${hash}`);
  console.log(
    `${moved} files of ${folder} are in the object store. The folder is not needed any more${spoilt.length > 0 ? ', but for what is named above' : ''}.`,
  );
  if (spoilt.length > 0) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

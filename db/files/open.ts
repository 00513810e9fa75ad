/** Where a house's files lie: in its data folder, or in an object store and what is still in the folder. */
import { mkdir } from 'node:fs/promises';
import type { Log, ObjectStoreSettings, WatchedStore } from './object-store.ts';
import { folderStore } from './folder.ts';

/** The folder is asked first, for it answers at once; what goes under a hash is the same wherever it lies. New files go to the store alone. */
export async function openFiles(folder: string, objects: ObjectStoreSettings | null, log: Log): Promise<WatchedStore> {
  const inFolder = folderStore(folder);
  if (!objects) {
    await mkdir(folder, { recursive: true });
    return { ...inFolder, reached: () => true, look: async () => undefined };
  }
  const { objectStore } = await import('./object-store.ts');
  const store = objectStore(objects, log);
  return { ...store, open: async (hash) => (await inFolder.open(hash)) ?? store.open(hash) };
}

/** For commands: what the store says goes to whoever typed them. */
export const aloud: Log = {
  error: (fields, message) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  info: () => undefined,
};

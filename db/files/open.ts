/** Where an installation's files lie: in its data folder, or in object stores and what is still in the folder. */
import { mkdir } from 'node:fs/promises';
import { storesByTable } from './by-table.ts';
import type { TableStore } from './by-table.ts';
import type { Log, ObjectStoreSettings } from './object-store.ts';
import { folderStore } from './folder.ts';
import type { StoreRows } from './store-rows.ts';

/**
 * The folder is tried first, because it answers fastest; what goes under a hash is the same wherever it lies. New
 * files go to the store of the settings, else to the one in use of the table, else to the folder.
 * @param rows the stores of the table; none where there is no database to ask
 */
export async function openFiles(
  folder: string,
  objects: ObjectStoreSettings | null,
  log: Log,
  rows: StoreRows = async () => [],
): Promise<TableStore> {
  if (!objects) await mkdir(folder, { recursive: true });
  const fixed = objects && (await import('./object-store.ts')).objectStore(objects, log);
  return storesByTable(folderStore(folder), fixed, rows, log);
}

/** For commands: what the store says goes to whoever typed them. */
export const aloud: Log = {
  error: (fields, message) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  info: () => undefined,
};

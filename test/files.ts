/** Files that tests store lie in a folder that goes with the process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStore } from '#db/files/folder.ts';
import { setFileStore } from '#kit/files/files.ts';

let folder: string | undefined;

/** Stored files go to that folder from now on; answers which it is. */
export function filesOfTests(): string {
  if (folder === undefined) {
    const made = (folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-')));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  setFileStore(folderStore(folder));
  return folder;
}

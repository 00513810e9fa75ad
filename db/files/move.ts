import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '#kit/files/files.ts';
import { hashesIn, wayTo } from './folder.ts';
import { inTurns } from './in-turns.ts';

/** Stores whatever lies in a folder elsewhere too. It may be broken off and done again; nothing is removed. */
export async function moveFiles(
  folder: string,
  to: Pick<FileStore, 'put'>,
): Promise<{ moved: number; spoilt: string[] }> {
  const hashes = await hashesIn(folder);
  const spoilt: string[] = [];
  await inTurns(hashes, async (hash) => {
    const bytes = await readFile(join(folder, wayTo(hash)));
    if (createHash('sha256').update(bytes).digest('hex') === hash) await to.put(hash, bytes);
    else spoilt.push(hash);
  });
  return { moved: hashes.length - spoilt.length, spoilt };
}

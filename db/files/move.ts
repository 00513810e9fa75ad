import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '#kit/files/files.ts';
import { hashesIn, wayTo } from './folder.ts';
import { inTurns } from './in-turns.ts';

const isWhole = (hash: string, bytes: Buffer): boolean => createHash('sha256').update(bytes).digest('hex') === hash;

/** Stores whatever lies in a folder elsewhere too. It may be broken off and done again; nothing is removed. */
export async function moveFiles(
  folder: string,
  to: Pick<FileStore, 'put'>,
): Promise<{ moved: number; spoilt: string[] }> {
  const hashes = await hashesIn(folder);
  const spoilt: string[] = [];
  await inTurns(hashes, async (hash) => {
    const bytes = await readFile(join(folder, wayTo(hash)));
    if (isWhole(hash, bytes)) await to.put(hash, bytes);
    else spoilt.push(hash);
  });
  return { moved: hashes.length - spoilt.length, spoilt };
}

/**
 * Stores those of these files that a store lacks there too, from wherever they lie. It may be broken off and done
 * again.
 */
export async function moveLacking(
  hashes: readonly string[],
  from: Pick<FileStore, 'open'>,
  to: Pick<FileStore, 'put' | 'open'>,
): Promise<{ moved: number; lost: string[] }> {
  const lost: string[] = [];
  let moved = 0;
  await inTurns(hashes, async (hash) => {
    const there = await to.open(hash);
    there?.stream.destroy();
    if (there) return;
    const found = await from.open(hash);
    const bytes = found && (await buffer(found.stream));
    if (!bytes || !isWhole(hash, bytes)) {
      lost.push(hash);
      return;
    }
    await to.put(hash, bytes);
    moved += 1;
  });
  return { moved, lost };
}

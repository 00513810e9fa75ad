import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '#kit/files/files.ts';
import { onDisk } from './on-disk.ts';

/** The way to a file below the root of whatever holds it. */
export const wayTo = (hash: string): string => `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

/** Files in a folder of the machine. */
export function folderStore(folder: string): FileStore {
  const placeOf = (hash: string): string => join(folder, wayTo(hash));
  return {
    /** A file under a hash is always complete, and its folders too are on the disk, from the first one on. */
    async put(hash, bytes) {
      const place = placeOf(hash);
      const there = await stat(place).catch(() => null);
      if (there?.size !== bytes.length) await putInPlace(place, bytes);
      for (const each of ['.', '..', '../..']) await onDisk(join(dirname(place), each));
    },
    async open(hash) {
      const handle = await open(placeOf(hash)).catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return handle && { size: (await handle.stat()).size, stream: handle.createReadStream() };
    },
    async drop(hash) {
      const place = placeOf(hash);
      await rm(place, { force: true });
      await onDisk(dirname(place)).catch((error: { code?: string }) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },
  };
}

/** Written aside, on the disk, then put in place. */
async function putInPlace(place: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o750 });
  const aside = `${place}.${randomUUID()}`;
  try {
    const handle = await open(aside, 'wx', 0o640);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** The hashes of all files in a folder; none where it is not there. */
export async function hashesIn(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true }).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return paths
    .map((path) => path.split(/[/\\]/).at(-1)!)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .sort();
}

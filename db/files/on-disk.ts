import { open } from 'node:fs/promises';

/**
 * A file's content, or the names in a folder, outlast a power cut from here on. Windows keeps folders by itself and
 * opens none.
 */
export async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: { code?: string }) => {
    if (process.platform !== 'win32') throw error;
  });
  await handle?.sync().finally(() => handle.close());
}

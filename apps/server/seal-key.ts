import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const placeOf = (dataDir: string): string => join(dataDir, 'secret.key');

/** The installation's key: made once, kept beside the data, readable by its owner alone. */
export function keyOf(dataDir: string): Buffer {
  const file = placeOf(dataDir);
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true });
    chmodSync(file, 0o600);
  }
  return readFileSync(file);
}

/** The key that is there, for commands, which make none; null where there is none. */
export const keyThere = (dataDir: string): Buffer | null =>
  existsSync(placeOf(dataDir)) ? readFileSync(placeOf(dataDir)) : null;

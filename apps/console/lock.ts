import { sha256 } from '#kit/console/sha256.ts';
import { drop, keep, kept } from '#kit/console/storage.ts';

/** What stands in the browser while its screen is locked: never the password itself. Its presence is the locked flag, for all windows of the browser. */
export type Lock = { salt: string; hash: string };

const entry = 'lock';
/** So many that trying out words from a copy of the store takes its time, and a person does not notice. */
const rounds = 2000;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashOf(password: string, salt: string): Promise<string> {
  const encoder = new TextEncoder();
  let hash = await sha256(encoder.encode(salt + password));
  for (let round = 1; round < rounds; round++) hash = await sha256(encoder.encode(hash + salt));
  return hash;
}

/** Locks the screen under a password; going to `/lock` is the caller's. */
export async function lockScreen(password: string): Promise<void> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  keep(entry, { salt, hash: await hashOf(password, salt) } satisfies Lock);
}

export const isLocked = (): boolean => kept<Lock>(entry) !== null;

/** Opens the lock where the password is the one it was locked with. A screen that is not locked opens with any. */
export async function unlock(password: string): Promise<boolean> {
  const lock = kept<Lock>(entry);
  if (lock && (await hashOf(password, lock.salt)) !== lock.hash) return false;
  drop(entry);
  return true;
}

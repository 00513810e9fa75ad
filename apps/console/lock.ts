import { sha256 } from '#kit/console/sha256.ts';
import { drop, keep, kept } from '#kit/console/storage.ts';
import { lockEntry } from './locked.ts';
import type { Lock } from './locked.ts';

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
  keep(lockEntry, { salt, hash: await hashOf(password, salt) } satisfies Lock);
}

/** Opens the lock where the password is the one it was locked with. A screen that is not locked opens with any. */
export async function unlock(password: string): Promise<boolean> {
  const lock = kept<Lock>(lockEntry);
  if (lock && (await hashOf(password, lock.salt)) !== lock.hash) return false;
  drop(lockEntry);
  return true;
}

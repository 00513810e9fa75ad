import { ask, Failed } from '#kit/console/ask.ts';
import { drop, keep } from '#kit/console/storage.ts';
import { lockEntry } from './locked.ts';
import type { Lock } from './locked.ts';

const path = '/api/gatehouse/session';

/** Leads every window of this browser to the lock; the server is what holds it. */
export const markLocked = (): void => keep(lockEntry, { at: Date.now() } satisfies Lock);

/**
 * Locks the session under a password, with the server; going to `/lock` is the caller's. @throws Failed where the
 * server does not lock it
 */
export async function lockScreen(password: string): Promise<void> {
  await ask(`${path}/lock`, { password }, { method: 'POST', quiet: true });
  markLocked();
}

/** Opens the lock. null when it is open, else what to say. */
export async function unlock(password: string): Promise<string | null> {
  try {
    await ask(`${path}/unlock`, { password }, { method: 'POST', quiet: true });
  } catch (error) {
    if (error instanceof Failed) return error.message;
    throw error;
  }
  drop(lockEntry);
  return null;
}

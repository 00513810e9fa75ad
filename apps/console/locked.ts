import { kept } from '#kit/console/storage.ts';

/** What stands in the browser while its screen is locked: never the password itself. Its presence is the locked flag, for all windows of the browser. */
export type Lock = { salt: string; hash: string };

export const lockEntry = 'lock';

export const isLocked = (): boolean => kept<Lock>(lockEntry) !== null;

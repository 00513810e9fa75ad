import { kept } from '#kit/console/storage.ts';

/**
 * What stands in the browser while its screen is locked: that it is, and nothing to open it by. For all windows of the
 * browser.
 */
export type Lock = { at: number };

export const lockEntry = 'lock';

export const isLocked = (): boolean => kept<Lock>(lockEntry) !== null;

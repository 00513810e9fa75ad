import type { Screen } from '#kit/console/screen.ts';

/** Screens that areas bring themselves. */
export const ownScreens: readonly Screen[] = [];

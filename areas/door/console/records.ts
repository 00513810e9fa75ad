import type { Records } from '#kit/console/record.ts';

/** The page of one fire alarm, where the roll is called. */
export const records: Records = { doorFire: () => import('./fire-page.tsx') };

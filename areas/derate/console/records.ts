import type { Records } from '#kit/console/record.ts';

/** The page of one shop: its balance and what it gave. */
export const records: Records = { parkSeller: () => import('./seller-record.tsx') };

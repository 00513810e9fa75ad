import type { Records } from '#kit/console/record.ts';

/** The page of one berth: how it is, and its day with the evidence. */
export const records: Records = { rdBerth: () => import('./berth-record.tsx') };

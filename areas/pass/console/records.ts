import type { Records } from '#kit/console/record.ts';

/** The page of one pass: what it covers, day by day. */
export const records: Records = { parkMonth: () => import('./pass-record.tsx') };

import type { Records } from '#kit/console/record.ts';

/** The page of one stay: its pictures, facts, bill and course. */
export const records: Records = { stay: () => import('./stay-record.tsx') };

import type { Records } from '#kit/console/record.ts';

/** The page of one call: its facts and its course. */
export const records: Records = { callRecord: () => import('./call-page.tsx') };

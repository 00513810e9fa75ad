import type { Records } from '#kit/console/record.ts';

/** The page of one order: its bill, what came, and what went back. */
export const records: Records = { parkingOrder: () => import('./order-record.tsx') };

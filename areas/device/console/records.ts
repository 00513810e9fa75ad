import type { Records } from '#kit/console/record.ts';

/** The page of one device: its state, and its commands. */
export const records: Records = { parkDevice: () => import('./device-record.tsx') };

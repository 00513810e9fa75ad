import type { Records } from '#kit/console/record.ts';

/** The page of one device: how it is, and what it was told. */
export const records: Records = { parkDevice: () => import('./device-record.tsx') };

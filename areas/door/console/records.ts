import type { Records } from '#kit/console/record.ts';

/** The page of one fire alarm, where the roll is called; of a device and of a person, with the week of each. */
export const records: Records = {
  doorFire: () => import('./fire-page.tsx'),
  doorDevice: () => import('./device-page.tsx'),
  doorEmployee: () => import('./person-page.tsx'),
};

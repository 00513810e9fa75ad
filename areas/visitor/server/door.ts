/** What doors, desks and others that read codes may ask about visits. */
export { presentCode, publicKeyOfCodes } from './codes.ts';
export type { Judged, Presented } from './codes.ts';
export { visitsInside } from './inside.ts';

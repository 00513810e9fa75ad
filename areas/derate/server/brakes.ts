/**
 * How often strangers may ask about and take discounts: by the code they hold, where they ask from, and the plate they
 * name.
 */
import { knock } from '#areas/access/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import type { Work } from '#kit/server/work.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Code look-ups from one address; a shop's guests share one behind its network. */
export const beforeLook = (work: Work): Promise<void> =>
  knock(work.database, [{ key: `derate-look:${networkOf(work.request.ip)}`, most: 60, seconds: MINUTE }]);

/** Codes that are none: whoever guesses is done after a few. */
export const afterMiss = (work: Work): Promise<void> =>
  knock(work.database, [{ key: `derate-miss:${networkOf(work.request.ip)}`, most: 10, seconds: 15 * MINUTE }]);

/**
 * Takings: ten a minute and a hundred an hour of one code, thirty an hour from one address, five an hour for one plate.
 */
export const beforeTaking = (work: Work, codeId: string, tenantId: number, plate: string): Promise<void> =>
  knock(work.database, [
    { key: `derate-code1:${codeId}`, most: 10, seconds: MINUTE },
    { key: `derate-code:${codeId}`, most: 100, seconds: HOUR },
    { key: `derate-from:${networkOf(work.request.ip)}`, most: 30, seconds: HOUR },
    { key: `derate-plate:${tenantId}:${plate}`, most: 5, seconds: HOUR },
  ]);

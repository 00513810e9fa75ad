/** One lot's ninety days, whole: its passes, lists, discounts, stays, money and shifts. */
import type { Database } from '#kit/server/db.ts';
import type { BuiltLot } from './build-lot.ts';
import { loadChannelWords } from './channels.ts';
import { withCoupons } from './coupons.ts';
import { openShops } from './derates.ts';
import { pastOf } from './history.ts';
import { loadIncidents } from './incidents.ts';
import { loadLists } from './lists.ts';
import { loadLostItems } from './lost-items.ts';
import { loadPast } from './load.ts';
import { loadPasses } from './passes.ts';
import type { Car } from './plates.ts';
import { loadShifts, rotaOf } from './shifts.ts';

const days = 90;
const zone = 'Asia/Shanghai';

/**
 * `nth`: the lot's number in the city, from 0; `guards`: ids of those who guard it, by name; `now`: epoch ms, where its
 * past ends.
 */
export type LotJob = {
  readonly lot: BuiltLot;
  readonly nth: number;
  readonly tenantId: number;
  readonly guards: ReadonlyMap<string, string>;
  readonly now: number;
};
/**
 * What the demo remembers of it: the cars with a pass, those inside, and how far the camera of each lane has counted.
 */
export type FilledLot = {
  readonly holders: readonly Car[];
  readonly inside: readonly { readonly car: Car; readonly inAt: number }[];
  readonly passed: ReadonlyMap<string, number>;
  /** On duty at the gate when its past ends. */ readonly onDuty: string;
};

/** @param progress called after each part with its number of stays */
export async function fillLot(
  database: Database,
  { lot, nth, tenantId, guards, now }: LotJob,
  progress: (stays: number) => void,
): Promise<FilledLot> {
  const past = pastOf(lot.plan, nth + 1, days, now, zone);
  const passes = await loadPasses(database, tenantId, lot, past, nth + 1, now);
  await loadLists(database, tenantId, lot, nth + 1, now);
  await loadLostItems(database, tenantId, lot.site.parkId, nth, now);
  await loadIncidents(database, tenantId, lot, nth + 1, now);
  const rota = rotaOf(guards, nth + 1, { now, days, zone });
  const passed = await loadPast(
    database,
    tenantId,
    lot,
    past,
    passes,
    await withCoupons(database, tenantId, lot, await openShops(database, tenantId, lot, nth + 1, now), nth + 1, now),
    rota.at,
    progress,
  );
  await loadChannelWords(database, tenantId, lot.site.parkId, now);
  await loadShifts(database, tenantId, lot, guards, rota, nth + 1, now);
  return {
    holders: [...new Map(past.filter(({ hasPass }) => hasPass).map(({ car }) => [car.plate, car])).values()],
    inside: past.filter(({ outAt }) => outAt === null).map(({ car, inAt }) => ({ car, inAt })),
    passed,
    onDuty: rota.at(now),
  };
}

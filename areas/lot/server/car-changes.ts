import { eq } from 'drizzle-orm';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { carChangesAllowed } from '#areas/lot/model/park-calls.ts';
import { village } from '#areas/lot/model/village.ts';
import { changesLocked } from '#areas/vehicle/server/door.ts';
import { park } from '#areas/lot/model/park.ts';

/** true when vehicles of the village or lot may be changed by the caller: permitted, and the village not locked. */
export const carChangesServed: Served[] = [
  serve(carChangesAllowed, async (work) => {
    const { VID, parkId } = work.input as { VID?: string | null; parkId?: string | null };
    if (!work.permits('carList:edit')) return false;
    if (parkId) {
      await rowOf(park, parkId, work.db);
      return !(await changesLocked(work.db, parkId));
    }
    if (!VID) return true;
    const t = tableOf(village);
    const [home] = await work.db
      .select({ locked: t.locked! })
      .from(t)
      .where(scoped(village, work.db.scope, [eq(t.id!, VID)]));
    return home !== undefined && home.locked !== true;
  }),
];

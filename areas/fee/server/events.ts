import { calendarChanging, events } from '#areas/fee/model/events.ts';
import { emit } from '#kit/server/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import type { Work } from '#kit/server/work.ts';

export const feeEvents: AreaEvents = { name: 'fee', emits: events, handles: [] };

type Lot = { readonly id: string; readonly tenantId: number };

/** Changes the days of these car parks' calendars. @throws Refused where they would break a rule of another area */
export async function changingDays<T>(
  work: Pick<Work, 'db' | 'now'>,
  lots: readonly Lot[],
  change: () => Promise<T>,
): Promise<T> {
  const checks = [];
  for (const { id: parkId, tenantId } of lots)
    checks.push(...(await emit(calendarChanging, { tenantId, parkId, at: work.now }, { db: work.db })));
  const changed = await change();
  for (const check of checks) await check.changed();
  return changed;
}

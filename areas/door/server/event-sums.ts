/** Door events by their result, over the filters of their list. */
import { sql } from 'drizzle-orm';
import { doorEvent, eventSums } from '#areas/door/model/door-event.ts';
import { doorResults } from '#areas/device/model/door-fields.ts';
import { listWhere } from '#kit/server/list.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

async function sums(work: Work): Promise<{ result: string; events: number }[]> {
  const t = tableOf(doorEvent);
  const { result: _, ...raw } = work.raw;
  const rows = await work.db
    .select({ result: t.result!, events: sql<number>`count(*)`.mapWith(Number) })
    .from(t)
    .where(listWhere(doorEvent, { ...work, raw }))
    .groupBy(t.result!);
  const found = new Map(rows.map(({ result, events }) => [String(result), events]));
  return Object.keys(doorResults).map((result) => ({ result, events: found.get(result) ?? 0 }));
}

export const eventSumsServed: readonly Served[] = [serve(eventSums, sums)];

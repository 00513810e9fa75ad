/** Cars that passed a board within one hour of yesterday, and what became of them. */
import { dayOf, hourOf, weekdayOf } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { TestProduct } from '#test/test-product.ts';
import type { Garage } from './garage.fixture.ts';

const [HOUR_MS, ZONE] = [3_600_000, 'Asia/Shanghai'];

/** Within an hour of yesterday. */
export const yesterday = (): number => Math.floor(Date.now() / HOUR_MS - 24) * HOUR_MS + HOUR_MS / 6;

/** With these a reserve of two is the smallest that keeps the promise. */
export const MISSES = [
  [0, 60, 30],
  [1, 60, 45],
  [9, 200, 198],
] as const;

/** Some arrivals at each margin, of whom some found a space; the hour of the week. */
export async function arrivalsYesterday(
  product: TestProduct,
  { lot: { tenantId, parkId }, groupId }: Pick<Garage, 'lot' | 'groupId'>,
  rows: readonly (readonly [margin: number, all: number, kept: number])[],
): Promise<{ weekday: string; hour: string }> {
  const at = yesterday();
  const weekday = String(weekdayOf(dayOf(at, ZONE)));
  const hour = String(hourOf(at, ZONE)).padStart(2, '0');
  await product.database.write(tenantScope(tenantId), async (db) => {
    const [place] = await db.raw<{ company: string }>(
      'SELECT company_id AS company FROM park WHERE tenant_id = $1 AND id = $2',
      [tenantId, parkId],
    );
    const passed = rows.flatMap(([margin, all, kept]) =>
      Array.from({ length: all }, (_, nth) => ({
        tenant_id: tenantId,
        company_id: place!.company,
        park_id: parkId,
        id: newId(),
        at: new Date(at).toISOString(),
        group_id: groupId,
        weekday,
        hour,
        sign: 'number',
        shown: margin + 1,
        free: margin + 1,
        reserve: 0,
        margin,
        result: nth < kept ? 'kept' : 'missed',
        found_at: null,
        wait_s: nth < kept ? 60 : null,
        space_id: null,
      })),
    );
    await insertRows(db, 'board_arrival', passed, '');
  });
  return { weekday, hour };
}

/** Emits events on passes: those about to end, and decided applications. */
import { addDays, dayOf, daysBetween } from '#domain/time/day.ts';
import { placesOf as lotsOf } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import type { Work } from '#kit/server/work.ts';
import { passDecided, passesEnding, passesMoved } from '../model/events.ts';
import type { PassChange } from '../model/events.ts';
import { EARLIEST_REMINDER, passReminderDays } from '../model/parameters.ts';
import { platesOf } from './plates.ts';

type Row = {
  readonly tenantId: number;
  readonly parkId: string;
  readonly id: string;
  readonly plateNumber: string | null;
  readonly plateNos: string | null;
  readonly phone: string | null;
  readonly endDay: string;
};

const phoneOf = (phone: unknown): string | null => (typeof phone === 'string' && phone !== '' ? phone : null);

async function remindersOf(db: Db, { tenantId, companyId }: Place): Promise<readonly number[]> {
  const line = await companyLine(db, tenantId, companyId);
  return parameterIn(
    db,
    passReminderDays,
    line.map(({ id }) => id),
  );
}

/** Emits an event for passes that end in as many days as their company reminds, by the days of their lot. */
export async function publishEndings(database: Database, now: Date): Promise<void> {
  const at = now.getTime();
  // No lot is in an earlier day than the first, nor in a later one than the second.
  const [first, last] = [dayOf(at, 'Pacific/Pago_Pago'), addDays(dayOf(at, 'Pacific/Kiritimati'), EARLIEST_REMINDER)];
  const rows = await database.read(platformScope, (db) =>
    db.raw<Row>(
      `SELECT tenant_id AS "tenantId", park_id AS "parkId", id, plate_number AS "plateNumber", plate_nos AS "plateNos", phone, end_time AS "endDay"
       FROM park_month WHERE status = 'active' AND end_time >= $1 AND end_time <= $2 AND deleted_at IS NULL ORDER BY tenant_id, park_id, id`,
      [first, last],
    ),
  );
  for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenantId))
    await database.write(tenantScope(tenantId), async (db) => {
      const places = await lotsOf(db, [...new Set(group.map(({ parkId }) => parkId))], tenantId);
      for (const [parkId, own] of Map.groupBy(group, (row) => row.parkId)) {
        const place = places.get(parkId);
        if (!place) continue;
        const today = dayOf(at, place.zone);
        const reminders = await remindersOf(db, place);
        const passes = own.flatMap((row) => {
          const days = daysBetween(today, row.endDay);
          if (!reminders.includes(days)) return [];
          const key = `pass/${row.id}/${row.endDay}/${days}`;
          return [{ key, plates: platesOf(row), phone: phoneOf(row.phone), endDay: row.endDay, days }];
        });
        if (passes.length > 0) await emit(passesEnding, { place, passes, at }, { db });
      }
    });
}

type Decided = {
  readonly tenantId: number;
  readonly parkId: string;
  readonly plateNumber?: string | null;
  readonly plateNos?: unknown;
  readonly phone?: unknown;
};

/** In the transaction of the decision. `key` names it. */
export async function publishDecided(
  work: Work,
  row: Decided,
  key: string,
  isGranted: boolean,
  comment: unknown,
): Promise<void> {
  const db = ofTenant(work.db, row.tenantId);
  const place = (await lotsOf(db, [row.parkId], row.tenantId)).get(row.parkId)!;
  const plateNos = typeof row.plateNos === 'string' ? row.plateNos : null;
  const plates = platesOf({ plateNumber: row.plateNumber ?? null, plateNos });
  const pass = { key, plates, phone: phoneOf(row.phone) };
  await emit(
    passDecided,
    { place, pass, isGranted, comment: typeof comment === 'string' ? comment : '', at: work.now.getTime() },
    { db },
  );
}

/** The result of a person's action on a pass, in its transaction. `endDay` is given where the action sets it. */
export async function publishMoved(
  work: Work,
  row: Decided & { readonly id: string; readonly endTime?: unknown },
  change: PassChange,
  endDay: unknown = row.endTime,
): Promise<void> {
  const db = ofTenant(work.db, row.tenantId);
  const place = (await lotsOf(db, [row.parkId], row.tenantId)).get(row.parkId)!;
  const plateNos = typeof row.plateNos === 'string' ? row.plateNos : null;
  const plates = platesOf({ plateNumber: row.plateNumber ?? null, plateNos });
  const passes = [{ id: row.id, plates, change, endDay: typeof endDay === 'string' ? endDay : null }];
  await emit(passesMoved, { place, passes, at: work.now.getTime() }, { db });
}

/** The same of passes of one car park that the clock has moved. */
export async function publishEnded(
  db: Db,
  tenantId: number,
  parkId: string,
  moved: readonly (readonly [id: string, change: PassChange])[],
  at: number,
): Promise<void> {
  if (moved.length === 0) return;
  const rows = await db.raw<Omit<Row, 'tenantId' | 'parkId'>>(
    `SELECT id, plate_number AS "plateNumber", plate_nos AS "plateNos", phone, end_time AS "endDay" FROM park_month
     WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[])`,
    [tenantId, parkId, moved.map(([id]) => id)],
  );
  const place = (await lotsOf(db, [parkId], tenantId)).get(parkId);
  if (!place) return;
  const changes = new Map(moved);
  const passes = rows.map((row) => ({
    id: row.id,
    plates: platesOf(row),
    change: changes.get(row.id)!,
    endDay: row.endDay,
  }));
  await emit(passesMoved, { place, passes, at }, { db });
}

/** Visits and their cars as the engine keeps them, and what every action on one records. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Visit, VisitState } from '#domain/visit/visit.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import { visit } from '../model/visit.ts';
import { visitorCar } from '../model/visitor-car.ts';
import type { RefusalReason, eventKinds, eventWays } from '../model/words.ts';

type Owned = Stored & { readonly tenantId: number; readonly companyId: string; readonly parkId: string };

export type VisitRow = Owned & {
  readonly visitNo: string;
  readonly status: VisitState;
  readonly visitorName: string | null;
  readonly phone: string | null;
  readonly plateNumber: string | null;
  readonly people: number | null;
  readonly hostId: string | null;
  readonly hostName: string | null;
  readonly deptId: string | null;
  readonly villageId: string | null;
  readonly visitTime: string;
  readonly leaveTime: string;
  readonly entries: number | null;
  readonly used: number | null;
  readonly freeOfCharge: boolean | null;
  readonly consentTime: string | null;
  readonly decideRemark: string | null;
  readonly linkSeed: string | null;
};

export type CarRow = Owned & {
  readonly visitId: string;
  readonly plateNumber: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly entries: number | null;
  readonly used: number | null;
  readonly free: 'booked' | 'none' | null;
  readonly state: 'waiting' | 'booked' | 'inside' | 'left' | 'ended';
  readonly bookingId: string | null;
  readonly stayId: string | null;
};

/** The same as the rules of `domain/visit` ask for it. */
export const ruled = (row: VisitRow): Visit => ({
  state: row.status,
  from: Date.parse(row.visitTime),
  until: Date.parse(row.leaveTime),
  entries: row.entries ?? 1,
  used: row.used ?? 0,
});

/** A row as the engine has it: with the owner's columns, which stand in no declaration. */
export const asVisit = (row: unknown): VisitRow => row as VisitRow;
const asCar = (row: unknown): CarRow => row as CarRow;

const [v, c] = [tableOf(visit), tableOf(visitorCar)];

/** Visits by id, held until the transaction ends. */
export async function lockVisits(db: Db, tenantId: number, ids: readonly string[]): Promise<VisitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(v)
    .where(scoped(visit, db.scope, [eq(v.tenantId!, tenantId), inArray(v.id!, [...ids])]))
    .orderBy(v.id!)
    .for('no key update');
  return rows.map(asVisit);
}

export async function carsBy(
  db: Db,
  tenantId: number,
  column: 'visitId' | 'bookingId',
  ids: readonly string[],
): Promise<CarRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(c)
    .where(scoped(visitorCar, db.scope, [eq(c.tenantId!, tenantId), inArray(c[column]!, [...ids])]))
    .orderBy(c.id!);
  return rows.map(asCar);
}

export async function changeCar(
  db: Db,
  { tenantId, id }: Pick<CarRow, 'tenantId' | 'id'>,
  set: Partial<Record<keyof CarRow | 'note', unknown>>,
  now: Date,
): Promise<void> {
  await db
    .update(c)
    .set({ ...set, updatedAt: now.toISOString() })
    .where(and(eq(c.tenantId!, tenantId), eq(c.id!, id)));
}

const carColumns = (row: Pick<VisitRow, 'tenantId' | 'companyId' | 'parkId' | 'id'>, now: Date) => ({
  tenant_id: row.tenantId,
  company_id: row.companyId,
  park_id: row.parkId,
  id: newId(),
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  visit_id: row.id,
});

/** The car a visit was entered with. */
export async function addCar(db: Db, row: VisitRow, now: Date): Promise<void> {
  await insertRows(
    db,
    'visitor_car',
    [
      {
        ...carColumns(row, now),
        plate_number: row.plateNumber,
        start_time: row.visitTime,
        end_time: row.leaveTime,
        entries: row.entries ?? 1,
        used: 0,
        free: row.freeOfCharge === false ? 'none' : 'booked',
        state: 'waiting',
      },
    ],
    '',
  );
}

export type Happened = {
  readonly kind: keyof typeof eventKinds;
  readonly way: keyof typeof eventWays;
  readonly at: number;
  readonly place?: string | null;
  readonly reason?: RefusalReason | null;
  readonly operator?: string | null;
  readonly step?: number | null;
  readonly stayId?: string | null;
};

/** Writes down what happened to a visit. */
export async function happened(
  db: Db,
  row: Pick<VisitRow, 'tenantId' | 'companyId' | 'parkId' | 'id'>,
  { kind, way, at, place = null, reason = null, operator = null, step = null, stayId = null }: Happened,
): Promise<void> {
  const time = new Date(at).toISOString();
  await insertRows(
    db,
    'visit_event',
    [
      {
        tenant_id: row.tenantId,
        company_id: row.companyId,
        park_id: row.parkId,
        id: newId(),
        created_at: time,
        updated_at: time,
        visit_id: row.id,
        time,
        kind,
        way,
        place,
        reason,
        operator,
        step,
        stay_id: stayId,
      },
    ],
    '',
  );
}

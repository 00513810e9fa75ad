/** Roadside car parks for maps and selects, and the strip of one of them. */
import { ofTenant } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { allRoadPark, roadParkLngLat } from '#areas/lot/model/park-calls.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { parkBerths } from '#areas/road/model/berth-calls.ts';
import { maskPlate } from '#domain/plate/plate.ts';
import { berthsOf, lotNamed } from './berths.ts';
import { feltUnproven } from './bindings.ts';

export type LotLine = {
  id: string;
  parkName: string;
  companyId: string;
  totalStall: number | null;
  location: { lng: number; lat: number } | null;
  total: number;
  free: number;
  unknown: number;
  occupied: number;
  closed: number;
  unread: number;
};

/** Roadside car parks in scope with their berths counted by state. */
export async function lots(work: Work): Promise<LotLine[]> {
  const { companyId } = work.input as { companyId?: string };
  const values: unknown[] = [];
  const where = [scopedSql(work.db.scope, 'p', values, { company: true, park: false })];
  const { parkIds } = work.db.scope;
  if (parkIds) where.push(`p.id = ANY($${values.push(parkIds)}::uuid[])`);
  if (companyId) where.push(`p.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  return work.db.raw<LotLine>(
    `SELECT p.id, p.park_name AS "parkName", p.company_id AS "companyId", p.total_stall AS "totalStall", p.location, p.sort,
      count(b.id)::int AS total, count(b.id) FILTER (WHERE b.state = 'free')::int AS free,
      count(b.id) FILTER (WHERE b.state = 'unknown')::int AS unknown, count(b.id) FILTER (WHERE b.state = 'closed')::int AS closed,
      count(b.id) FILTER (WHERE b.state = 'occupied')::int AS occupied,
      count(b.id) FILTER (WHERE b.state = 'occupied' AND b.plate_number IS NULL)::int AS unread
    FROM park p LEFT JOIN rd_berth b ON b.tenant_id = p.tenant_id AND b.park_id = p.id AND b.deleted_at IS NULL
    WHERE p.park_type = 'curb' AND p.deleted_at IS NULL AND ${where.join(' AND ')}
    GROUP BY p.id, p.park_name, p.company_id, p.total_stall, p.location, p.sort ORDER BY p.sort, p.park_name, p.id LIMIT 2000`,
    values,
  );
}

const shown = (lot: LotLine) => ({
  ...lot,
  PKID: lot.id,
  parkId: lot.id,
  value: lot.id,
  label: lot.parkName,
  lng: lot.location?.lng ?? null,
  lat: lot.location?.lat ?? null,
  longitude: lot.location?.lng ?? null,
  latitude: lot.location?.lat ?? null,
  remainStall: lot.free,
});

/** The berths of a car park in street order; plates whole only for those who may read them. */
async function strip(work: Work): Promise<unknown> {
  const { parkId, sectionId } = work.input as { parkId: string; sectionId?: string };
  const lot = await lotNamed(work, parkId);
  const berths = await berthsOf(work, parkId, sectionId ?? null);
  const whole = work.permits('rdBerth:unmask');
  const felt = await feltUnproven(ofTenant(work.db, lot.tenantId), lot.tenantId, [
    ...new Set(berths.map((berth) => berth.sectionId)),
  ]);
  return berths.map(({ id, berthNo, sectionId: section, orderNo, location, state, since, plateNumber, stayId }) => ({
    id,
    berthNo,
    sectionId: section,
    orderNo,
    location,
    state,
    since,
    provenSince: felt.has(id) ? null : since,
    plate: plateNumber && !whole ? maskPlate(plateNumber) : plateNumber,
    stayId,
    minutes: since ? Math.max(0, Math.floor((work.now.getTime() - Date.parse(since)) / 60_000)) : null,
  }));
}

export const lookupsServed: Served[] = [
  serve(allRoadPark, async (work) => (await lots(work)).slice(0, 300).map(shown)),
  serve(roadParkLngLat, async (work) => (await lots(work)).filter(({ location }) => location !== null).map(shown)),
  serve(parkBerths, (work) => strip(work)),
];

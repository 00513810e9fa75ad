import { scopedSql, tenantSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { searchLoginPark, parksOfCompany, villageMonitor } from '#areas/lot/model/lookups.ts';
import { allLngLat, monitorParks, monitorVillages, sampleLngLat } from '#areas/lot/model/park-calls.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { parksSeen, spacesOf } from './parks.ts';

type MapQuery = { companyId?: string | null; parkName?: string | null; keyword?: string | null; vid?: string | null };
type Lot = {
  id: string;
  parkName: string;
  companyId: string;
  villageId: string | null;
  parkType: string;
  status: string;
  totalStall: number | null;
  address: string | null;
  location: { lng: number; lat: number } | null;
};

const queryOf = (work: Pick<Work, 'input'>): MapQuery => work.input as MapQuery;

/** Lots of a company and those below it, or of everything the caller sees. */
async function lots(work: Work): Promise<Lot[]> {
  const { companyId, parkName, keyword } = queryOf(work);
  const companies = companyId ? await companySubtree(work.db, companyId) : null;
  return (await parksSeen(work.db, companies, keyword ?? parkName)) as Lot[];
}

const place = ({ id, parkName, location }: Lot) => ({
  id,
  PKID: id,
  parkId: id,
  parkName,
  longitude: location?.lng ?? null,
  latitude: location?.lat ?? null,
});
const onMap = (all: readonly Lot[]) => all.filter(({ location }) => location !== null);

async function full(work: Work, all: readonly Lot[]): Promise<unknown[]> {
  const spaces = await spacesOf(work.db, all);
  return onMap(all).map((lot) => ({
    ...place(lot),
    companyId: lot.companyId,
    parkType: lot.parkType,
    status: lot.status,
    address: lot.address,
    totalStall: lot.totalStall,
    remainStall: spaces.get(lot.id)!.remain,
  }));
}

/** The contract's cap of a select's choices: 300, 200 when a word is searched. */
const choices = (all: readonly Lot[], searched: boolean) =>
  all
    .slice(0, searched ? 200 : 300)
    .map(({ id, parkName, companyId, parkType }) => ({ value: id, label: parkName, companyId, parkType }));

/** @param own what a tenant is equal to (tenantSql) */
const watchedLots = (own: string): string => `
  SELECT p.id, p.id AS "parkId", p.park_name AS "parkName", p.village_id AS "villageId", p.company_id AS "companyId",
  p.total_stall AS "totalStall",
    coalesce(l.inside, 0)::int AS inside, greatest(0, p.total_stall - coalesce(l.inside, 0))::int AS "remainStall",
    (SELECT count(*)::int FROM park_gate g WHERE g.tenant_id = ${own} AND g.park_id = p.id
    AND g.deleted_at IS NULL) AS gates,
    d.devices, d.online, d.offline, d.fault
  FROM park p
  LEFT JOIN park_live l ON l.tenant_id = p.tenant_id AND l.park_id = p.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS devices, count(*) FILTER (WHERE status = 'online')::int AS online,
    count(*) FILTER (WHERE status = 'offline')::int AS offline, count(*) FILTER (WHERE status = 'fault')::int AS fault
    FROM park_device d WHERE d.tenant_id = ${own} AND d.park_id = p.id AND d.deleted_at IS NULL
  ) d
  WHERE p.deleted_at IS NULL AND `;

type Watched = {
  id: string;
  parkName: string;
  villageId: string | null;
  totalStall: number;
  inside: number;
  remainStall: number;
  gates: number;
  devices: number;
  online: number;
  offline: number;
  fault: number;
};

/** Lots with cars inside, free spaces, lanes and the states of their devices. */
async function watched(work: Work): Promise<Watched[]> {
  const values: unknown[] = [];
  const scope = work.db.scope;
  const parts = [scopedSql(scope, 'p', values, { company: true, park: false })];
  if (scope.parkIds) parts.push(`p.id = ANY($${values.push(scope.parkIds)}::uuid[])`);
  const { companyId } = queryOf(work);
  if (companyId) parts.push(`p.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  const own = tenantSql(scope, 'p', values);
  return work.db.raw<Watched>(
    `${watchedLots(own)}${parts.join(' AND ')} ORDER BY p.sort, p.park_name, p.id LIMIT 2000`,
    values,
  );
}

const sum = (rows: readonly Watched[]) => {
  const of = (key: 'totalStall' | 'inside' | 'remainStall' | 'gates' | 'devices' | 'online' | 'offline' | 'fault') =>
    rows.reduce((total, row) => total + row[key], 0);
  return {
    parks: rows.length,
    totalStall: of('totalStall'),
    inside: of('inside'),
    remainStall: of('remainStall'),
    gates: of('gates'),
    devices: of('devices'),
    online: of('online'),
    offline: of('offline'),
    fault: of('fault'),
  };
};

async function villagesWatched(work: Work): Promise<unknown[]> {
  const values: unknown[] = [];
  const parts = [scopedSql(work.db.scope, 'v', values, { company: true, park: false })];
  const { companyId, vid } = queryOf(work);
  if (companyId) parts.push(`v.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  if (vid) parts.push(`v.id = $${values.push(vid)}`);
  const villages = await work.db.raw<{ id: string }>(
    `SELECT v.id, v.id AS "VID", v.v_name AS "VName", v.company_id AS "companyId", v.status, v.locked FROM village v
      WHERE v.deleted_at IS NULL AND ${parts.join(' AND ')} ORDER BY v.v_name, v.id LIMIT 2000`,
    values,
  );
  const all = await watched(work);
  return villages.map((each) => ({ ...each, ...sum(all.filter(({ villageId }) => villageId === each.id)) }));
}

export const mapsServed: Served[] = [
  serve(allLngLat, async (work) => full(work, await lots(work))),
  serve(sampleLngLat, async (work) => onMap(await lots(work)).map(place)),
  serve(searchLoginPark, async (work) => choices(await lots(work), Boolean(work.input.keyword))),
  serve(parksOfCompany, async (work) => choices(await lots(work), false)),
  serve(monitorParks, (work) => watched(work)),
  serve(monitorVillages, (work) => villagesWatched(work)),
  serve(villageMonitor, async (work) => {
    const all = (await villagesWatched(work)) as ({ id: string } & ReturnType<typeof sum>)[];
    const mine = (await watched(work)).filter(
      ({ villageId }) => villageId !== null && all.some(({ id }) => id === villageId),
    );
    return {
      village: work.input.vid ? (all[0] ?? null) : null,
      villages: work.input.vid ? undefined : all,
      totals: sum(mine),
      parks: mine,
    };
  }),
];

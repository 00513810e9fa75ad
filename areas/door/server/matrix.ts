/** People against devices: who is to be where by the grants of now, and how far each delivery has come. */
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { listWhere } from '#kit/server/list.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { beginRun } from '#kit/sheets/server/export-run.ts';
import { sending } from '#kit/sheets/server/export.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { doorArea } from '#areas/door/model/door-area.ts';
import { doorDelivery, deliveryStates } from '#areas/door/model/door-delivery.ts';
import { doorDevice } from '#areas/door/model/door-device.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { doorGate } from '#areas/door/model/door-gate.ts';
import { exportMatrix, rightsMatrix } from '#areas/door/model/door-matrix.ts';
import { dept } from '#areas/org/model/dept.ts';
import { sameVillage, villageNamed } from './place.ts';
import type { Village } from './place.ts';
import { deptsBelow } from './rights.ts';
import { wantedIn } from './wanted.ts';

const [e, v, d, g] = [tableOf(doorEmployee), tableOf(doorDelivery), tableOf(parkDevice), tableOf(doorGate)];
const DEVICES_PER_PAGE = 20;
const MOST_DEVICES = 500;
const EXPORTED_AT_ONCE = 200;

type Filters = Partial<{
  villageId: string | null;
  empName: string | null;
  deptId: string | null;
  areaId: string | null;
  deviceIds: string[] | null;
  state: string | null;
}>;
type Inside = Pick<Work, 'db' | 'person' | 'now'>;
type Device = { id: string; deviceName: string; gateName: string | null; status: string };
type Person = { EmpID: string; empName: string; empNo: string | null; deptId: string };
type State = keyof typeof deliveryStates;
type Cell = {
  deviceId: string;
  id: string | null;
  state: State | null;
  granted: boolean;
  why: string | null;
  leaseUntil: string | null;
};

async function devicesOf({ db }: Inside, village: Village, { areaId, deviceIds }: Filters): Promise<Device[]> {
  const rows = await db
    .select({ id: d.id!, deviceName: d.deviceName!, gateName: g.gateName!, status: d.status! })
    .from(d)
    .leftJoin(g, and(eq(g.tenantId!, d.tenantId!), sql`${g.id!}::text = ${d.doorGateId!}`))
    .where(
      scoped(parkDevice, db.scope, [
        eq(d.deviceType!, 'door'),
        eq(d.villageId!, village.id),
        deviceIds?.length ? inArray(d.id!, deviceIds) : undefined,
        areaId ? eq(g.areaId!, areaId) : undefined,
      ]),
    )
    .orderBy(asc(g.gateName!), asc(d.deviceName!), asc(d.id!))
    .limit(MOST_DEVICES);
  return rows as Device[];
}

/** People who are here, or whose right still lies at a device; with a state, those who have it at one of the devices. */
async function peopleWhere(
  { db, person, now }: Inside,
  village: Village,
  filters: Filters,
  devices: readonly Device[],
): Promise<SQL> {
  const { deptId, empName, state } = filters;
  const ofVillage = [eq(v.tenantId!, village.tenantId), eq(v.villageId!, village.id)];
  const withDelivery = (...also: SQL[]) =>
    inArray(
      e.id!,
      db
        .select({ id: v.EmpID! })
        .from(v)
        .where(scoped(doorDelivery, db.scope, [...ofVillage, ...also])),
    );
  const depts = deptId ? await deptsBelow(ofTenant(db, village.tenantId), village.tenantId, [deptId]) : null;
  const here = devices.map(({ id }) => id);
  const ofState = state
    ? here.length === 0
      ? sql`false`
      : withDelivery(eq(v.state!, state), inArray(v.deviceId!, here))
    : or(ne(e.status!, 'left'), withDelivery(ne(v.state!, 'gone')));
  const raw = { villageId: village.id, ...(empName ? { empName } : {}) };
  return listWhere(
    doorEmployee,
    { db, person, now, raw },
    and(
      eq(e.tenantId!, village.tenantId),
      depts ? (depts.length > 0 ? inArray(e.deptId!, depts) : sql`false`) : undefined,
      ofState,
    ),
  );
}

const peopleBy = (db: Db, where: SQL) =>
  db
    .select({ EmpID: e.id!, empName: e.empName!, empNo: e.empNo!, deptId: e.deptId! })
    .from(e)
    .where(where)
    .orderBy(asc(e.empName!), asc(e.id!));

/** Each person with his department's name and his cells at these devices. */
async function rowsOf(
  { db, now }: Pick<Inside, 'db' | 'now'>,
  village: Village,
  people: readonly Person[],
  devices: readonly Device[],
) {
  if (people.length === 0) return [];
  const [ids, here] = [people.map(({ EmpID }) => EmpID), devices.map(({ id }) => id)];
  const o = tableOf(dept);
  const depts = await db
    .select({ id: o.id!, name: o.deptName! })
    .from(o)
    .where(scoped(dept, db.scope, [inArray(o.id!, [...new Set(people.map(({ deptId }) => deptId))])]));
  const nameOf = new Map(depts.map(({ id, name }) => [String(id), String(name)]));
  const cells = here.length === 0 ? new Map<string, Cell[]>() : await cellsOf({ db, now }, village, ids, here);
  return people.map(({ deptId, ...person }) => ({
    ...person,
    deptName: nameOf.get(deptId) ?? null,
    cells: cells.get(person.EmpID) ?? [],
  }));
}

async function cellsOf(
  { db, now }: Pick<Inside, 'db' | 'now'>,
  { id: villageId, tenantId }: Village,
  people: readonly string[],
  devices: readonly string[],
): Promise<Map<string, Cell[]>> {
  const rows = (await db
    .select({
      id: v.id!,
      deviceId: v.deviceId!,
      EmpID: v.EmpID!,
      state: v.state!,
      why: v.why!,
      leaseUntil: v.leaseUntil!,
    })
    .from(v)
    .where(
      scoped(doorDelivery, db.scope, [inArray(v.EmpID!, [...people]), inArray(v.deviceId!, [...devices])]),
    )) as (Omit<Cell, 'granted'> & { EmpID: string })[];
  const wanted = await wantedIn(ofTenant(db, tenantId), { tenantId, villageId }, { people, devices }, now);
  const isGranted = (person: string, device: string) => wanted.entries.get(device)?.has(person) ?? false;
  const found = new Map<string, Cell[]>();
  const put = (person: string, cell: Cell) => found.set(person, [...(found.get(person) ?? []), cell]);
  const delivered = new Set<string>();
  for (const { EmpID, ...row } of rows) {
    const granted = isGranted(EmpID, row.deviceId);
    delivered.add(`${EmpID} ${row.deviceId}`);
    if (granted || row.state !== 'gone') put(EmpID, { ...row, granted });
  }
  // What was granted a moment ago is on no device's list yet.
  for (const [deviceId, entries] of wanted.entries)
    for (const person of entries.keys())
      if (!delivered.has(`${person} ${deviceId}`))
        put(person, { deviceId, id: null, state: null, granted: true, why: null, leaseUntil: null });
  return found;
}

/** The community, once all that is named beside it is the caller's and its own. */
async function placeOf(work: Work, { villageId, deptId, areaId, deviceIds }: Filters): Promise<Village> {
  const village = await villageNamed(work, villageId!);
  if (deptId) await rowOf(dept, deptId, work.db);
  const problems = await sameVillage(work, village.id, [
    { field: 'areaId', of: doorArea, ids: [areaId] },
    { field: 'deviceIds', of: doorDevice, ids: deviceIds },
  ]);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  return village;
}

async function matrix(work: Work<typeof rightsMatrix.input>): Promise<unknown> {
  const { current, size, devicePage: wantedPage, ...filters } = work.input;
  const village = await placeOf(work as Work, filters);
  const all = await devicesOf(work as Work, village, filters);
  const devicePages = Math.max(1, Math.ceil(all.length / DEVICES_PER_PAGE));
  const devicePage = Math.min(devicePages, wantedPage ?? 1);
  const devices = all.slice((devicePage - 1) * DEVICES_PER_PAGE, devicePage * DEVICES_PER_PAGE);
  const where = await peopleWhere(work as Work, village, filters, all);
  const [page, per] = [current ?? 1, size ?? 50];
  const [counted] = await work.db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(e)
    .where(where);
  const people = (await peopleBy(work.db, where)
    .limit(per)
    .offset((page - 1) * per)) as Person[];
  const total = counted!.total;
  return {
    records: await rowsOf(work as Work, village, people, devices),
    total,
    current: page,
    size: per,
    pages: Math.ceil(total / per),
    devices,
    deviceTotal: all.length,
    devicePage,
    devicePages,
  };
}

const notSent = text('已授权，尚未安排下发', 'Granted, not scheduled yet');
const headings = [text('姓名', 'Name'), text('编号', 'No.'), text('部门', 'Department')];

/** As the list of deliveries words it, with why. */
function cellText({ state, why }: Cell, lang: Lang): string {
  const label = state === null ? notSent : deliveryStates[state];
  const reason = why === null ? '' : (doorDelivery.fields.why.options?.[why]?.[lang] ?? why);
  return reason === '' ? label[lang] : lang === 'zh' ? `${label.zh}：${reason}` : `${label.en}: ${reason}`;
}

async function exported(work: Work<typeof exportMatrix.input>): Promise<unknown> {
  const { format, run: _, ...filters } = work.input;
  const scope = scopeOf(work.person);
  const { village, devices, ids } = await work.database.read(scope, async (db) => {
    const inside = { ...(work as Work), db };
    const place = await placeOf(inside, filters);
    const there = await devicesOf(inside, place, filters);
    const people = (await peopleBy(db, await peopleWhere(inside, place, filters, there))) as Person[];
    return { village: place, devices: there, ids: people.map(({ EmpID }) => EmpID) };
  });
  const run = await beginRun(work as Work, {
    resource: doorDelivery.name,
    title: exportMatrix.title,
    total: ids.length,
    query: { ...filters, format: format ?? 'xlsx' },
  });
  const columns: Column[] = [
    ...headings.map((heading) => ({ heading: heading[work.lang], style: 'text' as const, width: 16 })),
    ...devices.map(({ deviceName }) => ({ heading: deviceName, style: 'text' as const, width: 18 })),
  ];
  const batches = async function* (): AsyncGenerator<CellRow[]> {
    for (let at = 0; at < ids.length; at += EXPORTED_AT_ONCE) {
      const some = ids.slice(at, at + EXPORTED_AT_ONCE);
      const rows = await work.database.read(scope, async (db) => {
        const people = (await peopleBy(db, scoped(doorEmployee, db.scope, [inArray(e.id!, some)]))) as Person[];
        return rowsOf({ db, now: work.now }, village, people, devices);
      });
      yield rows.map(({ empName, empNo, deptName, cells }) => {
        const byDevice = new Map(cells.map((cell) => [cell.deviceId, cellText(cell, work.lang)]));
        return [empName, empNo, deptName, ...devices.map(({ id }) => byDevice.get(id) ?? null)];
      });
      await run.passed(rows.length);
    }
  };
  return sending(exportMatrix.title, format === 'csv' ? 'csv' : 'xlsx', work as Work, columns, batches(), run);
}

export const matrixServed: readonly Served[] = [
  serve(rightsMatrix, matrix),
  serve(exportMatrix, exported, { mode: 'open' }),
];

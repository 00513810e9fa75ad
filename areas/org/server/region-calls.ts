import { asc, eq } from 'drizzle-orm';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Db } from '#kit/server/db.ts';
import * as calls from '#areas/org/model/calls.ts';
import { city, district, province } from '#areas/org/model/region.ts';

type Place = { id: string; code: string; name: string; parentId: string | null };
const asNode = (row: Place) => ({ ...row, value: row.id, label: row.name });

async function provinces(db: Db): Promise<unknown> {
  const t = tableOf(province);
  const rows = await db.select({ id: t.id!, code: t.code!, name: t.name! }).from(t).orderBy(asc(t.code!));
  return rows.map((row) => asNode({ ...(row as Place), parentId: null }));
}

async function cities(db: Db, provinceId: string | null | undefined): Promise<unknown> {
  const t = tableOf(city);
  const rows = await db
    .select({ id: t.id!, code: t.code!, name: t.name!, parentId: t.provinceId! })
    .from(t)
    .where(provinceId ? eq(t.provinceId!, provinceId) : undefined)
    .orderBy(asc(t.code!));
  return (rows as Place[]).map((row) => ({ ...asNode(row), provinceId: row.parentId }));
}

async function districts(db: Db): Promise<unknown> {
  const t = tableOf(district);
  const rows = await db
    .select({ id: t.id!, code: t.code!, name: t.name!, parentId: t.cityId! })
    .from(t)
    .orderBy(asc(t.code!));
  return (rows as Place[]).map((row) => ({ ...asNode(row), cityId: row.parentId }));
}

export const regionServed: readonly Served[] = [
  serve(calls.provinceTree, (work) => provinces(work.db)),
  serve(calls.cityTree, (work) => cities(work.db, work.input.provinceId)),
  serve(calls.allCities, (work) => cities(work.db, null)),
  serve(calls.allDistricts, (work) => districts(work.db)),
];

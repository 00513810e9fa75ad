/** Temperature on one page: how much was measured, where, and what came of it. */
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { thermalFigures, thermalRanking } from '#areas/door/model/thermal-reports.ts';

type FiguresWork = Pick<Work, 'db' | 'now'> & { readonly input: Partial<Work<typeof thermalFigures.input>['input']> };
const DAY_MS = 86_400_000;

/** Readings `r` of the scope, the company and the requested time; `values` are what the condition names. */
async function readings(work: FiguresWork, values: unknown[]): Promise<string> {
  const { companyId, startTime, endTime } = work.input;
  const from = startTime ?? new Date(work.now.getTime() - DAY_MS).toISOString();
  const where = [
    'r.deleted_at IS NULL',
    scopedSql(work.db.scope, 'r', values),
    `r.time >= $${values.push(from)}::timestamptz`,
    `r.time < $${values.push(endTime ?? work.now.toISOString())}::timestamptz`,
  ];
  if (companyId) where.push(`r.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  return where.join(' AND ');
}

async function figures(work: FiguresWork): Promise<unknown> {
  const values: unknown[] = [];
  const where = await readings(work, values);
  const [taken] = await work.db.raw<Record<string, number>>(
    `SELECT count(DISTINCT r.emp_id)::int AS people, count(*)::int AS readings, count(*) FILTER (WHERE r.level = 'suspect')::int AS suspect,
       count(*) FILTER (WHERE r.level = 'implausible')::int AS implausible, count(*) FILTER (WHERE r.status = 'confirmed')::int AS confirmed
     FROM thermal_record r WHERE ${where}`,
    values,
  );
  const ofCameras: unknown[] = [];
  const cameras = [scopedSql(work.db.scope, 'd', ofCameras)];
  const { companyId } = work.input;
  if (companyId)
    cameras.push(`d.company_id = ANY($${ofCameras.push(await companySubtree(work.db, companyId))}::uuid[])`);
  const [stand] = await work.db.raw<Record<string, number>>(
    `SELECT count(*)::int AS cameras, count(*) FILTER (WHERE d.status = 'online')::int AS online FROM park_device d
     WHERE d.door_kind = 'thermal' AND d.place_id IS NOT NULL AND d.deleted_at IS NULL AND ${cameras.join(' AND ')}`,
    ofCameras,
  );
  return { ...taken, ...stand };
}

const by = {
  place: {
    join: 'JOIN thermal_place p ON p.tenant_id = r.tenant_id AND p.id = r.place_id',
    id: 'p.id',
    name: 'p.place_name',
  },
  dept: {
    join: 'JOIN door_employee e ON e.tenant_id = r.tenant_id AND e.id = r.emp_id JOIN dept p ON p.tenant_id = r.tenant_id AND p.id = e.dept_id',
    id: 'p.id',
    name: 'p.dept_name',
  },
} as const;

async function ranking(work: Work<typeof thermalRanking.input>): Promise<unknown> {
  const values: unknown[] = [];
  const where = await readings(work, values);
  const { join, id, name } = by[work.input.type === 'dept' ? 'dept' : 'place'];
  return work.db.raw(
    `SELECT ${id} AS id, ${name} AS name, count(*)::int AS readings, count(*) FILTER (WHERE r.level = 'suspect')::int AS warnings,
       round(count(*) FILTER (WHERE r.level = 'suspect') * 10000.0 / count(*))::int AS rate
     FROM thermal_record r ${join} WHERE ${where} GROUP BY 1, 2 ORDER BY rate DESC, readings DESC, id LIMIT 100`,
    values,
  );
}

export const figuresServed: readonly Served[] = [serve(thermalFigures, figures), serve(thermalRanking, ranking)];

/** Where doors stand: their community says the company and, by its car parks, the clock and the calendar. */
import type { Calendar, DayKind } from '#domain/door/plan.ts';
import { and, eq } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Plain } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { village } from '#areas/lot/model/village.ts';
import { thermalCamera, thermalKind } from '#areas/door/model/thermal-camera.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';

export type Village = { id: string; tenantId: number; companyId: string; VName: string };

export const villageNamed = async (work: Pick<Work, 'db'>, id: string): Promise<Village> =>
  (await rowOf(village, id, work.db)) as Village;

export type Camera = { id: string; tenantId: number; companyId: string; villageId: string };

const d = tableOf(parkDevice);

/** A camera of the caller's scope: other devices at doors are none. */
export const cameraNamed = async (work: Pick<Work, 'db'>, id: string): Promise<Camera> =>
  (await rowOf(thermalCamera, id, work.db, {
    narrow: and(eq(d.deviceType!, 'door'), eq(d.doorKind!, thermalKind)),
  })) as Camera;

/** What belongs to a community belongs to its company, whoever enters it. */
export async function ofVillage(work: Work, plain: Plain): Promise<unknown> {
  const given = [work.raw.villageId, work.raw.VID, work.raw.vid].find((each) => typeof each === 'string' && isId(each));
  if (given === undefined) return plain(work);
  const { companyId } = await villageNamed(work, String(given));
  return ofCompany(work, companyId, plain);
}

/** Nobody says another company than the one it belongs to. */
export async function ofCompany(work: Work, companyId: string, plain: Plain): Promise<unknown> {
  const company = work.raw['companyId'];
  if (!isEmpty(company) && company !== companyId)
    throw new Refused('bad_input', {}, [{ field: 'companyId', msg: text('小区属于其他单位', 'Of another company') }]);
  return plain({ ...work, raw: { ...work.raw, companyId } });
}

/** Wall clock and special days of a community: those of its first car park. */
export async function clockOf(
  db: Db,
  tenantId: number,
  villageId: string,
): Promise<{ zone: string; calendar: Calendar }> {
  const [lot] = await db.raw<{ id: string; zone: string | null }>(
    'SELECT id, zone FROM park WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
    [tenantId, villageId],
  );
  const days = lot
    ? await db.raw<{ day: string; kind: DayKind }>(
        'SELECT day::text AS day, day_kind AS kind FROM holiday_date WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL',
        [tenantId, lot.id],
      )
    : [];
  const calendar = new Map<string, Set<DayKind>>();
  for (const { day, kind } of days) calendar.set(day, (calendar.get(day) ?? new Set<DayKind>()).add(kind));
  return { zone: lot?.zone ?? 'Asia/Shanghai', calendar };
}

/** Rows that a row names have to be of its own community. */
export async function sameVillage(
  work: Work,
  villageId: unknown,
  named: readonly { field: string; of: Resource; ids: readonly (string | null | undefined)[] | null | undefined }[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { field, of, ids } of named)
    for (const id of ids ?? []) {
      if (!id) continue;
      const row = (await rowOf(of, id, work.db)) as { villageId?: string };
      if (row.villageId !== villageId) {
        problems.push({ field, msg: elsewhere });
        break;
      }
    }
  return problems;
}
const elsewhere: Text = text('不属于该小区', 'Belongs to another community');

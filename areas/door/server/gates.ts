/** Areas, doors and their devices. */
import { eq } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { building } from '#areas/guidance/model/building.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { deviceRules, saveShowingSecret } from '#areas/device/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { doorArea } from '#areas/door/model/door-area.ts';
import { doorGate } from '#areas/door/model/door-gate.ts';
import { thermalKind } from '#areas/door/model/thermal-camera.ts';
import { doorTimePeriod } from '#areas/door/model/plans.ts';
import { forgetDevice } from './deliver.ts';
import { ofVillage, sameVillage, villageNamed } from './place.ts';
import { markNewlyShared } from './presence.ts';

const bothWays = text(
  '通向或离开“禁止”反潜回或限最多人数区域的门，两面都要有读卡器',
  'Doors of an area that refuses passing back, or lets in so many at most, need readers both ways',
);

type Kept = { doorKind?: string | null };
type Gate = {
  id: string;
  villageId: string;
  areaId: string | null;
  fromAreaId: string | null;
  openPlanId: string | null;
  readerSides: string[] | null;
  buildingId: string | null;
  x: number | null;
  y: number | null;
};

const isBothWays = (sides: readonly string[] | null | undefined): boolean =>
  ['in', 'out'].every((side) => sides?.includes(side));

type Counted = { antiPassback?: string | null; capacity?: number | null };
/** Whoever left unseen would be kept out, or keep others out. */
const needsBothWays = ({ antiPassback, capacity }: Counted): boolean =>
  antiPassback === 'hard' || (capacity ?? null) !== null;
/** Whether its terminals have to know who is inside. */
const isShared = ({ antiPassback, capacity }: Counted): boolean =>
  (antiPassback ?? 'off') !== 'off' || (capacity ?? null) !== null;

const shareFrom = (
  work: Work,
  tenantId: unknown,
  of: { areaId?: string; gateId?: string; deviceId?: string },
): Promise<void> => markNewlyShared(ofTenant(work.db, Number(tenantId)), Number(tenantId), of, work.now);

export const areaRules: Rules = {
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Counted & { villageId: string; parentId?: string | null };
    const problems = await sameVillage(work, now.villageId, [{ field: 'parentId', of: doorArea, ids: [now.parentId] }]);
    if (before !== null && needsBothWays(now)) {
      const gates = await work.db.raw<{ sides: string[] | null; name: string }>(
        'SELECT reader_sides AS sides, gate_name AS name FROM door_gate WHERE tenant_id = $1 AND $2 IN (area_id, from_area_id) AND deleted_at IS NULL',
        [before.tenantId, before.id],
      );
      const one = gates.find(({ sides }) => !isBothWays(sides));
      if (one)
        problems.push({
          field: now.antiPassback === 'hard' ? 'antiPassback' : 'capacity',
          msg: text(`“${one.name}”没有出门读卡器`, `“${one.name}” has no reader on the way out`),
        });
    }
    return problems;
  },
  saved: async (after, before, work) => {
    const [now, was] = [after, before] as (Counted | null)[];
    if (isShared(now!) && was && !isShared(was)) await shareFrom(work, after.tenantId, { areaId: after.id });
  },
  // Minutes that nothing goes by are not shown as if it did.
  fill: (values, before) => {
    const { antiPassback, passMinutes } = { ...before, ...values } as {
      antiPassback?: string;
      passMinutes?: number | null;
    };
    return { passMinutes: antiPassback === 'timed' ? (passMinutes ?? 5) : null };
  },
};

/** A door stands on a floor of its own community, and within it. */
async function placeProblems({ villageId, buildingId, x, y }: Partial<Gate>, work: Work): Promise<Problem[]> {
  if (!buildingId) return [];
  const floor = (await rowOf<Resource>(building, buildingId, work.db)) as Record<string, unknown>;
  const lot = (await rowOf<Resource>(park, String(floor['parkId']), work.db)) as Record<string, unknown>;
  if (lot['villageId'] !== villageId)
    return [{ field: 'buildingId', msg: text('不属于该小区', 'Belongs to another community') }];
  const within = (field: 'x' | 'y', at: number | null | undefined, most: unknown): Problem[] =>
    at === null || at === undefined || at > Number(most)
      ? [{ field, msg: text(`填 0 至 ${Number(most)} 米`, `Between 0 and ${Number(most)} m`) }]
      : [];
  return [...within('x', x, floor['planWidth']), ...within('y', y, floor['planHeight'])];
}

export const gateRules: Rules = {
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Partial<Gate>;
    const problems: Problem[] = await sameVillage(work, now.villageId, [
      { field: 'areaId', of: doorArea, ids: [now.areaId] },
      { field: 'fromAreaId', of: doorArea, ids: [now.fromAreaId] },
      { field: 'openPlanId', of: doorTimePeriod, ids: [now.openPlanId] },
    ]);
    if (problems.length > 0) return problems;
    if (now.areaId && now.areaId === now.fromAreaId)
      problems.push({
        field: 'fromAreaId',
        msg: text('门的两边不能是同一区域', 'A door does not lead from an area into itself'),
      });
    problems.push(...(await placeProblems(now, work)));
    for (const id of [now.areaId, now.fromAreaId])
      if (id && needsBothWays((await rowOf(doorArea, id, work.db)) as Counted) && !isBothWays(now.readerSides)) {
        problems.push({ field: 'readerSides', msg: bothWays });
        break;
      }
    return problems;
  },
  saved: async (after, before, work) => {
    const [now, was] = [after, before] as (Partial<Gate> | null)[];
    if (was && (now!.areaId !== was.areaId || now!.fromAreaId !== was.fromAreaId))
      await shareFrom(work, after.tenantId, { gateId: after.id });
  },
  // Off the plan it has no place there.
  fill: (values, before) => {
    const { buildingId } = { ...before, ...values } as { buildingId?: string | null };
    return buildingId ? {} : { x: null, y: null };
  },
};

export const doorDeviceRules: Rules = {
  verbs: {
    submit: async (work, plain) => {
      const { parkId, villageId, VID, vid, id, deviceId } = work.raw;
      const place = villageId ?? VID ?? vid;
      if (parkId || id || deviceId || typeof place !== 'string' || !isId(place)) return saveShowingSecret(work, plain);
      const { tenantId } = await villageNamed(work, place);
      const [lot] = await ofTenant(work.db, tenantId).raw<{ id: string }>(
        'SELECT id FROM park WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
        [tenantId, place],
      );
      const filled = lot ? { ...work, raw: { ...work.raw, parkId: lot.id } } : work;
      return saveShowingSecret(filled, plain);
    },
  },
  narrow: () => eq(tableOf(parkDevice).deviceType!, 'door'),
  check: async (values, before, work) => {
    const now = { ...before, ...values } as { villageId: string; doorGateId?: string | null; parkId: string };
    const problems = [...((await deviceRules.check?.(values, before, work)) ?? [])];
    const { doorKind } = values as { doorKind?: string };
    if (doorKind !== undefined && (doorKind === thermalKind) !== ((before as Kept | null)?.doorKind === thermalKind))
      problems.push({
        field: 'doorKind',
        msg: text('测温相机请在“测温相机”中添加', 'Temperature cameras have a list of their own'),
      });
    problems.push(
      ...(await sameVillage(work, now.villageId, [
        { field: 'doorGateId', of: doorGate, ids: [now.doorGateId] },
        { field: 'parkId', of: park, ids: [now.parkId] },
      ])),
    );
    return problems;
  },
  fill: (_, before) => (before === null ? { deviceType: 'door', status: 'offline' } : {}),
  saved: async (after, before, work) => {
    await deviceRules.saved?.(after, before, work);
    const { doorGateId } = after as { doorGateId?: string | null };
    const was = (before as { doorGateId?: string | null } | null)?.doorGateId;
    if (doorGateId && doorGateId !== was) await shareFrom(work, after.tenantId, { deviceId: after.id });
  },
  removing: async (row, work) => {
    await deviceRules.removing?.(row, work);
    const tenantId = Number(row.tenantId);
    await forgetDevice(ofTenant(work.db, tenantId), tenantId, row.id, work.now);
  },
};

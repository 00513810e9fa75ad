/** What people do: bind devices, correct counts, close spaces, upgrade. */
import { and, eq, inArray } from 'drizzle-orm';
import { insideOf, freeOf, mayCorrect } from '#domain/guidance/counts.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import { answered, give, upgradeTo } from '#areas/device/server/door.ts';
import type { Version } from '#areas/device/server/door.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { bindDevices, unbindDevices } from '#areas/guidance/model/calls.ts';
import { devDevice, upgradeWired } from '#areas/guidance/model/device.ts';
import { adjustGroup, devGroup } from '#areas/guidance/model/group.ts';
import { closeSpace, openSpace, parkingSpace } from '#areas/guidance/model/space.ts';
import { upgradeWireless } from '#areas/guidance/model/wireless.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { holdFloors } from './figures.ts';
import { recounted } from './recounted.ts';

type Row = { id: string; tenantId: number; companyId: string; parkId: string };
type Node = Row & { deviceName: string; gatewayId: string; busAddress: number; groupId: string | null };
type AnyWork = Pick<Work, 'db' | 'database' | 'record' | 'afterCommit' | 'now' | 'person'>;

const nodesOf = (work: AnyWork, ids: readonly string[]): Promise<Node[]> =>
  Promise.all(ids.map(async (id) => (await rowOf<Resource>(devDevice, id, work.db, { lock: true })) as Node));

function note(work: AnyWork, of: Resource, action: string, row: Row, after: Record<string, unknown>): void {
  const { id, tenantId, companyId, parkId } = row;
  work.record({ resource: of.name, action, rowId: id, after, tenantId, companyId, parkId });
}

/** Moves devices into or out of a group and recounts the car parks. */
async function place(work: AnyWork, nodes: readonly Node[], groupId: string | null): Promise<void> {
  const t = tableOf(devDevice);
  for (const [tenantId, own] of Map.groupBy(nodes, (node) => node.tenantId)) {
    await work.db
      .update(t)
      .set({ groupId, updatedAt: work.now.toISOString(), updatedBy: work.person.userId })
      .where(
        and(
          eq(t.tenantId!, tenantId),
          inArray(
            t.id!,
            own.map(({ id }) => id),
          ),
        ),
      );
    for (const parkId of new Set(own.map((node) => node.parkId))) await recounted(work, { tenantId, parkId });
  }
  for (const node of nodes) note(work, devDevice, groupId ? 'bind' : 'unbind', node, { groupId });
}

async function bind(work: AnyWork, groupId: string, ids: readonly string[]): Promise<null> {
  const group = (await rowOf<Resource>(devGroup, groupId, work.db, { lock: true })) as Row;
  await holdFloors(work.db, group);
  const nodes = await nodesOf(work, ids);
  const stranger = nodes.find(({ parkId }) => parkId !== group.parkId);
  if (stranger)
    throw ruleRefused(
      text(`“${stranger.deviceName}”不属于该车场`, `“${stranger.deviceName}” belongs to another car park`),
    );
  const taken = nodes.find((node) => node.groupId !== null && node.groupId !== groupId);
  if (taken)
    throw ruleRefused(
      text(
        `“${taken.deviceName}”已属其他分组，请先解绑`,
        `“${taken.deviceName}” is of another group: take it out first`,
      ),
    );
  await place(work, nodes, groupId);
  return null;
}

type Group = Row & {
  countBy: string;
  capacity: number | null;
  startCount: number | null;
  cameIn: number | null;
  wentOut: number | null;
  corrected: number | null;
};

const passagesOf = (group: Group) => ({
  start: group.startCount ?? 0,
  in: group.cameIn ?? 0,
  out: group.wentOut ?? 0,
  corrected: group.corrected ?? 0,
});

type Correction = { readonly delta: number; readonly reason: string; readonly byName: string | null };

/** A correction as a row and in the group's figure. The caller holds the lot's floors. */
async function correct(work: AnyWork, group: Group, { delta, reason, byName }: Correction): Promise<number> {
  const { db, now } = work;
  const passages = passagesOf(group);
  const inside = insideOf({ ...passages, corrected: passages.corrected + delta });
  const { tenantId, companyId, parkId, id } = group;
  await db.raw(
    `INSERT INTO group_adjust (tenant_id, company_id, park_id, id, created_at, updated_at, group_id, at, delta, inside_after, reason, by_name)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $5, $7, $8, $9, $10)`,
    [tenantId, companyId, parkId, newId(), now.toISOString(), id, delta, inside, reason, byName],
  );
  await db.raw(
    'UPDATE dev_group SET corrected = coalesce(corrected, 0) + $3, proposed = NULL WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, delta],
  );
  await recounted(work, { tenantId, parkId });
  return inside;
}

async function adjust(work: AnyWork, groupId: string, delta: number, reason: string): Promise<unknown> {
  const seen = (await rowOf<Resource>(devGroup, groupId, work.db)) as Group;
  await holdFloors(work.db, seen);
  const group = (await rowOf<Resource>(devGroup, groupId, work.db, { lock: true })) as Group;
  if (group.countBy !== 'passages')
    throw ruleRefused(
      text('按车位计数不更正，请修探测器', 'A count of spaces is not corrected: mend the detector'),
      'counted-by-spaces',
    );
  if (!mayCorrect(passagesOf(group), delta))
    throw ruleRefused(text('更正后在场数不能小于零，也不能为零增减', 'Not below nobody inside, and not by nothing'));
  const byName = work.person.name || work.person.account;
  const inside = await correct(work, group, { delta, reason, byName });
  note(work, devGroup, 'adjust', group, { delta, reason, inside });
  return { inside, free: freeOf(group.capacity ?? 0, inside) };
}

async function setClosed(
  work: AnyWork,
  id: string,
  closed: { reason: string; until: string | null } | null,
): Promise<null> {
  const row = (await rowOf<Resource>(parkingSpace, id, work.db, { lock: true })) as Row;
  await work.db.raw(
    'UPDATE parking_space SET closed_reason = $3, closed_until = $4, updated_at = $5, updated_by = $6 WHERE tenant_id = $1 AND id = $2',
    [row.tenantId, id, closed?.reason ?? null, closed?.until ?? null, work.now.toISOString(), work.person.userId],
  );
  await recounted(work, row);
  note(work, parkingSpace, closed ? 'close' : 'open', row, { closedReason: closed?.reason ?? null });
  return null;
}

async function versionFor(work: AnyWork, id: string, kind: Version['deviceType']): Promise<Version> {
  const version = (await rowOf(firmware, id, work.db)) as Version;
  if (version.deviceType !== kind)
    throw ruleRefused(text('固件不适用于这类设备', 'This firmware is not for devices of this kind'));
  return version;
}

const byStaff = (work: AnyWork) => ({
  cause: 'staff' as const,
  causeId: work.person.userId,
  remark: work.person.name,
});

/** One command for each gateway: it upgrades the devices of its bus. */
async function upgradeNodes(work: AnyWork, ids: readonly string[], versionId: string): Promise<unknown> {
  const version = await versionFor(work, versionId, 'detector');
  const nodes = await nodesOf(work, ids);
  const given = [];
  for (const [tenantId, own] of Map.groupBy(nodes, (node) => node.tenantId))
    given.push(
      ...(await give(
        work,
        tenantId,
        [...Map.groupBy(own, (node) => node.gatewayId)].map(([deviceId, below]) => ({
          name: 'upgrade' as const,
          deviceId,
          payload: { ...upgradeTo(version), addresses: below.map(({ busAddress }) => busAddress) },
          ...byStaff(work),
        })),
      )),
    );
  return answered(given);
}

async function upgradeSensors(work: AnyWork, ids: readonly string[], versionId: string): Promise<unknown> {
  const version = await versionFor(work, versionId, 'sensor');
  const narrow = eq(tableOf(parkDevice).deviceType!, 'sensor');
  const sensors = await Promise.all(
    ids.map(async (id) => (await rowOf<Resource>(parkDevice, id, work.db, { narrow })) as Row),
  );
  const given = [];
  for (const [tenantId, own] of Map.groupBy(sensors, (sensor) => sensor.tenantId))
    given.push(
      ...(await give(
        work,
        tenantId,
        own.map(({ id }) => ({
          name: 'upgrade' as const,
          deviceId: id,
          payload: upgradeTo(version),
          ...byStaff(work),
        })),
      )),
    );
  return answered(given);
}

export const actionsServed: Served[] = [
  serve(bindDevices, (work) => bind(work, work.input.groupId!, work.input.deviceIds!)),
  serve(unbindDevices, async (work) => {
    await place(work, await nodesOf(work, idsIn(devDevice, work.raw, ['deviceIds'])), null);
    return null;
  }),
  serve(adjustGroup, (work) => adjust(work, work.input.groupId!, work.input.delta!, work.input.reason!)),
  serve(closeSpace, (work) =>
    setClosed(work, work.input.id!, { reason: work.input.closedReason!, until: work.input.closedUntil ?? null }),
  ),
  serve(openSpace, (work) => setClosed(work, work.input.id!, null)),
  serve(upgradeWired, (work) => upgradeNodes(work, work.input.deviceIds!, work.input.versionId!)),
  serve(upgradeWireless, (work) => upgradeSensors(work, work.input.deviceIds!, work.input.versionId!)),
];

/** What saving floors, gateways, devices, groups and spaces holds to besides their declarations. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { queryText } from '#kit/server/filter.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { deviceRules, saveShowingSecret } from '#areas/device/server/door.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { spaceGroup } from '#areas/pass/model/space-group.ts';
import { building } from '#areas/guidance/model/building.ts';
import { devDevice } from '#areas/guidance/model/device.ts';
import { devDeviceType } from '#areas/guidance/model/device-type.ts';
import { devGateway } from '#areas/guidance/model/gateway.ts';
import { devGroup } from '#areas/guidance/model/group.ts';
import { sensing } from '#areas/guidance/model/words.ts';
import { ventilatingRules } from './air-actions.ts';
import { recounted } from './recounted.ts';

type Given = Record<string, unknown>;
const givenOf = (values: object, before: object | null): Given => ({ ...before, ...values });
const wrong = (field: string, msg: Text): Problem => ({ field, msg });

/** What a row points at has to stand in the same car park. */
async function sameLot(now: Given, fields: Readonly<Record<string, Resource>>, work: Work): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [field, of] of Object.entries(fields)) {
    const id = now[field];
    if (!id) continue;
    const row = await rowOf(of, String(id), work.db, of === devGateway ? { narrow: isGateway() } : {});
    if ((row as Given).parkId !== now.parkId)
      problems.push(wrong(field, text('不属于该车场', 'Belongs to another car park')));
  }
  return problems;
}

const isGateway = (): SQL => eq(tableOf(parkDevice).deviceType!, 'guidance');

/** How deep floors may lie within buildings. */
const DEEPEST = 5;

async function masterProblems(now: Given, before: Stored | null, work: Work): Promise<Problem[]> {
  let above = now.masterBuildingId;
  for (let step = 0; above; step += 1) {
    if ((before && above === before.id) || step >= DEEPEST)
      return [
        wrong('masterBuildingId', text('不能属于自己或其下级', 'It cannot be part of itself or of what is below it')),
      ];
    above = ((await rowOf<Resource>(building, String(above), work.db)) as Given).masterBuildingId;
  }
  return [];
}

const buildingRules: Rules = {
  check: async (values, before, work) => {
    const now = givenOf(values, before);
    const elsewhere = await sameLot(now, { masterBuildingId: building, areaId: parkArea }, work);
    return elsewhere.length > 0 ? elsewhere : masterProblems(now, before as Stored | null, work);
  },
};

const gatewayRules: Rules = {
  verbs: { submit: saveShowingSecret },
  narrow: isGateway,
  check: async (values, before, work) => [
    ...((await deviceRules.check?.(values, before, work)) ?? []),
    ...(await sameLot(givenOf(values, before), { buildingId: building }, work)),
  ],
  fill: (_, before) => (before === null ? { deviceType: 'guidance', status: 'offline' } : {}),
  saved: async (after, before, work) => {
    await deviceRules.saved?.(after, before, work);
  },
  removing: async (row, work) => {
    await deviceRules.removing?.(row, work);
  },
};

const lotOf = (row: unknown): { tenantId: number; parkId: string } => {
  const { tenantId, parkId } = row as { tenantId: number; parkId: string };
  return { tenantId, parkId };
};
const recount = async (row: unknown, _: unknown, work: Work): Promise<void> => {
  await recounted(work, lotOf(row));
};

async function deviceProblems(values: object, before: object | null, work: Work): Promise<Problem[]> {
  const now = givenOf(values, before);
  const places = { buildingId: building, gatewayId: devGateway, groupId: devGroup, fromGroupId: devGroup };
  const problems = await sameLot(now, places, work);
  if (now.fromGroupId && now.fromGroupId === now.groupId)
    problems.push(wrong('fromGroupId', text('不能与分组相同', 'Cannot be its own group')));
  if (now.fromGroupId) {
    const type = await rowOf(devDeviceType, String(now.deviceType), work.db);
    if (type.typeCode !== 'counter') problems.push(wrong('fromGroupId', text('只有计数器填写', 'Only for counters')));
  }
  return problems;
}

const nodeRules: Rules = {
  check: deviceProblems,
  fill: (_, before) => (before === null ? { status: 'unknown', faults: 0 } : {}),
  saved: recount,
};

/** Devices below gateways that speak on a wire. */
const wired = (work: Work): SQL => {
  const g = tableOf(parkDevice);
  return sql`${tableOf(devDevice).gatewayId!} IN (SELECT ${g.id!} FROM ${g} WHERE ${scoped(parkDevice, work.db.scope, [
    isGateway(),
    inArray(g.bus!, ['rs485', 'can']),
  ])})`;
};

const groupRules: Rules = {
  check: async (values, before, work) => {
    const now = givenOf(values, before);
    const problems = await sameLot(now, { areaId: parkArea }, work);
    if (Number(now.clearAt ?? 3) <= Number(now.fullAt ?? 0))
      problems.push(wrong('clearAt', text('须大于满位阈值', 'Must be more than where it says FULL')));
    if (now.countBy === 'passages' && !(Number(now.capacity) > 0))
      problems.push(wrong('capacity', text('按过车计数须填车位数', 'Counting passages needs the number of spaces')));
    return problems;
  },
  saved: recount,
};

const spaceRules: Rules = {
  check: async (values, before, work) => {
    const now = givenOf(values, before);
    const places = { buildingId: building, areaId: parkArea, deviceId: devDevice, spaceGroupId: spaceGroup };
    const problems = await sameLot(now, places, work);
    if (problems.length === 0 && now.deviceId) {
      const node = (await rowOf<Resource>(devDevice, String(now.deviceId), work.db)) as Given;
      const type = await rowOf(devDeviceType, String(node.deviceType), work.db);
      if (!sensing.includes(String(type.typeCode)))
        problems.push(wrong('deviceId', text('这类设备不能探测车位', 'Devices of this type watch no space')));
    }
    return problems;
  },
  /** Another detector has not reported on the space yet. */
  fill: (values, before) => {
    if (before === null) return { status: 'unknown' };
    const moved = 'deviceId' in values && values.deviceId !== before.deviceId;
    return moved ? { sensedTaken: null, toldAt: null, toldSeq: null, plateNumber: null, picture: null } : {};
  },
  saved: recount,
};

const communicationRules: Rules = {
  check: async (values, before, work) => {
    const now = givenOf(values, before);
    const problems = await sameLot(now, { gatewayId: devGateway }, work);
    if (Boolean(now.gatewayId) === Boolean(now.typeId))
      problems.push(wrong('gatewayId', text('网关与设备类型选一种', 'Choose either a gateway or a type')));
    if (now.map !== null && now.map !== undefined && !Array.isArray(now.map))
      problems.push(wrong('map', text('应为列表', 'Must be a list')));
    return problems;
  },
};

/** Sensors without a wire; by a version those that run it. */
const wireless = ({ raw }: Work): SQL => {
  const [d, f] = [tableOf(parkDevice), tableOf(firmware)];
  const id = queryText(raw.versionId);
  const sensor = eq(d.deviceType!, 'sensor');
  return /^[0-9a-f-]{36}$/i.test(id)
    ? sql`${sensor} AND ${d.firmware!} = (SELECT ${f.versionNo!} FROM ${f} WHERE ${f.id!} = ${id}::uuid)`
    : sensor;
};

export const guidanceRules: Record<string, Rules> = {
  building: buildingRules,
  devGateway: gatewayRules,
  devDevice: nodeRules,
  wireDevice: { ...nodeRules, narrow: wired },
  devGroup: groupRules,
  wireGroupSet: groupRules,
  parkingSpace: spaceRules,
  devCommunication: communicationRules,
  ventilating: ventilatingRules,
  noWireDeviceInfo: { narrow: wireless },
};

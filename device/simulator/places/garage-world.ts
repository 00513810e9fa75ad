/** A garage with detected spaces, boards, a counted ramp and fans, brought by the server's own calls. */
import { virtualGarage } from '../guidance.ts';
import type { VirtualGarage } from '../guidance.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import { add, beside, connected } from './setting.ts';
import type { Setting, Run } from './setting.ts';

export const NAVIGATION = 'plat/navigation';

export type Frame = { readonly at: number; readonly n: number; readonly full: boolean };
export type Gateway = {
  readonly id: string;
  readonly buildingId: string;
  readonly on: VirtualDevice;
  readonly bus: VirtualGarage;
  /** What it was sent of fans, and when. */
  readonly fanCommands: number[];
};
export type Space = { readonly address: number; taken: boolean; lost: boolean };
/** A board with the spaces it counts. `frames`: everything it was sent. */
export type Group = {
  readonly id: string;
  readonly gateway: Gateway;
  readonly board: number;
  readonly spaces: readonly Space[];
  readonly frames: Frame[];
};
export type Garage = {
  readonly setting: Setting;
  readonly gateways: readonly Gateway[];
  readonly groups: readonly Group[];
  readonly ramp: { readonly id: string; readonly upperId: string; readonly gateway: Gateway };
  readonly zones: readonly { readonly id: string; readonly gateway: Gateway }[];
};

const FLOORS = 4;
/** Numbers again from one free space on, or a board that shows FULL would not show the next. */
export const CLEAR_AT = 1;
const [BOARD, COUNTER, SENSOR, FAN] = [2_001, 3_001, 3_101, 3_201];
export const RAMP = { start: 60, counter: COUNTER, sensor: SENSOR, fan: FAN } as const;

type Types = ReadonlyMap<string, string>;
type Line = { readonly address: number; readonly n: number; readonly full: boolean };

async function gatewayOf(run: Run, { parkId }: Setting, nth: number): Promise<Gateway> {
  const buildingId = await add(run.api, `${NAVIGATION}/building`, {
    parkId,
    buildingName: `B${nth + 1}`,
    floorNo: -nth - 1,
    planWidth: 120,
    planHeight: 80,
  });
  const sn = `SIM-${run.mark}-G${nth + 1}`;
  const { id, secret } = await run.api.post<{ id: string; secret: string }>(
    `/api/updown/${NAVIGATION}/devGateway/submit`,
    { parkId, gatewayName: `B${nth + 1} 网关`, sn, buildingId, bus: 'rs485' },
  );
  const on = await connected(run, sn, secret);
  const bus = virtualGarage(on);
  return { id, buildingId, on, bus, fanCommands: [] };
}

const deviceRow = ({ parkId }: Setting, gateway: Gateway, type: string, busAddress: number, deviceName: string) => ({
  parkId,
  deviceName,
  deviceType: type,
  gatewayId: gateway.id,
  buildingId: gateway.buildingId,
  busAddress,
});

/** A group with its board and its spaces, each with a detector. */
async function groupOf(
  run: Run,
  setting: Setting,
  types: Types,
  of: { gateway: Gateway; nth: number; count: number; first: number },
): Promise<Group> {
  const { api } = run;
  const { gateway, nth, count, first } = of;
  const { parkId } = setting;
  const id = await add(api, `${NAVIGATION}/devGroup`, {
    parkId,
    groupName: `${nth + 1} 区`,
    countBy: 'spaces',
    fullAt: 0,
    clearAt: CLEAR_AT,
  });
  const device = (type: string, address: number, more = {}): Promise<string> =>
    add(api, `${NAVIGATION}/devDevice`, {
      ...deviceRow(setting, gateway, types.get(type)!, address, `${type} ${address}`),
      ...more,
    });
  const board = BOARD + nth;
  const boardId = await device('board', board);
  await api.post('/api/gatehouse/guide/boards', {
    groupId: id,
    boards: [{ deviceId: boardId, line: 1, arrow: 'ahead', label: '空位' }],
  });
  const spaces = await beside(
    Array.from({ length: count }, (_, each) => first + each),
    1,
    async (address): Promise<Space> => {
      const deviceId = await device('detector', address, { groupId: id });
      await add(api, `${NAVIGATION}/parkingSpace`, {
        parkId,
        buildingId: gateway.buildingId,
        spaceNo: `${nth + 1}-${address}`,
        deviceId,
      });
      return { address, taken: false, lost: false };
    },
  );
  return { id, gateway, board, spaces, frames: [] };
}

async function rampOf(run: Run, setting: Setting, types: Types, gateway: Gateway): Promise<Garage['ramp']> {
  const group = (groupName: string, startCount: number): Promise<string> =>
    add(run.api, `${NAVIGATION}/devGroup`, {
      parkId: setting.parkId,
      groupName,
      countBy: 'passages',
      capacity: 500,
      startCount,
    });
  const [id, upperId] = [await group('下层', RAMP.start), await group('上层', RAMP.start)];
  await add(run.api, `${NAVIGATION}/devDevice`, {
    ...deviceRow(setting, gateway, types.get('counter')!, COUNTER, '坡道计数器'),
    groupId: id,
    fromGroupId: upperId,
  });
  return { id, upperId, gateway };
}

async function zoneOf(run: Run, setting: Setting, types: Types, gateway: Gateway): Promise<Garage['zones'][number]> {
  const device = (type: string, address: number): Promise<string> =>
    add(
      run.api,
      `${NAVIGATION}/devDevice`,
      deviceRow(setting, gateway, types.get(type)!, address, `${type} ${address}`),
    );
  const [sensor, fan] = [await device('co', SENSOR), await device('fan', FAN)];
  const id = await add(run.api, 'ventilating', {
    parkId: setting.parkId,
    buildingId: gateway.buildingId,
    fanName: `${gateway.on.memory.sn} 排风`,
    fanDeviceIds: [fan],
    coDeviceIds: [sensor],
    mode: 'auto',
  });
  return { id, gateway };
}

/** Records what each board and fan is sent, in addition to the gateway's own handling. */
function listenIn(gateway: Gateway, groups: readonly Group[]): void {
  const does = gateway.on.onCommand;
  gateway.on.onCommand = (command) => {
    if (command.name === 'fan') gateway.fanCommands.push(Date.now());
    if (command.name === 'count')
      for (const { address, n, full } of command.payload['lines'] as Line[])
        groups.find(({ board }) => board === address)?.frames.push({ at: Date.now(), n, full });
    return does(command);
  };
}

export async function openGarage(run: Run, setting: Setting): Promise<Garage> {
  const { records } = await run.api.get<{ records: { typeCode: string; id: string }[] }>(
    `/api/updown/${NAVIGATION}/devDeviceType/list`,
    { size: 50 },
  );
  const types: Types = new Map(records.map(({ typeCode, id }) => [typeCode, id]));
  const gateways = await beside(Array.from({ length: FLOORS }), 1, (_, nth) => gatewayOf(run, setting, nth));
  const { boards, spaces, fires } = run.sizes;
  const per = Math.ceil(spaces / boards);
  // One after the other: adding a device recounts the garage, and two at once would wait for each other.
  const groups = await beside(Array.from({ length: boards }), 1, (_, nth) => {
    const first = 1 + nth * per;
    const count = Math.min(per, spaces - nth * per);
    return groupOf(run, setting, types, { gateway: gateways[nth % FLOORS]!, nth, count, first });
  });
  const ramp = await rampOf(run, setting, types, gateways[0]!);
  const zones = await beside(gateways.slice(0, fires), 1, (gateway) => zoneOf(run, setting, types, gateway));
  for (const gateway of gateways) listenIn(gateway, groups);
  return { setting, gateways, groups, ramp, zones };
}

/**
 * The demo's mall: three floors of spaces with detectors, gateways, counters on the ramp, boards and groups; the cars
 * inside stand at them.
 */
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Memory } from '#device/simulator/state.ts';
import { countAgain, judgePromises } from '#areas/guidance/server/door.ts';
import { breathe, freshAir } from '#domain/guidance/air.ts';
import type { Ask } from './build-base.ts';
import { boardPast, holdBack } from './board-past.ts';
import { filling } from './fill.ts';
import { floorPast } from './guidance-past.ts';
import { RAMP_COUNTER, rampOf } from './guidance-ramp.ts';
import { randomFrom } from './random.ts';

export type MallLot = {
  readonly plan: { readonly code: string };
  readonly companyId: string;
  readonly site: { readonly parkId: string };
};
export type LivingGarage = { readonly tenantId: number; readonly parkId: string; readonly sns: readonly string[] };

const LOT = 'AB01';
const base = 'plat/navigation';
/** As many as the lot has stalls; the higher a floor, the fewer of its spaces are vacant. */
const floors = [
  { name: 'B1', floorNo: -1, spaces: 200, vacant: 0.35 },
  { name: 'B2', floorNo: -2, spaces: 200, vacant: 0.75 },
  { name: 'B3', floorNo: -3, spaces: 200, vacant: 0.9 },
] as const;
const [WIDTH, HEIGHT, PITCH, PER_ROW] = [84, 70, 2.6, 25];
const ROWS_Y = [2, 13, 18.4, 29.4, 34.8, 45.8, 51.2, 62.2];
const points = [
  { name: '电梯厅', x: 75, y: 33 },
  { name: '楼梯', x: 75, y: 60 },
  { name: '坡道', x: 75, y: 5 },
];
const [BOARD, SENSOR, FAN] = [231, 241, 251];
/** At the entrance of each floor: what passes it is for that floor's group. */
export const FLOOR_COUNTER = 202;
/** Detectors that have been silent for hours: their spaces are unknown. */
const LOST: ReadonlySet<string> = new Set(['B1-017', 'B2-064', 'B3-090']);

type Place = { readonly tenant_id: number; readonly company_id: string; readonly park_id: string };
type Floor = (typeof floors)[number] & { readonly id: string; readonly gatewayId: string; readonly groupId: string };
type Types = ReadonlyMap<string, string>;

const kindOf = (floor: string, nth: number): string => {
  if (floor === 'B3' && nth > 184) return 'fixed';
  if (nth % 25 === 1) return 'disabled';
  return nth % 12 === 5 ? 'charging' : 'normal';
};

async function floorsOf(ask: Ask, parkId: string, memory: Memory): Promise<{ floors: Floor[]; sns: string[] }> {
  const { id: masterBuildingId } = await ask('POST', `${base}/building/submit`, {
    parkId,
    buildingName: '云汇广场地下车库',
    planWidth: WIDTH,
    planHeight: HEIGHT,
  });
  const made: Floor[] = [];
  const sns: string[] = [];
  for (const [nth, floor] of floors.entries()) {
    const { id } = await ask('POST', `${base}/building/submit`, {
      parkId,
      buildingName: floor.name,
      masterBuildingId,
      floorNo: floor.floorNo,
      planWidth: WIDTH,
      planHeight: HEIGHT,
    });
    const sn = `YD-YH-${floor.name}`;
    const gateway = await ask('POST', `${base}/devGateway/submit`, {
      parkId,
      gatewayName: `${floor.name} 引导网关`,
      sn,
      buildingId: id,
      bus: nth === 2 ? 'can' : 'rs485',
      ipAddress: `10.20.9.${nth + 11}`,
    });
    memory.devices[sn] = { sn, secret: String(gateway.secret), seq: 0, passing: 0, waiting: {} };
    sns.push(sn);
    const group = await ask('POST', `${base}/devGroup/submit`, { parkId, groupName: floor.name, countBy: 'spaces' });
    made.push({ ...floor, id, gatewayId: gateway.id, groupId: group.id });
  }
  return { floors: made, sns };
}

const deviceRow = (
  place: Place,
  floor: Floor,
  type: string,
  address: number,
  name: string,
  now: Date,
  more: Record<string, unknown> = {},
) => ({
  ...place,
  id: newId(),
  device_name: name,
  device_type: type,
  building_id: floor.id,
  gateway_id: floor.gatewayId,
  bus_address: address,
  sn: null,
  group_id: null,
  from_group_id: null,
  status: 'online',
  last_seen_at: now.toISOString(),
  state_at: now.toISOString(),
  state_seq: 0,
  version: '1.4.2',
  faults: 0,
  ...more,
});

/** Where the nth space of a floor lies: rows beside each other, driven along between every second. */
const spotOf = (nth: number): { x: number; y: number } => ({
  x: 6 + ((nth - 1) % PER_ROW) * PITCH,
  y: ROWS_Y[Math.floor((nth - 1) / PER_ROW)]!,
});

/** Spaces of a floor with a detector each; the cars given stand at the first of them that anybody may take. */
function spacesOf(place: Place, floor: Floor, types: Types, plates: string[], now: Date) {
  const random = randomFrom(20_261_125 + floor.floorNo);
  const long = new Date(now.getTime() - 5 * 3_600_000);
  const detectors: Record<string, unknown>[] = [];
  const spaces = Array.from({ length: floor.spaces }, (_, at) => {
    const nth = at + 1;
    const spaceNo = `${floor.name}-${String(nth).padStart(3, '0')}`;
    const lost = LOST.has(spaceNo);
    const lastSeen = lost ? long : now;
    const detector = deviceRow(place, floor, types.get('video')!, nth, `${spaceNo} 探测器`, lastSeen, {
      group_id: floor.groupId,
      ...(lost ? { status: 'lost', faults: 41 } : {}),
    });
    detectors.push(detector);
    const kind = kindOf(floor.name, nth);
    const free = kind === 'disabled' || random() < floor.vacant;
    const plate = lost || free ? undefined : plates.pop();
    const since = new Date(now.getTime() - Math.floor(random() * 7_200_000)).toISOString();
    return {
      ...place,
      id: newId(),
      created_at: new Date(now.getTime() - 40 * 86_400_000).toISOString(),
      space_no: spaceNo,
      building_id: floor.id,
      space_kind: kind,
      device_id: detector.id,
      ...spotOf(nth),
      w: 2.5,
      h: 5,
      angle: 0,
      status: 'unknown',
      since,
      plate_number: plate ?? null,
      sensed_taken: plate !== undefined,
      told_at: lost ? long.toISOString() : since,
      told_seq: 0,
      closed_reason: nth === 33 && floor.name === 'B2' ? '消防管道检修' : null,
    };
  });
  return { detectors, spaces };
}

/** Boards and counters of a floor; the first has those of the whole garage too. */
function boardsAndCounters(place: Place, floor: Floor, types: Types, ramp: string, now: Date) {
  const row = (type: string, address: number, name: string, group: string | null) =>
    deviceRow(place, floor, types.get(type)!, address, name, now, { group_id: group });
  const own = [
    row('board', BOARD, `${floor.name} 坡道屏`, null),
    row('counter', FLOOR_COUNTER, `${floor.name} 入口计数器`, floor.groupId),
  ];
  if (floor.name !== 'B1') return own;
  return [...own, row('board', BOARD + 1, '入口总屏', null), row('counter', RAMP_COUNTER, 'B1 坡道计数器', ramp)];
}

/** Sensors and fans of a floor. */
const airOf = (place: Place, floor: Floor, types: Types, now: Date) => ({
  sensors: [0, 1].map((nth) =>
    deviceRow(place, floor, types.get('co')!, SENSOR + nth, `${floor.name} CO 探头 ${nth + 1}`, now),
  ),
  fans: [0, 1].map((nth) =>
    deviceRow(place, floor, types.get('fan')!, FAN + nth, `${floor.name} 排风机 ${nth + 1}`, now),
  ),
});

/** Milligrams at a minute of the day: two tides of cars. */
export const airAt = (minute: number, floorNo: number): number => {
  const tide = (at: number, width: number): number => Math.exp(-(((minute - at) / width) ** 2));
  return Math.round((4 + 14 * tide(750, 70) + (18 + floorNo) * tide(1_110, 80) + (minute % 7) / 4) * 10) / 10;
};

const DAY_MINUTES = 1_440;
const minuteOfDay = (at: number): number => (Math.floor(at / 60_000) + 480) % DAY_MINUTES;

/** Zones of the floors: a day of readings, run by the very rules that fans follow. */
async function ventilate(
  db: Db,
  place: Place,
  zones: readonly { floor: Floor; fans: string[]; sensors: string[] }[],
  now: Date,
): Promise<void> {
  const from = Math.floor(now.getTime() / 60_000) * 60_000 - DAY_MINUTES * 60_000;
  for (const { floor, fans, sensors } of zones) {
    const id = newId();
    const rules = {
      mode: 'auto' as const,
      startMg: 20,
      stopMg: 12,
      alarmMg: 30,
      minRunS: 600,
      minRestS: 120,
      minutesPerHour: 10,
    };
    let air = freshAir(from);
    const readings: Record<string, unknown>[] = [];
    const spells: Record<string, unknown>[] = [];
    for (let at = from; at <= now.getTime(); at += 60_000) {
      const mg = airAt(minuteOfDay(at), floor.floorNo);
      const next = breathe(air, rules, { mg, fire: false }, at);
      readings.push({ ...place, id: newId(), ventilating_id: id, at: new Date(at).toISOString(), mg });
      if (spells.length === 0 || next.running !== air.running || next.cause !== air.cause) {
        const time = new Date(at).toISOString();
        const before = spells.at(-1);
        if (before) before['to_time'] = time;
        const { running, cause } = next;
        spells.push({ ...place, id: newId(), ventilating_id: id, from_time: time, to_time: null, running, cause });
      }
      air = next;
    }
    await insertRows(
      db,
      'ventilating',
      [
        {
          ...place,
          id,
          fan_name: `${floor.name} 排风`,
          building_id: floor.id,
          fan_device_ids: fans,
          co_device_ids: sensors,
          mode: 'auto',
          start_mg: rules.startMg,
          stop_mg: rules.stopMg,
          alarm_mg: rules.alarmMg,
          min_run_s: rules.minRunS,
          min_rest_s: rules.minRestS,
          minutes_per_hour: rules.minutesPerHour,
          state: air.state,
          cause: air.cause,
          co_max: airAt(minuteOfDay(now.getTime()), floor.floorNo),
          since: new Date(air.turnedAt).toISOString(),
          air,
        },
      ],
      '',
    );
    await insertRows(db, 'air_reading', readings, '');
    await insertRows(db, 'air_spell', spells, '');
  }
}

async function boardsOf(ask: Ask, made: readonly Floor[], boards: ReadonlyMap<string, string>): Promise<void> {
  for (const [nth, floor] of made.entries())
    await ask('POST', '/api/gatehouse/guide/boards', {
      groupId: floor.groupId,
      boards: [
        { deviceId: boards.get('入口总屏'), line: nth + 1, arrow: nth === 0 ? 'ahead' : 'back', label: floor.name },
        { deviceId: boards.get(`${floor.name} 坡道屏`), line: 1, arrow: 'left', label: '空位' },
      ],
    });
}

const profilesOf = (place: Place, made: readonly Floor[]) =>
  made.map(({ name, gatewayId }) => ({
    ...place,
    id: newId(),
    comm_name: `${name} 总线`,
    gateway_id: gatewayId,
    protocol: name === 'B3' ? 'can' : 'modbusRtu',
    baud: name === 'B3' ? 125_000 : 9_600,
    parity: 'none',
    timeout_ms: 500,
    retries: 3,
    map: JSON.stringify([{ address: '1-200', function: 4, register: 0, bit: 0, means: 'taken' }]),
  }));

/** The mall's guidance as it is now. Its gateways go on from here once the demo lives. */
export async function guideMall(
  database: Database,
  ask: Ask,
  lots: readonly MallLot[],
  tenantOf: ReadonlyMap<string, number>,
  memory: Memory,
  now: Date,
): Promise<LivingGarage> {
  const { companyId, site } = lots.find(({ plan }) => plan.code === LOT)!;
  const { parkId } = site;
  const tenantId = tenantOf.get(parkId)!;
  const place: Place = { tenant_id: tenantId, company_id: companyId, park_id: parkId };
  const { records } = await ask('GET', `${base}/devDeviceType/list`, { size: 50 });
  const types: Types = new Map(records.map(({ typeCode, id }) => [String(typeCode), id]));
  const { floors: made, sns } = await floorsOf(ask, parkId, memory);
  const ramp = await ask('POST', `${base}/devGroup/submit`, {
    parkId,
    groupName: 'B1 坡道',
    countBy: 'passages',
    capacity: 600,
  });
  const boards = new Map<string, string>();
  const zones: { floor: Floor; fans: string[]; sensors: string[] }[] = [];
  await filling(database, tenantScope(tenantId), async (db) => {
    const inside = await db.raw<{ plate: string }>(
      `SELECT plate_number AS plate FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND plate_number IS NOT NULL
        ORDER BY in_time LIMIT 200`,
      [tenantId, parkId],
    );
    const plates = inside.map(({ plate }) => plate);
    for (const floor of made) {
      const { detectors, spaces } = spacesOf(place, floor, types, plates, now);
      const own = boardsAndCounters(place, floor, types, ramp.id, now);
      const { sensors, fans } = airOf(place, floor, types, now);
      const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
      zones.push({ floor, fans: ids(fans), sensors: ids(sensors) });
      own.push(...sensors, ...fans);
      for (const { id, device_name: name } of own) boards.set(name, id);
      await insertRows(db, 'dev_device', [...detectors, ...own], '');
      const changes = await floorPast(db, place, floor, spaces, ({ space_no: no }) => LOST.has(no), now);
      await boardPast(db, place, { ...floor, counter: FLOOR_COUNTER }, changes);
      await insertRows(db, 'parking_space', spaces, '');
    }
    await ventilate(db, place, zones, now);
    await insertRows(db, 'dev_communication', profilesOf(place, made), '');
    await db.raw('UPDATE building SET points = $3::jsonb WHERE tenant_id = $1 AND park_id = $2', [
      tenantId,
      parkId,
      JSON.stringify(points),
    ]);
    const [all] = await db.raw<{ inside: number }>(
      `SELECT count(*)::int AS inside FROM car_inside WHERE tenant_id = $1 AND park_id = $2`,
      [tenantId, parkId],
    );
    await rampOf(db, place, { ramp: ramp.id, gateway: made[0]!.gatewayId, inside: all!.inside }, now);
    await db.raw(
      `UPDATE park_device SET status = 'online', last_seen_at = $3, children_lost = 1 WHERE tenant_id = $1
        AND id = ANY($2::uuid[])`,
      [tenantId, made.map(({ gatewayId }) => gatewayId), now.toISOString()],
    );
    await countAgain(db, { tenantId, parkId }, now);
  });
  await boardsOf(ask, made, boards);
  await judgePromises(database, now);
  await holdBack(ask, made[0]!.groupId);
  return { tenantId, parkId, sns };
}

/**
 * The demo's office tower: eight doors in three areas, a hundred and twenty people, their hours and grants, and three
 * weeks of their swipes.
 */
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Memory } from '#device/simulator/state.ts';
import { bringRights } from '#areas/door/server/door.ts';
import type { Ask } from './build-base.ts';
import { phoneOf } from './contacts.ts';
import { checksOf, drillOf, paramsOf, swipesOf } from './door-past.ts';
import type { DoorAt } from './door-past.ts';
import { randomFrom } from './random.ts';
import { takeFaces } from './faces.ts';
import { separate } from './separations.ts';
import { takeTemperatures } from './thermal.ts';

type OfficeLot = {
  readonly plan: { readonly code: string };
  readonly companyId: string;
  readonly site: { readonly parkId: string };
};

const LOT = 'AB01';
const PEOPLE = 120;
const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗'];
const given = ['晨曦', '思远', '雨桐', '子轩', '佳怡', '浩然', '梓涵', '文博', '诗琪', '嘉豪', '若楠', '明哲'];

const departments = [
  { deptName: '研发中心', kind: 'staff', share: 46 },
  { deptName: '市场部', kind: 'staff', share: 30 },
  { deptName: '行政人事部', kind: 'staff', share: 18 },
  { deptName: '大厦物业', kind: 'service', share: 16 },
  { deptName: '驻场外协', kind: 'contractor', share: 10 },
] as const;

const doors = [
  { gateName: '大堂闸机 1', gateType: 'turnstile', into: '办公区', reader: 'both' },
  { gateName: '大堂闸机 2', gateType: 'turnstile', into: '办公区', reader: 'both' },
  { gateName: '地下车库门厅', gateType: 'door', into: '办公区', reader: 'both' },
  { gateName: '货梯厅', gateType: 'door', into: '办公区', reader: 'both' },
  { gateName: '研发区东门', gateType: 'door', into: '研发区', from: '办公区', reader: 'in' },
  { gateName: '研发区西门', gateType: 'door', into: '研发区', from: '办公区', reader: 'in' },
  { gateName: '机房前室', gateType: 'door', into: '机房', from: '研发区', reader: 'both' },
  { gateName: '高区电梯', gateType: 'lift', from: '办公区', reader: 'in' },
] as const;

async function hoursOf(ask: Ask, villageId: string): Promise<{ office: string; always: string }> {
  const span = async (periodName: string, startTime: string, endTime: string): Promise<string> =>
    (await ask('POST', 'dmperiod/submit', { villageId, periodName, startTime, endTime })).id;
  const office = [await span('上午', '07:30', '12:30'), await span('下午至晚间', '12:30', '21:00')];
  const saturday = [await span('周六值班', '09:00', '17:00')];
  const { id: weekId } = await ask('POST', 'dmweeklmt3/submit', {
    villageId,
    weekName: '办公周',
    mon: office,
    tue: office,
    wed: office,
    thu: office,
    fri: office,
    sat: saturday,
  });
  const { id: templateId } = await ask('POST', 'dmtemplmt3/submit', { villageId, templName: '办公时间', weekId });
  const { id: byTemplate } = await ask('POST', 'doortimeperiod/submit', {
    villageId,
    periodName: '办公时间',
    templateId,
  });
  const { id: always } = await ask('POST', 'doortimeperiod/submit', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  return { office: byTemplate, always };
}

async function doorsOf(
  ask: Ask,
  villageId: string,
  memory: Memory,
): Promise<{ devices: Map<string, DoorAt>; areas: ReadonlyMap<string, string> }> {
  const areas = new Map<string, string>();
  for (const [areaName, parent, more] of [
    ['办公区', null, {}],
    ['研发区', '办公区', { antiPassback: 'soft' }],
    ['机房', '研发区', { antiPassback: 'hard', capacity: 6 }],
  ] as const) {
    const parentId = parent === null ? {} : { parentId: areas.get(parent) };
    areas.set(areaName, (await ask('POST', 'doorarea/submit', { villageId, areaName, ...parentId, ...more })).id);
  }
  const devices = new Map<string, DoorAt>();
  for (const [nth, each] of doors.entries()) {
    const { id: gateId } = await ask('POST', 'doorgate/submit', {
      villageId,
      gateName: each.gateName,
      gateType: each.gateType,
      ...('into' in each ? { areaId: areas.get(each.into) } : {}),
      ...('from' in each ? { fromAreaId: areas.get(each.from) } : {}),
      readerSides: each.reader === 'both' ? ['in', 'out'] : ['in'],
    });
    const sn = `MJ-YH-${String(nth + 1).padStart(3, '0')}`;
    const { id, secret } = await ask('POST', 'doordevice/submit', {
      villageId,
      gateId,
      deviceName: `${each.gateName}终端`,
      deviceType: each.gateType === 'lift' ? 'lift' : each.gateType === 'turnstile' ? 'face' : 'controller',
      reader: each.reader,
      sn,
      ipAddress: `10.20.8.${nth + 11}`,
    });
    const device = { sn, secret: String(secret), seq: 0, passing: 0, waiting: {} };
    memory.devices[sn] = device;
    devices.set(each.gateName, { id, gateId, device });
  }
  return { devices, areas };
}

export type LivingDoors = {
  readonly tenantId: number;
  readonly villageId: string;
  readonly sns: readonly string[];
  /** Thermal cameras; a memory that was written before there were any has none. */
  readonly cameras?: readonly string[];
};
type Place = { readonly tenantId: number; readonly companyId: string; readonly villageId: string };

/** People by department; a few have left, one is suspended, contractors have a last day. */
function peopleOf(place: Place, depts: readonly string[], now: Date): Record<string, unknown>[] {
  const random = randomFrom(20_261_207);
  const of = departments.flatMap((each, nth) => Array.from({ length: each.share }, () => ({ ...each, nth })));
  return Array.from({ length: PEOPLE }, (_, nth) => {
    const { kind, nth: which } = of[nth]!;
    const name = `${surnames[nth % surnames.length]}${given[Math.floor(random() * given.length)]}`;
    const status = nth % 41 === 40 ? 'left' : nth === 7 ? 'suspended' : 'active';
    return {
      tenant_id: place.tenantId,
      company_id: place.companyId,
      village_id: place.villageId,
      id: newId(),
      emp_name: name,
      emp_no: `YH${String(nth + 1).padStart(4, '0')}`,
      dept_id: depts[which],
      person_kind: kind,
      phone: phoneOf(`${name}${nth}`),
      sex: random() < 0.5 ? 'male' : 'female',
      card_no: String(8_106_606 + nth * 37).padStart(10, '0'),
      card_state: nth === 12 ? 'lost' : 'active',
      opener: kind === 'service' && nth % 5 === 0,
      hostable: kind === 'staff',
      valid_until: kind === 'contractor' ? `${now.getUTCFullYear() + 1}-06-30` : null,
      status,
      left_time: status === 'left' ? new Date(now.getTime() - nth * 43_200_000).toISOString() : null,
      state_reason: status === 'left' ? '离职' : status === 'suspended' ? '停薪留职' : null,
    };
  });
}

async function followSome(ask: Ask, people: readonly Record<string, unknown>[]): Promise<void> {
  const follow = (nth: number, followType: string, more: Record<string, unknown> = {}) =>
    ask('POST', 'dooremployeefollow/submit', { EmpID: people[nth]!['id'], followType, ...more });
  await follow(7, 'barred', { remark: '停用期间' });
  await follow(20, 'watch');
  await follow(33, 'care', { silentS: 259_200, remark: '独居，三天未刷卡请联系' });
}

/** Stands beside the car park of the tower it is in, whose service its devices connect by. */
export async function openOffice(
  database: Database,
  ask: Ask,
  lots: readonly OfficeLot[],
  memory: Memory,
  now: Date,
): Promise<LivingDoors> {
  const { companyId, site } = lots.find(({ plan }) => plan.code === LOT)!;
  const { id: villageId } = await ask('POST', 'baseVillage/submit', {
    VName: '云汇大厦',
    companyId,
    contact: '大厦物业服务中心',
    phone: phoneOf('云汇大厦'),
  });
  await ask('POST', 'baseVillage/successExamine', { vid: villageId });
  await ask('POST', 'basePark/submit', { id: site.parkId, villageId });
  const [owner] = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [site.parkId]),
  );
  const place: Place = { tenantId: owner!.tenantId, companyId, villageId };
  const hours = await hoursOf(ask, villageId);
  const { devices, areas } = await doorsOf(ask, villageId, memory);
  const depts: string[] = [];
  for (const [nth, { deptName }] of departments.entries())
    depts.push((await ask('POST', 'door/basedept/submit', { companyId, villageId, deptName, sort: 50 + nth })).id);
  const people = peopleOf(place, depts, now);
  await database.write(tenantScope(place.tenantId), (db) => insertRows(db, 'door_employee', people, ''));
  const [research, market, office, service, contractors] = depts;
  const at = (...names: string[]) => names.map((name) => devices.get(name)!.id);
  const common = at('大堂闸机 1', '大堂闸机 2', '地下车库门厅', '高区电梯');
  const startTime = new Date(now.getTime() - 60 * 86_400_000).toISOString();
  const grant = (input: Record<string, unknown>) =>
    ask('POST', 'doordevgrant/submit', { villageId, startTime, ...input });
  await grant({ deviceIds: common, deptIds: [research, market, office], timePeriodId: hours.office });
  await grant({ deviceIds: at('研发区东门', '研发区西门'), deptIds: [research], timePeriodId: hours.office });
  await grant({ deviceIds: [...devices.values()].map(({ id }) => id), deptIds: [service], timePeriodId: hours.always });
  await grant({
    deviceIds: [...common, ...at('货梯厅')],
    deptIds: [contractors],
    timePeriodId: hours.office,
    endTime: new Date(now.getTime() + 40 * 86_400_000).toISOString(),
  });
  await grant({
    deviceIds: at('机房前室'),
    empIds: people.slice(0, 4).map(({ id }) => id),
    timePeriodId: hours.always,
    endTime: new Date(now.getTime() + 200 * 86_400_000).toISOString(),
    remark: '机房运维',
  });
  const tower = { place, devices, areas, people, contractors: contractors!, always: hours.always, now };
  await separate(database, ask, tower);
  await followSome(ask, people);
  const seen = people.filter(({ status }) => status === 'active');
  await database.write(tenantScope(place.tenantId), async (db) => {
    await insertRows(db, 'door_event', swipesOf(place, devices, seen, now), '');
    await insertRows(db, 'door_check', checksOf(place, depts, people, now), '');
    await insertRows(db, 'door_param', paramsOf(place, devices), '');
    await insertRows(db, 'door_fire', drillOf(place, areas.get('办公区')!, devices, seen, now), '');
  });
  const cameras = await takeTemperatures(database, ask, { ...place, parkId: site.parkId }, seen, memory, now);
  await takeFaces(database, ask, place, seen, at('大堂闸机 1', '大堂闸机 2'), now);
  // Its devices are not there yet: what they are to hold waits for them.
  await bringRights(database, now);
  return { tenantId: place.tenantId, villageId, sns: [...devices.values()].map(({ device }) => device.sn), cameras };
}

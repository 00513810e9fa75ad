import type { LaneSite, ParkSite } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';
import type { LotPlan } from './city.ts';
import { cityOf, phoneOf } from './contacts.ts';
import { monthFen } from './shape.ts';
import { words, device, day, sensorOf } from './build-base.ts';
import type { Ask } from './build-base.ts';
import { tariffOfAreas, tariff } from './build-tariffs.ts';
import { concerts } from './build-concerts.ts';
import { furnish, layOut } from './street.ts';
import type { Street } from './street.ts';

/** `street`: berths and collectors of a lot at the kerb; null behind barriers. */
export type BuiltLot = {
  readonly plan: LotPlan;
  readonly site: ParkSite;
  readonly companyId: string;
  readonly street: Street | null;
};

type Yard = {
  ask: Ask;
  memory: Memory;
  plan: LotPlan;
  parkId: string;
  boxId: string;
  areaId: string;
  makers: readonly string[];
};

async function lane(yard: Yard, direction: 'entry' | 'exit', nth: number): Promise<LaneSite> {
  const { ask, memory, plan, parkId, boxId, areaId, makers } = yard;
  const name = `${words[nth % words.length]}${direction === 'entry' ? '入口' : '出口'}`;
  const no = `${plan.code}-${direction === 'entry' ? 'E' : 'X'}${nth + 1}`;
  const { id: gateId } = await ask('POST', 'baseParkGate/submit', {
    gateName: name,
    gateNo: no,
    parkId,
    gateType: direction === 'entry' ? 'in' : 'out',
    boxId,
    areaId,
  });
  const here = { parkId, gateId, manufacturerId: makers[nth % makers.length] };
  const ip = (last: number) =>
    `10.${20 + Number(plan.code.slice(2))}.${direction === 'entry' ? 1 : 2}.${nth * 10 + last}`;
  const camera = await device(ask, memory, {
    sn: `${no}-CAM`,
    deviceName: `${name}识别相机`,
    deviceType: 'camera',
    model: 'LPR-4K',
    ipAddress: ip(1),
    physicsNo: `ZC-${no}-1`,
    ...here,
  });
  const screen = await device(ask, memory, {
    sn: `${no}-LED`,
    deviceName: `${name}显示屏`,
    deviceType: 'screen',
    model: 'LED-4L',
    ipAddress: ip(2),
    physicsNo: `ZC-${no}-2`,
    ...here,
  });
  if (direction === 'entry') return { gateId, name, direction, camera, scanner: null, screen };
  const scanner = await device(ask, memory, {
    sn: `${no}-QR`,
    deviceName: `${name}扫码器`,
    deviceType: 'scanner',
    model: 'QR-200',
    ipAddress: ip(3),
    physicsNo: `ZC-${no}-3`,
    ...here,
  });
  return { gateId, name, direction, camera, scanner, screen };
}

/** The lane to the area within the lot, with a camera that reports a car's direction. */
async function innerLane(
  { ask, memory, plan, parkId, boxId, makers }: Yard,
  name: string,
  innerId: string,
): Promise<LaneSite> {
  const no = `${plan.code}-N1`;
  const { id: gateId } = await ask('POST', 'baseParkGate/submit', {
    gateName: name,
    gateNo: no,
    parkId,
    gateType: 'inner',
    boxId,
    areaId: innerId,
  });
  const camera = await device(ask, memory, {
    sn: `${no}-CAM`,
    deviceName: `${name}识别相机`,
    deviceType: 'camera',
    model: 'LPR-4K',
    ipAddress: `10.${20 + Number(plan.code.slice(2))}.3.1`,
    physicsNo: `ZC-${no}-1`,
    parkId,
    gateId,
    manufacturerId: makers[0],
  });
  return { gateId, name, direction: 'inner', camera, scanner: null, screen: null };
}

const GRACE_DAYS = 7;

/**
 * What a month costs, so that passes can be renewed by months; who lives or works there has some days more to renew in.
 */
async function passTerms(ask: Ask, plan: LotPlan, parkId: string): Promise<void> {
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'monthly', size: 20 });
  await ask('POST', 'plat/parkCarType/submit', { id: records[0]!.id, monthPrice: monthFen[plan.kind] });
  if (plan.kind === 'home' || plan.kind === 'office')
    await ask('POST', 'parkParameter/submit', { parkId, settings: { passGraceDays: GRACE_DAYS } });
}

const isSouth = ({ code }: LotPlan): boolean => code.startsWith('CX');

/** The estate that a lot of homes belongs to, approved; none for other lots. */
async function estate(ask: Ask, plan: LotPlan, companyId: string): Promise<string | null> {
  if (plan.kind !== 'home') return null;
  const { id } = await ask('POST', 'baseVillage/submit', {
    VName: plan.name.replace(/停车场$/, ''),
    companyId,
    address: plan.address,
    households: plan.stalls * 3,
    contact: '物业服务中心',
    phone: phoneOf(plan.address),
    ...cityOf(isSouth(plan)),
  });
  await ask('POST', 'baseVillage/successExamine', { vid: id });
  return id;
}

/** Lots whose spaces nobody has counted on the spot yet: their areas wait for approval. */
const uncounted: ReadonlySet<string> = new Set(['AB06', 'CX04']);

async function mainArea(ask: Ask, plan: LotPlan, parkId: string): Promise<string> {
  const { id } = await ask('POST', 'baseParkArea/submit', {
    areaName: '主停车区',
    parkId,
    areaNo: 'A',
    totalStall: plan.stalls,
  });
  if (!uncounted.has(plan.code)) await ask('POST', 'baseVillage/successExamine', { vid: id });
  return id;
}

/** The car park itself with its area, its box and its contract of services. `nth` is its number in the city. */
async function grounds(
  ask: Ask,
  plan: LotPlan,
  companyId: string,
  nth: number,
): Promise<{ parkId: string; areaId: string; boxId: string; sections: Awaited<ReturnType<typeof layOut>> }> {
  const villageId = await estate(ask, plan, companyId);
  const { id: parkId } = await ask('POST', 'basePark/submit', {
    parkName: plan.name,
    companyId,
    ...(villageId ? { villageId } : {}),
    parkType: plan.kind,
    totalStall: plan.stalls,
    address: plan.address,
    location: { lng: plan.lng, lat: plan.lat },
    parkCode: plan.code,
    linkman: '值班室',
    contactNumber: phoneOf(plan.code),
    ...cityOf(isSouth(plan)),
    servicePhone: '400-000-0000',
    feeNotice: `前${plan.rule.freeMinutes}分钟免费；24小时客服。`,
  });
  const sections = plan.kind === 'curb' ? await layOut(ask, plan, parkId) : [];
  const areaId = sections[0]?.id ?? (await mainArea(ask, plan, parkId));
  const { id: boxId } = await ask('POST', 'baseParkBox/submit', {
    boxName: '值班岗亭',
    boxNo: `${plan.code}-B1`,
    parkId,
    areaId,
    ipAddress: `10.${20 + Number(plan.code.slice(2))}.0.10`,
  });
  await ask('POST', 'plat/parkServicesConfig/submit', {
    parkId,
    serviceType: 'platform',
    startDate: day(-360),
    expireDate: day([12, 400, -6, 230, 180, 25, 365, 90, 300, 61, 150, 500][nth % 12]!),
    fee: 120_000,
    contractNo: `HT-${plan.code}-2025`,
  });
  return { parkId, areaId, boxId, sections };
}

/** The terminal of the box, and the counting sensor where the plan has one; answers the terminal, null at the kerb. */
async function boxDevices({ ask, memory, plan, parkId, boxId, makers }: Yard) {
  const box =
    plan.kind === 'curb'
      ? null
      : await device(ask, memory, {
          sn: `${plan.code}-BOX`,
          deviceName: '岗亭终端',
          deviceType: 'box',
          parkId,
          boxId,
          manufacturerId: makers[0],
        });
  if (plan.kind === 'mall' || plan.kind === 'hospital')
    await device(ask, memory, {
      sn: sensorOf(plan.code),
      deviceName: '一区车位检测器',
      deviceType: 'sensor',
      model: 'SPS-8',
      parkId,
      manufacturerId: makers[0],
    });
  return box;
}

/** Lanes of the main area and, where there is one, of the inner area, with the tariff of each. */
async function lanesOf(yard: Yard): Promise<LaneSite[]> {
  const { ask, plan, parkId, areaId } = yard;
  const lanes: LaneSite[] = [];
  for (let each = 0; each < plan.entries; each += 1) lanes.push(await lane(yard, 'entry', each));
  for (let each = 0; each < plan.exits; each += 1) lanes.push(await lane(yard, 'exit', each));
  if (plan.inner) {
    const { area, gate, stalls, unitFen } = plan.inner;
    const { id: innerId } = await ask('POST', 'baseParkArea/submit', {
      areaName: area,
      parkId,
      areaNo: 'B',
      totalStall: stalls,
      parentId: areaId,
    });
    lanes.push(await innerLane(yard, gate, innerId));
    await tariffOfAreas(ask, plan, parkId, innerId, unitFen);
  } else await tariff(ask, plan, parkId);
  return lanes;
}

/**
 * One lot with its areas, lanes, devices and tariff. `makers`: ids of makers of devices; `nth` is its number in the
 * city.
 */
export async function buildLot(
  ask: Ask,
  memory: Memory,
  plan: LotPlan,
  companyId: string,
  makers: readonly string[],
  nth: number,
): Promise<BuiltLot> {
  const { parkId, areaId, boxId, sections } = await grounds(ask, plan, companyId, nth);
  const yard: Yard = { ask, memory, plan, parkId, boxId, areaId, makers };
  const box = await boxDevices(yard);
  const lanes = await lanesOf(yard);
  if (plan.kind === 'mall' && !plan.inner) await concerts(ask, plan, parkId);
  await passTerms(ask, plan, parkId);
  if (plan.kind === 'curb') await ask('POST', 'basePark/syncToPlatRadPark', { parkId });
  return {
    plan,
    companyId,
    street: sections.length > 0 ? await furnish(ask, plan, { parkId, companyId }, sections) : null,
    site: {
      row: { park: plan.code, name: plan.name, city: '', capacity: plan.stalls },
      parkId,
      name: plan.name,
      box: box ?? { sn: '', secret: '', seq: 0, passing: 0, waiting: {} },
      boxName: '值班岗亭',
      lanes,
    },
  };
}

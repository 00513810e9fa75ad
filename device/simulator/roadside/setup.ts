/** Brings the car parks, streets, berths, devices and people of a world onto the server, by its own calls. */
import { createHash, randomUUID } from 'node:crypto';
import type { KerbTariffs } from '#domain/berth/price.ts';
import type { DeviceMemory, Tally, VirtualDevice } from '../virtual-device.ts';
import { must } from './server.ts';
import type { Server } from './server.ts';
import { DUTY, SECTIONS_A_LOT } from './truth.ts';
import type { Street, Truth } from './truth.ts';

/** 3 yuan for each half hour begun: a minute too much is seen in the bill. */
const TARIFF = { freeMinutes: 0, firstMinutes: 30, firstFee: 300, unitMinutes: 30, unitFee: 300, dayMaxFee: 100_000 };
/** Debts are due within the days that are played, and claimed each day from then on. */
const TERMS = { payTermHours: 6, noticeDays: '0,1,2,3,4,5,6', noticeGapDays: 1 };
const PASSWORD = 'Gatehouse-2026';

export type Berth = { readonly id: string; readonly berthNo: string };
/** A lock of a berth, by the id of its device. */
export type Lock = { readonly id: string; readonly device: VirtualDevice };
export type Section = {
  readonly id: string;
  readonly lot: number;
  readonly street: Street;
  readonly berths: readonly Berth[];
  /** Serial number of the sensor bound to each berth. */
  readonly sensors: readonly string[];
  readonly locks: readonly Lock[];
};
export type Screen = {
  readonly deviceId: string;
  /** Free berths by its lines, as it was last sent. */
  readonly shown: { free: readonly number[] };
};
export type Lot = {
  readonly parkId: string;
  readonly gateway: VirtualDevice;
  readonly camera: VirtualDevice | null;
  /** A guidance screen, with a line for each section of the lot in their order. */
  readonly screen: Screen;
};
export type Worker = {
  readonly id: string;
  readonly name: string;
  readonly deviceId: string;
  readonly installation: string;
  readonly sections: readonly number[];
  readonly token: string;
};
export type Site = {
  readonly lots: readonly Lot[];
  readonly sections: readonly Section[];
  readonly workers: readonly Worker[];
  readonly tariffs: KerbTariffs;
};

type Role = { readonly id: string; readonly builtIn?: string };
type Made = { readonly id: string; readonly secret: string };

type Fields = Readonly<Record<string, unknown>>;

async function added(server: Server, tally: Tally, path: string, fields: Fields): Promise<[string, VirtualDevice]> {
  const sn = `RW${randomUUID().slice(0, 12)}`;
  const { id, secret } = (await must(server, 'POST', path, { sn, ...fields })) as Made;
  const memory: DeviceMemory = { sn, secret, seq: 0, passing: 0, waiting: {} };
  return [id, await server.device(memory, tally)];
}
const device = async (...made: Parameters<typeof added>): Promise<VirtualDevice> => (await added(...made))[1];

async function screenOf(server: Server, tally: Tally, parkId: string): Promise<Screen> {
  const [deviceId, led] = await added(server, tally, '/api/updown/door/rdLed/submit', { parkId, ledName: '路口屏' });
  const shown: Screen['shown'] = { free: [] };
  led.onCommand = ({ name, payload }) => {
    if (name !== 'guide') return { ok: false, error: 'not understood' };
    shown.free = (payload as { lines: { free: number }[] }).lines.map(({ free }) => free);
    return { ok: true };
  };
  return { deviceId, shown };
}

/** Each line of a lot's screen counts one of its sections. */
async function bindLines(server: Server, lots: readonly Lot[], sections: readonly Section[]): Promise<void> {
  for (const [lot, { parkId, screen }] of lots.entries())
    for (const [nth, { id }] of sections.filter((each) => each.lot === lot).entries())
      await must(server, 'POST', '/api/updown/rdBindled/submit', {
        parkId,
        ledId: screen.deviceId,
        line: nth + 1,
        label: `${nth + 1} 段`,
        sectionIds: [id],
      });
}

async function price(server: Server, parkId: string): Promise<void> {
  const types = await must<{ kind: string; value: string }[]>(
    server,
    'GET',
    '/api/updown/baseSelect/getSelectCarKindType',
    { parkId },
  );
  const CarTypeID = types.find(({ kind }) => kind === 'temp')!.value;
  const rule = await must(server, 'POST', '/api/updown/platParkFeeRule/submit', { parkId, CarTypeID, ...TARIFF });
  await must(server, 'POST', '/api/gatehouse/feeRule/publish', { ids: rule.id });
}

async function section(
  server: Server,
  tally: Tally,
  { parkId, lot, nth, street, count }: { parkId: string; lot: number; nth: number; street: Street; count: number },
): Promise<Section> {
  const numberPrefix = `R${String(nth + 1).padStart(2, '0')}`;
  const { id } = await must(server, 'POST', '/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: `第${nth + 1}段`,
    road: `仿真路${nth + 1}号`,
    totalStall: count,
    numberPrefix,
    numberFrom: 1,
    numberTo: count,
    guardHours: DUTY.hours,
  });
  await must(server, 'POST', '/api/updown/road/inout/initBerthNum', { parkId, sectionId: id });
  const berths: Berth[] = await must(server, 'GET', '/api/updown/plat/RdaPark/getParkBerths', {
    parkId,
    sectionId: id,
  });
  const sensors: string[] = [];
  const locks: Lock[] = [];
  for (const { berthNo } of berths)
    if (street === 'locks') {
      const [lockId, lock] = await added(server, tally, '/api/updown/lockDevice/submit', {
        parkId,
        lockerName: `锁 ${berthNo}`,
        berthNo,
        use: 'hold',
        mode: 'manual',
      });
      locks.push({ id: lockId, device: lock });
    } else {
      const sn = `DC${randomUUID().slice(0, 12)}`;
      await must(server, 'POST', '/api/updown/pda/rdSensor/submit', { parkId, sn, berthNo });
      sensors.push(sn);
    }
  return { id, lot, street, berths, sensors, locks };
}

async function worker(server: Server, roleId: string, nth: number, sections: readonly number[]): Promise<Worker> {
  const account = `road.${randomUUID().slice(0, 8)}`;
  const name = `收费员${String(nth + 1).padStart(2, '0')}`;
  const { companyId } = server;
  const { id } = await must(server, 'POST', '/api/updown/sysuser/submit', {
    account,
    realName: name,
    companyId,
    password: PASSWORD,
    allParks: true,
    userType: 'collector',
  });
  await must(server, 'POST', '/api/updown/sysuser/grantRole', { userId: id, ids: roleId });
  const token = await server.login(account, PASSWORD);
  const { deviceId } = await must<{ deviceId: string }>(server, 'POST', '/api/updown/pda/pdadevice/submit', {
    deviceName: `手持机 ${nth + 1}`,
    companyId,
  });
  const { code } = await must(server, 'POST', '/api/updown/pda/pdadevice/issueCode', { deviceId });
  await must(server, 'POST', '/api/gatehouse/handheld/enrol', { code, appVersion: '1.0.0' }, { as: token });
  return { id, name, deviceId, installation: randomUUID(), sections, token };
}

/** A car park with its streets. */
async function openLot(
  server: Server,
  { size, streets }: Truth,
  tally: Tally,
  lot: number,
): Promise<{ readonly lot: Lot; readonly sections: readonly Section[] }> {
  const first = lot * SECTIONS_A_LOT;
  const own = streets.slice(first, first + SECTIONS_A_LOT);
  const { id: parkId } = await must(server, 'POST', '/api/updown/basePark/submit', {
    companyId: server.companyId,
    parkName: `路内 ${randomUUID().slice(0, 8)}`,
    totalStall: SECTIONS_A_LOT * size.berths,
    parkType: 'curb',
  });
  await price(server, parkId);
  await must(server, 'POST', '/api/updown/plat/RdParameter/submit', { parkId, settings: TERMS });
  const add = (deviceName: string, deviceType: string): Promise<VirtualDevice> =>
    device(server, tally, '/api/updown/parkdevices/submit', { parkId, deviceName, deviceType });
  const gateway = await add('网关', 'concentrator');
  const camera = own.includes('camera') ? await add('高位相机', 'camera') : null;
  const screen = await screenOf(server, tally, parkId);
  const sections: Section[] = [];
  for (const [nth, street] of own.entries())
    sections.push(await section(server, tally, { parkId, lot, nth: first + nth, street, count: size.berths }));
  return { lot: { parkId, gateway, camera, screen }, sections };
}

export const sha256 = (words: string): string => createHash('sha256').update(words).digest('hex');

export async function setUp(server: Server, truth: Truth, tally: Tally): Promise<Site> {
  const { size, streets } = truth;
  // Lots have nothing to do with each other, and are many: each is brought by its own.
  const opened = await Promise.all(
    Array.from({ length: Math.ceil(streets.length / SECTIONS_A_LOT) }, (_, lot) => openLot(server, truth, tally, lot)),
  );
  const lots = opened.map(({ lot }) => lot);
  const sections = opened.flatMap((each) => each.sections);
  await bindLines(server, lots, sections);
  const { companyId } = server;
  const roles = await must<Role[] | { records: Role[] }>(server, 'GET', '/api/updown/sysrole/getListByCompany', {
    companyId,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(({ builtIn }) => builtIn === 'curbCollector');
  const walked = streets.flatMap((street, nth) => (street === 'camera' ? [] : [nth]));
  const workers: Worker[] = [];
  for (let nth = 0; nth < size.collectors; nth += 1) {
    const own = walked.filter((_, each) => each % size.collectors === nth);
    const made = await worker(server, role!.id, nth, own);
    await must(server, 'POST', '/api/updown/userSectionGrant/add', {
      userId: made.id,
      sectionIds: own.map((each) => sections[each]!.id),
    });
    workers.push(made);
  }
  const { deviceId, token } = workers[0]!;
  const snapshot = await must<{ lots: KerbTariffs[] }>(
    server,
    'GET',
    '/api/gatehouse/handheld/snapshot',
    { deviceId },
    { as: token },
  );
  return { lots, sections, workers, tariffs: snapshot.lots[0]! };
}

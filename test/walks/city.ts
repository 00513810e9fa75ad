/**
 * The small city of the walks: two groups with a lot each, lanes with devices, a tariff, and people. Made by the
 * product's own calls.
 */
import type { Api } from '#device/simulator/api.ts';
import type { DeviceMemory } from '#device/simulator/virtual-device.ts';
import type { Account } from './world.ts';

export type Lane = { gateId: string; name: string; camera: DeviceMemory; scanner: DeviceMemory };
export type Lot = { parkId: string; companyId: string; name: string; boxName: string; entry: Lane; exit: Lane };
export type City = { first: Lot; second: Lot; groupAdmin: Account; otherAdmin: Account };

type Row = { id: string } & Record<string, unknown>;

export const password = 'Walks-2026-people';
const base = '/api/updown';
const HOUR = 3_600_000;

async function device(api: Api, row: Record<string, unknown> & { sn: string }): Promise<DeviceMemory> {
  const { secret } = await api.post<{ secret: string }>(`${base}/parkdevices/submit`, row);
  return { sn: row.sn, secret, seq: 0, passing: 0, waiting: {} };
}

async function lane(api: Api, parkId: string, boxId: string, code: string, direction: 'in' | 'out'): Promise<Lane> {
  const name = direction === 'in' ? '东入口' : '西出口';
  const { id: gateId } = await api.post<Row>(`${base}/baseParkGate/submit`, {
    gateName: name,
    gateNo: `${code}-${direction}`,
    parkId,
    gateType: direction,
    boxId,
  });
  const made = (kind: string, word: string) =>
    device(api, { sn: `${code}-${direction}-${kind}`, deviceName: `${name}${word}`, deviceType: kind, parkId, gateId });
  return { gateId, name, camera: await made('camera', '相机'), scanner: await made('scanner', '扫码器') };
}

/** Temporary cars: a quarter of an hour free, then five yuan an hour; it holds since three days ago. */
async function tariff(api: Api, parkId: string): Promise<void> {
  const type = await api.find<Row>(`${base}/plat/parkCarType/list`, { parkId, kind: 'temp' }, () => true);
  const { id } = await api.post<Row>(`${base}/platParkFeeRule/submit`, {
    parkId,
    carTypeId: type!.id,
    ruleName: '临停收费',
    freeMinutes: 15,
    unitMinutes: 60,
    unitFee: 500,
    dayMaxFee: 4000,
  });
  await api.post('/api/gatehouse/feeRule/publish', {
    id,
    ids: id,
    effectiveFrom: new Date(Date.now() - 72 * HOUR).toISOString(),
  });
}

async function lot(api: Api, companyId: string, name: string, code: string): Promise<Lot> {
  const { id: parkId } = await api.post<Row>(`${base}/basePark/submit`, {
    parkName: name,
    companyId,
    parkType: 'public',
    totalStall: 80,
  });
  const boxName = `${name}岗亭`;
  const { id: boxId } = await api.post<Row>(`${base}/baseParkBox/submit`, { boxName, parkId });
  const entry = await lane(api, parkId, boxId, code, 'in');
  const exit = await lane(api, parkId, boxId, code, 'out');
  await tariff(api, parkId);
  return { parkId, companyId, name, boxName, entry, exit };
}

async function admin(api: Api, account: string, realName: string, companyId: string): Promise<Account> {
  const { id } = await api.post<Row>(`${base}/sysuser/submit`, {
    account,
    realName,
    companyId,
    password,
    allParks: true,
  });
  const roles = await api.get<Row[]>(`${base}/sysrole/getListByCompany`, { companyId });
  const role = roles.find((each) => each['builtIn'] === 'groupAdmin');
  await api.post(`${base}/sysuser/grantRole`, { userId: id, ids: role!.id });
  return { account, password };
}

export async function buildCity(api: Api): Promise<City> {
  const company = async (companyName: string) =>
    (await api.post<Row>(`${base}/basecompany/submit`, { companyName })).id;
  const [firstCompany, secondCompany] = [await company('安泊集团'), await company('通达集团')];
  return {
    first: await lot(api, firstCompany, '云汇广场停车场', 'WALK-A'),
    second: await lot(api, secondCompany, '南站枢纽停车场', 'WALK-B'),
    groupAdmin: await admin(api, 'anbo.admin', '安泊管理员', firstCompany),
    otherAdmin: await admin(api, 'tongda.admin', '通达管理员', secondCompany),
  };
}

/** Names that are data, not words of the console: they stay as they were given in either language. */
export async function dataWords(api: Api, city: City): Promise<string[]> {
  const rows = async (path: string, ...fields: string[]): Promise<string[]> => {
    const { records } = await api.get<{ records: Row[] }>(`${base}/${path}`, { size: 500 });
    return records
      .flatMap((row) => fields.map((field) => row[field]))
      .filter((each): each is string => typeof each === 'string');
  };
  const places = [city.first, city.second].flatMap((each) => [
    each.name,
    each.boxName,
    each.entry.name,
    each.exit.name,
  ]);
  return [
    ...new Set([
      ...places,
      '相机',
      '扫码器',
      '中文',
      '浙A',
      ...(await rows('basecompany/list', 'companyName')),
      ...(await rows('plat/parkCarType/list', 'typeName')),
      ...(await rows('plat/parkCarModel/list', 'modelName')),
      ...(await rows('sysrole/list', 'roleName', 'remark')),
      ...(await rows('platParkFeeRule/list', 'ruleName')),
      ...(await rows('sysuser/listAuth', 'realName')),
    ]),
  ].filter((each) => each !== '');
}

/** The Chinese names of menus, which the two menu screens show beside the English ones. */
export async function menuNames(api: Api): Promise<string[]> {
  type Page = { records: { name: string }[]; pages: number };
  const page = (path: string, current: number) => api.get<Page>(path, { size: 500, current });
  const names = async (path: string): Promise<string[]> => {
    const first = await page(path, 1);
    const rest = await Promise.all(Array.from({ length: first.pages - 1 }, (_, nth) => page(path, nth + 2)));
    return [first, ...rest].flatMap(({ records }) => records.map(({ name }) => name));
  };
  return [...(await names(`${base}/sysAdminMenu/list`)), ...(await names(`${base}/topMenu/list`))];
}

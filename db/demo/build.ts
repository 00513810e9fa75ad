/** The demo's companies, lots, lanes, devices, tariffs and staff, made by the product's own calls. */
import type { FastifyInstance } from 'fastify';
import type { LaneSite, ParkSite } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';
import type { DeviceMemory } from '#device/simulator/virtual-device.ts';
import { city, demoPassword, staff } from './city.ts';
import type { LotPlan } from './city.ts';
import { cityOf, phoneOf } from './contacts.ts';
import { addDepartments, addReceivers } from './departments.ts';
import { grantRemote } from './remote.ts';
import { addMerchants } from './merchants.ts';
import { monthFen } from './shape.ts';

type Row = { id: string } & Record<string, unknown>;
export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, unknown>,
  /** The token of somebody else than the operator. */
  as?: string,
) => Promise<Row & { records: Row[] }>;

/** Calls through the server's own road, as the platform operator whose token this is. */
export const asker =
  (app: FastifyInstance, token: string): Ask =>
  async (method, path, input, as = token) => {
    const query =
      method === 'GET'
        ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`
        : '';
    const answer = await app.inject({
      method,
      url: `/api/updown/${path}${query}`.replace('/api/updown//', '/'),
      headers: { authorization: `Bearer ${as}` },
      ...(method === 'GET' ? {} : { payload: input }),
    });
    const body = answer.json() as { success: boolean; msg: string; data: never };
    if (!body.success) throw new Error(`demo: ${method} ${path}: ${answer.statusCode} ${body.msg}`);
    return body.data;
  };

/** Files the same way, each under its SHA-256; answers its address. */
export const storer =
  (app: FastifyInstance, token: string) =>
  async (hash: string, bytes: Buffer): Promise<string> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/updown/file/${hash}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: bytes,
    });
    const body = answer.json() as { success: boolean; msg: string; data: { url: string } };
    if (!body.success) throw new Error(`demo: a file: ${answer.statusCode} ${body.msg}`);
    return body.data.url;
  };

export type BuiltLot = { readonly plan: LotPlan; readonly site: ParkSite; readonly companyId: string };
export type Built = {
  readonly lots: readonly BuiltLot[];
  readonly userIds: readonly string[];
  readonly tenants: readonly string[];
};

const words = ['东', '西', '南', '北', '中', 'B2', 'B3'];

async function device(ask: Ask, memory: Memory, row: Record<string, unknown> & { sn: string }): Promise<DeviceMemory> {
  const { secret } = (await ask('POST', 'parkdevices/submit', row)) as { secret?: unknown };
  return (memory.devices[row.sn] = { sn: row.sn, secret: String(secret), seq: 0, passing: 0, waiting: {} });
}

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

/** The lane to the area within the lot, with a camera that tells which way a car goes. */
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

/** Each part of a stay by its area: the inner one by the hour, the rest as elsewhere. */
async function tariffOfAreas(
  ask: Ask,
  { name, rule }: LotPlan,
  parkId: string,
  innerId: string,
  unitFen: number,
): Promise<void> {
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'temp', size: 20 });
  const period = { again: 'stay', edge: 'pauses', sort: 0 };
  const steps = [
    ...(rule.firstMinutes ? [{ startMinute: 0, endMinute: rule.firstMinutes, unitFee: rule.firstFen }] : []),
    { startMinute: rule.firstMinutes ?? 0, unitMinutes: rule.unitMinutes, unitFee: rule.unitFen },
  ];
  const { id } = await ask('POST', '/api/gatehouse/feeRule/saveComplex', {
    parkId,
    carTypeId: records[0]!.id,
    ruleName: `${name.replace(/停车.*$/, '')}分区收费`,
    freeMinutes: rule.freeMinutes,
    freeMinutesCounted: true,
    areas: [
      {
        areaId: innerId,
        dayMaxFee: rule.dayCapFen,
        periods: [{ ...period, subPeriods: [{ startMinute: 0, unitMinutes: 60, unitFee: unitFen }] }],
      },
      { areaId: null, dayMaxFee: rule.dayCapFen, periods: [{ ...period, subPeriods: steps }] },
    ],
  });
  await publish(ask, id);
}

/** In force since before the first stay of the past, which it priced. */
const publish = (ask: Ask, id: string): Promise<unknown> =>
  ask('POST', '/api/gatehouse/feeRule/publish', { id, effectiveFrom: `${day(-120)}T00:00:00+08:00` });

async function tariff(ask: Ask, plan: LotPlan, parkId: string): Promise<void> {
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'temp', size: 20 });
  const { rule } = plan;
  const { id } = await ask('POST', 'platParkFeeRule/submit', {
    parkId,
    carTypeId: records[0]!.id,
    ruleName: `${plan.name.replace(/停车.*$/, '')}临停收费`,
    freeMinutes: rule.freeMinutes,
    freeMinutesCounted: true,
    unitMinutes: rule.unitMinutes,
    unitFee: rule.unitFen,
    dayMaxFee: rule.dayCapFen,
    ...(rule.firstMinutes ? { firstMinutes: rule.firstMinutes, firstFee: rule.firstFen } : {}),
  });
  for (const [name, outTime, expectFen] of casesOf(rule))
    await ask('POST', '/api/gatehouse/feeCase/submit', {
      parkId,
      carTypeId: records[0]!.id,
      name,
      inTime: '2026-03-02T09:00:00+08:00',
      outTime,
      expectFen,
    });
  await publish(ask, id);
}

/** What is known for certain of a lot's tariff: the last free minute, the first that costs, and a day until late, which its cap ends. */
function casesOf({
  freeMinutes,
  firstMinutes,
  firstFen,
  unitMinutes,
  unitFen,
  dayCapFen,
}: LotPlan['rule']): readonly (readonly [name: string, outTime: string, fen: number])[] {
  const out = (minutes: number) => new Date(Date.parse('2026-03-02T09:00:00+08:00') + minutes * 60_000).toISOString();
  const first = firstMinutes ? firstFen! : Math.ceil((freeMinutes + 1) / unitMinutes) * unitFen;
  return [
    [`停 ${freeMinutes} 分钟，免费`, out(freeMinutes), 0],
    [`停 ${freeMinutes + 1} 分钟，起步`, out(freeMinutes + 1), first],
    ['停到深夜，封顶', out(899), dayCapFen],
  ];
}

type Draft = {
  readonly ask: Ask;
  readonly plan: LotPlan;
  readonly parkId: string;
  readonly carTypeId: string;
  readonly ruleName: string;
};

/** The next two Saturdays of a shopping centre have a concert, and the tariff that will ask more on such days is in draft: of one by the form, of another by hand. */
async function concerts(ask: Ask, plan: LotPlan, parkId: string): Promise<void> {
  const saturday = (6 - new Date().getUTCDay() + 7) % 7;
  await ask('POST', 'parkHolidayDate/submit', {
    parkId,
    dates: [saturday, saturday + 7].map((days) => ({ day: day(days), dayKind: 'event', holidayName: '周末音乐会' })),
  });
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'temp', size: 20 });
  const draft = {
    ask,
    plan,
    parkId,
    carTypeId: records[0]!.id,
    ruleName: `${plan.name.replace(/停车.*$/, '')}临停收费（活动日）`,
  };
  await (plan.code === 'AB01' ? eveningsByForm(draft) : eveningsByHand(draft));
}

async function eveningsByForm({ ask, plan: { rule }, parkId, carTypeId, ruleName }: Draft): Promise<void> {
  const steps = [
    ...(rule.firstMinutes ? [{ startMinute: 0, endMinute: rule.firstMinutes, unitFee: rule.firstFen }] : []),
    { startMinute: rule.firstMinutes ?? 0, unitMinutes: rule.unitMinutes, unitFee: rule.unitFen },
  ];
  await ask('POST', '/api/gatehouse/feeRule/saveComplex', {
    parkId,
    carTypeId,
    ruleName,
    freeMinutes: rule.freeMinutes,
    freeMinutesCounted: true,
    areas: [
      {
        areaId: null,
        dayMaxFee: rule.dayCapFen,
        periods: [
          {
            periodName: '活动日晚间',
            startTime: '17:00',
            endTime: '00:00',
            days: ['event'],
            again: 'day',
            edge: 'ends',
            sort: 0,
            subPeriods: [{ startMinute: 0, unitMinutes: 60, unitFee: 1_500 }],
          },
          { periodName: '其余时间', again: 'stay', edge: 'pauses', sort: 1, subPeriods: steps },
        ],
      },
    ],
  });
}

async function eveningsByHand({ ask, plan: { rule }, parkId, carTypeId, ruleName }: Draft): Promise<void> {
  const rungs = { again: 'day', edge: 'ends' };
  await ask('POST', '/api/gatehouse/feeRule/saveTariff', {
    parkId,
    carTypeId,
    ruleName,
    tariff: {
      form: 2,
      schemes: [
        {
          free: { minutes: rule.freeMinutes, lost: true },
          meters: [
            {
              id: 'event',
              label: { zh: '活动日晚间', en: 'Evening of an event' },
              windows: [{ from: '17:00', to: '24:00', days: ['event'] }],
              ...rungs,
              ladder: [{ unitMinutes: 60, fen: 1500 }],
            },
            {
              id: 'time',
              label: { zh: '其余时间', en: 'Other time' },
              ...rungs,
              ladder: [{ unitMinutes: rule.unitMinutes, fen: rule.unitFen }],
            },
          ],
          after: [{ cap: rule.dayCapFen, per: 'day', of: ['time'] }],
        },
      ],
    },
  });
}

const GRACE_DAYS = 7;

/** What a month costs, so that passes can be renewed by months; who lives or works there has some days more to renew in. */
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

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A device that fell silent, and that somebody has to go and see. */
export const sensorOf = (code: string): string => `${code}-S1`;

/** Lots whose spaces nobody has counted on the spot yet: their areas wait for approval. */
const uncounted: ReadonlySet<string> = new Set(['AB06', 'CX04']);

/** One lot with its areas, lanes, devices and tariff. `makers`: ids of makers of devices; `nth` is its number in the city. */
export async function buildLot(
  ask: Ask,
  memory: Memory,
  plan: LotPlan,
  companyId: string,
  makers: readonly string[],
  nth: number,
): Promise<BuiltLot> {
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
  const { id: areaId } = await ask('POST', 'baseParkArea/submit', {
    areaName: plan.kind === 'curb' ? '路段' : '主停车区',
    parkId,
    areaNo: 'A',
    totalStall: plan.stalls,
  });
  if (!uncounted.has(plan.code)) await ask('POST', 'baseVillage/successExamine', { vid: areaId });
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
  const yard: Yard = { ask, memory, plan, parkId, boxId, areaId, makers };
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
  if (plan.kind === 'mall' && !plan.inner) await concerts(ask, plan, parkId);
  await passTerms(ask, plan, parkId);
  if (plan.kind === 'curb') await ask('POST', 'basePark/syncToPlatRadPark', { parkId });
  return {
    plan,
    companyId,
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

const makerNames = [
  ['臻视智能', 'ZS', '方知远'],
  ['道通停车设备', 'DT', '蒋牧云'],
  ['云眸科技', 'YM', '贺晓岚'],
] as const;

/** All at once: most of the time of each is the making of a password's hash, off this thread. @returns their ids, in the order of `staff` */
async function people(
  ask: Ask,
  groups: readonly { id: string; companies: readonly string[] }[],
  lots: readonly BuiltLot[],
): Promise<string[]> {
  return Promise.all(
    staff.map(async (each) => {
      const group = groups[each.group]!;
      const companyId = each.company === undefined ? group.id : group.companies[each.company]!;
      const { id } = await ask('POST', 'sysuser/submit', {
        account: each.account,
        realName: each.name,
        companyId,
        password: demoPassword,
        phone: phoneOf(each.name),
        userType: each.type,
        allParks: each.lot === undefined,
      });
      const roles = (await ask('GET', 'sysrole/getListByCompany', { companyId: group.id })) as unknown as Row[];
      const role = (Array.isArray(roles) ? roles : (roles as { records: Row[] }).records).find(
        (one) => one.builtIn === each.role,
      );
      if (!role) throw new Error(`demo: no built-in role ${each.role}`);
      await ask('POST', 'sysuser/grantRole', { userId: id, ids: role.id });
      const own = lots.find(({ plan }) => plan.name === each.lot);
      if (own)
        await ask('POST', 'plat/ParkUserGrant/submit', { parkId: own.site.parkId, userId: id, grants: ['work'] });
      return id;
    }),
  );
}

/** A session of the group's administrator. */
async function administrator(ask: Ask, group: number): Promise<string> {
  const { account } = staff.find((each) => each.group === group && each.role === 'groupAdmin')!;
  const input = { username: account, password: demoPassword };
  return (await ask('POST', '/api/api-uaa/oauth/user/token', input))['accessToken'] as string;
}

const plans = city.flatMap(({ companies }) => companies.flatMap((each) => each.lots));

type BuiltGroup = { readonly id: string; readonly companies: readonly string[]; readonly lots: readonly BuiltLot[] };

async function buildGroup(
  ask: Ask,
  memory: Memory,
  group: (typeof city)[number],
  nth: number,
  makers: readonly string[],
): Promise<BuiltGroup> {
  const { id } = await ask('POST', 'basecompany/submit', {
    companyName: group.name,
    shortName: group.short,
    companyType: 'group',
    linkman: group.linkman,
    contactNumber: phoneOf(group.linkman),
    ...cityOf(nth === 2),
  });
  await ask('POST', 'sysCustomConfig/submit', {
    domain: `${nth === 2 ? 'changxing' : 'anbo'}.example.com`,
    companyId: id,
    title: `${group.short}智慧停车`,
    titleEn: `${nth === 2 ? 'Changxing' : 'Anbo'} Parking`,
    shortTitle: group.short,
    icpNo: `浙ICP备2026000${nth}号`,
  });
  const companies: string[] = [];
  const lots: BuiltLot[] = [];
  for (const each of group.companies) {
    const company = await ask('POST', 'basecompany/submit', {
      companyName: each.name,
      shortName: each.short,
      parentId: id,
      companyType: each.type,
      linkman: each.linkman,
      contactNumber: phoneOf(each.linkman),
      ...cityOf(nth === 2),
    });
    companies.push(company.id);
    for (const plan of each.lots) lots.push(await buildLot(ask, memory, plan, company.id, makers, plans.indexOf(plan)));
  }
  return { id, companies, lots };
}

/** Builds the whole city. Device secrets go into `memory`, for the virtual devices. */
export async function buildCity(ask: Ask, memory: Memory, say: (line: string) => void): Promise<Built> {
  const makers: string[] = [];
  for (const [name, code, linkman] of makerNames)
    makers.push(
      (
        await ask('POST', 'plat/sysManufacturer/submit', {
          name,
          shortName: code,
          linkman,
          contactNumber: phoneOf(linkman),
          website: `https://${code.toLowerCase()}.example.com`,
        })
      ).id,
    );
  const groups = await Promise.all(
    city.map(async (group, nth) => {
      const built = await buildGroup(ask, memory, group, nth + 1, makers);
      say(`  ${group.name}: ${built.lots.length} 个车场 lots`);
      return built;
    }),
  );
  const lots = groups.flatMap((group) => group.lots);
  const userIds = await people(ask, groups, lots);
  await Promise.all(
    groups.map(async ({ id }, nth) => {
      const second = await administrator(ask, nth);
      await addMerchants(ask, second, id, nth + 1);
      await ask('GET', '/api/api-uaa/oauth/remove/token', {}, second);
    }),
  );
  await grantRemote(ask, lots, userIds);
  await addDepartments(
    ask,
    groups.map((group) => group.id),
  );
  await addReceivers(ask, lots);
  return { lots, userIds, tenants: groups.map((group) => group.id) };
}

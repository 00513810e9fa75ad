/** The demo's street: three sections of numbered berths with a sensor each, and the four collectors who work them. */
import { addDays, dayOf } from '#domain/time/day.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import type { Ask, Row } from './build-base.ts';
import { demoPassword } from './city.ts';
import type { LotPlan } from './city.ts';
import { phoneOf } from './contacts.ts';

export type StreetBerth = {
  readonly id: string;
  readonly no: string;
  readonly sectionId: string;
  /** Price class. */ readonly zone: string;
  readonly sensorId: string;
};
export type Collector = { readonly id: string; readonly name: string };
/** Plain data, so that a thread can be handed it. `first`: the day from which turns of duty are counted. */
export type Street = {
  readonly berths: readonly StreetBerth[];
  readonly people: readonly Collector[];
  readonly first: string;
};

export const ZONE = 'Asia/Shanghai';
const ZONE_OFFSET = 8 * HOUR;
/** Rosters reach back so far. */
export const ROSTER_DAYS = 60;
const names = ['梁小北', '钟晓岚', '罗志远', '邱思雨'];

export const shifts = [
  { shiftName: '路内早班', startTime: '07:30', endTime: '15:30', breakMin: 30, colour: '#2f6fdb' },
  { shiftName: '路内晚班', startTime: '15:30', endTime: '22:00', breakMin: 30, colour: '#c77700' },
];

/** Berths of each section, and corners of its line from the lot's own place, degrees. */
const sections = [
  { areaName: '锦里东段东侧', road: '锦里东段', side: 'right', zoneClass: '1', line: [0, 0, 0.0002, 0.0014] },
  { areaName: '锦里东段西侧', road: '锦里东段', side: 'left', zoneClass: '1', line: [-0.0002, 0, 0, 0.0014] },
  { areaName: '横街南侧', road: '锦里横街', side: 'left', zoneClass: '2', line: [0.0003, 0.0015, 0.0018, 0.0014] },
] as const;
export const BERTHS_OF_SECTION = 20;

/** A sensor says every four hours how it is, and three of those may be missed. */
export const HEARTBEAT_MS = 4 * HOUR;
const SILENT_MIN = 720;

/**
 * Each person works four days and has two off; who works which shift turns every other day. `day` counts from the
 * roster's first.
 */
export const shiftOn = (nth: number, day: number): number | null => {
  const place = (((day + nth * 2) % 6) + 6) % 6;
  return place >= 4 ? null : (nth + Math.floor(place / 2)) % 2;
};

export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR));

/** Who works the street at an instant (epoch ms): none by night. */
export function onStreet({ people, first }: Street, at: number): Collector[] {
  const minute = Math.floor(((at + ZONE_OFFSET) % (24 * HOUR)) / MINUTE);
  const which = shifts.findIndex(
    ({ startTime, endTime }) => minuteOf(startTime) <= minute && minute < minuteOf(endTime),
  );
  const day = daysBetween(first, dayOf(at, ZONE));
  return which < 0 ? [] : people.filter((_, nth) => shiftOn(nth, day) === which);
}

/** Who works a section at an instant; of two each has his side. */
export function dutyOf(street: Street, sectionId: string, at: number): Collector | null {
  const on = onStreet(street, at);
  if (on.length === 0) return null;
  const place = [...new Set(street.berths.map((berth) => berth.sectionId))].indexOf(sectionId);
  return on[place % on.length]!;
}

/** Who takes cash there: by night, when nobody walks the street, who worked it last opens the box in the morning. */
export const cashierOf = (street: Street, at: number): string =>
  (onStreet(street, at)[0] ?? onStreet(street, at - 10 * HOUR)[0] ?? street.people[0]!).name;

/** The collectors, with their role. */
export async function hire(ask: Ask, code: string, companyId: string): Promise<Collector[]> {
  const found = await ask('GET', 'sysrole/getListByCompany', { companyId });
  const roles = Array.isArray(found) ? (found as Row[]) : found.records;
  const role = roles.find(({ builtIn }) => builtIn === 'curbCollector')!;
  return Promise.all(
    names.map(async (name, nth) => {
      const { id } = await ask('POST', 'sysuser/submit', {
        account: `${code.toLowerCase()}.collector${nth + 1}`,
        realName: name,
        phone: phoneOf(name),
        companyId,
        password: demoPassword,
        allParks: true,
        userType: 'collector',
      });
      await ask('POST', 'sysuser/grantRole', { userId: id, ids: role.id });
      return { id, name };
    }),
  );
}

/** Sections of a lot without lanes, approved; answers their ids and price classes in street order. */
export async function layOut(ask: Ask, plan: LotPlan, parkId: string): Promise<{ id: string; zone: string }[]> {
  const laid: { id: string; zone: string }[] = [];
  for (const [nth, { line, ...section }] of sections.entries()) {
    const [lng, lat, toLng, toLat] = line;
    const { id } = await ask('POST', 'curbPark/area/submit', {
      ...section,
      parkId,
      areaNo: 'ABC'[nth],
      payMode: 'after',
      totalStall: BERTHS_OF_SECTION,
      numberPrefix: `${plan.code}-`,
      numberFrom: nth * BERTHS_OF_SECTION + 1,
      numberTo: (nth + 1) * BERTHS_OF_SECTION,
      guardHours: '07:30-22:00',
      sort: nth,
      line: [
        { lng: plan.lng + lng, lat: plan.lat + lat },
        { lng: plan.lng + toLng, lat: plan.lat + toLat },
      ],
    });
    await ask('POST', 'baseVillage/successExamine', { vid: id });
    laid.push({ id, zone: section.zoneClass });
  }
  return laid;
}

/** A guidance screen with a line for each section, a lock out of use and the network the sensors may come to use. */
async function equip(ask: Ask, plan: LotPlan, parkId: string, order: readonly string[]): Promise<void> {
  const screen = await ask('POST', 'door/rdLed/submit', {
    parkId,
    deviceName: '锦里东段路口诱导屏',
    sn: `YD${plan.code}-G1`,
    address: '锦里东段与横街路口',
  });
  for (const [nth, sectionId] of order.entries())
    await ask('POST', 'rdBindled/submit', {
      parkId,
      ledId: screen.id,
      line: nth + 1,
      label: sections[nth]!.areaName.slice(-4),
      arrow: (['right', 'left', 'ahead'] as const)[nth]!,
      sectionIds: [sectionId],
    });
  await ask('POST', 'lockDevice/submit', {
    parkId,
    deviceName: '横街20号锁',
    sn: `SD${plan.code}-L1`,
    berthNo: `${plan.code}-${String(order.length * BERTHS_OF_SECTION).padStart(4, '0')}`,
    lockUse: 'keep',
    lockMode: 'service',
    remark: '送修，挡臂已降下',
  });
  await ask('POST', '/api/gatehouse/lorawanNetwork/submit', {
    parkId,
    networkName: '锦里街网关',
    networkKind: 'chirpStack',
    enabled: false,
    remark: '网关到货后启用',
  });
}

/** Numbers the berths of the sections, puts a sensor in each and grants the sections to the collectors. */
export async function furnish(
  ask: Ask,
  plan: LotPlan,
  { parkId, companyId }: { readonly parkId: string; readonly companyId: string },
  laid: readonly { readonly id: string; readonly zone: string }[],
): Promise<Street> {
  await ask('POST', 'road/inout/initBerthNum', { parkId });
  const { records } = await ask('GET', 'rdBerth/list', { parkId, size: 500 });
  const rows = records as { id: string; berthNo: string; sectionId: string }[];
  const zones = new Map(laid.map(({ id, zone }) => [id, zone]));
  const order = laid.map(({ id }) => id);
  const inOrder = rows.toSorted((a, b) => order.indexOf(a.sectionId) - order.indexOf(b.sectionId));
  const berths = await Promise.all(
    inOrder.map(async ({ id, berthNo, sectionId }): Promise<StreetBerth> => {
      const sensor = await ask('POST', 'pda/rdSensor/submit', {
        parkId,
        sn: `DC${berthNo.replace('-', '')}`,
        berthNo,
        model: 'DC-M3',
        silentAfterMin: SILENT_MIN,
      });
      return { id, no: berthNo, sectionId, zone: zones.get(sectionId)!, sensorId: sensor.id };
    }),
  );
  await equip(ask, plan, parkId, order);
  const people = await hire(ask, plan.code, companyId);
  for (const { id: userId } of people) await ask('POST', 'userSectionGrant/add', { userId, sectionIds: order });
  return { berths, people, first: addDays(dayOf(Date.now(), ZONE), -ROSTER_DAYS) };
}

/**
 * Temperature at the demo's office: three places with cameras, three weeks of readings, who consented, and what an
 * agency handed over.
 */
import { levelOf, USUAL } from '#domain/door/temperature.ts';
import { dayOf, startOfDay, weekdayOf } from '#domain/time/day.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Memory } from '#device/simulator/state.ts';
import type { DeviceMemory } from '#device/simulator/virtual-device.ts';
import type { Ask } from './build-base.ts';
import { randomFrom } from './random.ts';

type Place = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly villageId: string;
  readonly parkId: string;
};
type Person = Readonly<Record<string, unknown>>;
type Camera = { readonly id: string; readonly placeId: string; readonly device: DeviceMemory };

const ZONE = 'Asia/Shanghai';
const DAYS = 21;
const places = [
  { placeName: '大堂测温点', address: '一层大堂闸机前' },
  { placeName: '车库门厅测温点', address: '地下一层门厅' },
  { placeName: '员工餐厅测温点', address: '三层餐厅入口' },
] as const;

async function camerasOf(ask: Ask, { companyId, villageId }: Place, memory: Memory, now: Date): Promise<Camera[]> {
  const untilDate = dayOf(now.getTime() + 120 * 24 * HOUR, ZONE);
  const cameras: Camera[] = [];
  for (const [nth, each] of places.entries()) {
    const { id: placeId } = await ask('POST', 'yjPlace/submit', {
      ...each,
      companyId,
      villageId,
      purpose: '冬季流感季节，大厦物业委员会决定',
      untilDate,
    });
    const sn = `CW-YH-${String(nth + 1).padStart(3, '0')}`;
    const { id, secret } = await ask('POST', 'yjCamera/submit', {
      deviceName: `${each.placeName}相机`,
      placeId,
      sn,
      ipAddress: `10.20.8.${nth + 51}`,
    });
    const device = { sn, secret: String(secret), seq: 0, passing: 0, waiting: {} };
    memory.devices[sn] = device;
    cameras.push({ id, placeId, device });
  }
  return cameras;
}

/** What came of a high reading: most were the cold wind or a hot drink, one in nine was a fever. */
function outcome(random: () => number, at: number, now: number): Record<string, unknown> {
  if (now - at < 12 * MINUTE) return { status: 'open' };
  const draw = random();
  if (draw < 0.15) return { status: 'unverified' };
  const [status, temp] = draw < 0.27 ? ['confirmed', 37.6] : ['cleared', 36.7];
  return {
    status,
    second_temp: temp,
    checked_by: '大厦保安',
    checked_time: new Date(at + 2 * MINUTE).toISOString(),
    check_remark: status === 'confirmed' ? '已请本人回家休息' : null,
  };
}

/** Each working morning most of the people, at one of the places; named where they consented. */
function readingsOf(
  place: Place,
  cameras: readonly Camera[],
  people: readonly Person[],
  now: Date,
): Record<string, unknown>[] {
  const random = randomFrom(20_261_201);
  const readings: { at: number; person: Person; camera: Camera; tenths: number; nth: number }[] = [];
  for (let back = DAYS; back >= 0; back -= 1) {
    const start = startOfDay(dayOf(now.getTime() - back * 24 * HOUR, ZONE), ZONE);
    if (weekdayOf(dayOf(start, ZONE)) > 5) continue;
    for (const [nth, person] of people.entries()) {
      if (random() > 0.8) continue;
      const at = start + 8.7 * HOUR + (random() - 0.5) * 70 * MINUTE;
      const odd = random();
      const tenths = odd < 0.012 ? 373 + Math.floor(random() * 6) : odd < 0.02 ? 312 : 361 + Math.floor(random() * 9);
      readings.push({ at, person, camera: cameras[Math.floor(random() * cameras.length)]!, tenths, nth });
    }
  }
  // A few minutes ago somebody came in who still waits for a second reading.
  readings.push({ at: now.getTime() - 3 * MINUTE, person: people[0]!, camera: cameras[0]!, tenths: 375, nth: 0 });
  return readings
    .filter(({ at }) => at < now.getTime())
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, person, camera, tenths, nth }) => {
      camera.device.seq += 1;
      const level = levelOf(tenths, USUAL);
      const named = nth % 5 !== 4;
      const time = new Date(at).toISOString();
      return {
        tenant_id: place.tenantId,
        company_id: place.companyId,
        park_id: place.parkId,
        village_id: place.villageId,
        id: newId(),
        time,
        raw_time: time,
        place_id: camera.placeId,
        camera_id: camera.id,
        seq: camera.device.seq,
        emp_id: named ? person['id'] : null,
        emp_name: named ? person['emp_name'] : null,
        temperature: tenths / 10,
        ambient: 12 + Math.floor(random() * 90) / 10,
        warn_temp: USUAL.warn / 10,
        site: 'forehead',
        level,
        status: null,
        second_temp: null,
        checked_by: null,
        checked_time: null,
        check_remark: null,
        ...(level === 'suspect' ? outcome(random, at, now.getTime()) : {}),
      };
    });
}

const consentsOf = ({ tenantId, companyId, villageId }: Place, people: readonly Person[], now: Date) =>
  people.flatMap((person, nth) =>
    nth % 5 === 4
      ? []
      : [
          {
            tenant_id: tenantId,
            company_id: companyId,
            village_id: villageId,
            id: newId(),
            emp_id: person['id'],
            purpose: 'temperature',
            text_version: '2026-01',
            way: nth % 7 === 0 ? 'paper' : 'self',
            given_time: new Date(now.getTime() - (DAYS + 5) * 24 * HOUR - nth * HOUR).toISOString(),
            status: 'given',
          },
        ],
  );

/** Sampled within the last two weeks: older ones would be gone. */
const swabsOf = ({ tenantId, companyId }: Place, people: readonly Person[], now: Date) =>
  people.slice(0, 30).map((person, nth) => ({
    tenant_id: tenantId,
    company_id: companyId,
    id: newId(),
    person_name: person['emp_name'],
    id_card: `3201021990010${String(nth).padStart(2, '0')}${String(100 + nth)}X`.slice(0, 18),
    sample_time: new Date(now.getTime() - (1 + (nth % 12)) * 24 * HOUR - nth * MINUTE).toISOString(),
    result: nth === 17 ? 'positive' : nth < 2 ? 'unknown' : 'negative',
    agency: '城市医学检验所',
  }));

/** @returns the serial numbers of the cameras */
export async function takeTemperatures(
  database: Database,
  ask: Ask,
  place: Place,
  people: readonly Person[],
  memory: Memory,
  now: Date,
): Promise<string[]> {
  const cameras = await camerasOf(ask, place, memory, now);
  await database.write(tenantScope(place.tenantId), async (db) => {
    await insertRows(db, 'door_consent', consentsOf(place, people, now), '');
    await insertRows(db, 'thermal_record', readingsOf(place, cameras, people, now), '');
    await insertRows(db, 'nucleic_record', swabsOf(place, people, now), '');
  });
  await ask('POST', 'yjIdentitydown/submit', {
    deviceIds: cameras.map(({ id }) => id),
    empIds: people.slice(0, 40).map(({ id }) => id),
    remark: '首批下发',
  });
  return cameras.map(({ device }) => device.sn);
}

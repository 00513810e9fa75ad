/** Three weeks of an office's swipes, and who waits to become one of its people. Made in bulk: no call a row. */
import type { DeviceMemory } from '#device/simulator/virtual-device.ts';
import { startOfDay, dayOf, weekdayOf } from '#domain/time/day.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { newId } from '#kit/server/id.ts';
import { phoneOf } from './contacts.ts';
import { randomFrom } from './random.ts';

export type DoorAt = { readonly id: string; readonly gateId: string; readonly device: DeviceMemory };
type Place = { readonly tenantId: number; readonly companyId: string; readonly villageId: string };
type Person = Readonly<Record<string, unknown>>;

const ZONE = 'Asia/Shanghai';
const DAYS = 21;
const lobby = ['大堂闸机 1', '大堂闸机 2', '地下车库门厅'];
/** The last of them was off the network over a lunch time, so many days ago. */
const CUT_OFF = { back: 3, from: 11.5 * HOUR, until: 13.5 * HOUR };

type Passage = {
  readonly at: number;
  readonly door: string;
  readonly reader: 'in' | 'out';
  readonly person: Person | null;
  readonly result: 'granted' | 'refused';
  readonly reason: string | null;
};

/** A working day of one person: in, to lunch and back, out; now and then in at the research doors. */
function dayOfOne(person: Person, start: number, random: () => number): Passage[] {
  const door = (): string => lobby[Math.floor(random() * lobby.length)]!;
  const about = (hour: number, minutes: number): number =>
    start + hour * HOUR + (random() - 0.5) * 2 * minutes * MINUTE;
  const pass = (at: number, reader: 'in' | 'out', at_ = door()): Passage => ({
    at,
    door: at_,
    reader,
    person,
    result: 'granted',
    reason: null,
  });
  const out = about(18.4, 70);
  return [
    pass(about(8.75, 35), 'in'),
    ...(random() < 0.7 ? [pass(about(12.1, 12), 'out'), pass(about(12.9, 12), 'in')] : []),
    ...(random() < 0.3
      ? [
          {
            ...pass(about(15, 150), 'in', '研发区东门'),
            person: null,
            result: 'refused',
            reason: 'unknown-credential',
          } as const,
        ]
      : []),
    pass(out, 'out'),
  ];
}

/** Events of the past, numbered for each device as it would have; its next one goes on from there. */
export function swipesOf(
  { tenantId, companyId, villageId }: Place,
  doors: ReadonlyMap<string, DoorAt>,
  people: readonly Person[],
  now: Date,
): Record<string, unknown>[] {
  const random = randomFrom(20_261_123);
  const passages: Passage[] = [];
  for (let back = DAYS; back >= 0; back -= 1) {
    const start = startOfDay(dayOf(now.getTime() - back * 24 * HOUR, ZONE), ZONE);
    const working = weekdayOf(dayOf(start, ZONE)) < 6;
    for (const person of people) {
      if (random() < (working ? 0.93 : 0.08)) passages.push(...dayOfOne(person, start, random));
      else if (!working && random() < 0.05)
        passages.push({
          at: start + 10 * HOUR + random() * 6 * HOUR,
          door: lobby[0]!,
          reader: 'in',
          person,
          result: 'refused',
          reason: 'out-of-hours',
        });
    }
  }
  const spell = startOfDay(dayOf(now.getTime() - CUT_OFF.back * 24 * HOUR, ZONE), ZONE);
  const isCutOff = (door: string, at: number): boolean =>
    door === lobby[2] && at >= spell + CUT_OFF.from && at < spell + CUT_OFF.until;
  return passages
    .filter(({ at }) => at < now.getTime())
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, door, reader, person, result, reason }) => {
      const { id, gateId, device } = doors.get(door)!;
      device.seq += 1;
      const time = new Date(at).toISOString();
      return {
        tenant_id: tenantId,
        company_id: companyId,
        village_id: villageId,
        id: newId(),
        time,
        raw_time: time,
        gate_id: gateId,
        device_id: id,
        seq: device.seq,
        reader,
        emp_id: person?.['id'] ?? null,
        emp_name: person?.['emp_name'] ?? null,
        credential: 'card',
        result,
        reason,
        offline: isCutOff(door, at),
      };
    });
}

const newcomers = ['谢安然', '曹子墨', '邓雅宁', '韩启航', '冯悦', '袁立群', '潘思齐', '蒋一鸣', '余清'];

/** Handed in by the departments: most wait, some were passed or refused. */
export function checksOf(
  { tenantId, companyId, villageId }: Place,
  depts: readonly string[],
  people: readonly Person[],
  now: Date,
): Record<string, unknown>[] {
  return newcomers.map((name, nth) => {
    const status = nth < 5 ? 'waiting' : nth < 7 ? 'passed' : 'refused';
    const requestedAt = new Date(now.getTime() - (nth + 1) * 7 * HOUR);
    const made = status === 'passed' ? people[30 + nth] : undefined;
    return {
      tenant_id: tenantId,
      company_id: companyId,
      village_id: villageId,
      id: newId(),
      emp_name: made?.['emp_name'] ?? name,
      dept_id: made?.['dept_id'] ?? depts[nth % 3],
      emp_no: made?.['emp_no'] ?? `YH${900 + nth}`,
      person_kind: 'staff',
      phone: made?.['phone'] ?? phoneOf(`${name}${nth}`),
      card_no: made?.['card_no'] ?? String(8_206_606 + nth * 41).padStart(10, '0'),
      asked_by: nth % 2 === 0 ? '聂清禾' : '行政前台',
      asked_time: requestedAt.toISOString(),
      status,
      audit_by: status === 'waiting' ? null : '聂清禾',
      audit_time: status === 'waiting' ? null : new Date(requestedAt.getTime() + 3 * HOUR).toISOString(),
      emp_id: made?.['id'] ?? null,
      audit_remark: status === 'refused' ? '卡号与实物不符' : null,
    };
  });
}

/** What the terminals are to be set to; brought to them once they are there. One is wanted louder than it gets. */
export const paramsOf = (
  { tenantId, companyId, villageId }: Place,
  doors: ReadonlyMap<string, DoorAt>,
): Record<string, unknown>[] =>
  [...doors.values()].flatMap(({ id }, nth) =>
    Object.entries({ volume: nth === 2 ? '95' : '60', language: 'zh', tamperAlarm: 'on' }).map(([key, value]) => ({
      tenant_id: tenantId,
      company_id: companyId,
      village_id: villageId,
      id: newId(),
      device_id: id,
      param_key: key,
      param_value: value,
      state: 'wanted',
    })),
  );

/**
 * A drill ten days ago: the office's alarm stood for twenty minutes, and who had not left by a reader was ticked off.
 */
export function drillOf(
  { tenantId, companyId, villageId }: Place,
  areaId: string,
  doors: ReadonlyMap<string, DoorAt>,
  people: readonly Person[],
  now: Date,
): Record<string, unknown>[] {
  const began = startOfDay(dayOf(now.getTime() - 10 * 24 * HOUR, ZONE), ZONE) + 15 * HOUR;
  const at = (minutes: number): string => new Date(began + minutes * MINUTE).toISOString();
  const tick = (nth: number) => ({ at: at(4 + nth / 8), by: '大厦物业', remark: nth % 9 === 0 ? '东广场' : null });
  return [
    {
      tenant_id: tenantId,
      company_id: companyId,
      village_id: villageId,
      id: newId(),
      place: '云汇大厦 · 办公区',
      kind: 'fire',
      area_id: areaId,
      started_time: at(0),
      status: 'ended',
      device_ids: [doors.get(lobby[0]!)!.id],
      gate_ids: [...doors.values()].map(({ gateId }) => gateId),
      ended_time: at(20),
      ended_by: '大厦物业',
      end_reason: '季度消防演练结束，人员到齐',
      accounted: Object.fromEntries(people.map((person, nth) => [String(person['id']), tick(nth)])),
    },
  ];
}

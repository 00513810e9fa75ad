import { and, eq, ne } from 'drizzle-orm';
import { DAY, wallAt } from '#domain/time/zone.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { holidayDate } from '#areas/fee/model/holiday-date.ts';
import { gateIoTime, saveGateIoTime } from '#areas/lot/model/lookups.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { gateHours } from './store.ts';

/** Wall times `HH:mm`; `to` before `from` crosses midnight; both equal is the whole day. */
export type Hours = { readonly from: string; readonly to: string };
export type DayRule = 'everyday' | 'workday' | 'restday';
export type HoursRule = {
  readonly gateId: string;
  readonly carTypeId: string;
  readonly ruleType: DayRule;
  readonly timeRanges: readonly Hours[];
};
/** Days that are not what their weekday says. */
export type Calendar = ReadonlyMap<string, 'holiday' | 'workday'>;

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const dayAt = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

function isRestDay(wall: number, calendar: Calendar): boolean {
  const dayKind = calendar.get(dayAt(wall));
  if (dayKind) return dayKind === 'holiday';
  const weekday = new Date(wall).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** The rule for the day of a wall time: working days and days off come before every day. */
function ruleOfDay(rules: readonly HoursRule[], wall: number, calendar: Calendar): HoursRule | undefined {
  const kind: DayRule = isRestDay(wall, calendar) ? 'restday' : 'workday';
  return rules.find(({ ruleType }) => ruleType === kind) ?? rules.find(({ ruleType }) => ruleType === 'everyday');
}

/**
 * Whether a car type may use a lane at an instant (epoch ms) of the lot's zone. `rules` are those of this lane and car
 * type. A span that crosses midnight belongs to the day it starts on. `from` counts, `to` does not.
 */
export function laneOpenAt(rules: readonly HoursRule[], calendar: Calendar, at: number, zone: string): boolean {
  const wall = wallAt(at, zone);
  const today = ruleOfDay(rules, wall, calendar);
  const minute = Math.floor((((wall % DAY) + DAY) % DAY) / 60_000);
  const within = today?.timeRanges.some(({ from, to }) =>
    minutes(to) > minutes(from) ? minute >= minutes(from) && minute < minutes(to) : minute >= minutes(from),
  );
  if (!today || within) return true;
  const yesterday = ruleOfDay(rules, wall - DAY, calendar);
  return yesterday?.timeRanges.some(({ from, to }) => minutes(to) <= minutes(from) && minute < minutes(to)) ?? false;
}

/** All lane hours of a lot and its calendar. */
export async function hoursOf(db: Db, parkId: string): Promise<{ rules: readonly HoursRule[]; calendar: Calendar }> {
  const [g, h] = [tableOf(parkGate), tableOf(holidayDate)];
  const [rules, days] = await Promise.all([
    db
      .select({
        gateId: gateHours.gateId,
        carTypeId: gateHours.carTypeId,
        ruleType: gateHours.ruleType,
        timeRanges: gateHours.timeRanges,
      })
      .from(gateHours)
      .innerJoin(g, and(eq(g.tenantId!, gateHours.tenantId), eq(g.id!, gateHours.gateId)))
      .where(scoped(parkGate, db.scope, [eq(g.parkId!, parkId)])),
    db
      .select({ day: h.day!, kind: h.dayKind! })
      .from(h)
      .where(scoped(holidayDate, db.scope, [eq(h.parkId!, parkId), ne(h.dayKind!, 'event')])),
  ]);
  return {
    rules: rules as HoursRule[],
    calendar: new Map(days.map(({ day, kind }) => [day as string, kind as 'holiday' | 'workday'])),
  };
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Checked spans in order; null when the rule is to go. */
function rangesIn(raw: unknown): Hours[] | null {
  if (raw === null || raw === undefined) return null;
  const wrong = (zh: string, en: string) => new Refused('bad_input', {}, [{ field: 'timeRanges', msg: text(zh, en) }]);
  if (!Array.isArray(raw)) throw wrong('通行时段应为列表', 'The hours must be a list');
  if (raw.length > 12) throw wrong('最多12个时段', 'At most 12 spans');
  const ranges = raw
    .map((each: unknown) => {
      const { from, to } = (each ?? {}) as { from?: unknown; to?: unknown };
      if (typeof from !== 'string' || typeof to !== 'string' || !time.test(from) || !time.test(to))
        throw wrong('时段应为 {from:"07:00",to:"22:00"}', 'A span must be {from:"07:00",to:"22:00"}');
      return { from, to };
    })
    .sort((a, b) => minutes(a.from) - minutes(b.from));
  const spans = ranges.map(({ from, to }) => ({
    start: minutes(from),
    end: minutes(to) > minutes(from) ? minutes(to) : minutes(to) + 1440,
  }));
  spans.forEach(({ end }, nth) => {
    const next = spans[nth + 1]?.start ?? spans[0]!.start + 1440;
    if (end > next) throw wrong('时段不能重叠', 'Spans must not overlap');
  });
  return ranges;
}

/** The lane and the car type of the call, of one lot. */
async function place(work: Work): Promise<{
  gateId: string;
  carTypeId: string;
  ruleType: string;
  tenantId: number;
  parkId: string;
  companyId: string;
}> {
  const { gateId, carTypeId, ruleType } = work.input as { gateId: string; carTypeId: string; ruleType: string };
  const [gate, type] = [await rowOf(parkGate, gateId, work.db), await rowOf(carType, carTypeId, work.db)];
  if (gate.parkId !== type.parkId)
    throw new Refused('bad_input', {}, [
      { field: 'carTypeId', msg: text('车类不属于该车道的车场', 'The car type belongs to another car park') },
    ]);
  return {
    gateId,
    carTypeId,
    ruleType,
    tenantId: gate.tenantId as number,
    parkId: gate.parkId!,
    companyId: gate.companyId as string,
  };
}

const at = (of: { tenantId: number; gateId: string; carTypeId: string; ruleType: string }) =>
  and(
    eq(gateHours.tenantId, of.tenantId),
    eq(gateHours.gateId, of.gateId),
    eq(gateHours.carTypeId, of.carTypeId),
    eq(gateHours.ruleType, of.ruleType),
  );

export const hoursServed: Served[] = [
  serve(gateIoTime, async (work) => {
    const where = await place(work);
    const [row] = await work.db.select().from(gateHours).where(at(where));
    return {
      gateId: where.gateId,
      carTypeId: where.carTypeId,
      ruleType: where.ruleType,
      timeRanges: row?.timeRanges ?? null,
      updatedAt: row?.updatedAt ?? null,
    };
  }),
  serve(saveGateIoTime, async (work) => {
    const where = await place(work);
    const timeRanges = rangesIn(
      isEmpty(work.raw.timeRanges) && !Array.isArray(work.raw.timeRanges)
        ? null
        : typeof work.raw.timeRanges === 'string'
          ? work.input.timeRanges
          : work.raw.timeRanges,
    );
    const [before] = await work.db.select().from(gateHours).where(at(where)).for('update');
    if (timeRanges === null) await work.db.delete(gateHours).where(at(where));
    else {
      const value = { timeRanges, updatedAt: work.now.toISOString(), updatedBy: work.person.userId };
      await work.db
        .insert(gateHours)
        .values({
          tenantId: where.tenantId,
          gateId: where.gateId,
          carTypeId: where.carTypeId,
          ruleType: where.ruleType,
          ...value,
        })
        .onConflictDoUpdate({
          target: [gateHours.tenantId, gateHours.gateId, gateHours.carTypeId, gateHours.ruleType],
          set: value,
        });
    }
    const { carTypeId, ruleType } = where;
    work.record({
      resource: 'parkGate',
      action: 'saveGeteIoTime',
      rowId: where.gateId,
      before: before ? { carTypeId, ruleType, timeRanges: before.timeRanges } : null,
      after: { carTypeId, ruleType, timeRanges },
      tenantId: where.tenantId,
      companyId: where.companyId,
      parkId: where.parkId,
    });
    return { timeRanges };
  }),
];

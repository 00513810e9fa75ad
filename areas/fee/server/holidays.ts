import { asc, eq } from 'drizzle-orm';
import { isDay } from '#domain/time/day.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { crud } from '#kit/server/crud.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { newId } from '#kit/server/id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { tableOf } from '#kit/server/table.ts';
import { calendarOfPark, saveCalendar } from '#areas/fee/model/calls.ts';
import { dayKinds, holidayDate } from '#areas/fee/model/holiday-date.ts';
import type { DayKind } from '#areas/fee/model/holiday-date.ts';
import { park } from '#areas/lot/model/park.ts';
import { changingDays } from './events.ts';

type Entry = { day: string; dayKind: DayKind; holidayName: string | null };

/** The days of a call: plain days are holidays; a day is a holiday or worked, and may have an event beside. */
function entriesOf(raw: unknown): Entry[] {
  const wrong = (zh: string, en: string, what = '') =>
    new Refused('bad_input', {}, [{ field: 'dates', msg: fill(text(zh, en), { what }) }]);
  if (!Array.isArray(raw)) throw wrong('日期应为列表', 'The days must be a list');
  if (raw.length > 1000) throw wrong('最多1000天', 'At most 1,000 days');
  const entries = new Map<string, Entry>();
  for (const each of raw as unknown[]) {
    const {
      day,
      dayKind = 'holiday',
      holidayName = null,
    } = (typeof each === 'string' ? { day: each } : (each ?? {})) as Partial<Entry>;
    if (typeof day !== 'string' || !isDay(day))
      throw wrong('“{what}”不是日期，应如 2026-10-01', '“{what}” is not a day such as 2026-10-01', String(day));
    if (!Object.hasOwn(dayKinds, dayKind))
      throw wrong('类型应为 holiday、workday 或 event', 'The kind must be holiday, workday or event');
    entries.set(dayKind === 'event' ? `${day} event` : day, {
      day,
      dayKind,
      holidayName: holidayName === null ? null : String(holidayName).slice(0, 30),
    });
  }
  return [...entries.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const t = tableOf(holidayDate);
const [calendarList, calendarRemove] = ['holidayDate.list', 'holidayDate.remove'];

export const calendarRules: Rules = {
  verbs: {
    remove: async (work, plain) => {
      const lots = new Map<string, number>();
      for (const id of idsIn(holidayDate, work.raw)) {
        const { parkId, tenantId } = (await rowOf(holidayDate, id, work.db)) as { parkId: string; tenantId: number };
        lots.set(parkId, tenantId);
      }
      const each = [...lots].map(([id, tenantId]) => ({ id, tenantId }));
      return changingDays(work, each, () => plain(work));
    },
  },
};

type Lot = { id: string; tenantId: number; companyId: string };

async function replaceDays(lot: Lot, entries: readonly Entry[], work: Work<typeof saveCalendar.input>) {
  const before = await work.db
    .delete(t)
    .where(scoped(holidayDate, work.db.scope, [eq(t.parkId!, lot.id)]))
    .returning({ day: t.day!, dayKind: t.dayKind!, source: t.source! });
  const frame = {
    tenantId: lot.tenantId,
    companyId: lot.companyId,
    parkId: lot.id,
    remark: work.input.remark ?? null,
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  };
  // A day that stays as it was loaded is not one entered by hand.
  const sources = new Map(before.map(({ day, dayKind, source }) => [`${day} ${dayKind}`, source]));
  if (entries.length > 0)
    await work.db.insert(t).values(
      entries.map((entry) => ({
        ...frame,
        ...entry,
        source: sources.get(`${entry.day} ${entry.dayKind}`) ?? 'hand',
        id: newId(),
      })),
    );
  return before;
}

export const holidaysServed: Served[] = [
  ...crud(holidayDate, calendarRules).filter(({ call }) => call.name === calendarList || call.name === calendarRemove),
  serve(calendarOfPark, async (work) => {
    const { id } = await rowOf(park, work.input.parkId!, work.db);
    const rows = await work.db
      .select()
      .from(t)
      .where(scoped(holidayDate, work.db.scope, [eq(t.parkId!, id)]))
      .orderBy(asc(t.day!));
    return {
      parkingId: id,
      dates: rows.map(({ id: dayId, day, dayKind, holidayName, source, remark }) => ({
        id: dayId,
        day,
        dayKind,
        holidayName,
        source,
        remark,
      })),
    };
  }),
  serve(saveCalendar, async (work) => {
    const lot = (await rowOf(park, work.input.parkId!, work.db, { lock: true })) as Lot;
    const entries = entriesOf(work.input.dates ?? []);
    const before = await changingDays(work, [lot], () => replaceDays(lot, entries, work));
    work.record({
      resource: 'holidayDate',
      action: 'submit',
      rowId: lot.id,
      before: { dates: before },
      after: { dates: entries },
      tenantId: lot.tenantId,
      companyId: lot.companyId,
      parkId: lot.id,
    });
    return { parkingId: lot.id, days: entries.length };
  }),
];

import { and, eq, gte, inArray, lte, ne } from 'drizzle-orm';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { newId } from '#kit/server/id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { countries, loadCalendar } from '#areas/fee/model/calls.ts';
import { holidayDate } from '#areas/fee/model/holiday-date.ts';
import { park } from '#areas/lot/model/park.ts';
import { changingDays } from './events.ts';
import { countryNames, publicDays } from './public-holidays.ts';
import type { PublicDay } from './public-holidays.ts';

const t = tableOf(holidayDate);
type Lot = { id: string; tenantId: number; companyId: string };

async function exchange(
  lot: Lot,
  old: readonly { id: string }[],
  fresh: readonly PublicDay[],
  work: Work,
): Promise<void> {
  if (old.length > 0)
    await work.db.delete(t).where(
      and(
        eq(t.tenantId!, lot.tenantId),
        ne(t.source!, 'hand'),
        inArray(
          t.id!,
          old.map(({ id }) => id),
        ),
      ),
    );
  const frame = {
    tenantId: lot.tenantId,
    companyId: lot.companyId,
    parkId: lot.id,
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  };
  if (fresh.length > 0) await work.db.insert(t).values(fresh.map((day) => ({ ...frame, ...day, id: newId() })));
}

/** Replaces what was loaded before for these years' days, and leaves what a person entered. */
async function loadInto(parkId: string, days: readonly PublicDay[], year: number, work: Work) {
  const lot = (await rowOf(park, parkId, work.db, { lock: true })) as Lot;
  const ofYear = scoped(holidayDate, work.db.scope, [
    eq(t.parkId!, lot.id),
    gte(t.day!, `${year}-01-01`),
    lte(t.day!, `${year}-12-31`),
  ]);
  const before = (await work.db
    .select({ id: t.id!, day: t.day!, dayKind: t.dayKind!, source: t.source! })
    .from(t)
    .where(ofYear)) as { id: string; day: string; dayKind: string; source: string }[];
  const manualDays = new Set(
    before.filter(({ source, dayKind }) => source === 'hand' && dayKind !== 'event').map(({ day }) => day),
  );
  const old = before.filter(({ source }) => source !== 'hand');
  const fresh = days.filter(({ day }) => !manualDays.has(day));
  await changingDays(work, [lot], () => exchange(lot, old, fresh, work));
  work.record({
    resource: 'holidayDate',
    action: 'load',
    rowId: lot.id,
    before: { dates: old.map(({ day, dayKind }) => ({ day, dayKind })) },
    after: { dates: fresh },
    tenantId: lot.tenantId,
    companyId: lot.companyId,
    parkId: lot.id,
  });
  const known = new Set(old.map(({ day, dayKind }) => `${day} ${dayKind}`));
  const described = (each: PublicDay) => ({ day: each.day, dayKind: each.dayKind, holidayName: each.holidayName });
  return {
    parkId: lot.id,
    days: fresh.length,
    added: fresh.filter(({ day, dayKind }) => !known.has(`${day} ${dayKind}`)).map(described),
    kept: [...manualDays].sort(),
  };
}

export const calendarLoadServed: Served[] = [
  serve(loadCalendar, async (plain) => {
    const work = plain;
    const { parkIds, year } = plain.input as { parkIds: string[]; year: number };
    const country = String(plain.input.country).toUpperCase();
    if (parkIds.length > 200)
      throw new Refused('bad_input', {}, [
        { field: 'parkIds', msg: text('一次最多200个车场', 'At most 200 car parks at once') },
      ]);
    const days = await publicDays(country, year);
    if (days === null)
      throw new Refused('bad_input', {}, [
        { field: 'country', msg: text('没有这个国家或地区的节假日', 'There are no holidays of this country') },
      ]);
    if (days.length === 0)
      throw ruleRefused(text(`${year}年的节假日安排尚未收录`, `The holidays of ${year} are not known yet`));
    const lots = [];
    for (const id of [...parkIds].sort()) lots.push(await loadInto(id, days, year, work));
    return { country, year, parks: lots };
  }),
  serve(countries, async ({ lang }) =>
    Object.entries(await countryNames(lang))
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => (a.value < b.value ? -1 : 1)),
  ),
];

/** Public holidays of a year by libraries, loaded on first use (docs/decisions/010-calendar.md). */
import { addDays } from '#domain/time/day.ts';
import type { holidaySources } from '#areas/fee/model/holiday-date.ts';

export type PublicDay = {
  readonly day: string;
  readonly dayKind: 'holiday' | 'workday';
  readonly holidayName: string;
  readonly source: keyof typeof holidaySources;
};

/** The days the State Council named: off, or worked instead. A year not yet announced has none. */
async function chineseDays(year: number): Promise<PublicDay[]> {
  const { default: days } = await import('chinese-days');
  const found: PublicDay[] = [];
  for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = addDays(day, 1)) {
    const { name, work } = days.getDayDetail(day);
    const [, zh] = name.split(','); // an announced day is called 'National Day,国庆节,3', any other by its weekday
    if (zh)
      found.push({
        day,
        dayKind: work ? 'workday' : 'holiday',
        holidayName: work ? `${zh}调休` : zh,
        source: 'chinese-days',
      });
  }
  return found;
}

const loaded = async () => (await import('date-holidays')).default;

/** Days off for the whole country. A holiday of several days is each of them. */
async function holidaysOf(country: string, year: number): Promise<PublicDay[]> {
  const Holidays = await loaded();
  const days = new Map<string, PublicDay>();
  for (const { date, start, end, name } of new Holidays(country, { types: ['public'] }).getHolidays(year)) {
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000));
    for (let nth = 0; nth < length; nth += 1) {
      const day = addDays(date.slice(0, 10), nth);
      if (day.startsWith(`${year}-`) && !days.has(day))
        days.set(day, { day, dayKind: 'holiday', holidayName: name.slice(0, 30), source: 'date-holidays' });
    }
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Two-letter codes and names of the countries there are holidays for. */
export async function countryNames(lang: 'zh' | 'en'): Promise<Record<string, string>> {
  return new (await loaded())().getCountries(lang);
}

/** Public holidays of a country in a year, by day; null for an unknown country. */
export async function publicDays(country: string, year: number): Promise<PublicDay[] | null> {
  if (country === 'CN') return chineseDays(year);
  return country in (await countryNames('en')) ? holidaysOf(country, year) : null;
}

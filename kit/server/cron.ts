/** Cron expressions as the clock reads them: in mainland time, by the parser of pg-boss. */
import type { PgBoss } from 'pg-boss';

/** The zone of the clock: its times are the country's, whatever the machine is set to. */
export const CLOCK_ZONE = 'Asia/Shanghai';

let reader: Promise<PgBoss> | null = null;
/** It only reckons: no connection is opened by it. */
const readerOf = (): Promise<PgBoss> =>
  (reader ??= import('pg-boss').then(
    ({ PgBoss: Boss }) => new Boss({ db: { executeSql: () => Promise.reject(new Error('a reader of crons alone')) } }),
  ));

/**
 * The next times of a cron strictly after an instant, at most `count`.
 * @throws where it is none
 */
export async function occurrences(cron: string, from: Date, count: number): Promise<Date[]> {
  return (await readerOf()).previewSchedule(cron, { tz: CLOCK_ZONE, from, count });
}

/** How many times are reckoned together: each costs some milliseconds, and mostly one is wanted. */
const PAGE = 5;

/** The times of a cron from an instant up to another, both included; of a long while, the first `most`. */
export async function occurrencesWithin(cron: string, from: Date, upTo: Date, most: number): Promise<Date[]> {
  const found: Date[] = [];
  for (let after = new Date(from.getTime() - 1); found.length < most; after = found.at(-1)!) {
    const page = await occurrences(cron, after, PAGE);
    found.push(...page.filter((each) => each <= upTo));
    if (page.length < PAGE || page.at(-1)! > upTo) break;
  }
  return found.slice(0, most);
}

/**
 * Five parts, from five or from Quartz' six and seven, whose seconds are 0 and years are all. Quartz counts weekdays
 * from Sunday 1, so the same number would mean another day there.
 * @returns null for what is neither
 */
export function plainCron(given: string): string | null {
  const parts = given.trim().split(/\s+/);
  if (parts.length === 5) return parts.map((each) => (each === '?' ? '*' : each)).join(' ');
  const [seconds, minute, hour, day, month, weekday, year = '*'] = parts;
  if (parts.length < 6 || parts.length > 7 || seconds !== '0' || year !== '*' || /\d/.test(weekday!)) return null;
  return [minute, hour, day, month, weekday].map((each) => (each === '?' ? '*' : each!)).join(' ');
}

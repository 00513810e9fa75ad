/** For walks that name today: whatever they do stands on one day of the lot's wall. */
import { setTimeout as later } from 'node:timers/promises';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';

const ZONE = 'Asia/Shanghai';
/** As long as a walk takes on a busy machine. */
const walkMs = 5 * 60_000;

/** Today; where it is about to end, the day after, once that has begun. */
export async function oneDay(): Promise<string> {
  const left = startOfDay(addDays(dayOf(Date.now(), ZONE), 1), ZONE) - Date.now();
  if (left < walkMs) await later(left + 1_000);
  return dayOf(Date.now(), ZONE);
}

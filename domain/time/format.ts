import { dayOf, isDay, wallOfDay } from './day.ts';
import { DAY, HOUR, MINUTE, SECOND, instantAt, offsetAt, wallAt } from './zone.ts';

const WALL_SHAPE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function clockText(wall: number): string {
  const seconds = Math.floor((wall - Math.floor(wall / DAY) * DAY) / SECOND);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * Reads 'yyyy-MM-dd HH:mm:ss' (a T for the blank and a missing ':ss' are taken too) as wall time of the
 * zone. null for another shape or a time that no calendar has. Clock changes as in `instantAt`.
 */
export function parseWallTime(text: string, zone: string): number | null {
  const match = WALL_SHAPE.exec(text.trim());
  if (!match || !isDay(match[1]!)) return null;
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  return instantAt(wallOfDay(match[1]!) + hour * HOUR + minute * MINUTE + second * SECOND, zone);
}

/** An instant as the zone's wall shows it: 'yyyy-MM-dd HH:mm:ss', part seconds dropped. */
export function formatInstant(instant: number, zone: string): string {
  return `${dayOf(instant, zone)} ${clockText(wallAt(instant, zone))}`;
}

/** An instant as ISO 8601 with the zone's offset: '2024-06-12T09:00:00+08:00', part seconds dropped. */
export function formatIso(instant: number, zone: string): string {
  const offset = Math.round(offsetAt(instant, zone) / MINUTE);
  const size = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${dayOf(instant, zone)}T${clockText(wallAt(instant, zone))}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

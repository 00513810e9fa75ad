/**
 * Zones: what the clock on the wall of a car park shows at an instant, and back.
 * Instants are milliseconds since 1970-01-01T00:00:00Z. A wall time is a number too: the
 * milliseconds that the same digits would be in UTC. Zones are IANA names; an unknown one throws RangeError.
 */

export const SECOND = 1000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Shanghai has stood at +08:00 since its last summer time ended in 1991. */
const SHANGHAI = 'Asia/Shanghai';
const SHANGHAI_FIXED_SINCE = Date.UTC(1992, 0, 1);

/** Offsets kept per zone; a year of hours is 8,760. Beyond this the zone's cache is reset. */
const HOURS_KEPT = 200_000;

type ZoneClock = { readonly format: Intl.DateTimeFormat; readonly offsetByHour: Map<number, number> };
const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  let clock = clocks.get(zone);
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clock = { format, offsetByHour: new Map() };
    clocks.set(zone, clock);
  }
  return clock;
}

function offsetByIntl(format: Intl.DateTimeFormat, instant: number): number {
  const whole = Math.floor(instant / SECOND) * SECOND;
  const part: Record<string, number> = {};
  let before = false;
  for (const { type, value } of format.formatToParts(whole)) {
    if (type === 'era') before = value.startsWith('B');
    else part[type] = Number(value);
  }
  const wall = new Date(0);
  wall.setUTCFullYear(before ? 1 - part['year']! : part['year']!, part['month']! - 1, part['day']!);
  wall.setUTCHours(part['hour']!, part['minute']!, part['second']!);
  return wall.getTime() - whole;
}

/** Offset of the zone's wall from UTC at an instant, in milliseconds (+08:00 -> 28,800,000). */
export function offsetAt(instant: number, zone: string): number {
  if (zone === SHANGHAI && instant >= SHANGHAI_FIXED_SINCE) return 8 * HOUR;
  const clock = clockOf(zone);
  const hour = Math.floor(instant / HOUR);
  let offset = clock.offsetByHour.get(hour);
  if (offset === undefined) {
    if (clock.offsetByHour.size >= HOURS_KEPT) clock.offsetByHour.clear();
    const atStart = offsetByIntl(clock.format, hour * HOUR);
    // NaN marks the rare hour with a change inside it (Lord Howe moves at half past): ask Intl each time.
    offset = offsetByIntl(clock.format, (hour + 1) * HOUR - SECOND) === atStart ? atStart : Number.NaN;
    clock.offsetByHour.set(hour, offset);
  }
  return Number.isNaN(offset) ? offsetByIntl(clock.format, instant) : offset;
}

/** Wall time shown in the zone at an instant. */
export function wallAt(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/**
 * Instant at which the zone's wall shows `wall`. An hour that happens twice in autumn means its first
 * (or, on request, its 'later') time; an hour skipped in spring is read with the offset before the change,
 * so 02:30 becomes 03:30.
 */
export function instantAt(wall: number, zone: string, when: 'earlier' | 'later' = 'earlier'): number {
  if (zone === SHANGHAI && wall - 8 * HOUR >= SHANGHAI_FIXED_SINCE) return wall - 8 * HOUR;
  const before = offsetAt(wall - DAY, zone);
  const after = offsetAt(wall + DAY, zone);
  const fits = [before, after].map((offset) => wall - offset).filter((instant) => wallAt(instant, zone) === wall);
  if (fits.length === 0) return wall - before;
  return when === 'earlier' ? Math.min(...fits) : Math.max(...fits);
}

/** Whether the name is a zone this machine knows. */
export function isZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

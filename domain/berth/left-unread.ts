/**
 * Who leaves cars unread: counted over days and held against the others of the same car park. A busy day, a network that
 * was out or a street that is hard to work meets everybody; one who takes cash of cars that he does not register has a
 * share that neither chance nor the street explains.
 */
import { MINUTE } from '../time/zone.ts';
import type { Interval } from '../time/interval.ts';
import { dutiesOf } from './on-duty.ts';
import type { Presence } from './on-duty.ts';
import type { Instant } from './types.ts';

/** A car whose arrival and leave were noticed. `read`: its plate was read, however late that came to the server. */
export type StoodCar = { readonly from: Instant; readonly to: Instant; readonly read: boolean };

/** Cars that somebody had time to read, and how many of them he left unread, on so many days. */
export type ReadCount = {
  readonly userId: string;
  readonly cars: number;
  readonly unread: number;
  readonly days: number;
};

/** A car is counted that stood so long while one and the same person was on duty. */
export const TIME_TO_READ_MS = 30 * MINUTE;

const holds = ({ from, to }: Interval, part: Interval): boolean => from <= part.from && part.to <= to;

/** Of one section and day: `hours` is when it is attended, `presences` what people did there. */
export function readCounts(
  cars: readonly StoodCar[],
  hours: readonly Interval[],
  presences: readonly Presence[],
): ReadCount[] {
  const duties = dutiesOf(presences, hours);
  const mine = Map.groupBy(
    cars.filter(({ from, to }) => to - from >= TIME_TO_READ_MS),
    ({ from }) => {
      const toRead = { from, to: from + TIME_TO_READ_MS };
      const attended = hours.some((hour) => holds(hour, toRead));
      return (attended && duties.find(({ time }) => holds(time, toRead))?.userId) || null;
    },
  );
  return [...mine].flatMap(([userId, own]) =>
    userId === null ? [] : [{ userId, cars: own.length, unread: own.filter(({ read }) => !read).length, days: 1 }],
  );
}

/** Counts of several sections and days as one for each person; `day` tells the days apart. */
export function addedUp(counts: readonly (ReadCount & { readonly day: string })[]): ReadCount[] {
  return [...Map.groupBy(counts, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    cars: own.reduce((sum, { cars }) => sum + cars, 0),
    unread: own.reduce((sum, { unread }) => sum + unread, 0),
    days: new Set(own.map(({ day }) => day)).size,
  }));
}

/** One in a hundred honest counts lies above such a bound. */
const Z = 2.326;
/** Whoever surely leaves less than one in twenty unread is named by nobody's comparison. */
const FLOOR = 0.05;
/** Alone in a car park there is nobody to be held against: then it has to be surely more than this. */
const FLOOR_ALONE = 0.1;
/** One bad day is not enough, nor a handful of cars. */
const LEAST_DAYS = 2;
const LEAST_CARS = 80;

/** The bounds between which a share lies of which `part` of `whole` were seen (Wilson, 1927). */
export function shareBounds(part: number, whole: number): { readonly low: number; readonly high: number } {
  if (whole === 0) return { low: 0, high: 1 };
  const [share, spread] = [part / whole, (Z * Z) / whole];
  const middle = (share + spread / 2) / (1 + spread);
  const half = Math.sqrt(spread * share * (1 - share) + (spread * spread) / 4) / (1 + spread);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How much greater the first share is than the second, at the least (Newcombe, 1998); below 0 where that is open. */
function surelyMore(own: ReadCount, others: Pick<ReadCount, 'cars' | 'unread'>): number {
  const [share, common] = [own.unread / own.cars, others.unread / others.cars];
  const down = share - shareBounds(own.unread, own.cars).low;
  const up = shareBounds(others.unread, others.cars).high - common;
  return share - common - Math.hypot(down, up);
}

/** Somebody who surely leaves more cars unread than the others. */
export type LeavesUnread = ReadCount & {
  /** What all others of the car park together had time to read. */
  readonly others: Pick<ReadCount, 'cars' | 'unread'>;
};

/** Of all who worked in one car park: whose share is surely greater than the others', and surely not small. */
export function leavesUnread(counts: readonly ReadCount[]): LeavesUnread[] {
  return counts.flatMap((own) => {
    const rest = counts.filter((each) => each !== own);
    const others = {
      cars: rest.reduce((sum, { cars }) => sum + cars, 0),
      unread: rest.reduce((sum, { unread }) => sum + unread, 0),
    };
    const { low } = shareBounds(own.unread, own.cars);
    const named =
      own.days >= LEAST_DAYS &&
      own.cars >= LEAST_CARS &&
      (others.cars === 0 ? low > FLOOR_ALONE : low > FLOOR && surelyMore(own, others) > 0);
    return named ? [{ ...own, others }] : [];
  });
}

import { addDays, dayOf, startOfDay, weekdayOf } from '#domain/time/day.ts';
import type { LotPlan } from './city.ts';
import { makeCar } from './plates.ts';
import type { Car } from './plates.ts';
import { pick, randomFrom, weighted } from './random.ts';
import { dayFactor, hourShares, stayMinutes } from './shape.ts';

const hourMs = 3_600_000;
/** A car does not come again sooner. */
const AGAIN_MS = 60_000;

/** One visit of the past, before it becomes facts. `outAt` is null for who is still inside. Times are epoch ms. */
export type PastStay = {
  readonly car: Car;
  readonly hasPass: boolean;
  readonly inAt: number;
  readonly outAt: number | null;
  readonly entry: number;
  readonly exit: number;
  readonly payType: 'wechat' | 'alipay' | 'allinpay' | 'cash' | 'etc' | 'unionpay';
  /** A guard let the car go without its money, and why. */
  readonly release: string | null;
  readonly confidence: number;
  /** No barrier holds it back. */
  readonly kerb: boolean;
  /** When it was in the lot's inner area, epoch ms. */
  readonly inner?: { readonly from: number; readonly to: number };
};

/** Number of arrivals in an hour that has `mean` on average. */
function poisson(random: () => number, mean: number): number {
  if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * (random() + random() + random() - 1.5) * 2));
  let product = random();
  let count = 0;
  for (const limit = Math.exp(-mean); product > limit; product *= random()) count += 1;
  return count;
}

const reasons = ['特殊车辆放行', '设备故障放行', '车主投诉协商放行', '系统超时放行'];

type People = { readonly withPass: readonly Car[]; readonly regular: readonly Car[] };

function people(random: () => number, lot: LotPlan, south: boolean): People {
  const many = (count: number) => Array.from({ length: Math.max(1, Math.round(count)) }, () => makeCar(random, south));
  return { withPass: many(lot.stalls * Math.min(0.9, lot.passShare * 1.1)), regular: many(lot.staysPerDay * 2.2) };
}

/**
 * All visits to one lot from `days` days ago until `now`, in order of arrival; the same for the same seed. `holders`:
 * cars with a pass, where they are known. Never more cars than spaces, no plate twice inside.
 */
export function pastOf(
  lot: LotPlan,
  seed: number,
  days: number,
  now: number,
  zone: string,
  holders: readonly Car[] = [],
): PastStay[] {
  const random = randomFrom(seed);
  const made = people(random, lot, lot.code.startsWith('CX'));
  const cars = holders.length > 0 ? { ...made, withPass: holders } : made;
  const inside = new Map<string, number>();
  const stays: PastStay[] = [];
  const today = dayOf(now, zone);
  for (let back = days; back >= 0; back -= 1) {
    const day = addDays(today, -back);
    const start = startOfDay(day, zone);
    const shares = hourShares(lot.kind, weekdayOf(day));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    const expected = lot.staysPerDay * dayFactor(lot.kind, weekdayOf(day), Math.floor(start / 86_400_000));
    shares.forEach((share, hour) => {
      // Who left before it neither takes a space nor stands in his own way, and each visit scans all of them.
      for (const [plate, until] of inside) if (until < start + hour * hourMs - AGAIN_MS) inside.delete(plate);
      const times = Array.from(
        { length: poisson(random, (expected * share) / whole) },
        () => start + hour * hourMs + Math.floor(random() * hourMs),
      ).sort((a, b) => a - b);
      for (const inAt of times) {
        if (inAt >= now) continue;
        const stay = visit(random, lot, cars, inside, inAt, now);
        if (stay) stays.push(stay);
      }
    });
  }
  return stays;
}

const [SOON, LEAST_WITHIN] = [4 * 60_000, 8 * 60_000];

/** Some of those who stay longer drive on to the inner area, and out of it again before they leave. */
function withinInner(random: () => number, share: number, inAt: number, outAt: number): Pick<PastStay, 'inner'> {
  const [goes, there, back] = [random() < share, random(), random()];
  const [from, to] = [
    inAt + Math.round(((0.5 + there / 2) * SOON) / 1000) * 1000,
    outAt - Math.round(((0.5 + back / 2) * SOON) / 1000) * 1000,
  ];
  return goes && to - from >= LEAST_WITHIN ? { inner: { from, to } } : {};
}

function visit(
  random: () => number,
  lot: LotPlan,
  cars: People,
  inside: Map<string, number>,
  inAt: number,
  now: number,
): PastStay | null {
  const hasPass = random() < lot.passShare;
  const car = hasPass
    ? pick(random, cars.withPass)
    : random() < 0.45
      ? pick(random, cars.regular)
      : makeCar(random, lot.code.startsWith('CX'));
  if ((inside.get(car.plate) ?? 0) > inAt - AGAIN_MS) return null;
  let taken = 0;
  for (const until of inside.values()) if (until > inAt) taken += 1;
  if (taken >= lot.stalls * 0.97) return null;
  const outAt =
    inAt +
    Math.max(2, Math.round(stayMinutes(lot.kind, hasPass, random(), random()))) * 60_000 +
    Math.floor(random() * 60_000);
  inside.set(car.plate, outAt);
  return {
    car,
    hasPass,
    inAt,
    outAt: outAt < now - 30_000 ? outAt : null,
    entry: Math.floor(random() * Math.max(1, lot.entries)),
    exit: Math.floor(random() * Math.max(1, lot.exits)),
    payType: weighted(random, { wechat: 50, alipay: 27, etc: 9, cash: 8, unionpay: 2, allinpay: 4 }),
    // Nobody lets a car out at the curb: there is no barrier.
    release: random() < 0.004 && lot.kind !== 'curb' ? pick(random, reasons) : null,
    confidence: 0.9 + random() * 0.099,
    kerb: lot.kind === 'curb',
    ...(lot.inner ? withinInner(random, lot.inner.share, inAt, outAt) : {}),
  };
}

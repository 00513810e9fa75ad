/**
 * The next berth to walk to. A car that nobody has read loses money every minute: it may leave unread, and once its
 * plate reaches back no further its time can no longer be proven. The list weighs that loss against the way there.
 */
import { MINUTE, SECOND } from '../time/zone.ts';
import type { Instant } from './types.ts';

export type Waiting = {
  readonly berthId: string;
  /** Way along the street in metres, in the same measure as the collector's. */
  readonly metres: number;
  readonly occupiedSince: Instant;
  /** Price of a minute here and now, in fen. */
  readonly fenPerMinute: number;
};

export type RoundParameters = {
  readonly metresPerSecond: number;
  /** Time to photograph and type a plate. */
  readonly readSeconds: number;
  /** Chance per minute that a car leaves, as the section's mean stay has it. */
  readonly leavesPerMinute: number;
  readonly maxBackMinutes: number;
};

export const ROUND_PARAMETERS: RoundParameters = {
  metresPerSecond: 1.2,
  readSeconds: 30,
  leavesPerMinute: 1 / 60,
  maxBackMinutes: 30,
};

/**
 * Expected loss in fen per further minute without a plate, for a car that has stood `minutes`: it may leave, and what
 * it has run up is lost with a minute more; and where a plate reaches back no further, each minute is lost for certain.
 */
export function lossPerMinute(minutes: number, fenPerMinute: number, parameters: RoundParameters): number {
  const unproven = minutes >= parameters.maxBackMinutes ? fenPerMinute : 0;
  return parameters.leavesPerMinute * fenPerMinute * (minutes + 1) + unproven;
}

const travelMs = (from: number, to: number, { metresPerSecond }: RoundParameters): number =>
  (Math.abs(to - from) / metresPerSecond) * SECOND;

/** When a collector who is at `metres` now would have read the car. */
export const readAt = (car: Waiting, metres: number, now: Instant, parameters: RoundParameters): Instant =>
  now + travelMs(metres, car.metres, parameters) + parameters.readSeconds * SECOND;

/** The best that a walk along one side can prevent per minute of it, reading all cars on the way. */
function bestRound(side: readonly Waiting[], metres: number, now: Instant, parameters: RoundParameters): number {
  let place = metres;
  let at = now;
  let prevented = 0;
  let best = 0;
  for (const car of side) {
    at = readAt(car, place, at, parameters);
    place = car.metres;
    prevented += lossPerMinute((at - car.occupiedSince) / MINUTE, car.fenPerMinute, parameters);
    best = Math.max(best, prevented / ((at - now) / MINUTE));
  }
  return best;
}

/**
 * The next car to read. A walk to a far car passes the nearer ones, which are read on the way: so the choice is between
 * the two ways along the street, each worth the loss it prevents per minute.
 */
export function nextCar(
  waiting: readonly Waiting[],
  metres: number,
  now: Instant,
  parameters: RoundParameters = ROUND_PARAMETERS,
): Waiting | undefined {
  const byWay = [...waiting].sort(
    (a, b) => Math.abs(a.metres - metres) - Math.abs(b.metres - metres) || (a.berthId < b.berthId ? -1 : 1),
  );
  const back = byWay.filter((car) => car.metres < metres);
  const onward = byWay.filter((car) => car.metres >= metres);
  const better = bestRound(back, metres, now, parameters) > bestRound(onward, metres, now, parameters) ? back : onward;
  return better[0] ?? byWay[0];
}

/** The cars in the order to walk to them, each from where the one before is. */
export function roundOrder(
  waiting: readonly Waiting[],
  metres: number,
  now: Instant,
  parameters: RoundParameters = ROUND_PARAMETERS,
): Waiting[] {
  const left = [...waiting];
  const order: Waiting[] = [];
  let place = metres;
  let at = now;
  for (let next = nextCar(left, place, at, parameters); next; next = nextCar(left, place, at, parameters)) {
    left.splice(left.indexOf(next), 1);
    at = readAt(next, place, at, parameters);
    place = next.metres;
    order.push(next);
  }
  return order;
}

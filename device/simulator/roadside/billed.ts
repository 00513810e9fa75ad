/**
 * Bills held against the truth: minutes charged that nobody stood there, and minutes stood that nobody was charged for.
 */
import type { Figures } from './figures.ts';
import type { Played } from './world.ts';
import { DUTY, MINUTE, onDuty, SECOND } from './truth.ts';
import type { Car, Span } from './truth.ts';

export type StayRow = {
  readonly recordId: string;
  readonly berthId: string;
  readonly plateNumber: string;
  readonly kind: string;
  readonly status: string;
  readonly beginTime: string;
  readonly inTime: string;
  readonly outTime: string | null;
  readonly provenTo: string | null;
  readonly receivableFen: number;
  readonly paidFen: number;
  readonly outstandingFen: number;
  readonly beginBy: string | null;
  /** The stay whose final bill it adds to, of the same car. */
  readonly continues: string | null;
};

export type Over = {
  readonly stay: StayRow;
  readonly berthNo: string;
  readonly minutes: number;
  /** On a berth whose sensor was mounted wrong and not yet set right. */
  readonly swapped: boolean;
};

export type Billed = {
  readonly over: readonly Over[];
  /** Bills under a plate that is not the car's, as it was misread. */
  readonly underOtherPlate: number;
  readonly bills: number;
  readonly stoodMinutes: number;
  readonly billedMinutes: number;
  /** Minutes stood and not billed, by what they were lost to. */
  readonly lost: Readonly<
    Record<'unattended' | 'leftUnread' | 'unread' | 'unproven' | 'beforePlate' | 'afterProof', number>
  >;
};

/** Bills are of whole seconds, and a change is received to the second. */
const EXACT_MS = 2 * SECOND;

const shared = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
const isBilled = ({ kind, status, outTime }: StayRow): boolean =>
  kind !== 'unidentified' && outTime !== null && status.startsWith('closed');

/** The car a bill is of: whose time at the berth it shares most. */
function carOf(cars: readonly Car[], span: Span): Car | null {
  const best = cars.toSorted((a, b) => shared(b, span) - shared(a, span))[0];
  return best && shared(best, span) > 0 ? best : null;
}

export function billed(played: Played, { stays, proofs }: Pick<Figures, 'stays' | 'proofs'>): Billed {
  const { truth, site } = played;
  const spots = new Map(
    site.sections.flatMap(({ berths }, section) =>
      berths.map(({ id, berthNo }, berth) => [id, { section, berth, berthNo }]),
    ),
  );
  const at = Map.groupBy(
    truth.cars.flatMap((car) => [car.berth, ...(car.also === null ? [] : [car.also])].map((berth) => ({ berth, car }))),
    ({ berth, car }) => `${car.section} ${berth}`,
  );
  const charged = new Map<Car, Span[]>();
  const over: Over[] = [];
  let underOtherPlate = 0;
  for (const stay of stays.filter(isBilled)) {
    const { section, berth, berthNo } = spots.get(stay.berthId)!;
    const span = { from: Date.parse(stay.inTime), to: Date.parse(stay.outTime!) };
    const car = carOf(
      (at.get(`${section} ${berth}`) ?? []).map((each) => each.car),
      span,
    );
    const before = car ? (charged.get(car) ?? []).reduce((sum, each) => sum + shared(each, span), 0) : 0;
    const beyond = span.to - span.from - (car ? shared(car, span) : 0) + before;
    if (car) charged.set(car, [...(charged.get(car) ?? []), span]);
    if (car && car.plate !== stay.plateNumber) underOtherPlate += 1;
    if (beyond > EXACT_MS && stay.receivableFen > 0) {
      const swapped = truth.swaps.some((swap) => swap.section === section && swap.berths.includes(berth));
      over.push({ stay, berthNo, minutes: beyond / MINUTE, swapped });
    }
  }
  return {
    over,
    underOtherPlate,
    bills: stays.filter(isBilled).length,
    ...losses(played, charged, unprovenAt(played, proofs)),
  };
}

/** The attended part of a car's time, without a walk through every minute of it. */
function attendedMs(start: number, { from, to }: Span): number {
  let sum = 0;
  for (let day = Math.floor((from - start) / 86_400_000); start + day * 86_400_000 < to; day += 1) {
    const begin = start + day * 86_400_000;
    sum += shared({ from, to }, { from: begin + DUTY.from * MINUTE, to: begin + DUTY.to * MINUTE });
  }
  return sum;
}

/** Whether the sensor of a berth was not yet proven to be there when a car left it. */
function unprovenAt({ site, truth }: Played, proofs: Figures['proofs']): (car: Car) => boolean {
  const times = new Map<string, number>();
  for (const { berthId, provenTime } of proofs)
    times.set(berthId, Math.min(times.get(berthId) ?? Infinity, provenTime ? Date.parse(provenTime) : Infinity));
  return ({ section, berth, to }) =>
    truth.streets[section] === 'sensors' && to <= (times.get(site.sections[section]!.berths[berth]!.id) ?? Infinity);
}

function losses(
  { truth, collectors, read }: Played,
  charged: ReadonlyMap<Car, readonly Span[]>,
  unproven: (car: Car) => boolean,
) {
  const skipped = new Set(collectors.flatMap((collector) => [...collector.skipped]));
  const lost = { unattended: 0, leftUnread: 0, unread: 0, unproven: 0, beforePlate: 0, afterProof: 0 };
  let [stood, paid] = [0, 0];
  for (const car of truth.cars) {
    const spans = charged.get(car) ?? [];
    stood += car.to - car.from;
    const own = spans.reduce((sum, span) => sum + shared(span, car), 0);
    paid += Math.min(own, car.to - car.from);
    if (read.has(car.id) && unproven(car)) {
      lost.unproven += car.to - car.from - Math.min(own, car.to - car.from);
      continue;
    }
    if (spans.length === 0) {
      if (skipped.has(car.id)) lost.leftUnread += car.to - car.from;
      else if (attendedMs(truth.start, car) < MINUTE || (!read.has(car.id) && !onDuty(truth.start, car.from)))
        lost.unattended += car.to - car.from;
      else lost.unread += car.to - car.from;
      continue;
    }
    lost.beforePlate += Math.max(0, Math.min(...spans.map(({ from }) => from)) - car.from);
    lost.afterProof += Math.max(
      0,
      car.to - car.from - own - Math.max(0, Math.min(...spans.map(({ from }) => from)) - car.from),
    );
  }
  const minutes = (ms: number): number => Math.round(ms / MINUTE);
  return {
    stoodMinutes: minutes(stood),
    billedMinutes: minutes(paid),
    lost: {
      unattended: minutes(lost.unattended),
      leftUnread: minutes(lost.leftUnread),
      unread: minutes(lost.unread),
      unproven: minutes(lost.unproven),
      beforePlate: minutes(lost.beforePlate),
      afterProof: minutes(lost.afterProof),
    },
  };
}

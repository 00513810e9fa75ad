/** What sensors send of a world: every change and a heartbeat an hour, less what is lost on its way. */
import { randomFrom } from '../random.ts';
import { HOUR, MINUTE, SECOND, SECTIONS_A_LOT } from './truth.ts';
import type { Span, Spot, Truth } from './truth.ts';

export type Uplink = {
  readonly at: number;
  readonly section: number;
  /** The berth its sensor is bound to, which is another one where two are mounted the wrong way round. */
  readonly berth: number;
  readonly twice: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
};

type Felt = { readonly at: number; readonly kind: 'change' | 'heartbeat' };

/** When a sensor at a berth feels something, in order; what touches is one. */
function felt({ cars, ghosts }: Truth): Map<string, Span[]> {
  const parts = [
    ...cars.flatMap(({ section, berth, also, from, to }) =>
      [berth, ...(also === null ? [] : [also])].map((each, nth) => ({
        section,
        berth: each,
        from: from + nth * 2 * SECOND,
        to: to + nth * 2 * SECOND,
      })),
    ),
    ...ghosts,
  ];
  return new Map(
    [...Map.groupBy(parts, ({ section, berth }) => `${section} ${berth}`)].map(([key, own]) => [
      key,
      own.toSorted((a, b) => a.from - b.from),
    ]),
  );
}

/** The berth a sensor that is mounted at `spot` is bound to. */
export function boundTo({ swaps }: Truth, { section, berth }: Spot): number {
  const swap = swaps.find((each) => each.section === section && each.berths.includes(berth));
  return swap ? swap.berths.find((each) => each !== berth)! : berth;
}

export function uplinksOf(truth: Truth): Uplink[] {
  const { size, faults, start, end, streets, silences, outage } = truth;
  const random = randomFrom(`uplinks ${size.seed}`);
  const bySpot = felt(truth);
  const deaf = (spot: Spot, at: number): boolean =>
    silences.some(
      (each) => each.section === spot.section && each.berth === spot.berth && each.from <= at && at < each.to,
    ) ||
    (outage !== null &&
      Math.floor(spot.section / SECTIONS_A_LOT) === outage.gateway &&
      outage.from <= at &&
      at < outage.to);
  const all: Uplink[] = [];
  for (const [section, street] of streets.entries()) {
    if (street === 'locks') continue;
    for (let berth = 0; berth < size.berths; berth += 1) {
      const spans = bySpot.get(`${section} ${berth}`) ?? [];
      const phase = random.whole(0, 59) * MINUTE + random.whole(0, 59) * SECOND;
      const events: Felt[] = [
        ...spans.flatMap(({ from, to }) => [from, to].map((at): Felt => ({ at, kind: 'change' }))),
        ...Array.from({ length: Math.ceil((end - start) / HOUR) + 2 }, (_, nth): Felt => ({
          at: start - HOUR + phase + nth * HOUR,
          kind: 'heartbeat',
        })),
      ].toSorted((a, b) => a.at - b.at);
      let [occupied, changes, since] = [false, 0, start - HOUR];
      for (const { at, kind } of events) {
        if (kind === 'change') [occupied, changes, since] = [!occupied, changes + 1, at];
        if (random.chance(faults.lost) || deaf({ section, berth }, at)) continue;
        all.push({
          at,
          section,
          berth: boundTo(truth, { section, berth }),
          twice: random.chance(0.01),
          fields: { kind, occupied, changes, sinceSeconds: Math.round((at - since) / SECOND), batteryMv: 3_600 },
        });
      }
    }
  }
  return all.toSorted((a, b) => a.at - b.at);
}

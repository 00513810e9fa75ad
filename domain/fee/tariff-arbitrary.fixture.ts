/** Random tariffs and stays for the laws of the fee engine. */
import { fc } from '#test/property.ts';
import type {
  Chosen,
  Condition,
  Factor,
  FreeTime,
  Meter,
  Rung,
  Scheme,
  Season,
  Span,
  Step,
  Tariff,
  Times,
} from './form.ts';

const minute = 60_000;
const clock = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const span: fc.Arbitrary<Span> = fc.oneof(
  fc.constantFrom('stay' as const, 'piece' as const, 'day' as const),
  fc.constantFrom(360, 1440).map((minutes) => ({ minutes })),
);
const fen = fc.integer({ min: 0, max: 900 });

const unitRung = fc
  .record({ unitMinutes: fc.constantFrom(1, 5, 15, 30, 60, 240), fen, down: fc.integer({ min: 0, max: 4 }) })
  .map(({ down, ...rung }): Rung => ({ ...rung, ...(down === 0 ? { round: 'down' as const } : {}) }));
const ladder = fc
  .tuple(
    fc.option(
      fc.oneof(
        fc.record({ minutes: fc.constantFrom(30, 60, 120), fen }),
        fc.tuple(fc.constantFrom(60, 120), fen).map(([minutes, price]) => ({ minutes, unitMinutes: 15, fen: price })),
      ),
      { nil: null },
    ),
    fc.option(unitRung, { nil: null, freq: 6 }),
  )
  .map(([first, rest]): Rung[] => [...(first ? [first] : []), ...(rest ? [rest] : [{ fen: 700 }])]);

const meter = (id: string, always: boolean): fc.Arbitrary<Meter> =>
  fc
    .record({
      from: clock,
      to: clock,
      days: fc.constantFrom(undefined, ['workday' as const], ['restday' as const], ['sun' as const, 'wed' as const]),
      again: span,
      edge: fc.constantFrom('ends' as const, 'pauses' as const, 'runs-on' as const),
      ladder,
    })
    .map(({ from, to, days, ...rest }) => ({
      id,
      ...rest,
      ...(always ? {} : { windows: [{ from, to, ...(days ? { days } : {}) }] }),
    }));

const caps = (ids: readonly string[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc
      .record({
        cap: fc.integer({ min: 100, max: 5000 }),
        per: span,
        of: fc.option(
          fc.constantFrom(...ids).map((id) => [id]),
          { nil: undefined },
        ),
      })
      .map(({ of, ...cap }): Step => ({ ...cap, ...(of ? { of } : {}) })),
    { maxLength: 2 },
  );

/** Tariffs of one to three meters with their ladders, and up to two caps. */
export const tariffs: fc.Arbitrary<Tariff> = fc
  .tuple(meter('a', false), meter('b', false), fc.option(meter('c', true), { nil: null }))
  .chain(([a, b, c]) => {
    const meters = [a, b, ...(c ? [c] : [])];
    return caps(meters.map(({ id }) => id)).map((after): Tariff => ({ form: 2, schemes: [{ meters, after }] }));
  });

const label = { zh: '测试', en: 'Test' };
const factor = fc.constantFrom<Chosen<Factor>>(
  1,
  2,
  [1, 2],
  [3, 2],
  { by: 'vehicle', of: { large: 2 }, else: 1 },
  { value: 'bays', else: 1 },
);
/** Recurring time of the wall, here and there of some days alone. */
const recurring: fc.Arbitrary<Times> = fc
  .record({
    from: clock,
    to: clock,
    days: fc.constantFrom(undefined, ['workday' as const], ['sat' as const, 'sun' as const]),
  })
  .map(({ days, ...window }) => ({ ...window, ...(days ? { days } : {}) }));
/** Spans that earlier visits of a plate may lie in. */
const overVisits = fc.constantFrom<Span>('day', 'week', 'month', 'stay', { minutes: 1440 }, { at: '06:00' });
const conditional = fc.constantFrom<{ when?: Condition[] }>(
  {},
  {},
  { when: [{ value: 'chargingMinutes', atLeast: 45 }] },
);
const adjustment: fc.Arbitrary<Step> = fc.oneof(
  factor.map((times): Step => ({ times })),
  fc.integer({ min: 0, max: 2000 }).map((atLeast): Step => ({ atLeast })),
  fc.record({
    roundTo: fc.constantFrom(1, 10, 50, 100),
    how: fc.constantFrom('up' as const, 'down' as const, 'half-up' as const),
  }),
  fc.tuple(fc.integer({ min: 0, max: 700 }), conditional).map(([plus, when]): Step => ({ plus, label, ...when })),
  fc.tuple(fc.integer({ min: 1, max: 700 }), recurring).map(([plus, each]): Step => ({ plus, label, each })),
  fc
    .tuple(
      fc.integer({ min: 1, max: 100 }),
      fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
      conditional,
    )
    .map(([percent, atMost, when]): Step => ({
      less: { percent, ...(atMost === undefined ? {} : { atMost }) },
      label,
      ...when,
    })),
  fc.integer({ min: 1, max: 900 }).map((off): Step => ({ less: { fen: off }, label })),
  fc.tuple(fc.integer({ min: 100, max: 5000 }), overVisits).map(([cap, per]): Step => ({ cap, per, visits: true })),
);
const freeTime: fc.Arbitrary<FreeTime | null> = fc
  .option(
    fc.record({
      minutes: fc.integer({ min: 0, max: 120 }),
      inclusive: fc.boolean(),
      lost: fc.boolean(),
      once: fc.option(overVisits, { nil: undefined, freq: 2 }),
      within: fc.option(fc.constantFrom(30, 180), { nil: undefined }),
      gift: fc.option(fc.constantFrom({ atLeast: 60, minutes: 120 }, { each: 10, minutes: 5 }), { nil: undefined }),
    }),
    { nil: null },
  )
  .map((free) => {
    if (!free) return null;
    const { once, within, gift, ...rest } = free;
    return {
      ...rest,
      ...(once === undefined ? {} : { once }),
      ...(within === undefined ? {} : { withinMinutes: within }),
      ...(gift ? { gifts: [{ value: 'chargingMinutes', ...gift }] } : {}),
    };
  });
const highSeason: fc.Arbitrary<Season> = fc
  .oneof(
    fc.constant({ from: '12-15', to: '02-10' }),
    recurring.map((window) => ({ windows: [window] })),
    recurring.map((window) => ({ months: [1, 2, 7], windows: [window, { from: '22:00', to: '02:00' }] })),
  )
  .map((season) => ({ id: 'high', ...season }));
const dear: fc.Arbitrary<Chosen<number>> = fc.oneof(
  fen,
  fc.record({ large: fen, other: fen }).map(({ large, other }) => ({ by: 'vehicle', of: { large }, else: other })),
  fc.record({ high: fen, other: fen }).map(({ high, other }) => ({ by: 'season', of: { high }, else: other })),
  fc.record({ sun: fen, other: fen }).map(({ sun, other }) => ({ by: 'day', of: { sun }, else: other })),
);

/**
 * Any tariff: besides meters and caps free time, also once for several visits and by what was charged meanwhile, prices
 * by car, season, hour, day and part of an hour, and all that may follow.
 */
export const anyTariffs: fc.Arbitrary<Tariff> = fc
  .record({
    tariff: tariffs,
    free: freeTime,
    own: freeTime,
    prices: fc.array(dear, { minLength: 6, maxLength: 6 }),
    perMinutes: fc.boolean(),
    steps: fc.array(adjustment, { maxLength: 3 }),
    season: highSeason,
    starts: fc.constantFrom(undefined, undefined, undefined, 'chargingEnd'),
    cheapest: fc.boolean(),
  })
  .map(({ tariff, free, own, prices, perMinutes, steps, season, starts, cheapest }): Tariff => {
    const [scheme] = tariff.schemes;
    const meters = scheme!.meters.map((each, nth): Meter => ({
      ...each,
      ...(nth === 0 && own ? { free: own } : {}),
      ladder: each.ladder.map((rung, at): Rung => ({
        ...rung,
        fen: prices[(nth + at) % 6]!,
        ...(perMinutes && rung.unitMinutes !== undefined ? { perMinutes: 60 } : {}),
      })),
    }));
    const full: Scheme = {
      ...scheme!,
      meters,
      ...(free ? { free } : {}),
      ...(starts ? { startsAt: starts } : {}),
      after: [...(scheme!.after ?? []), ...steps],
    };
    return {
      form: 2,
      seasons: [season],
      ...(cheapest
        ? {
            choose: 'cheapest',
            schemes: [full, { meters: [{ id: 'day', again: 'day', edge: 'ends', ladder: [{ fen: 3000 }] }] }],
          }
        : { schemes: [full] }),
    };
  });

/**
 * What a gate knows of charging on the way by the exit: nothing, that it is under way, or that it is over; as shares of
 * the stay.
 */
export const charged: fc.Arbitrary<(inAt: number, outAt: number) => { events?: Readonly<Record<string, number>> }> = fc
  .option(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 60, max: 100 }), { nil: null })), {
    nil: null,
  })
  .map((charging) => (inAt, outAt) => {
    if (!charging) return {};
    const [begun, ended] = charging.map((share) =>
      share === null ? null : inAt + Math.floor(((outAt - inAt) * share) / 100),
    );
    return { events: { chargingStart: begun!, ...(typeof ended === 'number' ? { chargingEnd: ended } : {}) } };
  });

/**
 * Tariffs whose clock times are no part of a change of the clocks, so that every minute of the wall says in which
 * window it lies.
 */
export const daytimeTariffs: fc.Arbitrary<Tariff> = fc
  .tuple(tariffs, fc.array(fc.integer({ min: 8, max: 45 }), { minLength: 4, maxLength: 4 }))
  .map(([tariff, halves]): Tariff => {
    const time = (nth: number): string =>
      `${String(halves[nth]! >> 1).padStart(2, '0')}:${halves[nth]! % 2 ? '30' : '00'}`;
    const meters = tariff.schemes[0]!.meters.map((each, nth): Meter =>
      each.windows
        ? {
            ...each,
            windows: each.windows.map((window) => ({ ...window, from: time(nth * 2), to: time(nth * 2 + 1) })),
          }
        : each,
    );
    return { form: 2, schemes: [{ ...tariff.schemes[0]!, meters }] };
  });

/** Tariffs whose prices and caps depend on the how manieth span it is, wherever there is more than one. */
export const countedTariffs: fc.Arbitrary<Tariff> = fc
  .tuple(tariffs, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 500 }))
  .map(([tariff, second, later]): Tariff => {
    const [{ meters, after = [] }] = tariff.schemes as [Scheme];
    const counted = (chosen: Chosen<number>): Chosen<number> =>
      typeof chosen === 'number' ? { by: 'nth', of: { 1: chosen, 2: chosen + second }, else: later } : chosen;
    return {
      form: 2,
      schemes: [
        {
          meters: meters.map((each) =>
            each.again === 'stay'
              ? each
              : { ...each, ladder: each.ladder.map((rung) => ({ ...rung, fen: counted(rung.fen) })) },
          ),
          after: after.map((step) =>
            'cap' in step && step.per !== 'stay' ? { ...step, cap: counted(step.cap) } : step,
          ),
        },
      ],
    };
  });

/** Whole minutes around the changes of the clocks in several zones, and anywhere else, up to three days. */
export const changingStays = fc
  .tuple(
    fc.constantFrom(
      Date.UTC(2024, 2, 31, 1),
      Date.UTC(2024, 9, 27, 1),
      Date.UTC(2018, 10, 4, 3),
      Date.UTC(2018, 1, 18, 2),
      Date.UTC(2024, 3, 6, 15),
      Date.UTC(2024, 9, 5, 15),
    ),
    fc.integer({ min: -2880, max: 1440 }),
    fc.integer({ min: 0, max: 4320 }),
  )
  .map(([change, from, length]) => ({ inAt: change + from * minute, outAt: change + (from + length) * minute }));

/** Whole minutes in Shanghai, up to three days. */
export const minuteStays = fc
  .tuple(
    fc.integer({ min: Date.UTC(2024, 0, 1) / minute, max: Date.UTC(2024, 2, 1) / minute }),
    fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 4320 })),
  )
  .map(([from, length]) => ({ inAt: from * minute, outAt: (from + length) * minute }));

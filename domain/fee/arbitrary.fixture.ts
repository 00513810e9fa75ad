/** Random rules and stays for the laws of the fee engine. */
import { fc } from '#test/property.ts';
import type { SimpleRule } from './types.ts';

export const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe'] as const;
export const zones = fc.constantFrom(...ZONES);

const cap = fc.option(fc.integer({ min: 1, max: 6000 }), { nil: null });
const first = fc.option(
  fc.record({ firstMinutes: fc.integer({ min: 1, max: 2000 }), firstFen: fc.integer({ min: 0, max: 2000 }) }),
  { nil: null },
);

/** Any rule that `checkRule` lets pass. */
export const rules: fc.Arbitrary<SimpleRule> = fc
  .record({
    freeMinutes: fc.integer({ min: 0, max: 120 }),
    freeMinutesCounted: fc.boolean(),
    unitMinutes: fc.constantFrom(1, 7, 15, 30, 60, 90, 600, 1440, 2000),
    unitFen: fc.integer({ min: 0, max: 900 }),
    dayCapBasis: fc.constantFrom('natural-day' as const, 'rolling-24h' as const),
    roundUp: fc.boolean(),
    cap,
    first,
    visit: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null, freq: 8 }),
  })
  .map(({ cap: dayCapFen, first: period, visit, ...rest }): SimpleRule => {
    const base = { form: 1 as const, kind: 'simple' as const, ...rest };
    if (visit !== null) return { ...base, perVisitFen: visit };
    return { ...base, ...period, ...(dayCapFen === null ? {} : { dayCapFen }) };
  });

/** Stays of up to four days, many of them short or near a change of the clocks, to the millisecond. */
export const stays = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: Date.UTC(2018, 0, 1), max: Date.UTC(2027, 0, 1) }),
      fc.integer({ min: -100_000_000, max: 100_000_000 }).map((near) => Date.UTC(2024, 2, 31, 1) + near),
      fc.integer({ min: -100_000_000, max: 100_000_000 }).map((near) => Date.UTC(2018, 10, 4, 3) + near),
    ),
    fc.oneof(
      fc.integer({ min: 0, max: 4 * 86_400_000 }),
      fc.integer({ min: 0, max: 240 }).map((minutes) => minutes * 60_000),
    ),
  )
  .map(([inAt, length]) => ({ inAt, outAt: inAt + length }));

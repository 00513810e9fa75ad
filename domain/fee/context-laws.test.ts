/**
 * What holds for any tariff over all that a gate knows: the lot's holidays and event days, changes of area on the way,
 * earlier visits, charging.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { stays, zones } from './arbitrary.fixture.ts';
import { bill } from './bill.ts';
import type { Bill, BillFacts } from './bill.ts';
import type { Meter, Span, Step, Tariff } from './form.ts';
import { knownAtGate } from './known.ts';
import { price } from './price.ts';
import { anyTariffs, charged } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule, Priced, Stay } from './types.ts';
import { visitsSince } from './visits.ts';

const RUNS = { numRuns: 300 };
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];
const SPANNING = new Set(['free', 'time', 'flat', 'covered']);
const whole = (at: number): number => Math.floor(at / SECOND) * SECOND;
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const fen = fc.integer({ min: 0, max: 900 });
const edges = fc.constantFrom('ends' as const, 'pauses' as const, 'runs-on' as const);
const spans = fc.constantFrom<Span>('stay', 'piece', 'day', 'week', { minutes: 1440 }, { at: '06:00' });
const own = (id: string, window: object): fc.Arbitrary<Meter> =>
  fc
    .record({ again: spans, edge: edges, unitMinutes: fc.constantFrom(15, 60), price: fen })
    .map(({ price: each, unitMinutes, ...rest }) => ({
      id,
      windows: [window],
      ...rest,
      ladder: [{ unitMinutes, fen: each }],
    }));
const visited: fc.Arbitrary<Step> = fc
  .record({
    per: spans,
    first: fc.integer({ min: 100, max: 5000 }),
    later: fc.integer({ min: 100, max: 5000 }),
    visits: fc.boolean(),
  })
  .map(({ per, first, later, visits }) => ({ cap: { by: 'nth', of: { 1: first }, else: later }, per, visits }));

/** Any tariff that prices an area, the evenings of event days and several visits by themselves. */
const tariffs: fc.Arbitrary<Tariff> = fc
  .tuple(
    anyTariffs,
    own('vip', { area: 'vip' }),
    own('event', { days: ['event'], from: '17:00', to: '24:00' }),
    visited,
  )
  .map(([tariff, vip, event, cap]) => ({
    ...tariff,
    schemes: tariff.schemes.map((scheme) => ({
      ...scheme,
      meters: [vip, event, ...scheme.meters],
      after: [cap, ...(scheme.after ?? [])],
    })),
  }));

type Known = { readonly stay: Stay; readonly context: FeeContext };
const hours = fc.integer({ min: 0, max: 100 });
const around: fc.Arbitrary<Known> = fc
  .record({
    times: stays,
    zone: zones,
    carKind: fc.constantFrom('small', 'large'),
    area: fc.constantFrom(null, 'vip', 'main'),
    moves: fc.array(fc.tuple(hours, fc.constantFrom(null, 'vip', 'main')), { maxLength: 4 }),
    days: fc.array(
      fc.tuple(
        fc.integer({ min: -1, max: 5 }),
        fc.constantFrom('holidays' as const, 'workdays' as const, 'eventDays' as const),
      ),
      { maxLength: 5 },
    ),
    visits: fc.array(fc.tuple(fc.integer({ min: 1, max: 80 * 24 }), fc.integer({ min: 0, max: 4000 })), {
      maxLength: 4,
    }),
    charged,
  })
  .map(({ times: { inAt, outAt }, zone, carKind, area, moves, days, visits, charged: charges }) => ({
    stay: { inAt, outAt, carKind },
    context: {
      zone,
      calendar: Object.fromEntries(
        (['holidays', 'workdays', 'eventDays'] as const).map((kind) => [
          kind,
          days.filter(([, of]) => of === kind).map(([day]) => dateOf(inAt + day * DAY)),
        ]),
      ),
      ...knownAtGate({
        colour: 'blue',
        area,
        from: inAt,
        to: outAt,
        moves: moves.map(([hour, to]) => ({ at: inAt + hour * 60 * MINUTE, area: to })).sort((a, b) => a.at - b.at),
      }),
      ...charges(inAt, outAt),
      earlier: visits.map(([hour, paid]) => ({ at: inAt - hour * 60 * MINUTE, fen: paid })),
    },
  }));

function priced(rule: FeeRule, { stay, context }: Known): Priced {
  const result = price(rule, stay, context);
  assert.ok(!isFeeRefusal(result));
  return result;
}
function billed(rule: FeeRule, { stay, context }: Known, facts: BillFacts): Bill {
  const result = bill(rule, stay, context, facts);
  assert.ok(!isFeeRefusal(result));
  return result;
}
const until = ({ stay, context }: Known, outAt: number, freeUntil?: number): Known => ({
  stay: { ...stay, outAt },
  context: { ...context, ...(freeUntil === undefined ? {} : { freeUntil }) },
});

test('the fee is a function of stay, tariff and what is known: the same to the fen from copies, and each second lies in one line', () =>
  fc.assert(
    fc.property(tariffs, around, (tariff, known) => {
      const result = priced(tariff, known);
      assert.deepEqual(priced(structuredClone(tariff), structuredClone(known)), result);
      let at = whole(known.stay.inAt);
      for (const line of result.lines) {
        assert.equal(line.from, SPANNING.has(line.kind) ? at : line.to);
        if (SPANNING.has(line.kind)) at = line.to;
      }
      assert.equal(at, whole(known.stay.outAt));
      assert.equal(
        result.lines.reduce((sum, { amountFen }) => sum + amountFen, 0),
        result.totalFen,
      );
      assert.ok(Number.isSafeInteger(result.totalFen) && result.totalFen >= 0);
    }),
    RUNS,
  ));

test('to prepay and leave at once costs the same as to pay at the exit', () =>
  fc.assert(
    fc.property(tariffs, around, fc.integer({ min: 0, max: 30 }), (tariff, known, leave) => {
      const { totalFen } = billed(tariff, known, { paidFen: 0 });
      const atExit = billed(tariff, until(known, known.stay.outAt, known.stay.outAt + leave * MINUTE), {
        paidFen: totalFen,
      });
      assert.deepEqual([atExit.totalFen, atExit.prepaidFen, atExit.surplusFen], [0, totalFen, 0]);
    }),
    RUNS,
  ));

test('in the leave window nothing is due, also where the car goes to another area in it; the first second after it the fee of the whole stay less what was paid', () =>
  fc.assert(
    fc.property(tariffs, around, fc.integer({ min: 0, max: 900 }), (tariff, known, seconds) => {
      const paidFen = priced(tariff, known).totalFen;
      const freeUntil = whole(known.stay.outAt) + 900 * SECOND;
      const moved: Known = {
        ...known,
        context: {
          ...known.context,
          areas: [
            ...(known.context.areas ?? []),
            { at: Math.max(known.stay.outAt, known.context.areas?.at(-1)?.at ?? 0) + MINUTE, area: 'vip' },
          ],
        },
      };
      const due = (outAt: number): number => billed(tariff, until(moved, outAt, freeUntil), { paidFen }).totalFen;
      assert.deepEqual([due(freeUntil - seconds * SECOND), due(freeUntil)], [0, 0]);
      assert.equal(
        due(freeUntil + SECOND),
        Math.max(0, priced(tariff, until(moved, freeUntil + SECOND)).totalFen - paidFen),
      );
    }),
    RUNS,
  ));

test('what is yet to come changes no price: moves at the exit or later, event days after it, visits that are not earlier enough to count', () =>
  fc.assert(
    fc.property(tariffs, around, (tariff, known) => {
      const { stay, context } = known;
      const later = {
        areas: [
          ...(context.areas ?? []).filter(({ at }) => at < whole(stay.outAt)),
          { at: stay.outAt, area: 'vip' },
          { at: stay.outAt + DAY, area: 'main' },
        ],
      };
      const days = {
        calendar: {
          ...context.calendar,
          eventDays: [...(context.calendar?.eventDays ?? []), dateOf(stay.outAt + 3 * DAY)],
        },
      };
      const since = visitsSince(tariff, stay.inAt, context) ?? Number.POSITIVE_INFINITY;
      assert.equal(
        priced(tariff, {
          stay,
          context: { ...context, ...later, ...days, earlier: context.earlier!.filter(({ at }) => at >= since) },
        }).totalFen,
        priced(tariff, {
          stay,
          context: { ...context, earlier: context.earlier!.filter(({ at }) => at >= stay.inAt - 62 * DAY) },
        }).totalFen,
      );
    }),
    RUNS,
  ));

test('a report of the car’s current area does not change the price; a tariff without areas and events requires neither', () =>
  fc.assert(
    fc.property(tariffs, anyTariffs, around, hours, (tariff, plain, known, hour) => {
      const { stay, context } = known;
      const at = stay.inAt + hour * 60 * MINUTE;
      const here = (context.areas ?? []).findLast((each) => each.at <= at)?.area ?? '';
      const moves = [...(context.areas ?? []), { at, area: here }].sort((a, b) => a.at - b.at);
      assert.equal(
        priced(tariff, { stay, context: { ...context, areas: moves } }).totalFen,
        priced(tariff, known).totalFen,
      );
      const { areas: _, ...nowhere } = context;
      assert.deepEqual(
        priced(plain, { stay, context: { ...nowhere, calendar: { ...context.calendar, eventDays: [] } } }),
        priced(plain, known),
      );
    }),
    RUNS,
  ));

test('an earlier visit never makes a stay dearer, and with the cap alone both together never cost more than it', () =>
  fc.assert(
    fc.property(tariffs, around, (tariff, known) => {
      const [scheme] = tariff.schemes;
      const { stay, context } = known;
      // What is free once is free for the first of several visits, and dearer for the next.
      const meters = scheme!.meters.map(({ id, windows, again, edge, ladder }): Meter => ({
        id,
        ...(windows ? { windows } : {}),
        again,
        edge,
        ladder,
      }));
      const capped = (cap: number): Tariff => ({
        form: 2,
        ...(tariff.seasons ? { seasons: tariff.seasons } : {}),
        schemes: [{ meters, after: [{ cap, per: 'stay', visits: true }] }],
      });
      const paid = context.earlier!.reduce((sum, each) => sum + each.fen, 0);
      const alone = priced(capped(3000), { stay, context: { ...context, earlier: [] } }).totalFen;
      const now = priced(capped(3000), known).totalFen;
      assert.ok(now <= alone && (paid >= 3000 ? now === 0 : paid + now <= 3000));
    }),
    RUNS,
  ));

/** Random tariffs for the laws of the fee engine, and their prices read minute by minute. */
import fc from 'fast-check';
import type { Meter, Rung, Scheme, Span, Step, Tariff } from './form.ts';

const minute = 60_000;
const clock = fc.integer({ min: 0, max: 47 }).map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const span: fc.Arbitrary<Span> = fc.oneof(fc.constantFrom('stay' as const, 'piece' as const, 'day' as const), fc.constantFrom(360, 1440).map((minutes) => ({ minutes })));
const fen = fc.integer({ min: 0, max: 900 });

const unitRung = fc.record({ unitMinutes: fc.constantFrom(1, 5, 15, 30, 60, 240), fen, down: fc.integer({ min: 0, max: 4 }) }).map(({ down, ...rung }): Rung => ({ ...rung, ...(down === 0 ? { round: 'down' as const } : {}) }));
const ladder = fc.tuple(
  fc.option(fc.oneof(fc.record({ minutes: fc.constantFrom(30, 60, 120), fen }), fc.tuple(fc.constantFrom(60, 120), fen).map(([minutes, price]) => ({ minutes, unitMinutes: 15, fen: price }))), { nil: null }),
  fc.option(unitRung, { nil: null, freq: 6 }),
).map(([first, rest]): Rung[] => [...(first ? [first] : []), ...(rest ? [rest] : [{ fen: 700 }])]);

const meter = (id: string, always: boolean): fc.Arbitrary<Meter> => fc.record({
  from: clock, to: clock, days: fc.constantFrom(undefined, ['workday' as const], ['restday' as const], ['sun' as const, 'wed' as const]),
  again: span, edge: fc.constantFrom('ends' as const, 'pauses' as const, 'runs-on' as const), ladder,
}).map(({ from, to, days, ...rest }) => ({ id, ...rest, ...(always ? {} : { windows: [{ from, to, ...(days ? { days } : {}) }] }) }));

const caps = (ids: readonly string[]): fc.Arbitrary<Step[]> => fc.array(
  fc.record({ cap: fc.integer({ min: 100, max: 5000 }), per: span, of: fc.option(fc.constantFrom(...ids).map((id) => [id]), { nil: undefined }) }).map(({ of, ...cap }): Step => ({ ...cap, ...(of ? { of } : {}) })), { maxLength: 2 });

/** Tariffs of one to three meters with their ladders, and up to two caps. */
export const tariffs: fc.Arbitrary<Tariff> = fc.tuple(meter('a', false), meter('b', false), fc.option(meter('c', true), { nil: null })).chain(([a, b, c]) => {
  const meters = [a, b, ...(c ? [c] : [])];
  return caps(meters.map(({ id }) => id)).map((after): Tariff => ({ form: 2, schemes: [{ meters, after }] }));
});

/** Whole minutes in Shanghai, up to three days. */
export const minuteStays = fc.tuple(fc.integer({ min: Date.UTC(2024, 0, 1) / minute, max: Date.UTC(2024, 2, 1) / minute }), fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 4320 })))
  .map(([from, length]) => ({ inAt: from * minute, outAt: (from + length) * minute }));

// ---------------------------------------------------------------- by hand

const local = (at: number): Date => new Date(at + 8 * 3_600_000);
const dayOf = (at: number): number => Math.floor((at + 8 * 3_600_000) / 86_400_000);

function meterAt(meters: readonly Meter[], at: number): number {
  const time = local(at).toISOString().slice(11, 16);
  const fits = (days: readonly string[] | undefined, when: number): boolean => {
    const week = local(when).getUTCDay();
    return days === undefined || days.includes(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][week]!) || days.includes(week === 0 || week === 6 ? 'restday' : 'workday');
  };
  return meters.findIndex(({ windows }) => windows === undefined || windows.some(({ from = '00:00', to = '24:00', days }) => (from < to
    ? time >= from && time < to && fits(days, at)
    : (time >= from && fits(days, at)) || (time < to && fits(days, at - 86_400_000)))));
}

const keyOf = (span_: Span, at: number, from: number, piece: number): string =>
  (span_ === 'stay' ? '' : span_ === 'piece' ? `p${piece}` : span_ === 'day' ? `d${dayOf(at)}` : `b${Math.floor((at - from) / minute / (span_ as { minutes: number }).minutes)}`);

type Unit = { at: number; meter: number; piece: number; amount: number };

/** The price read word by word, minute after minute: slow, and written without the engine. */
export function byHand({ meters, after = [] }: Scheme, from: number, to: number): number {
  const units = unitsOf(meters, from, to);
  for (const step of after) {
    if (!('cap' in step)) throw new Error('only caps are read by hand');
    const sums = new Map<string, Unit[]>();
    for (const unit of units) if (!step.of || step.of.includes(meters[unit.meter]!.id)) sums.set(keyOf(step.per, unit.at, from, unit.piece), [...sums.get(keyOf(step.per, unit.at, from, unit.piece)) ?? [], unit]);
    for (const group of sums.values()) {
      let over = group.reduce((sum, unit) => sum + unit.amount, 0) - (step.cap as number);
      for (const unit of group.toReversed()) {
        const taken = Math.min(unit.amount, Math.max(0, over));
        unit.amount -= taken;
        over -= taken;
      }
    }
  }
  return units.reduce((sum, unit) => sum + unit.amount, 0);
}

function unitsOf(meters: readonly Meter[], from: number, to: number): Unit[] {
  const units: Unit[] = [];
  const places = meters.map(() => ({ counted: 0, key: '', left: false }));
  let [piece, before, paidUntil, owner] = [0, -2, 0, -1];
  let open: { unit: Unit; rung: Rung } | null = null;
  for (let at = from; at < to; at += minute) {
    const index = meterAt(meters, at);
    const own = meters[index];
    const anew = index !== before || (own !== undefined && own.again !== 'piece' && own.again !== 'stay' && keyOf(own.again, at, from, 0) !== keyOf(own.again, at - minute, from, 0));
    if (anew || at === from) piece += 1;
    if (index !== before && before >= 0) places[before]!.left = true;
    before = index;
    if (owner >= 0 && meters[owner]!.again !== 'piece' && keyOf(meters[owner]!.again, at, from, 0) !== places[owner]!.key.slice(0, -1 - String(places[owner]!.key.split('|')[1]).length)) paidUntil = at;
    if (at < paidUntil || !own) continue;
    const place = places[index]!;
    const key = `${own.again === 'piece' ? '' : keyOf(own.again, at, from, 0)}|${own.again === 'piece' ? piece : ''}`;
    if (place.key !== key) [place.counted, open] = [0, null];
    else if (place.left && own.edge === 'ends') place.counted = endUnit(own.ladder, place.counted);
    [place.key, place.left] = [key, false];
    const found = rungOf(own.ladder, place.counted);
    if (!found) { place.counted += 1; continue; }
    const { rung, offset, left } = found;
    const length = rung.unitMinutes ?? rung.minutes ?? Number.POSITIVE_INFINITY;
    const starts = length === Number.POSITIVE_INFINITY ? offset === 0 : offset % length === 0;
    const unit: Unit = { at, meter: index, piece, amount: rung.fen as number };
    if (own.edge === 'runs-on' && length !== Number.POSITIVE_INFINITY) {
      const take = Math.min(left, length - (offset % length));
      if (starts && (rung.round !== 'down' || at + take * minute <= to) && (rung.round !== 'down' || take === length)) units.push(unit);
      [paidUntil, owner] = [at + take * minute, index];
      place.counted += take;
      continue;
    }
    if (starts) open = { unit, rung };
    if (starts && rung.round !== 'down') units.push(unit);
    if (rung.round === 'down' && length !== Number.POSITIVE_INFINITY && (offset + 1) % length === 0) units.push(open && open.unit.piece === piece && open.rung === rung ? open.unit : unit);
    place.counted += 1;
  }
  return units;
}

function rungOf(ladder_: readonly Rung[], counted: number): { rung: Rung; offset: number; left: number } | null {
  let start = 0;
  for (const rung of ladder_) {
    const end = start + (rung.minutes ?? Number.POSITIVE_INFINITY);
    if (counted < end) return { rung, offset: counted - start, left: end - counted };
    start = end;
  }
  return null;
}

function endUnit(ladder_: readonly Rung[], counted: number): number {
  const found = rungOf(ladder_, counted);
  const length = found && (found.rung.unitMinutes ?? found.rung.minutes);
  return found && length ? counted - found.offset + Math.ceil(found.offset / length) * length : counted;
}

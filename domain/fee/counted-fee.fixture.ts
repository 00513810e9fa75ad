/** The price of a stay by a tariff of meters and caps, read minute by minute: slow, and written without the engine. */
import type { Chosen, Meter, Rung, Scheme, Span } from './form.ts';
import { wallAt } from '../time/zone.ts';

const minute = 60_000;
const local = (at: number, zone: string): Date => new Date(wallAt(at, zone));
const dayOf = (at: number, zone: string): number => Math.floor(wallAt(at, zone) / 86_400_000);

function meterAt(meters: readonly Meter[], at: number, zone: string): number {
  const wall = local(at, zone);
  const time = wall.toISOString().slice(11, 16);
  const fits = (days: readonly string[] | undefined, when: Date): boolean => {
    const week = when.getUTCDay();
    return (
      days === undefined ||
      days.includes(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][week]!) ||
      days.includes(week === 0 || week === 6 ? 'restday' : 'workday')
    );
  };
  return meters.findIndex(
    ({ windows }) =>
      windows === undefined ||
      windows.some(({ from = '00:00', to = '24:00', days }) =>
        from < to
          ? time >= from && time < to && fits(days, wall)
          : (time >= from && fits(days, wall)) || (time < to && fits(days, new Date(wall.getTime() - 86_400_000))),
      ),
  );
}

/** Names the span that a minute of a stay lies in. */
type KeyOf = (span_: Span, at: number, piece: number) => string;
const keysOf =
  (from: number, zone: string): KeyOf =>
  (span_, at, piece) =>
    span_ === 'stay'
      ? ''
      : span_ === 'piece'
        ? `p${piece}`
        : span_ === 'day'
          ? `d${dayOf(at, zone)}`
          : `b${Math.floor((at - from) / minute / (span_ as { minutes: number }).minutes)}`;

type Unit = { at: number; meter: number; piece: number; amount: number };

/** An amount, or of amounts by the how manieth span the one for it. */
const byNth = (chosen: Chosen<number>, nth: number): number => {
  if (typeof chosen === 'number') return chosen;
  return (chosen.of[String(nth)] ?? chosen.else) as number;
};

/** The how manieth span a minute lies in: where the next begins they are counted on, minute after minute. */
function nthCounted(keyOf: KeyOf, span_: Span, from: number, { at, piece }: Unit, counts: readonly boolean[]): number {
  if (span_ === 'piece') return counts.slice(0, piece).filter(Boolean).length;
  let [nth, last] = [0, ''];
  for (let each = from; each <= at; each += 30 * minute) {
    const key = keyOf(span_, each, 0);
    if (nth === 0 || key !== last) nth += 1;
    last = key;
  }
  return nth + (keyOf(span_, at, 0) === last ? 0 : 1);
}

/** The price read word by word, minute after minute: slow, and written without the engine. */
export function countedFee({ meters, after = [] }: Scheme, from: number, to: number, zone = 'Asia/Shanghai'): number {
  const keyOf = keysOf(from, zone);
  const { units, pieces } = unitsOf(meters, from, to, zone);
  for (const step of after) {
    if (!('cap' in step)) throw new Error('only caps are read by hand');
    const sums = new Map<string, Unit[]>();
    for (const unit of units)
      if (!step.of || step.of.includes(meters[unit.meter]!.id))
        sums.set(keyOf(step.per, unit.at, unit.piece), [
          ...(sums.get(keyOf(step.per, unit.at, unit.piece)) ?? []),
          unit,
        ]);
    for (const group of sums.values()) {
      const counts = pieces.map((meter_) => meter_ >= 0 && (!step.of || step.of.includes(meters[meter_]!.id)));
      const cap = byNth(step.cap, nthCounted(keyOf, step.per, from, group[0]!, counts));
      let over = group.reduce((sum, unit) => sum + unit.amount, 0) - cap;
      for (const unit of group.toReversed()) {
        const taken = Math.min(unit.amount, Math.max(0, over));
        unit.amount -= taken;
        over -= taken;
      }
    }
  }
  return units.reduce((sum, unit) => sum + unit.amount, 0);
}

function unitsOf(
  meters: readonly Meter[],
  from: number,
  to: number,
  zone: string,
): { units: Unit[]; pieces: readonly number[] } {
  const keyOf = keysOf(from, zone);
  const units: Unit[] = [];
  const pieces: number[] = [];
  const places = meters.map(() => ({ counted: 0, key: '', left: false }));
  let [piece, before, paidUntil, owner] = [0, -2, 0, -1];
  let open: { unit: Unit; rung: Rung } | null = null;
  for (let at = from; at < to; at += minute) {
    const index = meterAt(meters, at, zone);
    const own = meters[index];
    const anew =
      index !== before ||
      (own !== undefined &&
        own.again !== 'piece' &&
        own.again !== 'stay' &&
        keyOf(own.again, at, 0) !== keyOf(own.again, at - minute, 0));
    if (anew || at === from) {
      piece += 1;
      pieces.push(index);
    }
    if (index !== before && before >= 0) places[before]!.left = true;
    before = index;
    if (
      owner >= 0 &&
      meters[owner]!.again !== 'piece' &&
      keyOf(meters[owner]!.again, at, 0) !==
        places[owner]!.key.slice(0, -1 - String(places[owner]!.key.split('|')[1]).length)
    )
      paidUntil = at;
    if (at < paidUntil || !own) continue;
    const place = places[index]!;
    const key = `${own.again === 'piece' ? '' : keyOf(own.again, at, 0)}|${own.again === 'piece' ? piece : ''}`;
    if (place.key !== key) [place.counted, open] = [0, null];
    else if (place.left && own.edge === 'ends') place.counted = endUnit(own.ladder, place.counted);
    [place.key, place.left] = [key, false];
    const found = rungOf(own.ladder, place.counted);
    if (!found) {
      place.counted += 1;
      continue;
    }
    const { rung, offset, left } = found;
    const length = rung.unitMinutes ?? rung.minutes ?? Number.POSITIVE_INFINITY;
    const starts = length === Number.POSITIVE_INFINITY ? offset === 0 : offset % length === 0;
    const unit: Unit = { at, meter: index, piece, amount: 0 };
    const mine = pieces.map((meter_) => meter_ === index);
    unit.amount =
      typeof rung.fen === 'number' ? rung.fen : byNth(rung.fen, nthCounted(keyOf, own.again, from, unit, mine));
    if (own.edge === 'runs-on' && length !== Number.POSITIVE_INFINITY) {
      const take = Math.min(left, length - (offset % length));
      if (starts && (rung.round !== 'down' || at + take * minute <= to) && (rung.round !== 'down' || take === length))
        units.push(unit);
      [paidUntil, owner] = [at + take * minute, index];
      place.counted += take;
      continue;
    }
    if (starts) open = { unit, rung };
    if (starts && rung.round !== 'down') units.push(unit);
    if (rung.round === 'down' && length !== Number.POSITIVE_INFINITY && (offset + 1) % length === 0)
      units.push(open && open.unit.piece === piece && open.rung === rung ? open.unit : unit);
    place.counted += 1;
  }
  return { units, pieces };
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

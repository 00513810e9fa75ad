/** Counts the time of a stay by meters and ladders. Money here is in parts of a fen: `scale` parts are one. */
import type { Meter, Rung, Span } from './form.ts';
import type { DayPlans, Stretch } from './day-plan.ts';
import { nextStart, spanKey } from './day-plan.ts';
import { MINUTE } from '../time/zone.ts';
import { NO_WORDS } from './words.ts';
import type { Words } from './words.ts';

/**
 * One run of units of a rung, a stretch of free time, or an adjustment of what began at `from`. Money in parts of a
 * fen.
 */
export type Charged = {
  readonly from: number;
  to: number;
  /** -1: time outside all meters. */
  readonly meter: number;
  /** -1: not charged. */
  readonly rung: number;
  readonly units: number;
  unit: number;
  /** The price that was chosen for the rung, in fen. */
  readonly fen: number;
  amount: number;
  /** What of the amount the caps so far have left. */
  left: number;
  /** Which continuous piece of its meter's time this began in. */
  readonly piece: number;
  /** The step after the meters that made it, -1: none. */
  readonly step: number;
  /** How it was multiplied, or the amount a step chose, behind the words of the bill. */
  factor: Words;
};

export type UnitPrice = { readonly unit: number; readonly fen: number };

export type Counting = {
  readonly from: number;
  /** Where pieces of a meter's time are numbered from: no later than `from`, behind which time is counted. */
  readonly begin: number;
  readonly to: number;
  /** Where spans of minutes are counted from. */
  readonly clockOf: (span: Span) => number;
  readonly plans: DayPlans;
  readonly meters: readonly Meter[];
  /**
   * Where time is cut besides: what caps count in, with where each is counted from, and where prices may change, so
   * that no run of units goes over it.
   */
  readonly cuts: readonly { readonly span: Span; readonly clock: number }[];
  /** Instants, ascending, at which a value that prices may ask for changes. */
  readonly turns: readonly number[];
  /** The area the car is in from an instant on, ascending. */
  readonly areas: readonly { readonly at: number; readonly area: string }[];
  /**
   * Price of a unit in parts, at an instant, and the price of its rung in fen; `piece` is the how manieth of its
   * meter's pieces it begins in.
   */
  readonly priceAt: (meter: number, rung: number, at: number, piece: number) => UnitPrice;
  /** Milliseconds of each meter's own free time, and whether all of it is free. */
  readonly freeOf: (meter: number, counted: number) => { readonly ms: number; readonly all: boolean };
};

/**
 * What was counted; `pieces` holds the meter of each continuous piece of time since the clock began, -1 for none. Piece
 * 1 comes first.
 */
export type Counted = { readonly lines: Charged[]; readonly pieces: readonly number[] };

/**
 * Stretches of the stay, each within one meter's window, one area and one of every span that counts; `piece` numbers
 * continuous ones, `own` those of the meter.
 */
type Part = Stretch & {
  readonly piece: number;
  readonly own: number;
  /** A ladder or a piece begins with it. */ readonly begins: boolean;
  /** How long the same piece goes on behind it, in ms. */ more: number;
};

function stretches({ begin, to, plans, areas }: Counting): Stretch[] {
  const found: { from: number; to: number; meter: number }[] = [];
  let [at, nth] = [begin, 0];
  while (at < to) {
    while (nth + 1 < areas.length && areas[nth + 1]!.at <= at) nth += 1;
    const until = Math.min(to, areas[nth + 1]?.at ?? to);
    const plan = plans.of(plans.days.dayAt(at), areas[nth]?.area ?? '');
    const start = at;
    for (const stretch of plan) {
      if (stretch.to <= at) continue;
      const end = Math.min(stretch.to, until);
      if (end <= at) break;
      const last = found.at(-1);
      if (last && last.meter === stretch.meter && last.to === at) last.to = end;
      else found.push({ from: at, to: end, meter: stretch.meter });
      at = end;
    }
    if (at === start) throw new RangeError(`no plan for the instant ${at}`);
  }
  return found;
}

/** Cuts the stretches where a ladder, a cap or a price restarts; what lies before `from` only numbers the pieces. */
function partsOf(counting: Counting): { parts: Part[]; pieces: number[] } {
  const {
    from,
    clockOf,
    plans: { days },
    meters,
    cuts,
    turns,
  } = counting;
  const parts: Part[] = [];
  const pieces: number[] = [];
  const own = new Map<number, number>();
  const nextPiece = (meter: number): void => {
    pieces.push(meter);
    own.set(meter, (own.get(meter) ?? 0) + 1);
  };
  for (const stretch of stretches(counting)) {
    const again: Span = meters[stretch.meter]?.again ?? 'stay';
    nextPiece(stretch.meter);
    let [at, begins] = [stretch.from, true];
    while (at < stretch.to) {
      const anew = nextStart(again, at, clockOf(again), days);
      let end = Math.min(stretch.to, anew);
      for (const cut of cuts) end = Math.min(end, nextStart(cut.span, at, cut.clock, days));
      for (const meter of meters)
        if (meter.edge === 'runs-on') end = Math.min(end, nextStart(meter.again, at, clockOf(meter.again), days));
      end = Math.min(end, turns.find((turn) => turn > at) ?? end);
      const [piece, nth] = [pieces.length, own.get(stretch.meter)!];
      if (end > from)
        parts.push({ from: Math.max(at, from), to: end, meter: stretch.meter, piece, own: nth, begins, more: 0 });
      begins = end === anew;
      if (begins && end < stretch.to) nextPiece(stretch.meter);
      at = end;
    }
  }
  for (let nth = parts.length - 2; nth >= 0; nth -= 1) {
    const next = parts[nth + 1]!;
    if (!next.begins) parts[nth]!.more = next.to - next.from + next.more;
  }
  return { parts, pieces };
}

/**
 * How far a meter is: time counted on its ladder, how much of it when the piece began, and its free time still to come.
 */
type Place = { counted: number; entered: number; free: number; key: number; piece: number };

const rungMs = ({ minutes }: Rung): number => (minutes === undefined ? Number.POSITIVE_INFINITY : minutes * MINUTE);
const unitMs = (rung: Rung): number => (rung.unitMinutes === undefined ? rungMs(rung) : rung.unitMinutes * MINUTE);

/** The rung at a place of the ladder, and where it begins. */
function rungAt(ladder: readonly Rung[], counted: number): { rung: number; start: number } {
  let start = 0;
  for (let rung = 0; rung < ladder.length; rung += 1) {
    const end = start + rungMs(ladder[rung]!);
    if (counted < end) return { rung, start };
    start = end;
  }
  return { rung: -1, start };
}

/** Units begun within `ms` of a rung; a rung sold as a whole is one. */
const begun = (ms: number, unit: number): number =>
  ms <= 0 ? 0 : unit === Number.POSITIVE_INFINITY ? 1 : Math.ceil(ms / unit);

/**
 * Completed units of a stretch of a rung, counted where they begin if the time up to `end` completes them. The one
 * under way when the piece began, `entered` ms into the rung, counts where it is completed: what it began in is over.
 */
function completed(from: number, to: number, end: number, unit: number, entered: number): number {
  if (unit === Number.POSITIVE_INFINITY) return 0;
  const [whole, first] = [Math.floor(end / unit), Math.ceil(Math.max(0, entered) / unit)];
  const carried = entered > 0 && entered % unit !== 0 && from < first * unit && first * unit <= to ? 1 : 0;
  return carried + Math.max(0, Math.min(Math.ceil(to / unit), whole) - Math.max(Math.ceil(from / unit), first));
}

const NOTHING: UnitPrice = { unit: 0, fen: 0 };
const NONE_FREE = { ms: 0, all: false };

export function count(counting: Counting): Counted {
  const {
    meters,
    clockOf,
    plans: { days },
  } = counting;
  const keyOf = (span: Span, at: number): number => spanKey(span, at, clockOf(span), days);
  const { parts, pieces } = partsOf(counting);
  const counted = (meter: number): number =>
    parts.reduce((sum, part) => (part.meter === meter ? sum + part.to - part.from : sum), 0);
  const free = meters.map((meter, nth) => (meter.free ? counting.freeOf(nth, counted(nth)) : NONE_FREE));
  const places: Place[] = meters.map((_, meter) => ({
    counted: 0,
    entered: 0,
    free: free[meter]!.ms,
    key: Number.NaN,
    piece: 0,
  }));
  const lines: Charged[] = [];
  /** A unit that runs on over its meter's time is paid until here. */
  let [paidUntil, paidBy] = [Number.NEGATIVE_INFINITY, -1];
  for (const part of parts) {
    const owner = meters[paidBy];
    if (owner && paidUntil > part.from && keyOf(owner.again, part.from) !== places[paidBy]!.key) {
      paidUntil = part.from;
      lines.at(-1)!.to = paidUntil;
    }
    const at = Math.max(part.from, Math.min(paidUntil, counting.to));
    if (at >= part.to) continue;
    const meter = meters[part.meter];
    if (!meter || free[part.meter]!.all) {
      push(lines, at, part.to, part.meter, -1, 0, NOTHING, part.piece);
      continue;
    }
    const place = places[part.meter]!;
    enter(place, meter, part, keyOf(meter.again, part.from));
    [paidUntil, paidBy] = [climb(lines, { counting, meter, part, place, at }), part.meter];
  }
  return { lines, pieces };
}

/** Adds a line; free time that goes on is one line. */
function push(
  lines: Charged[],
  from: number,
  to: number,
  meter: number,
  rung: number,
  units: number,
  { unit, fen }: UnitPrice,
  piece: number,
): void {
  const last = lines.at(-1);
  if (last && last.rung === -1 && rung === -1 && last.meter === meter && last.to === from && last.piece === piece)
    last.to = to;
  else if (to > from)
    lines.push({
      from,
      to,
      meter,
      rung,
      units,
      unit,
      fen,
      amount: units * unit,
      left: units * unit,
      piece,
      step: -1,
      factor: NO_WORDS,
    });
}

/** Restarts the ladder where its span does; a unit that ends at the edge of its time is over. */
function enter(place: Place, meter: Meter, part: Part, key: number): void {
  const newPiece = place.piece !== part.piece;
  if (place.key !== key || (newPiece && meter.again === 'piece')) place.counted = 0;
  else if (newPiece && meter.edge === 'ends') {
    const { rung, start } = rungAt(meter.ladder, place.counted);
    const unit = rung === -1 ? Number.POSITIVE_INFINITY : unitMs(meter.ladder[rung]!);
    if (unit !== Number.POSITIVE_INFINITY) place.counted = start + Math.ceil((place.counted - start) / unit) * unit;
  }
  if (newPiece) place.entered = place.counted;
  place.key = key;
  place.piece = part.piece;
}

/** Charges one part by the ladder from `at` on; answers until when it is paid. */
function climb(
  lines: Charged[],
  {
    counting,
    meter,
    part,
    place,
    at: begin,
  }: { counting: Counting; meter: Meter; part: Part; place: Place; at: number },
): number {
  let at = begin;
  const line = (to: number, rung: number, units: number, unit: UnitPrice): void =>
    push(lines, at, to, part.meter, rung, units, unit, part.piece);
  const free = Math.min(place.free, part.to - at);
  line(at + free, -1, 0, NOTHING);
  [at, place.free] = [at + free, place.free - free];
  while (at < part.to) {
    const { rung, start } = rungAt(meter.ladder, place.counted);
    if (rung === -1) {
      // past the last rung nothing more is charged
      line(part.to, -1, 0, NOTHING);
      return part.to;
    }
    const of = meter.ladder[rung]!;
    const [unit, left, done] = [unitMs(of), start + rungMs(of) - place.counted, place.counted - start];
    let take = Math.min(part.to - at, left);
    if (meter.edge === 'runs-on' && unit !== Number.POSITIVE_INFINITY)
      take = Math.min(left, Math.ceil((done + take) / unit) * unit - done);
    const rest = Math.min(left, meter.edge === 'runs-on' ? Math.min(take, counting.to - at) : take + part.more);
    const units =
      of.round === 'down'
        ? completed(done, done + take, done + rest, unit, place.entered - start)
        : begun(done + take, unit) - begun(done, unit);
    line(Math.min(at + take, counting.to), rung, units, counting.priceAt(part.meter, rung, at, part.own));
    place.counted += take;
    at += take;
  }
  return at;
}

/**
 * What follows the meters: caps, factors, least amounts, rounding, supplements and reductions, on lines in parts of a
 * fen.
 */
import type { Chosen, Factor, Span, Step, Times } from './form.ts';
import { nextStart, spanKey } from './day-plan.ts';
import type { Charged, Counted } from './meters.ts';
import { clockOf, meets, nthOf, number, paidBefore, pick, valueOf, wholeStay } from './stay-case.ts';
import type { Cap, Case, Complete } from './stay-case.ts';
import { visitsClock } from './visits.ts';
import { NO_WORDS, amountWords } from './words.ts';
import type { Words } from './words.ts';

/** Where the spans of a cap are counted from. */
export const capClock = (of: Case, { per, visits }: Cap): number =>
  visits ? visitsClock(per, of.clock, of.context.earlier) : clockOf(of, per);

const words = (zh: string, en: string): Words => ({ zh, en });
const joined = (first: Words, second: Words): Words => words(first.zh + second.zh, first.en + second.en);

/** A line that adjusts what stands before it. */
const adjusting = (line: Pick<Charged, 'from' | 'to' | 'amount' | 'left' | 'step'> & Partial<Charged>): Charged => ({
  meter: -1,
  rung: -1,
  units: 0,
  unit: 0,
  fen: 0,
  piece: 0,
  factor: NO_WORDS,
  ...line,
});

/** Does one step, the `nth` of the scheme, to the lines so far. */
export function apply(of: Case, lines: Charged[], pieces: Counted['pieces'], step: Step, nth: number): Charged[] {
  const { scale } = of.compiled;
  if ('cap' in step) return capped(of, lines, pieces, step, nth);
  if ('complete' in step) return completed(of, lines, step, nth);
  if ('times' in step) return multiplied(of, lines, step.times);
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  const adjust = (amount: number, factor = NO_WORDS): Charged[] => {
    if (amount === 0) return lines;
    takeLast(lines, Math.max(0, -amount));
    const from = lines.at(-1)?.from ?? of.from;
    return [...lines, adjusting({ from, to: of.to, amount, left: Math.max(0, amount), step: nth, factor })];
  };
  if ('atLeast' in step) {
    const least = pick(step.atLeast, of, wholeStay(of));
    return adjust(sum > 0 ? Math.max(0, least * scale - sum) : 0, describedAmount(of, step.atLeast, least));
  }
  if ('roundTo' in step) return adjust(rounded(sum, step.roundTo * scale, step.how) - sum);
  if (!meets(of, step.when)) return lines;
  if ('plus' in step) {
    if (step.each) return [...lines, ...touched(of, step.plus, step.each, nth)];
    const plus = pick(step.plus, of, wholeStay(of));
    return adjust(plus * scale, describedAmount(of, step.plus, plus));
  }
  return adjust(-Math.min(sum, reduction(of, sum, step.less)));
}

/** What a reduction comes to, in parts of a fen. */
function reduction(of: Case, sum: number, less: Extract<Step, { less: unknown }>['less']): number {
  const { scale } = of.compiled;
  if ('fen' in less) return less.fen * scale;
  if ('paid' in less) return paidBefore(less.paid, of) * scale;
  const most = (less.atMost ?? Number.POSITIVE_INFINITY) * scale;
  return Math.min(rounded((sum * less.percent) / 100, scale, 'half-up'), most);
}

/** The amount that was chosen, where the clause does not name it. */
function describedAmount({ tariff }: Case, chosen: Chosen<number>, amount: number): Words {
  if (typeof chosen === 'number') return NO_WORDS;
  const { zh, en } = amountWords(amount, tariff.currency);
  return words(` ${zh}`, ` ${en}`);
}

/** A supplement for each time the stay is in a window, at the moment that begins. */
function touched(of: Case, plus: Chosen<number>, window: Times, nth: number): Charged[] {
  return of.days.timesIn(window, Math.max(of.from, of.clock), of.to).flatMap((at, before) => {
    const fen = pick(plus, of, { at, nth: () => before + 1 });
    const amount = fen * of.compiled.scale;
    return amount === 0
      ? []
      : [adjusting({ from: at, to: at, amount, left: amount, step: nth, factor: describedAmount(of, plus, fen) })];
  });
}

const rounded = (value: number, to: number, how: 'up' | 'down' | 'half-up'): number =>
  (how === 'up' ? Math.ceil(value / to) : how === 'down' ? Math.floor(value / to) : Math.floor(value / to + 0.5)) * to;

/** A factor as a fraction; a given value is taken at `at`. */
function fractionOf(of: Case, factor: Factor, at: number): readonly [number, number] {
  if (typeof factor === 'number') return [factor, 1];
  return 'value' in factor ? [number(valueOf(of, factor.value, at) ?? factor.else), 1] : factor;
}

/** Multiplies each line by the factor of the moment it begins in: values may change on the way. */
function multiplied(of: Case, lines: Charged[], times: Chosen<Factor>): Charged[] {
  for (const line of lines) {
    const [up, down] = fractionOf(of, pick(times, of, { at: of.from, known: line.from }), line.from);
    if (up === down) continue;
    line.unit = (line.unit * up) / down;
    line.amount = (line.amount * up) / down;
    line.left = (line.left * up) / down;
    const by = ` × ${down === 1 ? up : `${up}/${down}`}`;
    if (line.rung >= 0) line.factor = joined(line.factor, words(by, by));
  }
  return lines;
}

/**
 * Takes so much from the last of what is charged backwards: what a cap or a reduction took, a later cap does not take
 * again.
 */
function takeLast(lines: readonly Charged[], amount: number): void {
  let rest = amount;
  for (let nth = lines.length - 1; nth >= 0; nth -= 1) {
    const line = lines[nth]!;
    const taken = Math.min(line.left, rest);
    line.left -= taken;
    rest -= taken;
  }
}

/** The lines, each with what stands behind it. */
function withThem(lines: readonly Charged[], after: ReadonlyMap<Charged, readonly Charged[]>): Charged[] {
  return after.size === 0 ? [...lines] : lines.flatMap((line) => [line, ...(after.get(line) ?? [])]);
}

/**
 * What began within one span costs no more than the cap. What is too much is taken from the last of it backwards, and
 * stands behind that as a line.
 */
function capped(of: Case, lines: Charged[], pieces: Counted['pieces'], step: Cap, nth: number): Charged[] {
  const { scale } = of.compiled;
  const { cap, per, visits } = step;
  const clock = capClock(of, step);
  const ids = of.compiled.countedBy.get(step);
  const keyOf = (at: number, piece: number): number => (per === 'piece' ? piece : spanKey(per, at, clock, of.days));
  const groups = new Map<number, Charged[]>();
  for (const line of lines) {
    if (line.left === 0 || (ids && !ids.includes(line.meter))) continue;
    const key = keyOf(line.from, line.piece);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  const after = new Map<Charged, Charged[]>();
  for (const [key, group] of groups) {
    const first = group[0]!;
    const before = visits
      ? (of.context.earlier ?? []).reduce((paid, { at, fen }) => (keyOf(at, -1) === key ? paid + fen : paid), 0)
      : 0;
    const spanNth = (): number =>
      per === 'piece' ? pieceNth(pieces, first.piece, ids) : nthOf(visits ? { ...of, clock } : of, per, first.from);
    const most = pick(cap, of, { at: first.from, nth: spanNth });
    const over = group.reduce((sum, { left }) => sum + left, 0) - Math.max(0, most - before) * scale;
    if (over <= 0) continue;
    takeLast(group, over);
    const last = group.at(-1)!;
    const { to, meter, piece } = last;
    const paid = amountWords(before, of.tariff.currency);
    const factor = joined(
      describedAmount(of, cap, most),
      before > 0 ? words(` − ${paid.zh}`, ` − ${paid.en}`) : NO_WORDS,
    );
    after.set(last, [adjusting({ from: first.from, to, meter, amount: -over, left: 0, piece, step: nth, factor })]);
  }
  return withThem(lines, after);
}

/** The how manieth piece of these meters' time a piece is; of all meters where none are named. */
function pieceNth(pieces: Counted['pieces'], piece: number, ids: readonly number[] | null | undefined): number {
  const counts = (meter: number): boolean => (ids ? ids.includes(meter) : meter !== -1);
  return pieces.slice(0, piece).filter(counts).length;
}

/** The spans that the stay holds whole since its clock began, in ms. */
function wholeSpans(of: Case, per: Span): { readonly from: number; readonly to: number }[] {
  const { from, to, clock: began, days } = of;
  const [clock, begin] = [clockOf(of, per), Math.max(from, began)];
  const first = clock > begin ? begin : nextStart(per, begin - 1, clock, days);
  const found: { from: number; to: number }[] = [];
  for (let at = first; at < to;) {
    const end = nextStart(per, at, clock, days);
    if (end > to) break;
    found.push({ from: at, to: end });
    at = end;
  }
  return found;
}

/** What began within a span that the stay holds whole costs exactly so much. */
function completed(of: Case, lines: Charged[], step: Complete, nth: number): Charged[] {
  const { complete, per } = step;
  const ids = of.compiled.countedBy.get(step);
  const after = new Map<Charged, Charged[]>();
  for (const { from, to } of wholeSpans(of, per)) {
    const group = lines.filter(
      (line) => line.from >= from && line.from < to && line.left !== 0 && (!ids || ids.includes(line.meter)),
    );
    const price = pick(complete, of, { at: from, nth: () => nthOf(of, per, from) });
    const amount = price * of.compiled.scale - group.reduce((sum, { left }) => sum + left, 0);
    const last = group.at(-1) ?? lines.findLast((line) => line.from < to);
    if (amount === 0 || !last) continue;
    takeLast(group, Math.max(0, -amount));
    const line = adjusting({
      from,
      to: last.to,
      meter: ids?.[0] ?? last.meter,
      amount,
      left: Math.max(0, amount),
      piece: last.piece,
      step: nth,
      factor: describedAmount(of, complete, price),
    });
    after.set(last, [...(after.get(last) ?? []), line]);
  }
  return withThem(lines, after);
}

/** Pricing by the simple rule. */
import { fen } from '../money/fen.ts';
import type { Fen } from '../money/fen.ts';
import { nextDayStart } from '../time/day.ts';
import type { Interval } from '../time/interval.ts';
import { DAY, MINUTE } from '../time/zone.ts';
import { simpleClauses } from './describe.ts';
import type { BillLine, FeeContext, Priced, SimpleRule } from './types.ts';
import type { Words } from './words.ts';

/** Clauses are the same for each stay of a rule; bulk pricing would spend most of its time writing them. */
const clausesByRule = new WeakMap<SimpleRule, ReturnType<typeof simpleClauses>>();

function clausesOf(rule: SimpleRule): ReturnType<typeof simpleClauses> {
  let clauses = clausesByRule.get(rule);
  if (!clauses) {
    clauses = simpleClauses(rule);
    clausesByRule.set(rule, clauses);
  }
  return clauses;
}

/** A time line; the sum of a capped day is carried by the caller. */
function timeLine(from: number, to: number, units: number, unitFen: Fen, clause: Words): BillLine {
  return { from, to, kind: 'time', units, unitFen, amountFen: units * unitFen, clause };
}

/**
 * Prices a span of whole seconds, `from` <= `to`. A visit of no length is free. Cost grows with the
 * number of days, not of units.
 */
export function priceSimple(rule: SimpleRule, { from, to }: Interval, context: FeeContext): Priced {
  const clauses = clausesOf(rule);
  const free = rule.freeMinutes * MINUTE;
  if (to - from <= free) {
    return { lines: [{ from, to, kind: 'free', amountFen: 0, clause: from === to ? clauses.empty : clauses.free }], totalFen: 0 };
  }
  const lines: BillLine[] = [];
  const start = rule.freeMinutesCounted ? from : from + free;
  if (start > from) lines.push({ from, to: start, kind: 'free', amountFen: 0, clause: clauses.free });
  if (rule.perVisitFen !== undefined) {
    lines.push({ from: start, to, kind: 'flat', amountFen: rule.perVisitFen, clause: clauses.visit });
    return { lines, totalFen: rule.perVisitFen };
  }
  return { lines, totalFen: fen(chargeTime(rule, from, start, to, context.zone, lines)) };
}

/** Adds the time and cap lines of [start, to) to `lines`; their sum is returned. `entry` is where 24-hour days begin. */
function chargeTime(rule: SimpleRule, entry: number, start: number, to: number, zone: string, lines: BillLine[]): number {
  const clauses = clausesOf(rule);
  const unit = rule.unitMinutes * MINUTE;
  const cap = rule.dayCapFen ?? Infinity;
  const dayEnd = (at: number): number => {
    if (cap === Infinity) return Infinity;
    return rule.dayCapBasis === 'natural-day' ? nextDayStart(at, zone) : entry + (Math.floor((at - entry) / DAY) + 1) * DAY;
  };
  let total = 0;
  let daySum = 0;
  let at = start;
  let end = dayEnd(start);
  const closeDay = () => {
    if (daySum > cap) lines.push({ from: at, to: at, kind: 'cap', amountFen: cap - daySum, clause: clauses.cap });
    total += Math.min(daySum, cap);
    daySum = 0;
  };
  if (rule.firstMinutes !== undefined && rule.firstFen !== undefined) {
    at = Math.min(to, start + rule.firstMinutes * MINUTE);
    lines.push(timeLine(start, at, 1, rule.firstFen, clauses.first));
    daySum = rule.firstFen;
  }
  while (at < to) {
    if (at >= end) {
      closeDay();
      end = dayEnd(at);
    }
    const begun = Math.min(Math.ceil((to - at) / unit), Math.ceil((end - at) / unit));
    const until = Math.min(to, at + begun * unit);
    const units = rule.roundUp ? begun : Math.floor((until - at) / unit);
    lines.push(timeLine(at, until, units, rule.unitFen, clauses.unit));
    daySum += units * rule.unitFen;
    at = until;
  }
  closeDay();
  return total;
}

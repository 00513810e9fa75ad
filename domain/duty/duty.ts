/**
 * Attendance: clocks become duties, duties meet the cells of the roster (roadside rules, section 3.9). Instants are
 * epoch milliseconds. Clocks are paired before they are matched, so that a night's end belongs to the night's shift
 * whatever day it is.
 */
import { HOUR, MINUTE, instantAt } from '../time/zone.ts';
import { addDays, wallOfDay } from '../time/day.ts';

export type Clock = { readonly id: string; readonly at: number; readonly kind: 'in' | 'out' };

/** A person's time at work, from one clock to another. Without `out` it was never ended, without `in` never begun. */
export type Duty = {
  readonly id: string;
  readonly in: number | null;
  readonly out: number | null;
  /** All clocks that belong to it, repeated ones too. */
  readonly clocks: readonly string[];
};

/** A duty is not longer than this: a later clock out belongs to no open clock in. */
export const LONGEST_DUTY = 24 * HOUR;
/** A second clock in so soon after the first is the same coming. */
export const REPEATED_WITHIN = 60 * MINUTE;

const inOrder = (a: Clock, b: Clock): number =>
  a.at - b.at || (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind === 'out' ? -1 : 1);

/** Pairs a person's clocks: an out closes the open in. Order and doubles (by id) of what is given do not matter. */
export function dutiesOf(given: readonly Clock[]): Duty[] {
  const clocks = [...new Map(given.map((clock) => [clock.id, clock])).values()].sort(inOrder);
  const duties: { id: string; in: number | null; out: number | null; clocks: string[] }[] = [];
  let before: Clock | undefined;
  for (const clock of clocks) {
    const last = duties.at(-1);
    const open = last !== undefined && last.in !== null && last.out === null ? last : undefined;
    const repeated =
      before !== undefined && before.kind === clock.kind && clock.at - before.at <= REPEATED_WITHIN && last;
    if (clock.kind === 'in') {
      if (repeated) repeated.clocks.push(clock.id);
      else duties.push({ id: clock.id, in: clock.at, out: null, clocks: [clock.id] });
    } else if (open && clock.at - open.in! <= LONGEST_DUTY) {
      open.out = clock.at;
      open.clocks.push(clock.id);
    } else if (repeated) repeated.clocks.push(clock.id);
    else duties.push({ id: clock.id, in: null, out: clock.at, clocks: [clock.id] });
    before = clock;
  }
  return duties;
}

/** A shift's hours on the wall, minutes of the day; an end not after the start is of the next day. */
export type ShiftHours = { readonly startMinute: number; readonly endMinute: number; readonly breakMinutes: number };

/** A place of the roster: a shift worked on a day, as instants. */
export type Cell = { readonly id: string; readonly start: number; readonly end: number; readonly breakMinutes: number };

/** 'HH:mm' as minutes of the day. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The cell of a shift on a day of the zone. */
export function cellOf(
  id: string,
  day: string,
  { startMinute, endMinute, breakMinutes }: ShiftHours,
  zone: string,
): Cell {
  const endDay = endMinute <= startMinute ? addDays(day, 1) : day;
  return {
    id,
    start: instantAt(wallOfDay(day) + startMinute * MINUTE, zone),
    end: instantAt(wallOfDay(endDay) + endMinute * MINUTE, zone),
    breakMinutes,
  };
}

/**
 * Minutes. `graceLate` and `graceEarly` are let pass; `absentLate` late is absent; overtime counts from `overtimeFrom`,
 * down to a step.
 */
export type DutyRules = {
  readonly graceLate: number;
  readonly graceEarly: number;
  readonly earlyIn: number;
  readonly lateOut: number;
  readonly absentLate: number;
  readonly overtimeFrom: number;
  readonly overtimeStep: number;
};

export const DEFAULT_RULES: DutyRules = {
  graceLate: 5,
  graceEarly: 5,
  earlyIn: 60,
  lateOut: 120,
  absentLate: 120,
  overtimeFrom: 30,
  overtimeStep: 30,
};

/** The cell a duty belongs to: one whose window holds its in, of several the one that starts nearest. */
function placeOf(duty: Duty, cells: readonly Cell[], rulesOf: (cell: Cell) => DutyRules): Cell | undefined {
  const at = duty.in;
  if (at === null) return undefined;
  return cells
    .filter((cell) => {
      const { earlyIn, lateOut } = rulesOf(cell);
      return cell.start - earlyIn * MINUTE <= at && at <= cell.end + lateOut * MINUTE;
    })
    .sort((a, b) => Math.abs(a.start - at) - Math.abs(b.start - at) || a.start - b.start || (a.id < b.id ? -1 : 1))[0];
}

/**
 * Duties by the cell they belong to, each cell by the rules of its day; those of none under null. A duty is in one
 * place.
 */
export const byCell = (
  duties: readonly Duty[],
  cells: readonly Cell[],
  rulesOf: (cell: Cell) => DutyRules = () => DEFAULT_RULES,
): Map<string | null, Duty[]> => Map.groupBy(duties, (duty) => placeOf(duty, cells, rulesOf)?.id ?? null);

export type Result = 'normal' | 'late' | 'early' | 'absent' | 'missing';
export type Judged = {
  readonly in: number | null;
  readonly out: number | null;
  readonly lateMin: number;
  readonly earlyMin: number;
  readonly workedMin: number;
  readonly overtimeMin: number;
  /** Null while it cannot be known yet: the shift is not over. */
  readonly result: Result | null;
};

const minutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE));

/** Minutes worked in a cell: its duties less the part of the break that was not spent between them. */
function workedMinutes(duties: readonly Duty[], breakMinutes: number): number {
  const closed = duties.flatMap(({ in: from, out: to }) => (from !== null && to !== null ? [{ from, to }] : []));
  const whole = closed.reduce((sum, { from, to }) => sum + (to - from), 0);
  const between = closed.length > 0 ? closed.at(-1)!.to - closed[0]!.from - whole : 0;
  return minutes(whole - Math.max(0, breakMinutes * MINUTE - between));
}

/** What a person did in a cell, by the duties that belong to it; `now` decides what can be known. */
export function judge(cell: Cell, given: readonly Duty[], now: number, rules: DutyRules = DEFAULT_RULES): Judged {
  const duties = [...given].sort((a, b) => a.in! - b.in!);
  const over = now > cell.end + rules.lateOut * MINUTE;
  const first = duties[0]?.in ?? null;
  const last = duties.at(-1)?.out ?? null;
  const behind = first === null ? 0 : minutes(first - cell.start);
  const absent = over && (first === null || behind > rules.absentLate);
  const lateMin = absent || behind <= rules.graceLate ? 0 : behind;
  const before = last === null ? 0 : minutes(cell.end - last);
  const earlyMin = absent || before <= rules.graceEarly ? 0 : before;
  const after = last === null ? 0 : minutes(last - cell.end);
  const overtimeMin = absent || after < rules.overtimeFrom ? 0 : after - (after % rules.overtimeStep);
  const known: Result = absent
    ? 'absent'
    : last === null
      ? 'missing'
      : lateMin > 0
        ? 'late'
        : earlyMin > 0
          ? 'early'
          : 'normal';
  return {
    in: first,
    out: last,
    lateMin,
    earlyMin,
    workedMin: workedMinutes(duties, cell.breakMinutes),
    overtimeMin,
    result: over || last !== null ? known : null,
  };
}

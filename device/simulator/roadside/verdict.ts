/**
 * What came out of a world: the rules, minutes too many and too few, who was named, which sensors were found, how fast
 * the strip was.
 */
import { billed } from './billed.ts';
import type { Billed } from './billed.ts';
import { rulesOf } from './rules.ts';
import type { Rule } from './rules.ts';
import type { Figures } from './figures.ts';
import { DAY, HOUR } from './truth.ts';
import type { Played } from './world.ts';

export type Bound = { readonly what: string; readonly figure: string; readonly bound: string; readonly holds: boolean };
export type Verdict = {
  readonly rules: readonly Rule[];
  readonly billed: Billed;
  readonly bounds: readonly Bound[];
  /** Every single thing that is not as it should be. */
  readonly wrong: readonly string[];
};

const STRIP_MS = 1_000;
/** Within so many days whoever leaves cars unread is to be named; a shorter world is over before. */
const NAMED_DAYS = 3;
const round = (minutes: number): string => (Math.round(minutes * 10) / 10).toLocaleString('en');

/** Berth numbers of the pairs that were mounted wrong, as a warning lists them. */
const swapSubjects = ({ truth, site }: Played): string[] =>
  truth.swaps
    .map(({ section, berths }) =>
      berths
        .map((berth) => site.sections[section]!.berths[berth]!.berthNo)
        .toSorted()
        .join(' ↔ '),
    )
    .toSorted();

function named(figures: Figures, played: Played): Bound & { wrong: string[] } {
  const { truth, site } = played;
  const gaps = figures.warnings.filter(({ warnType }) => warnType === 'gap');
  const thief = truth.thief === null ? null : site.workers[truth.thief]!.name;
  const of = gaps.filter(({ subject }) => thief !== null && subject.endsWith(thief));
  const first = Math.min(...of.map(({ firstTime }) => Date.parse(firstTime)));
  // A section where nobody was on duty, such as a camera's, is reported as well, and nobody with it.
  const people = new Set(site.workers.map(({ name }) => name));
  const ofPeople = gaps.filter(({ subject }) => people.has(subject.split(' · ').at(-1)!));
  const others = ofPeople.filter((gap) => !of.includes(gap)).map(({ subject, figure }) => `${subject} ${figure} %`);
  const days = Math.ceil((first - 2 * HOUR - truth.start) / DAY);
  const late = of.length > 0 ? days > NAMED_DAYS : truth.size.days >= NAMED_DAYS;
  const right = others.length === 0 && (thief === null || !late);
  return {
    what: 'W-GAP names who leaves cash cars unread, and nobody else',
    figure: `${of.length > 0 ? `named after ${days} d (${of.map(({ figure }) => `${figure} %`).join(', ')})` : 'not named'}; ${others.length} others; ${gaps.length - ofPeople.length} without anybody on duty`,
    bound: thief === null ? 'nobody' : `within ${NAMED_DAYS} days, 0 others`,
    holds: right,
    wrong: others.map((other) => `W-GAP names ${other}`),
  };
}

function swapped(figures: Figures, played: Played): Bound {
  const found = figures.warnings.filter(({ warnType }) => warnType === 'swap').map(({ subject }) => subject);
  const real = swapSubjects(played);
  const right = real.filter((each) => found.includes(each)).length;
  const others = new Set(found.filter((each) => !real.includes(each))).size;
  return {
    what: 'sensors mounted the wrong way round',
    figure: `${right} of ${real.length} found, ${others} others`,
    bound: `${real.length} found, 0 others`,
    holds: right === real.length && others === 0,
  };
}

const p99 = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? Infinity;

/** @param again - sums after a part of the messages came once more; `strip` - from event to strip, ms */
export function verdictOf(
  figures: Figures,
  played: Played,
  { again, strip }: { readonly again: string; readonly strip: readonly number[] },
): Verdict {
  const rules = rulesOf(figures, played, again);
  const bills = billed(played, figures);
  const minutes = bills.over.reduce((sum, each) => sum + each.minutes, 0);
  const bySwap = bills.over.filter((each) => each.swapped).reduce((sum, each) => sum + each.minutes, 0);
  const gap = named(figures, played);
  const broken = rules.filter(({ wrong }) => wrong.length > 0);
  const bounds: Bound[] = [
    {
      what: `rules ${rules.map(({ rule }) => rule).join(', ')}`,
      figure: `${rules.length - broken.length} of ${rules.length} hold`,
      bound: 'all',
      holds: broken.length === 0,
    },
    {
      what: 'minutes charged that nobody stood there',
      figure: `${round(minutes)} min on ${bills.over.length} of ${bills.bills} bills (${round(bySwap)} min by sensors mounted wrong)`,
      bound: '0',
      holds: bills.over.length === 0,
    },
    gap,
    swapped(figures, played),
    {
      what: 'event to strip',
      figure: `p99 ${Math.round(p99(strip))} ms of ${strip.length}`,
      bound: `p99 < ${STRIP_MS} ms`,
      holds: strip.length > 0 && p99(strip) < STRIP_MS,
    },
  ];
  const wrong = [
    ...rules.flatMap(({ rule, wrong: words }) => words.slice(0, 5).map((each) => `${rule}: ${each}`)),
    ...bills.over
      .slice(0, 20)
      .map(
        ({ stay, berthNo, minutes: over, swapped: mounted }) =>
          `${round(over)} min too many: ${stay.plateNumber} at ${berthNo}, ${stay.inTime} to ${stay.outTime}${mounted ? ' (mounted wrong)' : ''}`,
      ),
    ...gap.wrong,
  ];
  return { rules, billed: bills, bounds, wrong };
}

/**
 * Holds a rule against the laws of good tariffs: proves them from how the rule is written or by pricing all stays there
 * can be up to a length, or shows the smallest stay that breaks them. Pure, and the same on every call.
 */
import type { Meter, Scheme, Tariff } from './form.ts';
import { capFindings } from './lint-caps.ts';
import { coverFindings } from './lint-cover.ts';
import { tariffInputsOf, usesCalendar } from './lint-circumstances.ts';
import { edgeFindings } from './lint-edges.ts';
import { growsByForm, pricesByPiece, splitsByForm } from './lint-form.ts';
import { rungFindings, schemeFindings } from './lint-reach.ts';
import { findCheaper, findGain } from './lint-search.ts';
import type { Search } from './lint-search.ts';
import { lintSpace } from './lint-space.ts';
import type { LintSpace } from './lint-space.ts';
import type { Finding, LintContext, LintOptions } from './lint-types.ts';
import { cheaperWords, gainWords, searchedWords } from './lint-words.ts';
import { asTariff } from './simple.ts';
import type { FeeRule } from './types.ts';
import type { Words } from './words.ts';

const BY_FORM = { by: 'form', stays: 0 } as const;

type Law = Pick<Finding, 'law' | 'where' | 'severity'> & { readonly name: Words };

const proved = ({ name, ...law }: Law): Finding => ({
  ...law,
  ok: true,
  searched: BY_FORM,
  words: { zh: `${name.zh}：按写法即成立`, en: `${name.en}: holds by how the rule is written` },
});

function searched(
  { name, ...law }: Law,
  search: Search,
  grid: number,
  broken: (found: NonNullable<Search['found']>) => Words,
): Finding {
  const how = { by: 'search', stays: search.stays, hours: search.hours } as const;
  if (search.found)
    return { ...law, ok: false, searched: how, words: broken(search.found), counterExample: search.found };
  const summary = searchedWords(search, grid);
  return {
    ...law,
    ok: search.all ? true : 'unknown',
    searched: how,
    words: {
      zh: `${name.zh}：${search.all ? '成立' : '未发现反例，但未查尽'}（${summary.zh}）`,
      en: `${name.en}: ${search.all ? 'holds' : 'nothing found against it, but not all was searched'} (${summary.en})`,
    },
  };
}

/**
 * Short stays by the minute, then longer ones on the grid; where only the grid finds any, by the minute again for a
 * shorter one off it.
 */
function byMinute(space: LintSpace, find: (space: LintSpace) => Search): Search {
  if (space.grid === 1 || space.clocks.length === 0) return find(space);
  const fine = find({ ...space, grid: 1, most: space.most / 4 });
  if (fine.found) return fine;
  const coarse = find(space);
  if (!coarse.found) return { ...coarse, stays: fine.stays + coarse.stays, all: fine.all, offGrid: fine.hours };
  const shorter = find({ ...space, grid: 1, hours: coarse.hours });
  return { ...(shorter.found ? shorter : coarse), stays: fine.stays + coarse.stays + shorter.stays };
}

function longerNoCheaper(space: LintSpace): Finding {
  const law: Law = {
    law: 'longer-no-cheaper',
    where: '',
    severity: 'error',
    name: { zh: '停得久不会更便宜', en: 'A longer stay is never cheaper' },
  };
  if (growsByForm(space.tariff)) return proved(law);
  return searched(law, byMinute(space, findCheaper), space.grid, (found) =>
    cheaperWords(found, found.others[0]!, space.tariff),
  );
}

function meterFreeless(meter: Meter): Meter {
  const { free: _, ...rest } = meter;
  return rest;
}

function schemeFreeless(scheme: Scheme): Scheme {
  const { free: _, ...rest } = scheme;
  return { ...rest, meters: rest.meters.map(meterFreeless) };
}

const freeless = (tariff: Tariff): Tariff => ({ ...tariff, schemes: tariff.schemes.map(schemeFreeless) });
const hasFree = ({ schemes }: Tariff): boolean =>
  schemes.some(({ free, meters }) => free !== undefined || meters.some((meter) => meter.free !== undefined));

/** Where each piece of a meter's time is priced on its own, each meter is looked through as if it had all time. */
function findGainByPiece(space: LintSpace): Search | null {
  if (!pricesByPiece(space.tariff)) return null;
  const [scheme] = space.tariff.schemes;
  const found = scheme!.meters.map((meter) => {
    const { windows: _, ...always } = meter;
    return findGain({ ...space, clocks: [], tariff: { ...space.tariff, schemes: [{ ...scheme!, meters: [always] }] } });
  });
  return found.every(({ all }) => all)
    ? { ...found[0]!, stays: found.reduce((sum, { stays }) => sum + stays, 0) }
    : null;
}

/**
 * Free time is granted again on each return, which is usually intended; what else leaving gains is reported separately.
 */
function returnNoGain(space: LintSpace, context: LintContext, options: LintOptions): Finding[] {
  const gains = (law: Law, of: LintSpace): Finding =>
    splitsByForm(of.tariff)
      ? proved(law)
      : searched(law, findGainByPiece(of) ?? byMinute(of, findGain), of.grid, (found) =>
          gainWords(found, found.others[0]!, found.others[1]!, of.tariff),
        );
  const name = { zh: '出场再进场不会更便宜', en: 'Leaving and coming back never saves' };
  if (!hasFree(space.tariff)) return [gains({ law: 'return-no-gain', where: '', severity: 'warning', name }, space)];
  const withFree = gains({ law: 'return-no-gain', where: 'free', severity: 'note', name }, space);
  const without: Law = {
    law: 'return-no-gain',
    where: '',
    severity: 'warning',
    name: {
      zh: `不计免费时间，${name.zh}`,
      en: `Free time aside, ${name.en.charAt(0).toLowerCase()}${name.en.slice(1)}`,
    },
  };
  const bare = gains(without, lintSpace(freeless(space.tariff), context, options));
  const words =
    bare.ok === false ? { zh: `不计免费时间，${bare.words.zh}`, en: `Free time aside, ${bare.words.en}` } : bare.words;
  return [withFree, { ...bare, words, aside: 'free-time' }];
}

/** That the lot's calendar is empty, where the tariff depends on calendar days: then only weekdays are known. */
function calendarFindings(tariff: Tariff, { calendarEmpty }: LintContext): Finding[] {
  if (calendarEmpty !== true || !usesCalendar(tariffInputsOf(tariff))) return [];
  return [
    {
      law: 'calendar-filled',
      where: '',
      ok: false,
      severity: 'warning',
      searched: BY_FORM,
      words: {
        zh: '车场日历是空的：没有节假日、调休与活动日，工作日与休息日只按星期判断；请在“节假日”中载入或登记（以下检查假定一个周三为节假日）',
        en: 'The calendar of the car park is empty: no holidays, make-up days or event days, so working days depend on weekdays only; load or enter them under “Holidays” (the check below uses a Wednesday)',
      },
    },
  ];
}

/**
 * What holds of a checked rule and what does not. Prices some ten thousand stays, a second of a browser at the most;
 * what could not be looked through to the end is 'unknown' and says how far it went.
 */
export function lintRule(rule: FeeRule, context: LintContext, options: LintOptions = {}): Finding[] {
  const space = lintSpace(rule.form === 1 ? asTariff(rule) : rule, context, options);
  return [
    ...calendarFindings(space.tariff, context),
    ...coverFindings(space),
    longerNoCheaper(space),
    ...returnNoGain(space, context, options),
    ...capFindings(space),
    ...edgeFindings(space),
    ...rungFindings(space),
    ...schemeFindings(space),
  ];
}

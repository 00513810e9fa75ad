/** Whether the meters of a scheme cover the day, and which of them never come to count. */
import { MINUTE } from '../time/zone.ts';
import { DayPlans } from './day-plan.ts';
import type { Days } from './day-plan.ts';
import type { Meter, Scheme } from './form.ts';
import type { Finding } from './lint-types.ts';
import { Prices, exampleOf } from './lint-space.ts';
import type { Circumstance } from './lint-circumstances.ts';
import type { LintSpace } from './lint-space.ts';
import { clockWords, meterName } from './lint-words.ts';
import { DAY_NAMES } from './day-names.ts';
import { tookFrom } from './events.ts';
import { minutesWords } from './words.ts';
import type { Words } from './words.ts';

const BY_FORM = { by: 'form', stays: 0 } as const;

type Gap = { readonly date: number; readonly from: number; readonly to: number; readonly area: string };

const areasOf = ({ circumstances }: LintSpace): string[] => [...new Set(circumstances.map(({ area }) => area))];
const minuteOf = (days: Days, date: number, at: number): number => Math.round((at - days.instant(date, 0)) / MINUTE);

/** The longest time of each kind of day that no meter counts. */
function gapsOf(space: LintSpace, scheme: Scheme): Gap[] {
  const plans = new DayPlans(space.days, scheme.meters);
  return areasOf(space).flatMap((area) =>
    space.dates.flatMap((date) =>
      plans
        .of(date, area)
        .filter(({ meter }) => meter === -1)
        .map(({ from, to }): Gap => ({ date, from, to, area })),
    ),
  );
}

/** A minute of the gap as a stay, under circumstances in which it comes to this scheme. */
function shownBy(
  space: LintSpace,
  { area, from }: Gap,
  refuses: boolean,
  scheme: number,
): Pick<Finding, 'counterExample'> {
  for (const circumstance of space.circumstances) {
    if (circumstance.area !== area) continue;
    const prices = new Prices(space.tariff, circumstance);
    const stay = prices.stay(from, MINUTE);
    // A refused stay names no scheme: it is this one's where the tariff has no other.
    const own = refuses ? space.tariff.schemes.length === 1 : prices.schemeOf(from, MINUTE) === scheme;
    if (own && stay.fen === (refuses ? null : 0)) return { counterExample: exampleOf(space, circumstance, [stay]) };
  }
  return {};
}

/** 2026-03-02（周一、工作日） */
function dayWords(days: Days, date: number): Words {
  const [day, kinds] = [
    new Date(date * 86_400_000).toISOString().slice(0, 10),
    [...days.kinds(date)].map((kind) => DAY_NAMES[kind]),
  ];
  return {
    zh: `${day}（${kinds.map(({ zh }) => zh).join('、')}）`,
    en: `${day} (${kinds.map(({ en }) => en).join(', ')})`,
  };
}

function gapFinding(space: LintSpace, scheme: Scheme, nth: number): Finding {
  const where = `schemes[${nth}]`;
  const gaps = gapsOf(space, scheme);
  const refuses = scheme.otherwise === 'refuse';
  const law = { law: 'day-covered', where, severity: refuses ? 'error' : 'note', searched: BY_FORM } as const;
  const [gap] = gaps.toSorted((a, b) => a.to - a.from - (b.to - b.from) || a.from - b.from);
  if (!gap)
    return {
      ...law,
      ok: true,
      words: { zh: '各类日期的每一分钟都在收费时段内', en: 'Every minute of every kind of day lies in a period' },
    };
  const day = dayWords(space.days, gap.date);
  const [from, to] = [
    clockWords(minuteOf(space.days, gap.date, gap.from)),
    clockWords(minuteOf(space.days, gap.date, gap.to)),
  ];
  const [area, more] = [
    gap.area === '' ? [] : [{ zh: `区域 ${gap.area}`, en: `area ${gap.area}` }],
    gaps.length === 1 ? [] : [{ zh: `这样的时间共${gaps.length}处`, en: `one of ${gaps.length} such times` }],
  ];
  const notes = [...area, ...more];
  const message =
    notes.length === 0
      ? { zh: '', en: '' }
      : { zh: `（${notes.map(({ zh }) => zh).join('，')}）`, en: ` (${notes.map(({ en }) => en).join(', ')})` };
  return {
    ...law,
    ok: false,
    ...shownBy(space, gap, refuses, nth),
    words: refuses
      ? {
          zh: `${day.zh}${from}–${to}${message.zh}不属于任何收费时段，车辆无法计费`,
          en: `${day.en} ${from}–${to}${message.en} lies in no period: no price`,
        }
      : {
          zh: `${day.zh}${from}–${to}${message.zh}不属于任何收费时段，不收费`,
          en: `${day.en} ${from}–${to}${message.en} lies in no period: free of charge`,
        },
  };
}

/** Minutes of the sampled days at which a meter's own windows hold, and at which it is the one that counts. */
function shares(space: LintSpace, scheme: Scheme): { own: number; counts: number; behind: Set<number> }[] {
  const found = scheme.meters.map(() => ({ own: 0, counts: 0, behind: new Set<number>() }));
  const plans = new DayPlans(space.days, scheme.meters);
  const holds = ({ windows }: Meter, date: number, minute: number, area: string): boolean =>
    windows === undefined ||
    windows.some(
      (window) => (window.area === undefined || window.area === area) && space.days.contains(window, date, minute),
    );
  for (const area of areasOf(space)) {
    for (const date of space.dates) {
      for (let minute = 0; minute < 1440; minute += space.grid) {
        const at = space.days.instant(date, minute);
        const counting = plans.of(date, area).find(({ from, to }) => at >= from && at < to)?.meter ?? -1;
        for (const [nth, meter] of scheme.meters.entries()) {
          if (!holds(meter, date, minute, area)) continue;
          found[nth]!.own += 1;
          if (counting === nth) found[nth]!.counts += 1;
          else if (counting >= 0) found[nth]!.behind.add(counting);
        }
      }
    }
  }
  return found;
}

/** Of each meter whether it counts at some time. */
export function meterFindings(space: LintSpace, scheme: Scheme, where: string): Finding[] {
  return shares(space, scheme).map(({ own, counts, behind }, nth): Finding => {
    const name = meterName(scheme.meters[nth]!, scheme);
    const others = [...behind].map((each) => meterName(scheme.meters[each]!, scheme));
    const by = { zh: others.map(({ zh }) => zh).join('、'), en: others.map(({ en }) => en).join(', ') };
    const law = { law: 'meter-seen', where: `${where}.meters[${nth}]`, searched: BY_FORM } as const;
    if (own === 0)
      return {
        ...law,
        ok: false,
        severity: 'warning',
        words: { zh: `“${name.zh}”的时段在任何日期都不出现`, en: `The windows of “${name.en}” hold on no day` },
      };
    if (counts === 0)
      return {
        ...law,
        ok: false,
        severity: 'warning',
        words: {
          zh: `“${name.zh}”完全被“${by.zh}”遮住，从不计费`,
          en: `“${name.en}” stands wholly behind “${by.en}” and never counts`,
        },
      };
    if (behind.size > 0 && scheme.meters[nth]!.windows !== undefined)
      return {
        ...law,
        ok: false,
        severity: 'note',
        words: {
          zh: `“${name.zh}”部分时段被“${by.zh}”遮住，以先写的为准`,
          en: `Part of “${name.en}” stands behind “${by.en}”: the one written first counts`,
        },
      };
    return {
      ...law,
      ok: true,
      severity: 'warning',
      words: { zh: `“${name.zh}”在自己的时段内计费`, en: `“${name.en}” counts in its own time` },
    };
  });
}

/** What a gate knows by itself, beside the kind of car, areas and events; all else is given in trials alone. */
const AT_GATE: ReadonlySet<string> = new Set(['colour', 'newEnergy']);

const atGate = ({ values }: Circumstance): boolean =>
  Object.keys(values).every((name) => AT_GATE.has(name) || tookFrom(name) !== null);

function circumstanceWords({ carKind, values, unsaid }: Circumstance): Words {
  const known = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  const [zh, en] = [
    [...known, ...unsaid.map((name) => `${name} 未提供`)],
    [...known, ...unsaid.map((name) => `${name} not given`)],
  ];
  const kind =
    carKind === '' ? { zh: '未写明的车辆种类', en: 'A kind of car that is not named' } : { zh: carKind, en: carKind };
  return {
    zh: `${kind.zh}${zh.length === 0 ? '' : `（${zh.join('，')}）`}`,
    en: `${kind.en}${en.length === 0 ? '' : ` (${en.join(', ')})`}`,
  };
}

/** Kinds of cars and known values for which the tariff says nothing; an error where no car has a price at a gate. */
function pricedFinding(space: LintSpace): Finding {
  const law = { law: 'all-priced', where: '', severity: 'note', searched: BY_FORM } as const;
  const [first] = space.unpriced;
  if (!first)
    return {
      ...law,
      ok: true,
      words: { zh: '各种车辆与已知条件都有价格', en: 'Every kind of car and all that may be known has a price' },
    };
  const stay = new Prices(space.tariff, first).stay(space.days.instant(space.dates[0]!, 0), MINUTE);
  const found = { ...law, ok: false, counterExample: exampleOf(space, first, [stay]) } as const;
  const gate = space.all.filter(atGate);
  if (gate.length > 0 && gate.every((each) => space.unpriced.includes(each))) {
    const unknown = [...new Set(gate.flatMap(({ unsaid }) => unsaid))].filter((name) => !AT_GATE.has(name)).join('、');
    const why =
      unknown === '' || space.unpriced.length === space.all.length
        ? { zh: '任何停车都没有价格', en: 'No stay has a price' }
        : {
            zh: `出口不知道 ${unknown}，任何车都没有价格；请为它写 else`,
            en: `A gate does not know ${unknown}, so that no car has a price; say what holds else`,
          };
    return { ...found, severity: 'error', words: why };
  }
  const who = circumstanceWords(first);
  return {
    ...found,
    words: {
      zh: `${who.zh}没有价格，无法计费，共${space.unpriced.length}种情况`,
      en: `${who.en} has no price; ${space.unpriced.length} such`,
    },
  };
}

/** The longest stay of a scheme that no other takes over: longer stays have no price. */
function longestFindings(space: LintSpace): Finding[] {
  return space.tariff.schemes.flatMap(({ maxStayMinutes }, nth): Finding[] => {
    if (maxStayMinutes === undefined) return [];
    const law = { law: 'all-priced', where: `schemes[${nth}].maxStayMinutes`, severity: 'note' } as const;
    const [at, ms] = [space.days.instant(space.dates[0]!, 720), maxStayMinutes * MINUTE];
    for (const circumstance of space.circumstances) {
      const prices = new Prices(space.tariff, circumstance);
      if (prices.schemeOf(at, ms) !== nth || prices.schemeOf(at, ms + MINUTE) !== null) continue;
      const [longer, longest] = [prices.stay(at, ms + MINUTE), prices.stay(at, ms)];
      const length = minutesWords(maxStayMinutes);
      return [
        {
          ...law,
          ok: false,
          ...(longest.fen === 0 ? { severity: 'warning' } : {}),
          searched: { by: 'search', stays: 2 },
          counterExample: exampleOf(space, circumstance, [longer, longest]),
          words:
            longest.fen === 0
              ? {
                  zh: `停车至多${length.zh}不收费，更久则没有价格`,
                  en: `${length.en} cost nothing, and longer stays have no price`,
                }
              : { zh: `停车超过${length.zh}没有价格，无法计费`, en: `Stays longer than ${length.en} have no price` },
        },
      ];
    }
    return [];
  });
}

export function coverFindings(space: LintSpace): Finding[] {
  return [pricedFinding(space), ...longestFindings(space), ...meterTimes(space)];
}

function meterTimes(space: LintSpace): Finding[] {
  return space.tariff.schemes.flatMap((scheme, nth) => [
    gapFinding(space, scheme, nth),
    ...meterFindings(space, scheme, `schemes[${nth}]`),
  ]);
}

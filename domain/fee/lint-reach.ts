/** Whether every rung of a ladder charges some stay, and every scheme prices some. */
import { DAY, HOUR, MINUTE } from '../time/zone.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { Prices, endingLengths, entriesOf, exampleOf } from './lint-space.ts';
import type { Circumstance } from './lint-circumstances.ts';
import type { LintSpace } from './lint-space.ts';
import type { Finding, LintExample } from './lint-types.ts';
import { lengthWords, meterName } from './lint-words.ts';
import type { Words } from './words.ts';

/** Long enough for every span but the month to hold twice. */
const LONG_DAYS = 15;
const MONTHS_DAYS = 63;
/** An example is looked for among so many entries. */
const FEW_ENTRIES = 8;

/** The scheme with a price on one rung alone, and no condition before or step afterwards. */
function onlyRung({ free, maxStayMinutes, meters }: Scheme, meterAt: number, rungAt: number): Scheme {
  const priced = meters.map((meter, nth) => ({
    ...meter,
    ladder: meter.ladder.map(({ minutes, unitMinutes, round }, at) => ({
      fen: nth === meterAt && at === rungAt ? 1 : 0,
      ...(minutes === undefined ? {} : { minutes }),
      ...(unitMinutes === undefined ? {} : { unitMinutes }),
      ...(round ? { round } : {}),
    })),
  }));
  return { meters: priced, ...(free ? { free } : {}), ...(maxStayMinutes === undefined ? {} : { maxStayMinutes }) };
}

/** Stays that hold whole spans, from each kind of time on; where spans begin with the stay, from every entry. */
function longStays(space: LintSpace, { again }: Meter, { maxStayMinutes }: Scheme): { entries: number[]; ms: number } {
  const every = typeof again === 'object' && 'minutes' in again;
  const entries = [...entriesOf(space).values()].filter(({ at, alike }) => every || at === alike).map(({ at }) => at);
  const days =
    again === 'month' || again === 'stay'
      ? MONTHS_DAYS
      : every
        ? Math.min(MONTHS_DAYS, Math.ceil((again.minutes * 2) / 1440) + 1)
        : LONG_DAYS;
  return { entries, ms: Math.min(days * DAY, (maxStayMinutes ?? Number.POSITIVE_INFINITY) * MINUTE) };
}

/** One of these stays that the scheme prices, where there is one among a few. */
function shownOf(space: LintSpace, scheme: number, entries: readonly number[], ms: number): LintExample | undefined {
  for (const circumstance of space.circumstances) {
    const prices = new Prices(space.tariff, circumstance);
    const at = entries.slice(0, FEW_ENTRIES).find((entry) => prices.schemeOf(entry, ms) === scheme);
    if (at !== undefined) return exampleOf(space, circumstance, [prices.stay(at, ms)]);
  }
  return undefined;
}

function rungFinding(space: LintSpace, schemeAt: number, meterAt: number, rungAt: number): Finding | null {
  const scheme = space.tariff.schemes[schemeAt]!;
  const meter = scheme.meters[meterAt]!;
  const tariff: Tariff = { ...space.tariff, choose: 'first', schemes: [onlyRung(scheme, meterAt, rungAt)] };
  const { entries, ms } = longStays(space, meter, scheme);
  const areas = space.circumstances.filter((each, nth, all) => all.findIndex(({ area }) => area === each.area) === nth);
  let stays = 0;
  let required = false;
  let all = true;
  for (const circumstance of space.tariff.schemes.some(({ free }) => free) ? space.circumstances : areas) {
    const prices = new Prices(tariff, circumstance);
    for (const at of entries) {
      const fen = prices.of(at, ms);
      required ||= !Number.isNaN(fen);
      if (fen > 0) return null;
      if (stays + prices.count > space.most / 10) {
        all = false;
        break;
      }
    }
    stays += prices.count;
  }
  const name = meterName(meter, scheme);
  const shown = shownOf(space, schemeAt, entries, ms);
  // A rung that only counts completed units needs the time of one; what other meters run on over is not looked through.
  const certain =
    all &&
    required &&
    space.whole &&
    !(scheme.meters.length > 1 && scheme.meters.some(({ edge }) => edge === 'runs-on'));
  return {
    law: 'rung-reached',
    where: `schemes[${schemeAt}].meters[${meterAt}].ladder[${rungAt}]`,
    ok: certain ? false : 'unknown',
    severity: 'warning',
    ...(shown ? { counterExample: shown } : {}),
    searched: { by: 'search', stays, hours: ms / HOUR },
    words: certain
      ? {
          zh: `“${name.zh}”的第${rungAt + 1}级在停车${lengthWords(ms).zh}以内从未计费`,
          en: `Step ${rungAt + 1} of “${name.en}” never charges anything in stays up to ${lengthWords(ms).en}`,
        }
      : {
          zh: `没有找到“${name.zh}”的第${rungAt + 1}级计费的停车（查到停车${lengthWords(ms).zh}，未查尽）`,
          en: `No stay was found that step ${rungAt + 1} of “${name.en}” charges (up to ${lengthWords(ms).en}; not all was searched)`,
        },
  };
}

export function rungFindings(space: LintSpace): Finding[] {
  return space.tariff.schemes.flatMap((scheme, at) =>
    scheme.meters.flatMap((meter, meterAt): Finding[] => {
      const [{ ladder }, name] = [meter, meterName(meter, scheme)];
      const faults = ladder.flatMap((_, rungAt) => rungFinding(space, at, meterAt, rungAt) ?? []);
      const law = {
        law: 'rung-reached',
        where: `schemes[${at}].meters[${meterAt}]`,
        ok: true,
        severity: 'warning',
        searched: { by: 'search', stays: ladder.length },
      } as const;
      return faults.length > 0
        ? faults
        : [
            {
              ...law,
              words: {
                zh: `“${name.zh}”的${ladder.length}级阶梯都会用到`,
                en:
                  ladder.length === 1
                    ? `The one step of “${name.en}” charges some stay`
                    : `All ${ladder.length} steps of “${name.en}” charge some stay`,
              },
            },
          ];
    }),
  );
}

/** The tariff with a flat price for each scheme, which identifies it. */
const renamed = (tariff: Tariff): Tariff => ({
  form: 2,
  choose: 'first',
  ...(tariff.entryArea === undefined ? {} : { entryArea: tariff.entryArea }),
  schemes: tariff.schemes.map(({ when }, nth) => ({
    ...(when ? { when } : {}),
    meters: [{ id: 'flat', again: 'stay', edge: 'ends', ladder: [{ fen: nth + 1 }] }],
  })),
});

type Chosen = { readonly circumstance: Circumstance; readonly at: number; readonly ms: number };

/** For each scheme a stay that it prices, where there is one among the edges of all conditions. */
function chosenStays(space: LintSpace): { found: (Chosen | undefined)[]; stays: number; all: boolean } {
  const { tariff } = space;
  const found: (Chosen | undefined)[] = tariff.schemes.map(() => undefined);
  const entries = [...entriesOf(space).values()]
    .filter(({ at, alike, aloneMs }) => at === alike || aloneMs <= space.grid * MINUTE)
    .map(({ at }) => at);
  let stays = 0;
  for (const circumstance of space.circumstances) {
    const first = new Prices(renamed(tariff), circumstance);
    const each = tariff.schemes.map(
      (scheme) => new Prices({ ...tariff, choose: 'first', schemes: [scheme] }, circumstance),
    );
    for (const at of entries) {
      if (found.every(Boolean)) return { found, stays, all: true };
      for (const ms of [MINUTE, HOUR, ...endingLengths(tariff.schemes, space, at)]) {
        const prices = tariff.choose === 'cheapest' ? each.map((one) => one.of(at, ms)) : [];
        const best = Math.min(...prices.filter((fen) => !Number.isNaN(fen)));
        const nth = tariff.choose === 'cheapest' ? prices.indexOf(best) : first.of(at, ms) - 1;
        if (nth >= 0 && found[nth] === undefined) found[nth] = { circumstance, at, ms };
      }
      if (stays + first.count > space.most) return { found, stays: stays + first.count, all: false };
    }
    stays += first.count + each.reduce((sum, { count }) => sum + count, 0);
  }
  return { found, stays, all: space.whole };
}

export function schemeFindings(space: LintSpace): Finding[] {
  const { schemes, choose } = space.tariff;
  const open = choose === 'cheapest' ? -1 : schemes.findIndex(({ when }) => when === undefined);
  const { found, stays, all } = chosenStays(space);
  return schemes.map(({ label }, nth): Finding => {
    const name: Words = label ?? { zh: `方案${nth + 1}`, en: `Scheme ${nth + 1}` };
    const stay = found[nth];
    const law = {
      law: 'scheme-reached',
      where: `schemes[${nth}]`,
      severity: 'warning',
      searched: { by: 'search', stays },
    } as const;
    if (stay)
      return {
        ...law,
        ok: true,
        example: exampleOf(space, stay.circumstance, [
          new Prices(space.tariff, stay.circumstance).stay(stay.at, stay.ms),
        ]),
        words: { zh: `“${name.zh}”会用到`, en: `“${name.en}” prices some stays` },
      };
    if (open !== -1 && nth > open)
      return {
        ...law,
        ok: false,
        searched: { by: 'form', stays: 0 },
        words: {
          zh: `“${name.zh}”之前的方案没有条件，永远轮不到它`,
          en: `A scheme before “${name.en}” matches every stay, so this one is never reached`,
        },
      };
    return {
      ...law,
      ok: all && choose !== 'cheapest' ? false : 'unknown',
      words:
        all && choose !== 'cheapest'
          ? { zh: `没有停车由“${name.zh}”计费`, en: `“${name.en}” prices no stay` }
          : {
              zh: `没有找到由“${name.zh}”计费的停车（未查尽）`,
              en: `No stay was found that “${name.en}” prices (not all was searched)`,
            },
    };
  });
}

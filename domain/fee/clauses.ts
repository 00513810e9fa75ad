/** The clauses of a tariff in plain words, as its bills quote them. */
import type { Chosen, FreeTime, Meter, Rung, Scheme, Span, Step } from './form.ts';
import { DAY_NAMES } from './day-names.ts';
import type { LineKind } from './types.ts';
import { amountWords, minutesWords, perWords } from './words.ts';
import type { Words } from './words.ts';

const fixed = (chosen: Chosen<number>): number | null => (typeof chosen === 'number' ? chosen : null);
export const capital = (words: Words): Words => ({
  zh: words.zh,
  en: words.en.charAt(0).toUpperCase() + words.en.slice(1),
});

/** 每15分钟2.50元, with the price that was chosen where it depends on the stay. */
function rungWords({ minutes, unitMinutes, perMinutes }: Rung, first: boolean, fen: number, currency?: string): Words {
  const [amount, length] = [amountWords(fen, currency), unitMinutes ?? minutes];
  if (length === undefined) return { zh: `每次${amount.zh}`, en: `${amount.en} per visit` };
  if (first && (unitMinutes === undefined || (unitMinutes === minutes && perMinutes === undefined)))
    return {
      zh: `首${minutesWords(length).zh}${amount.zh}`,
      en: `first ${minutesWords(length).en} ${amount.en}`,
    };
  const per = perWords(perMinutes ?? length);
  const sold = perMinutes === undefined || perMinutes === length ? null : minutesWords(length);
  return {
    zh: `${per.zh}${amount.zh}${sold ? `，按${sold.zh}计` : ''}`,
    en: `${amount.en} ${per.en}${sold ? `, in units of ${sold.en}` : ''}`,
  };
}

function labelled(label: Words | undefined, words: Words): Words {
  return label ? { zh: `${label.zh}：${words.zh}`, en: `${label.en}: ${words.en}` } : capital(words);
}

const SPANS: Readonly<Record<Extract<Span, string>, Words>> = {
  stay: { zh: '每次停车', en: 'per stay' },
  piece: { zh: '每个连续时段', en: 'per continuous period' },
  day: { zh: '每日', en: 'per day' },
  week: { zh: '每周', en: 'per week' },
  month: { zh: '每月', en: 'per month' },
};

export function spanWords(span: Span): Words {
  if (typeof span === 'string') return SPANS[span];
  if ('minutes' in span) {
    const { zh, en } = perWords(span.minutes);
    return span.from === 'free' ? { zh: `免费时间结束起${zh}`, en: `${en} from the end of free time` } : { zh, en };
  }
  const days = (span.days ?? []).map((day) => DAY_NAMES[day]);
  if (days.length === 0) return { zh: `至下一个${span.at}`, en: `until the next ${span.at}` };
  return {
    zh: `至下一个${days.map(({ zh }) => zh).join('、')}${span.at}`,
    en: `until the next ${span.at} of ${days.map(({ en }) => en).join(', ')}`,
  };
}

/** What a step is on a bill: the kind of its lines, null where their sign says it, and their words. */
type StepClause = { readonly kind: LineKind | null; readonly words: Words };

function stepWords(step: Step, meters: readonly Meter[], currency?: string): StepClause {
  const money = (chosen: Chosen<number>): Words | null => {
    const fen = fixed(chosen);
    return fen === null ? null : amountWords(fen, currency);
  };
  if ('cap' in step) {
    const [amount, span] = [money(step.cap), spanWords(step.per)];
    const of = (step.of ?? []).flatMap((id) => meters.find((meter) => meter.id === id)?.label ?? []);
    return {
      kind: 'cap',
      words: {
        zh: `${of.map(({ zh }) => zh).join('、')}${span.zh}封顶${amount?.zh ?? ''}`,
        en: capital({
          zh: '',
          en: `${of.map(({ en }) => `${en} `).join('')}at most ${amount ? `${amount.en} ` : ''}${span.en}`,
        }).en,
      },
    };
  }
  if ('complete' in step) {
    const [amount, span] = [money(step.complete), spanWords(step.per)];
    return {
      kind: null,
      words: {
        zh: `满${span.zh}计${amount?.zh ?? ''}`,
        en: `${amount ? `${amount.en} ` : 'Price '}${span.en}, when complete`,
      },
    };
  }
  if ('atLeast' in step) {
    const least = money(step.atLeast);
    return {
      kind: 'minimum',
      words: { zh: `最低收费${least?.zh ?? ''}`, en: `Lowest charge${least === null ? '' : ` ${least.en}`}` },
    };
  }
  if ('roundTo' in step) return { kind: 'rounding', words: { zh: '取整', en: 'Rounding' } };
  if ('plus' in step) return { kind: 'extra', words: step.label };
  if ('less' in step) return { kind: 'derate', words: step.label };
  return { kind: 'extra', words: step.label ?? { zh: '倍率', en: 'Factor' } };
}

function freeWords(free: FreeTime | undefined): Words {
  const minutes = free ? fixed(free.minutes) : null;
  if (minutes === null || minutes === 0) return { zh: '免费时间', en: 'Free time' };
  const { zh, en } = minutesWords(minutes);
  return { zh: `免费${zh}`, en: `${en} free` };
}

export type TariffClauses = {
  readonly empty: Words;
  readonly before: Words;
  readonly stayFree: Words;
  readonly outside: Words;
  readonly free: Words;
  /** By meter and rung, of the price in fen that was chosen. */
  readonly rungs: readonly (readonly ((fen: number) => Words)[])[];
  readonly steps: readonly StepClause[];
};

/** Words of a price, cached for the last one: mostly there is only one. */
function kept(words: (fen: number) => Words): (fen: number) => Words {
  let last: { readonly fen: number; readonly words: Words } | null = null;
  return (fen) => (last?.fen === fen ? last : (last = { fen, words: words(fen) })).words;
}

/** All clauses that a bill by this scheme may quote, amounts in the currency of this ISO 4217 code. */
export function tariffClauses(scheme: Scheme, currency?: string): TariffClauses {
  return {
    empty: { zh: '未产生停车时长', en: 'No parking time' },
    before: { zh: '计时开始前', en: 'Before the clock starts' },
    stayFree: freeWords(scheme.free),
    outside: { zh: '免费时段', en: 'Free of charge at this time' },
    free: { zh: '本段不计费', en: 'Not charged' },
    rungs: scheme.meters.map(({ label, ladder }) =>
      ladder.map((rung, nth) => kept((fen) => labelled(label, rungWords(rung, nth === 0, fen, currency)))),
    ),
    steps: (scheme.after ?? []).map((step) => stepWords(step, scheme.meters, currency)),
  };
}

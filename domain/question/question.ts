/**
 * Questions to the reports, without a model: “cash of last week by lane against last year”, “上月云汇广场按支付方式的退款”. A span of
 * days, a car park and choices of filters are read out of the text; what is left is matched with the words of each
 * report: its title, what its lines are about, its figures. The same question has the same answer everywhere.
 */
import type { Day } from '#domain/time/day.ts';
import { spanIn, yearBefore, yearBeforeIn } from './period.ts';
import type { Span } from './period.ts';
import { meantBy, STOP_HAN, STOP_WORDS } from './synonyms.ts';

export type Choice = { readonly param: string; readonly value: string; readonly labels: readonly string[] };
/** What can be found: a report, by its words in all languages. */
export type Subject = {
  readonly key: string;
  readonly title: readonly string[];
  /** What its lines are about. */
  readonly lines: readonly string[];
  readonly figures: readonly string[];
  readonly choices: readonly Choice[];
};
export type Place = { readonly id: string; readonly name: string };
export type Reading = {
  readonly key: string;
  readonly score: number;
  readonly span: Span | null;
  /** The same days of the year before, where they are wanted. */
  readonly before: Span | null;
  readonly place: Place | null;
  readonly choices: readonly Choice[];
};

const WEIGHTS = { title: 3, lines: 2, figures: 1.5 };
/** A report that covers less than half of the question is no answer. */
const LEAST_COVERED = 0.5;
const MOST_READINGS = 5;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const stem = (word: string): string => {
  const bare = word.length > 5 ? word.replace(/(?:ed|ing)$/, '') : word;
  return bare.length > 4 && bare.endsWith('ies')
    ? `${bare.slice(0, -3)}y`
    : bare.length > 3
      ? bare.replace(/s$/, '')
      : bare;
};

/** English words without their endings, and each two neighbouring Chinese characters. */
export function tokensOf(text: string): string[] {
  const words = (plain(text).match(/[a-z]+/g) ?? []).filter((word) => !STOP_WORDS.has(word)).map(stem);
  const pairs = (
    plain(text)
      .replaceAll(STOP_HAN, ' ')
      .match(/\p{Script=Han}+/gu) ?? []
  ).flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)));
  return [...new Set([...words, ...pairs])];
}

type Index = {
  readonly weights: ReadonlyMap<string, number>;
  readonly lines: ReadonlySet<string>;
  readonly size: number;
};

function indexOf(subject: Subject): Index {
  const weights = new Map<string, number>();
  for (const part of ['figures', 'lines', 'title'] as const)
    for (const token of subject[part].flatMap(tokensOf))
      weights.set(token, Math.max(weights.get(token) ?? 0, WEIGHTS[part]));
  return { weights, lines: new Set(subject.lines.flatMap(tokensOf)), size: tokensOf(subject.title.join(' ')).length };
}

/** What comes after “by”, “per”, “按”, “各”, or is implied by “每日” and “daily”: the dimension of the lines. */
function linesIn(text: string): string[] {
  const parts = [
    ...text.matchAll(/\b(?:by|per)\s+(?:each\s+)?([a-z]+(?: [a-z]+)?)/g),
    ...text.matchAll(/按(\p{Script=Han}{2,4})|各个?(?!月)(\p{Script=Han}{2,3})/gu),
  ].flatMap(([, one, other]) => tokensOf((one ?? other)!));
  const daily = /每[日天]|\bdaily\b/.test(text) ? ['day'] : [];
  const monthly = /[每各]个?月/.test(text) ? ['month'] : [];
  return [...parts, ...daily, ...monthly];
}

const without = (text: string, part: string): string => text.replace(part, ' ');

function placeIn(text: string, places: readonly Place[]): { place: Place | null; rest: string } {
  const [best] = places
    .map((place) => ({ place, name: plain(place.name) }))
    .flatMap(({ place, name }) =>
      [name, name.replace(/(?:地下)?(?:停车场|停车库|车场)$|\s*(?:car park|parking)$/, '')].map((written) => ({
        place,
        written,
      })),
    )
    .filter(({ written }) => written.length >= 2 && text.includes(written))
    .sort((a, b) => b.written.length - a.written.length);
  return best ? { place: best.place, rest: without(text, best.written) } : { place: null, rest: text };
}

const isWritten = (label: string, text: string): boolean =>
  /\p{Script=Han}/u.test(label)
    ? label.length >= 2 && text.includes(label)
    : label.length >= 3 && new RegExp(`\\b${label.replaceAll(/[^a-z0-9 ]/g, '.')}\\b`).test(text);

function choicesIn(text: string, { choices }: Subject): Choice[] {
  const found = choices.filter(({ labels }) => labels.some((label) => isWritten(plain(label), text)));
  return found.filter(({ param }, at) => found.findIndex((each) => each.param === param) === at);
}

/** How rare a word is among the reports: one that all have distinguishes nothing. */
function rarity(indexes: readonly Index[]): (token: string) => number {
  const known = new Map<string, number>();
  return (token) => {
    if (!known.has(token))
      known.set(token, Math.log(1 + indexes.length / (1 + indexes.filter(({ weights }) => weights.has(token)).length)));
    return known.get(token)!;
  };
}

/**
 * The reports that answer a question, the best first, at most five.
 * @param today the asker's own day
 */
export function readQuestion(
  question: string,
  today: Day,
  subjects: readonly Subject[],
  places: readonly Place[],
): Reading[] {
  const { place, rest } = placeIn(plain(question), places);
  const compared = yearBeforeIn(rest);
  const dated = spanIn(compared?.rest ?? rest, today);
  const span = dated?.value ?? null;
  const text = dated?.rest ?? compared?.rest ?? rest;
  const tokens = tokensOf(text);
  const lines = linesIn(text);
  const indexes = subjects.map(indexOf);
  const rare = rarity(indexes);
  return subjects
    .map((subject, nth): Reading => {
      const choices = choicesIn(text, subject);
      const chosen = choices.flatMap(({ labels }) => labels.flatMap(tokensOf));
      const score = scoreOf(indexes[nth]!, { tokens, lines, chosen, rare });
      return { key: subject.key, score, span, before: compared && span ? yearBefore(span) : null, place, choices };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_READINGS);
}

type ScoreInput = {
  readonly tokens: readonly string[];
  readonly lines: readonly string[];
  readonly chosen: readonly string[];
  readonly rare: (token: string) => number;
};

function scoreOf({ weights, lines: own, size }: Index, { tokens, lines, chosen, rare }: ScoreInput): number {
  const worth = (token: string): number =>
    Math.max(...[token, ...meantBy(token)].map((each) => (weights.get(each) ?? 0) * rare(each)));
  const met = tokens.map((token) => Math.max(worth(token), chosen.includes(token) ? rare(token) : 0));
  const covered = met.filter((each) => each > 0).length / Math.max(1, tokens.length);
  const isMissed = (token: string, nth: number): boolean => !lines.includes(token) && met[nth] === 0;
  const figures = tokens.filter((token) => !lines.includes(token));
  // Lines of the right kind are no answer where none of the figures is there.
  if (covered < LEAST_COVERED || (figures.length > 0 && tokens.filter(isMissed).length === figures.length)) return 0;
  const about = lines.filter((token) => [token, ...meantBy(token)].some((each) => own.has(each))).length;
  const fits = lines.length === 0 ? 1 : 0.4 + (1.6 * about) / lines.length;
  return (met.reduce((sum, each) => sum + each, 0) * covered * fits) / (1 + 0.05 * size);
}

/** Which rule answers what a follower says to a public account. */
export type KeywordRule = {
  readonly id: string;
  readonly scene: string;
  readonly match: string;
  /** Several, divided by commas. */
  readonly keyword: string | null;
  readonly sort: number;
};

export type IncomingMessage =
  | { readonly scene: 'text' | 'click'; readonly words: string }
  | { readonly scene: 'subscribe'; readonly words?: never };
export type Why = 'exact' | 'prefix' | 'contains' | 'click' | 'subscribe' | 'default';
export type Choice<R> = { readonly rule: R; readonly why: Why; readonly word: string };

/** Full width and capitals are one with half width and small letters: people type on phones. */
const plain = (words: string): string => words.normalize('NFKC').trim().toLowerCase();

export const wordsIn = (keyword: string | null): string[] =>
  (keyword ?? '')
    .split(/[,，、;；\n]/)
    .map(plain)
    .filter((word) => word !== '');

const strength: Readonly<Record<Why, number>> = {
  exact: 4,
  click: 4,
  subscribe: 4,
  prefix: 3,
  contains: 2,
  default: 1,
};

function fits<R extends KeywordRule>(rule: R, message: IncomingMessage): Choice<R>[] {
  if (rule.scene === 'default') return message.scene === 'text' ? [{ rule, why: 'default', word: '' }] : [];
  if (rule.scene !== message.scene) return [];
  if (message.scene === 'subscribe') return [{ rule, why: 'subscribe', word: '' }];
  const words = plain(message.words);
  return wordsIn(rule.keyword).flatMap((word): Choice<R>[] => {
    if (message.scene === 'click') return word === words ? [{ rule, why: 'click', word }] : [];
    if (word === words) return [{ rule, why: 'exact', word }];
    if (rule.match !== 'exact' && words.startsWith(word)) return [{ rule, why: 'prefix', word }];
    return rule.match === 'contains' && words.includes(word) ? [{ rule, why: 'contains', word }] : [];
  });
}

/**
 * The whole word before the longest beginning, that before the longest word within, then the smaller order; else the
 * rule for all the rest.
 */
export function chooseRule<R extends KeywordRule>(rules: readonly R[], message: IncomingMessage): Choice<R> | null {
  const found = rules
    .flatMap((rule) => fits(rule, message))
    .sort(
      (a, b) =>
        strength[b.why] - strength[a.why] ||
        b.word.length - a.word.length ||
        a.rule.sort - b.rule.sort ||
        (a.rule.id < b.rule.id ? -1 : 1),
    );
  return found[0] ?? null;
}

/** Words of a rule that another answers in the same way: nobody could say which of the two does. */
export function sharedWords(rule: KeywordRule, others: readonly KeywordRule[]): string[] {
  const alike = others.filter(({ scene, match }) => scene === rule.scene && match === rule.match);
  const taken = new Set(alike.flatMap(({ keyword }) => wordsIn(keyword)));
  return wordsIn(rule.keyword).filter((word) => taken.has(word));
}

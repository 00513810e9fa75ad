import type { Text } from '#kit/declare/text.ts';

export type Hit = { key: string; label: string; note: string; icon: string; address: string };
/** What one list found for the search text. */
export type Hits = { key: string; title: Text; hits: readonly Hit[] };
export type Answer = Hits & { answered: boolean };

const least = 2;

/**
 * Words as they are looked for: plates and numbers have no small letters, and the dot of a plate is not written down.
 */
export const plainly = (typed: string): string => typed.trim().toUpperCase().replaceAll('·', '');
export const worthAsking = (typed: string): boolean => plainly(typed).length >= least;

/**
 * What is shown while lists answer: each in its place and none before those above it, so that nothing comes in above
 * what was read already; of lists that have not answered what is typed now, what they had `before`, as far as it fits
 * it.
 */
export function steady(answers: readonly Answer[], before: readonly Hits[], query: string, typed: string): Hits[] {
  const wanted = plainly(typed);
  const fitting = (hits: readonly Hit[]): Hit[] =>
    worthAsking(typed) ? hits.filter(({ label }) => label.toUpperCase().includes(wanted)) : [];
  const first = answers.findIndex(({ answered }) => !answered);
  return answers.map(({ key, title, hits }, nth) => {
    const is = first < 0 || nth < first;
    const shown = is ? hits : (before.find((held) => held.key === key)?.hits ?? []);
    return { key, title, hits: is && plainly(query) === wanted ? shown : fitting(shown) };
  });
}

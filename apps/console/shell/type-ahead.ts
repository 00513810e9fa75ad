import { readingOf } from './find/pinyin.ts';

const pauseMs = 800;

/** What has been typed so far; a pause resets it. */
export type Typed = { letters: string; at: number };

/**
 * The next label after `here`, round and round, that begins with what is typed, by its words or by its sound; null
 * where none does. Writes the letter down.
 */
export function startingWith(
  labels: readonly string[],
  here: number,
  typed: Typed,
  letter: string,
  now: number,
): number | null {
  typed.letters = now - typed.at > pauseMs ? letter.toLowerCase() : typed.letters + letter.toLowerCase();
  typed.at = now;
  const from = typed.letters.length === 1 ? here + 1 : Math.max(0, here);
  const order = labels.map((_, at) => (from + at) % labels.length);
  const fits = (label: string): boolean => {
    const { initials, whole } = readingOf(label);
    return [label.trim().toLowerCase(), initials, whole].some((sound) => sound.startsWith(typed.letters));
  };
  return order.find((at) => fits(labels[at]!)) ?? null;
}

/** What an account answers with, and how long it may be on the platform. */
export type Reply =
  | { readonly type: 'text'; readonly content: string }
  | {
      readonly type: 'news';
      readonly title: string;
      readonly description: string;
      readonly pictureUrl: string;
      readonly linkUrl: string;
    };

/** The platform takes no longer text. */
export const TEXT_BYTES = 2048;

export const bytesOf = (words: string): number => new TextEncoder().encode(words).length;

/** As much of the text as fits, whole characters only. */
export function cutTo(words: string, bytes: number): string {
  let [out, left] = ['', bytes];
  for (const letter of words) {
    left -= bytesOf(letter);
    if (left < 0) break;
    out += letter;
  }
  return out;
}

const PLACE = /\{(\w+)\}/g;

/** Names in braces, such as `{hotline}`. */
export const placesIn = (words: string): string[] => [...words.matchAll(PLACE)].map(([, name]) => name!);

/** Puts what the company has set in place of the names in braces; what it has not set is left out. */
export const filled = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replace(PLACE, (_, name: string) => values[name] ?? '');

/** Text of a link as the platform shows it. */
export const linkText = (label: string, url: string): string =>
  `<a href="${url.replaceAll('&', '&amp;').replaceAll('"', '%22')}">${label.replaceAll('<', '＜').replaceAll('>', '＞')}</a>`;

/** The profiles to choose from. Apart from the other words, which every list loads: their profiles are large. */
import { adapters } from '#domain/upload/adapters.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** Shipped profiles, and one of a platform's own. */
export const schemes: Readonly<Record<keyof typeof adapters | 'own', Text>> = {
  ...(Object.fromEntries(
    Object.entries(adapters).map(([name, { name: words }]) => [name, text(words.zh, words.en)]),
  ) as {
    readonly [K in keyof typeof adapters]: Text;
  }),
  own: text('自定义', 'Own profile'),
};

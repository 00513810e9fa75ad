/** Tables of sums by car park and day, which no call lists or writes: the source that reports read. */
import type { Field, Fields } from './field.ts';
import { resource } from './resource.ts';
import type { Resource } from './resource.ts';
import type { Text } from './text.ts';

/**
 * Declares a daily rollup. `fields` holds its `day` (the car park's own), what rows of one day differ by (`key`), and
 * sums, which are never empty: money in fen, counts, seconds.
 */
export const rollup = <const F extends Fields & { day: Field }>(options: {
  name: string;
  title: Text;
  area: string;
  key?: readonly (keyof F & string)[];
  fields: F;
}): Resource<F> => ({
  ...resource({ ...options, scope: 'park', wire: { base: '' }, verbs: [], list: [] }),
  rollup: { key: options.key ?? [] },
});

import type { Text } from '#kit/declare/text.ts';
import { session } from '#kit/console/session.ts';
import { keep, kept } from '#kit/console/storage.ts';

/** A page that was looked at, under the name it had then. */
export type Recent = { readonly address: string; readonly label: Text; readonly icon: string };

const shelf = 'recents';
const most = 12;
const pathOf = (address: string): string => address.split('?')[0]!;

/** The pages with one more in front; one that is there already moves up, with its latest query and name. */
export const withRecent = (recents: readonly Recent[], recent: Recent): Recent[] =>
  [recent, ...recents.filter(({ address }) => pathOf(address) !== pathOf(recent.address))].slice(0, most);

/** Latest first. Forgotten when the session ends: names of records are somebody's plates. */
export const recents = (): readonly Recent[] => kept<Recent[]>(shelf) ?? [];

/**
 * Notes a page that is looked at, unless nobody is logged in any more: the page is drawn once again while it is left.
 */
export function noteRecent(recent: Recent): void {
  if (!session.tokens()) return;
  const held = recents();
  const [first] = held;
  if (first?.address === recent.address && first.label.zh === recent.label.zh && first.label.en === recent.label.en)
    return;
  keep(shelf, withRecent(held, recent));
}

import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { useLater } from '#kit/console/later.ts';
import { useWords } from '#kit/console/words.ts';
import type { Tab } from '../tabs.ts';
import type { Line } from './finder.tsx';
import { FoundList } from './found-list.tsx';
import type { OptionGroup } from './found-list.tsx';
import { useLookups } from './lookups.ts';
import { usePlaces } from './places.ts';
import type { Searched } from './places.ts';
import { found, rank } from './rank.ts';
import { paletteTitle } from './words.ts';

const words = { tabs: text('已打开', 'Open pages'), screens: text('菜单', 'Pages') };
const typingMs = 250;
const mostScreens = 8;

type Props = { line: Line; searched: Searched; tabs: readonly Tab[]; path: string; onGo: (address: string) => void };

/** One line for everything: open pages, screens, cars, stays, orders and lots. */
export default function Palette({ line, searched, tabs, path, onGo }: Props): ReactNode {
  const { t, lang } = useWords();
  const { places, waiting } = usePlaces(searched);
  const { typed } = line;
  const settled = useLater(typed, typingMs);
  const { found: hits, busy } = useLookups(settled, typed);
  const open = tabs
    .filter((tab) => tab.path !== path && tab.label && rank(tab.label, typed, lang) !== null)
    .toReversed();
  const screens = typed.trim() === '' ? [] : found(places, typed, lang).slice(0, mostScreens);
  const groups: OptionGroup[] = [
    {
      key: 'tabs',
      title: t(words.tabs),
      options: open.map((tab) => ({
        key: `tab ${tab.path}`,
        label: t(tab.label!),
        icon: tab.meta?.icon ?? 'clock',
        onPick: () => onGo(tab.path + tab.search),
      })),
    },
    {
      key: 'screens',
      title: t(words.screens),
      options: screens.map((place) => ({
        key: `screen ${place.path}`,
        label: t(place.label),
        note: place.way.map(t).join(' / '),
        icon: place.icon,
        onPick: () => onGo(place.path),
      })),
    },
    ...hits.map(({ key, title, hits: rows }) => ({
      key,
      title: t(title),
      options: rows.map(({ address, ...row }) => ({ ...row, onPick: () => onGo(address) })),
    })),
  ];
  return <FoundList title={t(paletteTitle)} line={line} groups={groups} busy={waiting || busy || settled !== typed} />;
}

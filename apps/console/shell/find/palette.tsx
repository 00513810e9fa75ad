import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { useLater } from '#kit/console/later.ts';
import { useWords } from '#kit/console/words.ts';
import type { Tab } from '../tabs.ts';
import { Finder } from './finder.tsx';
import type { OptionGroup } from './finder.tsx';
import { useLookups } from './lookups.ts';
import { found, rank } from './rank.ts';
import type { Place } from './rank.ts';
import { paletteTitle } from './words.ts';

const words = { type: text('车牌、订单号、车场或菜单名称', 'A plate, an order number, a lot or a screen'), tabs: text('已打开', 'Open pages'), screens: text('菜单', 'Screens') };
const typingMs = 250;
const mostScreens = 8;

type Props = { places: readonly Place[]; waiting: boolean; tabs: readonly Tab[]; path: string; onGo: (address: string) => void; onClose: () => void };

/** One line for everything: open pages, screens, cars, stays, orders and lots. */
export default function Palette({ places, waiting, tabs, path, onGo, onClose }: Props): ReactNode {
  const { t, lang } = useWords();
  const [typed, setTyped] = useState('');
  const settled = useLater(typed, typingMs);
  const { found: hits, busy } = useLookups(settled);
  const open = tabs.filter((tab) => tab.path !== path && tab.label && rank(tab.label, typed, lang) !== null).toReversed();
  const screens = typed.trim() === '' ? [] : found(places, typed, lang).slice(0, mostScreens);
  const groups: OptionGroup[] = [
    { key: 'tabs', title: t(words.tabs), options: open.map((tab) => ({ key: `tab ${tab.path}`, label: t(tab.label!), icon: tab.meta?.icon ?? 'clock', onPick: () => onGo(tab.path + tab.search) })) },
    { key: 'screens', title: t(words.screens), options: screens.map((place) => ({ key: `screen ${place.path}`, label: t(place.label), note: place.way.map(t).join(' / '), icon: place.icon, onPick: () => onGo(place.path) })) },
    ...hits.map(({ key, title, hits: rows }) => ({ key, title: t(title), options: rows.map(({ address, ...row }) => ({ ...row, onPick: () => onGo(address) })) })),
  ];
  return <Finder title={t(paletteTitle)} placeholder={t(words.type)} typed={typed} onTyped={setTyped} groups={groups} busy={waiting || busy || settled !== typed} onClose={onClose} />;
}

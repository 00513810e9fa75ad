import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { useLater } from '#kit/console/later.ts';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import type { Tab } from '../tabs.ts';
import { actionsNow } from './actions.ts';
import type { Line } from './finder.tsx';
import { FoundList } from './found-list.tsx';
import type { OptionGroup } from './found-list.tsx';
import { useLookups } from './lookups.ts';
import { usePlaces } from './places.ts';
import type { Searched } from './places.ts';
import { found, rank, ranked } from './rank.ts';
import type { Place } from './rank.ts';
import { useQuestions } from './questions.ts';
import { recents } from './recents.ts';
import { paletteTitle } from './words.ts';

const words = {
  tabs: text('已打开', 'Open pages'),
  screens: text('菜单', 'Pages'),
  recents: text('最近访问', 'Recent'),
  actions: text('操作', 'Actions'),
  reports: text('报表解答', 'Answered by reports'),
};
const typingMs = 250;
const mostScreens = 8;
const mostRecents = 6;
const mostActions = 6;

type Props = {
  line: Line;
  searched: Searched;
  tabs: readonly Tab[];
  path: string;
  onGo: (address: string) => void;
  onClose: () => void;
};

/** What can be done, and pages of late that stand open no more (`open`: the paths of those that do). */
function useMore(places: readonly Place[], typed: string, open: readonly string[]) {
  const { t, lang } = useWords();
  const may = useMay();
  const actions = actionsNow(places, may, lang);
  const doing = typed.trim() === '' ? actions.filter(({ note }) => note) : ranked(actions, typed, lang);
  const lately = recents().filter(
    ({ address, label }) => !open.includes(address.split('?')[0]!) && rank(label, typed, lang) !== null,
  );
  return (go: (address: string) => void, close: () => void): OptionGroup[] => [
    {
      key: 'actions',
      title: t(words.actions),
      options: doing.slice(0, mostActions).map(({ key, label, icon, note, run }) => ({
        key: `action ${key}`,
        label: t(label),
        ...(note ? { note: t(note) } : {}),
        icon,
        onPick: () => {
          close();
          run(go);
        },
      })),
    },
    {
      key: 'recents',
      title: t(words.recents),
      options: lately.slice(0, mostRecents).map(({ address, label, icon }) => ({
        key: `recent ${address}`,
        label: t(label),
        icon,
        onPick: () => go(address),
      })),
    },
  ];
}

/** One line for everything: open and recent pages, screens, what can be done, cars, stays, orders, passes and lots. */
export default function Palette({ line, searched, tabs, path, onGo, onClose }: Props): ReactNode {
  const { t, lang } = useWords();
  const { places, waiting } = usePlaces(searched);
  const { typed } = line;
  const settled = useLater(typed, typingMs);
  const { found: hits, busy } = useLookups(settled, typed);
  const { answers, busy: thinking } = useQuestions(settled);
  const open = tabs
    .filter((tab) => tab.path !== path && tab.label && rank(tab.label, typed, lang) !== null)
    .toReversed();
  const screens = typed.trim() === '' ? [] : found(places, typed, lang).slice(0, mostScreens);
  const more = useMore(places, typed, [path, ...tabs.map((tab) => tab.path)]);
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
    ...more(onGo, onClose),
    ...hits.map(({ key, title, hits: rows }) => ({
      key,
      title: t(title),
      options: rows.map(({ address, ...row }) => ({ ...row, onPick: () => onGo(address) })),
    })),
    {
      key: 'questions',
      title: t(words.reports),
      options: answers
        .filter(({ address }) => !screens.some(({ path: at }) => at === address))
        .map(({ title, phrases, address }) => ({
          key: `question ${address}`,
          label: title,
          note: phrases.join(' · '),
          icon: 'chart',
          onPick: () => onGo(address),
        })),
    },
  ];
  return (
    <FoundList
      title={t(paletteTitle)}
      line={line}
      groups={groups}
      busy={waiting || busy || thinking || settled !== typed}
    />
  );
}

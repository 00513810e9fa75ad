import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { BlockTile, Container } from '../block.tsx';
import { labelOf } from '../menu.ts';
import type { TopItem } from '../menu.ts';
import { Finder } from './finder.tsx';
import { found } from './rank.ts';
import type { Place } from './rank.ts';
import { menuSearchTitle } from './words.ts';

const words = { type: text('输入菜单名称，可用拼音首字母', 'Type the name of a screen'), screens: text('{n} 个菜单', '{n} screens') };

type Props = { places: readonly Place[]; waiting: boolean; tops: readonly TopItem[]; onGo: (address: string) => void; onClose: () => void };

/** Looks for a screen in all modules of the person's menu; before anything is typed, the modules themselves. */
export default function MenuSearch({ places, waiting, tops, onGo, onClose }: Props): ReactNode {
  const { t, lang } = useWords();
  const [typed, setTyped] = useState('');
  const options = found(places, typed, lang).map((place) => ({ key: place.path, label: t(place.label), note: place.way.map(t).join(' / '), icon: place.icon, onPick: () => onGo(place.path) }));
  const modules = tops.flatMap((top) => {
    const own = places.filter(({ way }) => way[0]?.zh === top.name);
    return own.length > 0 ? [{ top, first: own[0]!.path, count: own.length }] : [];
  });
  const tiles = (
    <Container block>
      <div className="modules">{modules.map(({ top, first, count }, nth) => <BlockTile key={top.id} icon={top.icon ?? 'dot'} text={t(labelOf(top))} dept={t(fill(words.screens, { n: count }))} to={first} nth={nth} onGo={(to) => { onClose(); onGo(to); }} />)}</div>
    </Container>
  );
  return <Finder title={t(menuSearchTitle)} placeholder={t(words.type)} typed={typed} onTyped={setTyped} busy={waiting} groups={[{ key: 'screens', options }]} {...(typed.trim() === '' && modules.length > 1 ? { instead: tiles } : {})} onClose={onClose} />;
}

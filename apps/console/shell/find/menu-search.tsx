import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { BlockTile, Container } from '../block.tsx';
import { labelOf } from '../menu.ts';
import type { Line } from './finder.tsx';
import { FoundList } from './found-list.tsx';
import { usePlaces } from './places.ts';
import type { Searched } from './places.ts';
import { found } from './rank.ts';
import { menuSearchTitle } from './words.ts';

const screens = text('{n} 个菜单', '{n} pages');

type Props = { line: Line; searched: Searched; onGo: (address: string) => void };

/** Searches for a screen in all modules of the person's menu; before anything is typed, the modules themselves. */
export default function MenuSearch({ line, searched, onGo }: Props): ReactNode {
  const { t, lang } = useWords();
  const { places, waiting } = usePlaces(searched);
  const modules = searched.tops.flatMap((top) => {
    const own = places.filter(({ way }) => way[0]?.zh === top.name);
    return own.length > 0 ? [{ top, first: own[0]!.path, count: own.length }] : [];
  });
  if (line.typed.trim() === '' && modules.length > 1)
    return (
      <Container block>
        <div className="modules">
          {modules.map(({ top, first, count }, nth) => (
            <BlockTile
              key={top.id}
              icon={top.icon ?? 'dot'}
              text={t(labelOf(top))}
              dept={t(fill(screens, { n: count }))}
              to={first}
              nth={nth}
              onGo={onGo}
            />
          ))}
        </div>
      </Container>
    );
  const options = found(places, line.typed, lang).map((place) => ({
    key: place.path,
    label: t(place.label),
    note: place.way.map(t).join(' / '),
    icon: place.icon,
    onPick: () => onGo(place.path),
  }));
  return <FoundList title={t(menuSearchTitle)} line={line} groups={[{ key: 'screens', options }]} busy={waiting} />;
}

import type { ReactNode } from 'react';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { demoScreens } from './screens.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const note = text(
  '用来试用控制台本身的页面，可直接按地址打开，不在菜单中。',
  'Pages to try the console itself; they open by their address and are in no menu.',
);

export default function TestIndex(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  return (
    <Sheet title={titles.index} note={note}>
      <ul className="links">
        {demoScreens.map(({ route, title }) => (
          <li key={route}>
            <a
              href={route}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                go(route);
              }}
            >
              {t(title)}
            </a>
            <small>{route}</small>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

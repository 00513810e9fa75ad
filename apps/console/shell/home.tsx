import type { ReactNode } from 'react';
import { Icon } from '#kit/console/icon.tsx';
import { useMe } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { labelOf, useMenu, useTopMenu, visible } from './menu.ts';
import type { MenuItem } from './menu.ts';

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children?.length ? leaves(item.children) : [item]));

/** The first page where no area brings one of its own: the way into every screen of the first module. */
export default function Home(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const me = useMe((state) => state.me);
  const top = useTopMenu();
  const menu = useMenu(top.data?.[0]?.id);
  return (
    <div className="gh-page">
      <h1 className="hello">{t(text('您好', 'Hello'))}，{me?.realName || me?.account}</h1>
      {visible(menu.data ?? [], me?.roles ?? []).map((group) => (
        <section key={group.id} className="gh-card entries">
          <h2>{t(labelOf(group))}</h2>
          <div>{leaves([group]).map((item) => <button key={item.id} type="button" className="gh-btn plain" onClick={() => go(item.path ?? '/404')}><Icon name={item.icon ?? group.icon ?? 'list'} /><span>{t(labelOf(item))}</span></button>)}</div>
        </section>
      ))}
    </div>
  );
}

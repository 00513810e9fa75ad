import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { fill, text } from '#kit/declare/text.ts';
import { allRoutes } from '../pages.ts';
import { useNames } from './names.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  top: text(
    '此版本能打开的全部页面，按地址分区；列表较长，可一键返回顶部。',
    'Every page that opens in this version, by section; the list is long, and a button leads back to the top.',
  ),
  affix: text(
    '同一目录，滚动时分区标题固定在顶部。',
    'The same list; while scrolling the section’s heading stays at the top.',
  ),
  up: text('返回顶部', 'Back to the top'),
  count: text('{n} 个页面', '{n} pages'),
  find: text('搜索名称或地址', 'Search by name or address'),
};

function PageLink({ route, children }: { route: string; children: string }): ReactNode {
  const { go } = usePlace();
  return (
    <a
      href={route}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        go(route);
      }}
    >
      {children}
    </a>
  );
}

/** Every page by the first part of its address. */
function Site({ fixed }: { fixed: boolean }): ReactNode {
  const { t } = useWords();
  const names = useNames();
  const [typed, setTyped] = useState('');
  const top = useRef<HTMLParagraphElement>(null);
  const wanted = typed.trim().toLowerCase();
  const sections = useMemo(
    () =>
      Map.groupBy(
        allRoutes().filter((route) => !route.includes(':')),
        (route) => route.split('/')[1]!,
      ),
    [],
  );
  const nameOf = (route: string): string => (names.get(route) ? t(names.get(route)!) : route);
  const matching = (routes: readonly string[]) =>
    routes.filter(
      (route) => wanted === '' || route.toLowerCase().includes(wanted) || nameOf(route).toLowerCase().includes(wanted),
    );
  const shown = [...sections]
    .map(([section, routes]) => [section, matching(routes)] as const)
    .filter(([, routes]) => routes.length > 0);
  return (
    <Sheet title={fixed ? titles.affix : titles.top} note={fixed ? words.affix : words.top}>
      <p className="row" ref={top}>
        <input
          className="gh-input"
          type="search"
          aria-label={t(words.find)}
          placeholder={t(words.find)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="gh-dim" role="status">
          {t(fill(words.count, { n: shown.reduce((sum, [, routes]) => sum + routes.length, 0) }))}
        </span>
      </p>
      {shown.map(([section, routes]) => (
        <section key={section}>
          <h2 className={fixed ? 'stick' : ''}>/{section}</h2>
          <ul className="links">
            {routes.map((route) => (
              <li key={route}>
                <PageLink route={route}>{nameOf(route)}</PageLink>
                <small>{route}</small>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {fixed ? null : (
        <p className="up">
          <button
            type="button"
            className="gh-btn"
            onClick={() => top.current?.closest('.gh-page')?.scrollIntoView({ block: 'start' })}
          >
            {t(words.up)}
          </button>
        </p>
      )}
    </Sheet>
  );
}

export default function SitePage(): ReactNode {
  return <Site fixed={usePlace().path === '/affix'} />;
}

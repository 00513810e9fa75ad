import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Items, settle } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { labelOf, trail } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { closable, closed, onlyHome, onlyThis, useTabs } from './tabs.ts';
import type { Tab } from './tabs.ts';
import { home } from './screens.ts';
import type { Where } from './where.ts';

const words = { tabs: text('标签页', 'Open pages'), close: text('关闭', 'Close'), others: text('关闭其他', 'Close others'), all: text('关闭全部', 'Close all'), home: text('首页', 'Home'), loading: text('加载中', 'Loading') };

/** The open pages. Right click (or the menu key) offers to close others or all; the middle button closes one. */
export function TabBar({ where, menu }: { where: Where; menu: readonly MenuItem[] }): ReactNode {
  const { t } = useWords();
  const { tabs, put } = useTabs();
  const [asked, setAsked] = useState<Tab | null>(null);
  const pop = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = tabs.findIndex((tab) => tab.path === where.path);
    bar.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [where.path, tabs]);
  const nameOf = (tab: Tab): string => {
    const entry = trail(menu, tab.path).at(-1);
    const label: Text | null = tab.label ?? (entry ? labelOf(entry) : tab.path === home ? words.home : null);
    return label ? t(label) : t(words.loading);
  };
  const close = (path: string) => {
    const { tabs: rest, next } = closed(tabs, path);
    put(() => rest);
    if (next && path === where.path) where.go(next.path + next.search);
  };
  const keepOnly = (path: string, change: typeof onlyThis) => {
    put((held) => change(held, path));
    where.go(path === where.path ? path + where.search : path);
  };
  const offer = (event: React.MouseEvent, tab: Tab) => {
    event.preventDefault();
    setAsked(tab);
    pop.current!.showPopover();
    settle(pop.current!, { left: event.clientX, right: event.clientX, top: event.clientY, bottom: event.clientY });
  };
  const items = asked ? [
    { key: 'close', label: t(words.close), disabled: !closable(tabs, asked.path), onPick: () => close(asked.path) },
    { key: 'others', label: t(words.others), onPick: () => keepOnly(asked.path, onlyThis) },
    { key: 'all', label: t(words.all), onPick: () => keepOnly(home, onlyHome) },
  ] : [];
  return (
    <nav className="tab-bar gh-no-print" aria-label={t(words.tabs)} ref={bar}>
      {tabs.map((tab) => (
        <span key={tab.path} className={`tab ${tab.path === where.path ? 'on' : ''}`} onContextMenu={(event) => offer(event, tab)} onAuxClick={(event) => event.button === 1 && close(tab.path)}>
          <a href={tab.path + tab.search} aria-current={tab.path === where.path ? 'page' : undefined} onClick={(event) => { if (event.ctrlKey || event.metaKey) return; event.preventDefault(); where.go(tab.path + tab.search); }}>{nameOf(tab)}</a>
          {closable(tabs, tab.path) ? <button type="button" aria-label={`${t(words.close)} ${nameOf(tab)}`} onClick={() => close(tab.path)}><Icon name="close" size={12} /></button> : null}
        </span>
      ))}
      <div ref={pop} popover="auto" className="gh-pop" role="menu" aria-label={t(words.tabs)}><Items items={items} done={() => pop.current?.hidePopover()} /></div>
    </nav>
  );
}

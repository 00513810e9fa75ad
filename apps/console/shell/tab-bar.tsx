import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Items, Pop, settle } from '#kit/console/floating.tsx';
import type { Item } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { menuSearchTitle } from './find/words.ts';
import { labelOf, trail } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { onRest } from './resting.ts';
import { closable, closed, onlyHome, onlyThis, useTabs } from './tabs.ts';
import type { Tab } from './tabs.ts';
import { home, homeTitle } from './screens.ts';
import type { Where } from './where.ts';

const words = {
  tabs: text('标签页', 'Open pages'),
  close: text('关闭', 'Close'),
  others: text('关闭其他', 'Close others'),
  all: text('关闭全部', 'Close all'),
  closed: text('已关闭{n}个标签页', '{n} tabs closed'),
  loading: text('加载中', 'Loading'),
  refresh: text('刷新当前页', 'Refresh page'),
  more: text('标签操作', 'Tabs'),
};
const spinMs = 1000;

/** Keeps the tab in view in sight: also when the labels before it arrive late and widen, or the window narrows. */
function useInSight(path: string): {
  strip: React.RefObject<HTMLDivElement | null>;
  row: React.RefObject<HTMLDivElement | null>;
} {
  const strip = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () =>
      [...row.current!.children]
        .find((tab) => (tab as HTMLElement).dataset['path'] === path)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // It reports both as soon as they are laid out, so that reading them forces no layout.
    const watch = new ResizeObserver(show);
    watch.observe(row.current!);
    watch.observe(strip.current!);
    return () => watch.disconnect();
  }, [path]);
  return { strip, row };
}

function RefreshButton({ onRefresh }: { onRefresh: () => void }): ReactNode {
  const { t } = useWords();
  const [spinning, setSpinning] = useState(false);
  const press = () => {
    onRefresh();
    setSpinning(true);
    setTimeout(() => setSpinning(false), spinMs);
  };
  return (
    <button
      type="button"
      className={`gh-btn plain icon refresh ${spinning ? 'spinning' : ''}`}
      aria-label={t(words.refresh)}
      title={t(words.refresh)}
      disabled={spinning}
      onClick={press}
    >
      <Icon name="refresh" size={15} />
    </button>
  );
}

type Actions = {
  nameOf: (tab: Tab) => string;
  close: (path: string) => void;
  others: (path: string) => void;
  all: () => void;
};

function useActions(where: Where, menu: readonly MenuItem[]): Actions {
  const { t } = useWords();
  const { tabs, put } = useTabs();
  const nameOf = (tab: Tab): string => {
    const entry = trail(menu, tab.path).at(-1);
    const label: Text | null = tab.label ?? (entry ? labelOf(entry) : tab.path === home ? homeTitle : null);
    return label ? t(label) : t(words.loading);
  };
  const keepOnly = (path: string, change: typeof onlyThis) => {
    const left = change(tabs, path);
    put(() => left);
    const gone = tabs.length - left.length;
    if (gone > 1) notify.ok(t(fill(words.closed, { n: gone })), () => put(() => tabs));
    if (path === where.path) return;
    where.go(path + (left.find((tab) => tab.path === path)?.search ?? ''));
  };
  const close = (path: string) => {
    const { tabs: rest, next } = closed(tabs, path);
    put(() => rest);
    if (next && path === where.path) where.go(next.path + next.search);
  };
  return { nameOf, close, others: (path) => keepOnly(path, onlyThis), all: () => keepOnly(home, onlyHome) };
}

/**
 * Some browsers ask for a menu when the button goes down, and let its going up close what has opened meanwhile: then it
 * opens once the button is up.
 */
function released(event: React.MouseEvent, open: () => void): void {
  if (event.buttons === 0) open();
  else window.addEventListener('pointerup', () => setTimeout(open), { once: true });
}

type Point = { clientX: number; clientY: number };
type TabItemProps = {
  tab: Tab;
  name: string;
  isOpen: boolean;
  isClosable: boolean;
  onGo: (address: string) => void;
  /** Opens the menu of this tab. */ onMenu: (at: Point) => void;
  onClose: () => void;
};

function TabItem({ tab, name, isOpen, isClosable, onGo, onMenu, onClose }: TabItemProps): ReactNode {
  const { t } = useWords();
  const showMenu = (event: React.MouseEvent) => {
    event.preventDefault();
    released(event, () => onMenu(event));
  };
  return (
    <span
      data-path={tab.path}
      className={`tab ${isOpen ? 'on' : ''}`}
      onContextMenu={(event) => showMenu(event)}
      onPointerDown={(event) => onRest(event, () => onMenu(event))}
      onAuxClick={(event) => event.button === 1 && onClose()}
    >
      <a
        href={tab.path + tab.search}
        aria-current={isOpen ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onGo(tab.path + tab.search);
        }}
      >
        {name}
      </a>
      {isClosable ? (
        <button type="button" aria-label={`${t(words.close)} ${name}`} onClick={onClose}>
          <Icon name="close" size={12} />
        </button>
      ) : null}
    </span>
  );
}

type Props = { where: Where; menu: readonly MenuItem[]; onSearch: () => void; onRefresh: () => void };

/**
 * The open pages. Right click (or the menu key, or a finger that rests) offers to close others or all; the middle
 * button closes one.
 */
export function TabBar({ where, menu, onSearch, onRefresh }: Props): ReactNode {
  const { t } = useWords();
  const tabs = useTabs((state) => state.tabs);
  const { nameOf, close, others, all } = useActions(where, menu);
  const [offered, setOffered] = useState<Tab | null>(null);
  const pop = useRef<HTMLDivElement>(null);
  const { strip, row } = useInSight(where.path);
  const offer = ({ clientX: x, clientY: y }: Point, tab: Tab) => {
    setOffered(tab);
    pop.current!.togglePopover(true);
    settle(pop.current!, { left: x, right: x, top: y, bottom: y });
  };
  const closing = (path: string): Item[] => [
    { key: 'close', label: t(words.close), disabled: !closable(tabs, path), onPick: () => close(path) },
    { key: 'others', label: t(words.others), onPick: () => others(path) },
    { key: 'all', label: t(words.all), onPick: all },
  ];
  return (
    <nav className="tab-bar gh-no-print" aria-label={t(words.tabs)}>
      <div className="strip" ref={strip}>
        <div className="row" ref={row}>
          {tabs.map((tab) => (
            <TabItem
              key={tab.path}
              tab={tab}
              name={nameOf(tab)}
              isOpen={tab.path === where.path}
              onGo={where.go}
              onMenu={(event) => offer(event, tab)}
              isClosable={closable(tabs, tab.path)}
              onClose={() => close(tab.path)}
            />
          ))}
        </div>
      </div>
      <div className="tools">
        <button
          type="button"
          className="gh-btn plain icon"
          aria-label={t(menuSearchTitle)}
          title={t(menuSearchTitle)}
          onClick={onSearch}
        >
          <Icon name="search" size={15} />
        </button>
        <RefreshButton onRefresh={onRefresh} />
        <Pop
          label={t(words.more)}
          className="gh-btn plain icon"
          button={<Icon name="down" size={15} />}
          items={closing(where.path)}
        />
      </div>
      <div ref={pop} popover="auto" className="gh-pop" role="menu" aria-label={t(words.tabs)}>
        <Items items={offered ? closing(offered.path) : []} done={() => pop.current?.hidePopover()} />
      </div>
    </nav>
  );
}

import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '#kit/console/icon.tsx';
import { keep, kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { useBrand } from './brand.ts';
import { addressOf, labelOf, pathOf, trail } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { startingWith } from './type-ahead.ts';

const words = { nav: text('主菜单', 'Main menu'), edge: text('菜单宽度', 'Width of the menu') };
/** Pixels. */
const [narrowest, standardWidth, widest, stepPx] = [176, 216, 360, 16];

type EntryProps = {
  item: MenuItem;
  depth: number;
  path: string;
  open: ReadonlySet<string>;
  slim: boolean;
  onToggle: (id: string) => void;
  onGo: (address: string) => void;
};

function Entry({ item, depth, path, open, slim, onToggle, onGo }: EntryProps): ReactNode {
  const { t } = useWords();
  const label = t(labelOf(item));
  const icon = depth === 0 ? <Icon name={item.icon ?? 'dot'} size={17} /> : <i className="stub" />;
  const indent = { paddingLeft: slim ? undefined : 16 + depth * 14 };
  if (item.children?.length) {
    const isOpen = open.has(item.id);
    return (
      <li>
        <button
          type="button"
          style={indent}
          className="entry"
          title={label}
          aria-expanded={isOpen}
          onClick={() => onToggle(item.id)}
        >
          {icon}
          <span>{label}</span>
          <Icon name={isOpen ? 'up' : 'down'} size={13} />
        </button>
        {isOpen && !slim ? (
          <ul>
            {item.children.map((child) => (
              <Entry
                key={child.id}
                item={child}
                depth={depth + 1}
                path={path}
                open={open}
                slim={slim}
                onToggle={onToggle}
                onGo={onGo}
              />
            ))}
          </ul>
        ) : null}
      </li>
    );
  }
  const to = addressOf(item);
  return (
    <li>
      <a
        className="entry"
        style={indent}
        href={to}
        title={label}
        aria-current={pathOf(to) === path ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onGo(to);
        }}
      >
        {icon}
        <span>{label}</span>
      </a>
    </li>
  );
}

/**
 * Arrows walk the entries in view and open or close folders, Home and End go to the ends, letters to the next entry
 * that begins with them.
 */
function useArrowKeys(): (event: React.KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ letters: '', at: 0 });
  return (event) => {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.entry')];
    const here = entries.indexOf(document.activeElement as HTMLElement);
    const folder = entries[here]?.getAttribute('aria-expanded');
    const step = (to: number) => {
      event.preventDefault();
      entries.at(to % entries.length)?.focus();
    };
    const turn = (is: string, inward: number) =>
      folder === is ? (event.preventDefault(), entries[here]!.click()) : step(Math.max(0, here + inward));
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(here + 1),
      ArrowUp: () => step(here - 1),
      Home: () => step(0),
      End: () => step(-1),
      ArrowRight: () => turn('false', folder === 'true' ? 1 : 0),
      ArrowLeft: () =>
        turn(
          'true',
          entries
            .slice(0, here)
            .findLastIndex(
              (entry) => entry.hasAttribute('aria-expanded') && entry.nextElementSibling?.contains(entries[here]!),
            ) - here,
        ),
    };
    const work = keys[event.key];
    if (work) return work();
    if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = startingWith(
      entries.map((entry) => entry.textContent ?? ''),
      here,
      typed.current,
      event.key,
      Date.now(),
    );
    if (next !== null) step(next);
    event.stopPropagation();
  };
}

/** Scrolls the entry of the page into view once its groups are open: pages are also opened by search, tab and link. */
function useEntryInView(path: string, isOpen: boolean) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen && path) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path, isOpen]);
  return nav;
}

type SidebarProps = {
  items: readonly MenuItem[];
  loading: boolean;
  slim: boolean;
  /** Whether its width can be set: not where it lies above the page. */
  edge: boolean;
  path: string;
  onGo: (address: string) => void;
};

/** The groups that stand open, as they were left. */
function useOpenGroups() {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(kept<string[]>('menu-open')));
  useEffect(() => keep('menu-open', [...open]), [open]);
  return [open, setOpen] as const;
}

/**
 * The edge of the menu: drawn with the mouse or a finger, moved by the arrow keys, put back by a double click. The
 * width is remembered.
 */
function Edge(): ReactNode {
  const { t } = useWords();
  const [width, setWidth] = useState(() => kept<number>('menu-width') ?? standardWidth);
  useLayoutEffect(() => {
    const shell = document.querySelector<HTMLElement>('.shell');
    shell?.style.setProperty('--gh-side-width', `${width}px`);
    return () => void shell?.style.removeProperty('--gh-side-width');
  }, [width]);
  const become = (to: number) => {
    const next = Math.round(Math.min(widest, Math.max(narrowest, to)));
    setWidth(next);
    keep('menu-width', next);
  };
  const keys: Readonly<Record<string, number>> = { ArrowLeft: width - stepPx, ArrowRight: width + stepPx };
  return (
    <div
      className="side-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(words.edge)}
      title={t(words.edge)}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) become(event.clientX);
      }}
      onDoubleClick={() => become(standardWidth)}
      onKeyDown={(event) => {
        if (keys[event.key] === undefined) return;
        event.preventDefault();
        become(keys[event.key]!);
      }}
    />
  );
}

/** The menu tree. Slim, it shows icons only and opens wide for a moment when one is pressed. */
export const Sidebar = memo(function Sidebar({ items, loading, slim, edge, path, onGo }: SidebarProps): ReactNode {
  const { t } = useWords();
  const brand = useBrand();
  const [open, setOpen] = useOpenGroups();
  const [peek, setPeek] = useState(false);
  const moveFocus = useArrowKeys();
  const way = trail(items, path)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (way) setOpen((held) => new Set([...held, ...way.split(',')]));
  }, [way, setOpen]);
  const nav = useEntryInView(
    path,
    way.split(',').every((id) => open.has(id)),
  );
  const toggle = (id: string) => {
    if (slim && !peek) setPeek(true);
    setOpen((held) =>
      held.has(id) && !(slim && !peek) ? new Set([...held].filter((other) => other !== id)) : new Set([...held, id]),
    );
  };
  const isSlim = slim && !peek;
  return (
    <aside className={`side-bar ${slim && peek ? 'peek' : ''}`} onMouseLeave={() => setPeek(false)}>
      <div className="logo" title={t(brand.title)}>
        {brand.logo ? (
          <img src={brand.logo} alt="" width="28" height="28" />
        ) : (
          <svg width="28" height="28" viewBox="0 0 24 24" fill="none" aria-hidden="true">
            <rect x="2" y="2" width="20" height="20" rx="6" fill="var(--gh-brand)" />
            <path d="M9 18V6.5h3.6a3.4 3.4 0 0 1 0 6.8H9" stroke="#0f1c2e" strokeWidth="2.4" />
          </svg>
        )}
        {isSlim ? null : <span>{t(brand.short)}</span>}
      </div>
      <nav ref={nav} aria-label={t(words.nav)} aria-busy={loading} onKeyDown={moveFocus}>
        {loading ? (
          <div className="bones">
            {[70, 55, 80, 60, 65, 75].map((width, at) => (
              <i key={at} style={{ width: `${width}%` }} />
            ))}
          </div>
        ) : (
          <ul>
            {items.map((item) => (
              <Entry
                key={item.id}
                item={item}
                depth={0}
                path={path}
                open={open}
                slim={isSlim}
                onToggle={toggle}
                onGo={(to) => {
                  setPeek(false);
                  onGo(to);
                }}
              />
            ))}
          </ul>
        )}
      </nav>
      {edge && !isSlim ? <Edge /> : null}
    </aside>
  );
});

import { memo, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { useBrand } from './brand.ts';
import { addressOf, labelOf, pathOf, trail } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { startingWith } from './type-ahead.ts';

const words = { nav: text('主菜单', 'Main menu') };

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

/** Arrows walk the entries in view and open or close folders, Home and End go to the ends, letters to the next entry that begins with them. */
function useWalk(): (event: React.KeyboardEvent<HTMLElement>) => void {
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

type SidebarProps = {
  items: readonly MenuItem[];
  loading: boolean;
  slim: boolean;
  path: string;
  onGo: (address: string) => void;
};

/** The menu tree. Slim, it shows icons only and opens wide for a moment when one is pressed. */
export const Sidebar = memo(function Sidebar({ items, loading, slim, path, onGo }: SidebarProps): ReactNode {
  const { t } = useWords();
  const brand = useBrand();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [peek, setPeek] = useState(false);
  const walk = useWalk();
  const way = trail(items, path)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (way) setOpen((held) => new Set([...held, ...way.split(',')]));
  }, [way]);
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
      <nav aria-label={t(words.nav)} aria-busy={loading} onKeyDown={walk}>
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
    </aside>
  );
});

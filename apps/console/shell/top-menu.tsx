import type { ReactNode } from 'react';
import { Pop } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { labelOf } from './menu.ts';
import type { TopItem } from './menu.ts';

const words = { modules: text('功能模块', 'Modules') };

/** The top menu: in a row where it fits, in a pop-over where it does not. One module alone needs neither. */
export function TopMenuButton({
  items,
  active,
  onChoose,
}: {
  items: readonly TopItem[];
  active: string | undefined;
  onChoose: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  if (items.length < 2) return null;
  const current = items.find(({ id }) => id === active);
  const label = current ? `${t(labelOf(current))} · ${t(words.modules)}` : t(words.modules);
  return (
    <>
      <nav className="top-menu" aria-label={t(words.modules)}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            aria-current={item.id === active ? 'true' : undefined}
            onClick={() => onChoose(item.id)}
          >
            {t(labelOf(item))}
          </button>
        ))}
      </nav>
      <span className="top-menu-small">
        <Pop
          label={label}
          className="gh-btn plain"
          button={
            <>
              {current ? t(labelOf(current)) : t(words.modules)}
              <Icon name="down" size={13} />
            </>
          }
          items={items.map((item) => ({ key: item.id, label: t(labelOf(item)), onPick: () => onChoose(item.id) }))}
        />
      </span>
    </>
  );
}

import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';

export type Tab<K extends string> = { readonly key: K; readonly label: Text; readonly mark?: ReactNode };
type Props<K extends string> = {
  label: Text;
  tabs: readonly Tab<K>[];
  shown: K;
  onShow: (key: K) => void;
  children: ReactNode;
};

/** Leaves of one place, one in view; arrow keys go from one to the next. */
export function Tabs<K extends string>({ label, tabs, shown, onShow, children }: Props<K>): ReactNode {
  const { t } = useWords();
  const id = useId();
  const arrows = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs.at((tabs.findIndex(({ key }) => key === shown) + step) % tabs.length)!;
    onShow(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div className="fr-tabs">
      <div role="tablist" tabIndex={-1} aria-label={t(label)} onKeyDown={arrows}>
        {tabs.map(({ key, label: name, mark }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === shown}
            aria-controls={`${id}-leaf`}
            tabIndex={key === shown ? 0 : -1}
            onClick={() => onShow(key)}
          >
            {t(name)}
            {mark}
          </button>
        ))}
      </div>
      <div id={`${id}-leaf`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </div>
  );
}

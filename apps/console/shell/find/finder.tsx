import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import './finder.css';

const words = { none: text('没有匹配项', 'Nothing matches'), looking: text('查找中…', 'Looking…'), hint: text('↑ ↓ 选择，Enter 打开，Esc 关闭', '↑ ↓ to choose, Enter opens, Esc closes') };

export type Option = { key: string; label: string; note?: string; icon: string; onPick: () => void };
export type OptionGroup = { key: string; title?: string; options: readonly Option[] };

type FinderProps = {
  title: string; placeholder: string; typed: string; onTyped: (typed: string) => void; groups: readonly OptionGroup[];
  /** Something is still being looked for. */
  busy?: boolean;
  /** Stands instead of the list. */
  instead?: ReactNode;
  onClose: () => void;
};

/** A line to type into and what answers it below, all by the keyboard if one likes: the focus stays in the line. */
export function Finder({ title, placeholder, typed, onTyped, groups, busy = false, instead, onClose }: FinderProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const line = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const options = groups.flatMap((group) => group.options);
  const here = Math.min(at, options.length - 1);
  // The opening box gives the focus to its first button; the line wants it.
  useEffect(() => line.current!.focus(), []);
  useEffect(() => { document.getElementById(`${id}-${here}`)?.scrollIntoView({ block: 'nearest' }); }, [id, here]);
  const pick = (option: Option) => {
    onClose();
    option.onPick();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((here + 1) % options.length), ArrowUp: () => setAt((here - 1 + options.length) % options.length),
    Home: () => setAt(0), End: () => setAt(options.length - 1), Enter: () => pick(options[here]!),
  };
  const pressed = (event: React.KeyboardEvent) => {
    const work = keys[event.key];
    if (!work || options.length === 0 || event.nativeEvent.isComposing || (typed !== '' && (event.key === 'Home' || event.key === 'End'))) return;
    event.preventDefault();
    work();
  };
  const drawn = (option: Option): ReactNode => {
    const own = options.indexOf(option);
    return (
      <button key={option.key} id={`${id}-${own}`} type="button" role="option" tabIndex={-1} aria-selected={own === here} className="option" onMouseMove={() => { if (own !== here) setAt(own); }} onClick={() => pick(option)}>
        <Icon name={option.icon} size={16} /><span>{option.label}</span>{option.note ? <small>{option.note}</small> : null}
      </button>
    );
  };
  return (
    <Dialog title={title} onClose={onClose} className="finder">
      <input
        ref={line} className="gh-input" role="combobox" aria-expanded="true" aria-controls={`${id}-list`} aria-activedescendant={options.length > 0 && !instead ? `${id}-${here}` : undefined} aria-label={title} autoComplete="off" spellCheck={false}
        placeholder={placeholder} value={typed} onChange={(event) => { onTyped(event.target.value); setAt(0); }} onKeyDown={pressed}
      />
      <div className="found" id={`${id}-list`} role="listbox" aria-label={title} aria-busy={busy} hidden={instead !== undefined}>
        {instead ? null : groups.map((group) => (group.options.length === 0 ? null : <div key={group.key} role="group" aria-label={group.title ?? title}>{group.title ? <h3 aria-hidden="true">{group.title}</h3> : null}{group.options.map(drawn)}</div>))}
      </div>
      {instead ?? (options.length === 0 ? <p className="nothing" role="status">{t(busy ? words.looking : words.none)}</p> : null)}
      <p className="hint">{busy && options.length > 0 ? t(words.looking) : t(words.hint)}</p>
    </Dialog>
  );
}

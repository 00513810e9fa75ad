import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { text } from '#kit/declare/text.ts';
import { Icon } from './icon.tsx';
import { afloat, putAway } from './notices.ts';
import { useWords } from './words.ts';

const yes = text('确定', 'OK');
const no = text('取消', 'Cancel');
const undoWords = text('撤销', 'Undo');
export const closeWords = text('关闭', 'Close');

export type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
};

/**
 * A modal box of the browser itself: focus stays inside, Esc closes it and nothing below it, the page behind is inert.
 * For content without antd pop-ups.
 */
export function Dialog({ title, onClose, children, footer, className = '' }: DialogProps): ReactNode {
  const { t } = useWords();
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = box.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={box}
      className={`gh-dialog ${className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <header role="presentation">
        <span id={heading}>{title}</span>
        <button type="button" className="gh-btn plain icon" aria-label={t(closeWords)} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="body" tabIndex={0}>
        {children}
      </div>
      <LiveRegion />
      {footer ? <footer role="presentation">{footer}</footer> : null}
    </dialog>
  );
}

function QuestionBox(): ReactNode {
  const question = useStore(afloat, (state) => state.question);
  const { t } = useWords();
  if (!question) return null;
  const footer = (
    <>
      <button type="button" className="gh-btn" onClick={() => question.answer(false)}>
        {t(no)}
      </button>
      <button
        type="button"
        autoFocus
        className={`gh-btn primary ${question.danger ? 'danger' : ''}`}
        onClick={() => question.answer(true)}
      >
        {t(question.ok ?? yes)}
      </button>
    </>
  );
  return (
    <Dialog title={t(question.title)} className="question" onClose={() => question.answer(false)} footer={footer}>
      {t(question.body)}
    </Dialog>
  );
}

/**
 * The last message, for those who do not see it: while a box is open all outside it is silent, the messages above it as
 * well.
 */
function LiveRegion(): ReactNode {
  const last = useStore(afloat, (state) => state.notices.at(-1));
  return (
    <span className="gh-sr" role="status">
      {last?.words}
    </span>
  );
}

/**
 * Draws the messages of `notify` and the question of `confirm`; mounted once, in the shell. Each message comes above
 * whatever is open: boxes of the browser lie over every layer but its own.
 */
export function Floating(): ReactNode {
  const { t } = useWords();
  const notices = useStore(afloat, (state) => state.notices);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (notices.length === 0) return;
    const shown = box.current!;
    shown.showPopover();
    return () => shown.hidePopover();
  }, [notices]);
  return (
    <>
      <div ref={box} popover="manual" className="gh-notices" role="status" aria-live="polite">
        {notices.map(({ id, tone, words, undo }) => (
          <div key={id} className={tone}>
            <Icon name={tone === 'bad' ? 'alert' : 'check'} />
            {words}
            {undo ? (
              <button
                type="button"
                className="gh-link"
                onClick={() => {
                  putAway(id);
                  undo();
                }}
              >
                {t(undoWords)}
              </button>
            ) : null}
          </div>
        ))}
      </div>
      <QuestionBox />
    </>
  );
}

export type Item = {
  key: string;
  label: string;
  icon?: string;
  danger?: boolean;
  disabled?: boolean;
  onPick: () => void;
};

/** Puts a pop-over under its button, within the window. */
export function settle(pop: HTMLElement, by: { left: number; right: number; top: number; bottom: number }): void {
  const { width, height } = pop.getBoundingClientRect();
  const left = by.left + width > innerWidth - 8 ? Math.max(8, by.right - width) : by.left;
  const top = by.bottom + 4 + height > innerHeight - 8 ? Math.max(8, by.top - height - 4) : by.bottom + 4;
  pop.style.left = `${left}px`;
  pop.style.top = `${top}px`;
}

function arrows(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button.item:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  items.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % items.length)?.focus();
}

export function Items({ items, done }: { items: readonly Item[]; done: () => void }): ReactNode {
  return items.map(({ key, label, icon, danger, disabled, onPick }) => (
    <button
      key={key}
      type="button"
      role="menuitem"
      className={`item ${danger ? 'danger' : ''}`}
      disabled={disabled}
      onClick={() => {
        done();
        onPick();
      }}
    >
      {icon ? <Icon name={icon} size={15} /> : null}
      {label}
    </button>
  ));
}

export type PopProps = {
  label: string;
  button: ReactNode;
  className?: string;
  items?: readonly Item[];
  children?: ReactNode;
};

/**
 * A button with a pop-over of the browser itself: a menu of items, or any content. What is in it is made when it is
 * first opened.
 */
export function Pop({ label, button, className = 'gh-btn', items, children }: PopProps): ReactNode {
  const id = useId();
  const pop = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const toggled = (event: React.ToggleEvent) => {
    const by = opener.current;
    // The browser reports it a moment later: what was picked may have left the page by then.
    if (!by) return;
    by.setAttribute('aria-expanded', String(event.newState === 'open'));
    if (event.newState === 'open') settle(pop.current!, by.getBoundingClientRect());
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        title={label}
        aria-haspopup={items ? 'menu' : 'dialog'}
        aria-expanded="false"
      >
        {button}
      </button>
      <div
        ref={pop}
        id={id}
        popover="auto"
        className="gh-pop"
        role={items ? 'menu' : 'dialog'}
        aria-label={label}
        onBeforeToggle={() => setWanted(true)}
        onToggle={toggled}
        onKeyDown={arrows}
        onClick={(event) => event.stopPropagation()}
      >
        {!wanted ? null : items ? <Items items={items} done={() => pop.current?.hidePopover()} /> : children}
      </div>
    </>
  );
}

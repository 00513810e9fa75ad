import { useLayoutEffect, useRef } from 'react';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox'));
const covered = (): boolean =>
  document.querySelector(
    'dialog[open], .ant-drawer-open, .ant-modal-wrap:not([style*="display: none"]), .gh-pop:popover-open',
  ) !== null;

/**
 * Keys of the page in view, from the moment it is drawn. Not while somebody types or a box lies above; a hidden tab's
 * effects are paused, so its keys do nothing.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || covered()) return;
      if (event.key === 'Enter' && event.target instanceof HTMLElement && /^(BUTTON|A)$/.test(event.target.tagName))
        return;
      const work = latest.current[event.key];
      if (!work) return;
      event.preventDefault();
      work();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let count = 0;

/** Says that variables of tokens.css have other values now. */
export function lookChanged(): void {
  count += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Rerenders its component when the variables change; for code that reads them itself. */
export const useLook = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );

/** The value a variable of tokens.css has at this moment. */
export const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--gh-${name}`).trim();

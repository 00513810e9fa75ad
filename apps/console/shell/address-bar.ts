import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
const moved = (): void => watchers.forEach((notify) => notify());

function watch(notify: () => void): () => void {
  if (watchers.size === 0) addEventListener('popstate', moved);
  watchers.add(notify);
  return () => {
    watchers.delete(notify);
    if (watchers.size === 0) removeEventListener('popstate', moved);
  };
}

/** Path and query of the browser's address, as one walks back and forth, too. */
export const useAddress = (): string => useSyncExternalStore(watch, () => location.pathname + location.search);

/** Leads to an address of the console. Coming again to where one stands makes no step back to take twice. */
export function lead(address: string, instead = false): void {
  const same = address === location.pathname + location.search;
  history[instead || same ? 'replaceState' : 'pushState'](null, '', address);
  moved();
}

import { useSyncExternalStore } from 'react';

const phone = (): MediaQueryList => matchMedia('(max-width: 640px)');

function watch(onChange: () => void): () => void {
  const query = phone();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone: where the styles put one thing under another. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => phone().matches);

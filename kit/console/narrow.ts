import { useSyncExternalStore } from 'react';

const phone = (): MediaQueryList => matchMedia('(max-width: 640px)');

function watch(tell: () => void): () => void {
  const asked = phone();
  asked.addEventListener('change', tell);
  return () => asked.removeEventListener('change', tell);
}

/** Whether the window is as narrow as a phone: where the styles put one thing under another. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => phone().matches);

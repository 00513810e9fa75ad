import { useSyncExternalStore } from 'react';

/** The size class of the window: 3 from 1200 pixels on, 2 from 992, 1 from 768, else 0. */
export type SizeClass = 0 | 1 | 2 | 3;

export const sizeClass = (width: number): SizeClass => (width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0);

export const whenSized = (listener: () => void) => {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
};

/** The class of the window as it is now. */
export const useSizeClass = (): SizeClass => useSyncExternalStore(whenSized, () => sizeClass(innerWidth));

import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/**
 * Whether the console fills the screen, and the way there and back. Null where the browser cannot (phones of Apple).
 */
export function useFullscreen(): { full: boolean; toggle: () => void } | null {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  return {
    full,
    toggle: () =>
      void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined),
  };
}

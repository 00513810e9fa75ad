import { useEffect, useRef, useState } from 'react';
import { useLive } from '#kit/live/live.ts';

const restMs = 1500;
const pollMs = 8000;
const idleMs = 20_000;

const overRows = (): boolean =>
  document.querySelector('.gh-table tbody tr:hover, dialog[open], .gh-pop:popover-open') !== null;

/**
 * Reloads a list when something moved in its car parks, at most once in a second and a half, and never while a pointer
 * rests on its rows or a dialog is open: then it counts what waits. A pointer that has not stirred for 20 s no longer
 * holds the list.
 */
export function useMoving(draw: () => Promise<unknown>): { waiting: number; now: () => void } {
  const [waiting, setWaiting] = useState(0);
  const latest = useRef(draw);
  const count = useRef(0);
  const stirred = useRef(0);
  useEffect(() => {
    latest.current = draw;
  });
  const now = () => {
    count.current = 0;
    setWaiting(0);
    void latest.current();
  };
  const onMessage = () => {
    count.current += 1;
  };
  useLive(['gatehouse/v1/live/+/+/space'], onMessage, { poll: onMessage, pollMs });
  useEffect(() => {
    const stir = () => {
      stirred.current = Date.now();
    };
    const beat = setInterval(() => {
      if (count.current === 0 || document.visibilityState !== 'visible') return;
      if (overRows() && Date.now() - stirred.current < idleMs) setWaiting(count.current);
      else {
        count.current = 0;
        setWaiting(0);
        void latest.current();
      }
    }, restMs);
    document.addEventListener('pointermove', stir, { passive: true });
    return () => {
      clearInterval(beat);
      document.removeEventListener('pointermove', stir);
    };
  }, []);
  return { waiting, now };
}

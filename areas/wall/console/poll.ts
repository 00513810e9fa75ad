import { useEffect, useState } from 'react';
import { Failed } from '#kit/console/ask.ts';
import type { Screen } from '../model/tiles.ts';

/**
 * What a wall has in hand: the last screen that came, and whether one did not come since. Each answer takes the place
 * of the one before.
 */
export type Held = { readonly screen: Screen | null; readonly fault: unknown };

/** How often an ended link is polled: it may have been created again. */
const ENDED_S = 300;
const FAULT_S = 30;
const ENDED = 422;

export const isEnded = (fault: unknown): boolean => fault instanceof Failed && fault.status === ENDED;

/**
 * Asks again and again, one question at a time, the next when the last was answered. Nothing is kept but the last
 * answer and one timer; both go with the page, and a link that ended leaves nothing on the wall.
 */
export function usePolled(ask: (signal: AbortSignal) => Promise<Screen>): Held {
  const [held, setHeld] = useState<Held>({ screen: null, fault: null });
  useEffect(() => {
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = async (): Promise<void> => {
      let pause = FAULT_S;
      try {
        const screen = await ask(over.signal);
        pause = screen.refresh;
        if (!over.signal.aborted) setHeld({ screen, fault: null });
      } catch (fault) {
        if (isEnded(fault)) pause = ENDED_S;
        if (!over.signal.aborted) setHeld(({ screen }) => ({ screen: isEnded(fault) ? null : screen, fault }));
      }
      if (!over.signal.aborted) timer = setTimeout(() => void turn(), pause * 1000);
    };
    void turn();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [ask]);
  return held;
}

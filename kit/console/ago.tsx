import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { ago } from '#domain/time/ago.ts';
import { wallTime } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { useWords } from './words.ts';

const everyMs = 10_000;
/** One clock for all rows: a time that is fixed on the server grows older on the screen. */
const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, everyMs);
  return () => clearInterval(timer);
};
const beat = (): number => Math.floor(Date.now() / everyMs);

/**
 * How long ago an instant (ISO 8601) was; the exact time, in the person's zone, under the mouse, to a reader and on
 * paper.
 */
export function Ago({ instant }: { instant: string }): ReactNode {
  const { lang } = useWords();
  const now = useSyncExternalStore(subscribe, beat) * everyMs;
  const exact = wallTime(instant, zone());
  return (
    <time className="gh-ago" dateTime={instant} title={exact}>
      {ago(Date.parse(instant), now, lang) ?? exact}
    </time>
  );
}

import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { ago } from '#domain/time/ago.ts';
import { wallTime } from '#kit/console/format.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';

const everyMs = 10_000;
/** One clock for all rows: what stands still on the server grows older on the screen. */
const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, everyMs);
  return () => clearInterval(timer);
};
const beat = (): number => Math.floor(Date.now() / everyMs);

/** How long ago, and the exact time under the mouse and to a reader. */
export function Ago({ instant }: { instant: unknown }): ReactNode {
  const { lang } = useWords();
  const now = useSyncExternalStore(subscribe, beat) * everyMs;
  if (typeof instant !== 'string') return <span className="gh-dim">—</span>;
  const exact = wallTime(instant, zone());
  return <time dateTime={instant} title={exact}>{ago(Date.parse(instant), now, lang) ?? exact}</time>;
}

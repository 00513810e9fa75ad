import { useState } from 'react';
import type { ReactNode } from 'react';

/** Around a table that may be wider than the screen: it scrolls by itself then, by the keyboard too. */
export function WideFrame({ children }: { children: ReactNode }): ReactNode {
  const [isWide, setWide] = useState(false);
  const watch = (frame: HTMLDivElement): (() => void) => {
    const seen = new ResizeObserver(() => setWide(frame.scrollWidth > frame.clientWidth));
    for (const each of [frame, ...frame.children]) seen.observe(each);
    return () => seen.disconnect();
  };
  return (
    <div ref={watch} className="gh-bill-frame" role="group" {...(isWide ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}

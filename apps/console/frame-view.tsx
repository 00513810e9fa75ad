import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Framed } from './frame.ts';
import './frame-view.css';

const words = {
  outside: text('外部页面', 'External page'),
  open: text('在新窗口打开', 'Open in a new window'),
  refused: text('不能打开此页面', 'This page cannot be opened'),
};

/**
 * A page of this very host must not count as ours, or it could take the frame's walls away; another host's may be
 * itself.
 */
const closed = 'allow-scripts allow-forms allow-popups allow-downloads';

/** An outside page in a frame that may neither leave it nor reach the console; or why it is not shown. */
export function FrameView({ name, of }: { name: string | null; of: Framed }): ReactNode {
  const { t } = useWords();
  const title = name || t(words.outside);
  if (of.refused)
    return (
      <div className="gh-page outside">
        <section className="gh-card outside-refused">
          <h1>{t(words.refused)}</h1>
          <p>{t(of.refused)}</p>
          {of.address ? (
            <p>
              <code>{of.address}</code>
            </p>
          ) : null}
        </section>
      </div>
    );
  return (
    <div className="gh-page outside">
      <p className="outside-top">
        <span>{title}</span>
        <a href={of.address} target="_blank" rel="noreferrer">
          {t(words.open)}
        </a>
      </p>
      <iframe
        title={title}
        src={of.address}
        referrerPolicy="no-referrer"
        sandbox={new URL(of.address).origin === location.origin ? closed : `${closed} allow-same-origin`}
      />
    </div>
  );
}

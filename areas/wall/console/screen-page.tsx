import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { previewScreen, screenTitle, showScreen } from '../model/sysbigreport.ts';
import type { Screen } from '../model/tiles.ts';
import { isEnded, usePolled } from './poll.ts';
import { WallView } from './wall-view.tsx';

const words = {
  none: text('此页由“大屏”中生成的链接打开。', 'This page is opened by a link made under “Big screens”.'),
  wait: text('正在读取…', 'Reading…'),
  stale: text('连接中断，数据截至 {at}', 'Connection lost; figures of {at}'),
  full: text('全屏', 'Full screen'),
};

/** The ticket behind the `#`: browsers keep that part to themselves. */
const ticketHere = (): string => decodeURIComponent(location.hash.slice(1));

function useTicket(): string {
  const [ticket, setTicket] = useState(ticketHere);
  useEffect(() => {
    const look = () => setTicket(ticketHere());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return ticket;
}

function Shown({ question }: { question: (signal: AbortSignal) => Promise<Screen> }): ReactNode {
  const { t } = useWords();
  const { screen, fault } = usePolled(question);
  if (!screen)
    return (
      <p className="wall-lone" role="status">
        {fault ? wordsOf(fault) : t(words.wait)}
      </p>
    );
  const stale =
    fault && !isEnded(fault) ? (
      <span className="wall-stale" role="status">
        {t(fill(words.stale, { at: wallTime(screen.at, screen.zone) }))}
      </span>
    ) : null;
  const full = document.fullscreenEnabled ? (
    <button
      type="button"
      className="wall-full"
      onClick={() =>
        void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
      }
    >
      {t(words.full)}
    </button>
  ) : null;
  return (
    <WallView
      screen={screen}
      note={
        <>
          {stale}
          {full}
        </>
      }
    />
  );
}

function ByLink({ ticket }: { ticket: string }): ReactNode {
  const question = useCallback(
    (signal: AbortSignal) => ask<Screen>(showScreen, { ticket }, { method: 'POST', signal, quiet: true }),
    [ticket],
  );
  return <Shown question={question} />;
}

function ById({ id }: { id: string }): ReactNode {
  const question = useCallback(
    (signal: AbortSignal) => ask<Screen>(previewScreen, { id }, { method: 'POST', signal, quiet: true }),
    [id],
  );
  return <Shown question={question} />;
}

/** A screen on a wall, by its link; for whoever is logged in also by its id, with what he himself may see. */
export default function ScreenPage(): ReactNode {
  const { t } = useWords();
  const { search } = usePlace();
  const ticket = useTicket();
  const id = new URLSearchParams(search).get('id');
  const body = ticket ? (
    <ByLink ticket={ticket} />
  ) : id ? (
    <ById id={id} />
  ) : (
    <section className="gh-page wall-lone">
      <h1>{t(screenTitle)}</h1>
      <p>{t(words.none)}</p>
    </section>
  );
  return <div className="wall-page">{body}</div>;
}

import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, askBlob, wordsOf } from '#kit/console/ask.ts';
import { usePlace } from '#kit/console/place.ts';
import { session } from '#kit/console/session.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { previewScreen, screenTitle, showPicture, showScreen } from '../model/sysbigreport.ts';
import type { Screen } from '../model/tiles.ts';
import { PairCode } from './pair-code.tsx';
import { isEnded, usePolled } from './poll.ts';
import type { LoadPicture } from './wall-picture.tsx';
import { WallView, loadOwn } from './wall-view.tsx';

const words = {
  none: text('此页由“大屏”中生成的链接打开。', 'This page is opened by a link made under “Big screens”.'),
  wait: text('正在读取…', 'Reading…'),
  stale: text('连接中断，数据截至 {at}', 'Connection lost; figures of {at}'),
  full: text('全屏', 'Full screen'),
};

const PAIRED = 'wall';

/** The ticket behind the `#`: browsers keep that part to themselves. */
const ticketHere = (): string => decodeURIComponent(location.hash.slice(1));

/** Opens the screen of a ticket, which has the whole window. */
function open(ticket: string): void {
  location.hash = ticket;
  location.reload();
}

/** The display stays connected when it is switched on again at the address without a link. */
function onPaired(ticket: string): void {
  keep(PAIRED, ticket);
  open(ticket);
}

function useTicket(): string {
  const [ticket, setTicket] = useState(ticketHere);
  useEffect(() => {
    const look = () => setTicket(ticketHere());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return ticket;
}

type Question = (signal: AbortSignal) => Promise<Screen>;

type ShownProps = {
  readonly question: Question;
  readonly load: LoadPicture;
  /** What stands below the reason when the screen is shown no more. */
  readonly instead?: ReactNode;
};

function Shown({ question, load, instead }: ShownProps): ReactNode {
  const { t } = useWords();
  const { screen, fault } = usePolled(question);
  if (!screen)
    return (
      <div className="wall-lone">
        <p role="status">{fault ? wordsOf(fault) : t(words.wait)}</p>
        {isEnded(fault) ? instead : null}
      </div>
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
      load={load}
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
  const load = useCallback<LoadPicture>(
    ({ id }, signal) => askBlob(showPicture.path, { ticket, tile: id }, { method: 'POST', signal, quiet: true }),
    [ticket],
  );
  return <Shown question={question} load={load} instead={<PairCode onPaired={onPaired} />} />;
}

function ById({ id }: { id: string }): ReactNode {
  const question = useCallback(
    (signal: AbortSignal) => ask<Screen>(previewScreen, { id }, { method: 'POST', signal, quiet: true }),
    [id],
  );
  return <Shown question={question} load={loadOwn} />;
}

/** A display where nobody is logged in and that has no link: what it was connected to before, else a code. */
function Alone(): ReactNode {
  const [ticket] = useState(() => kept<string>(PAIRED));
  useEffect(() => {
    if (ticket) open(ticket);
  }, [ticket]);
  return ticket ? null : <PairCode onPaired={onPaired} />;
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
      {session.tokens() ? <p>{t(words.none)}</p> : <Alone />}
    </section>
  );
  return <div className="wall-page">{body}</div>;
}

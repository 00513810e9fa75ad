import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { wordsOf } from './ask.ts';
import { useWords } from './words.ts';

const words = {
  live: text('实时画面', 'Live picture'),
  opening: text('正在连接摄像机…', 'Connecting to the camera…'),
  broken: text('画面已中断', 'Video interrupted'),
  player: text(
    '浏览器不能播放此地址，请用播放器打开：',
    'The browser cannot play this stream. Open it in a media player:',
  ),
};
/** The server's reason why a picture did not come; an image element reports none. */
const whyNot = (url: string): Promise<string | null> =>
  fetch(url).then(
    async (answer) =>
      answer.headers.get('Content-Type')?.startsWith('application/json')
        ? (((await answer.json()) as { msg?: string }).msg ?? null)
        : (await answer.body?.cancel(), null),
    () => null,
  );
/** An image that is only taken out of the page may go on loading. */
const released = (image: HTMLImageElement) => () => {
  image.src = '';
};

/**
 * The picture of a camera as it comes. `open` returns the address of one stream: it is called once, never retried by
 * itself, and never cached; another `id` requests it again.
 */
export function LiveFrame({
  id,
  open,
}: {
  id: string;
  open: () => Promise<{ kind: 'relayed' | 'address'; url: string }>;
}): ReactNode {
  const { t } = useWords();
  const [message, setMessage] = useState<string | null>(null);
  const [seen, setSeen] = useState(false);
  const { data: look, error } = useQuery({
    queryKey: ['live-picture', id],
    queryFn: open,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (look?.kind === 'address')
    return (
      <p>
        {t(words.player)}
        <br />
        <code>{look.url}</code>
      </p>
    );
  if (error || message) return <p role="alert">{error ? wordsOf(error) : message}</p>;
  return (
    <>
      {look ? (
        <img
          className="gh-live-picture"
          data-live
          ref={released}
          src={look.url}
          alt={t(words.live)}
          onLoad={() => setSeen(true)}
          onError={() => void whyNot(look.url).then((why) => setMessage(why ?? t(words.broken)))}
        />
      ) : null}
      {seen ? null : <p role="status">{t(words.opening)}</p>}
    </>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { kitToken } from '#areas/device/model/calls.ts';

const words = {
  title: text('实时画面', 'Live picture'), again: text('重新打开', 'Open again'), close: text('关闭', 'Close'), opening: text('正在连接摄像机…', 'Reaching the camera…'),
  broken: text('画面已中断', 'The picture has stopped'), player: text('浏览器不能播放此地址，请用播放器打开：', 'A browser cannot play this address; open it in a player:'),
};

type Look = { kind: 'relayed' | 'address'; url: string };

/** What the server says of a picture that did not come; an image element tells nothing itself. */
async function whyNot(url: string): Promise<string | null> {
  const answer = await fetch(url).catch(() => null);
  const type = answer?.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/json')) return ((await answer!.json()) as { msg?: string }).msg ?? null;
  await answer?.body?.cancel();
  return null;
}

/** An image that is only taken out of the page may go on loading. */
const released = (image: HTMLImageElement) => () => { image.src = ''; };

/** A token opens one stream: it is never asked for again by itself, and never kept. */
function Picture({ of, tries }: { of: AnyRow; tries: number }): ReactNode {
  const { t } = useWords();
  const [said, setSaid] = useState<string | null>(null);
  const [seen, setSeen] = useState(false);
  const { data: look, error } = useQuery({
    queryKey: ['live-picture', of.id, tries], queryFn: () => ask<Look>(kitToken, { deviceId: of.id }, { quiet: true }),
    staleTime: Infinity, gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false,
  });
  if (look?.kind === 'address') return <p>{t(words.player)}<br /><code>{look.url}</code></p>;
  const why = error ? wordsOf(error) : said;
  if (why) return <p role="alert">{why}</p>;
  const stopped = async () => setSaid(await whyNot(look!.url) ?? t(words.broken));
  return (
    <>
      {look ? <img className="gh-live-picture" data-live ref={released} src={look.url} alt={t(words.title)} onLoad={() => setSeen(true)} onError={() => void stopped()} /> : null}
      {seen ? null : <p role="status">{t(words.opening)}</p>}
    </>
  );
}

/** The picture of one camera, as it comes; closing the dialog lets the camera go. */
export default function LivePicture({ of, onClose }: { of: AnyRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [tries, setTries] = useState(0);
  return (
    <Antd>
      <Modal open width={720} title={`${t(words.title)} · ${String(of['deviceName'])}`} onCancel={onClose} footer={[
        <Button key="again" onClick={() => setTries(tries + 1)}>{t(words.again)}</Button>, <Button key="close" type="primary" onClick={onClose}>{t(words.close)}</Button>,
      ]}>
        <Picture key={tries} of={of} tries={tries} />
      </Modal>
    </Antd>
  );
}

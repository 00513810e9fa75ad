import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useWords } from '#kit/console/words.ts';
import { bindQrCode, currentOpenId, messageReceiver, receiverStates } from '#areas/lot/model/message-receiver.ts';
import './parks.css';

const words = {
  title: text('扫码绑定', 'Scan to bind'),
  help: text('请接收人用微信扫描；绑定后自动关闭。', 'Have the receiver scan it with WeChat; this closes once bound.'),
  again: text('重新生成', 'New code'),
};
const pollMs = 3000;

type State = keyof typeof receiverStates;

/** Shows the code and polls every few seconds who scanned it, until it is bound or has expired. */
export default function BindDialog({ row, onClose }: { row: AnyRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(messageReceiver);
  const [randomstr, setRandom] = useState(() => newKey().replaceAll('-', ''));
  const code = useQuery({
    queryKey: ['bindCode', randomstr],
    queryFn: () =>
      ask<{ image: string; url: string }>(bindQrCode, { randomstr, uid: row.id }, { key: randomstr, quiet: true }),
    staleTime: Infinity,
    retry: false,
  });
  const seen = useQuery({
    queryKey: ['bindState', randomstr],
    enabled: code.isSuccess,
    queryFn: ({ signal }) => ask<{ state: State } | null>(currentOpenId, { randomstr }, { signal, quiet: true }),
    refetchInterval: (query) => (query.state.data && query.state.data.state !== 'waiting' ? false : pollMs),
  });
  const state: State = seen.data?.state ?? 'waiting';
  const finish = useRef(() => {});
  useEffect(() => {
    finish.current = () => void refresh().then(onClose);
  });
  useEffect(() => {
    if (state === 'bound') finish.current();
  }, [state]);
  return (
    <Dialog title={`${t(words.title)} · ${String(row['userName'])}`} onClose={onClose}>
      <div className="lt-bind">
        {code.error ? (
          <Trouble error={code.error} onRetry={() => setRandom(newKey().replaceAll('-', ''))} />
        ) : code.data ? (
          <img src={code.data.image} alt={t(words.title)} width={220} height={220} />
        ) : (
          <span className="gh-spin" />
        )}
        <span className={`gh-tag ${state === 'bound' ? 'ok' : state === 'expired' ? 'bad' : 'warn'}`} role="status">
          {t(receiverStates[state])}
        </span>
        <p>{t(words.help)}</p>
        {state === 'expired' ? (
          <button type="button" className="gh-btn" onClick={() => setRandom(newKey().replaceAll('-', ''))}>
            {t(words.again)}
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}

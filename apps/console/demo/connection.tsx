import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { number } from '#kit/declare/format.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { whenSized } from '../shell/size.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';
import { summaryOf } from './connection.ts';
import type { Reply } from './connection.ts';

const words = {
  note: text(
    '向服务器连续发起 20 次检查，测量往返时间与失败次数，并比较本机与服务器的时钟。现场网络慢或时间不准时先看这里。',
    'Asks the server twenty times and measures the way there and back, what failed, and how far this machine’s clock is off. The first look where the network is slow or times are wrong.',
  ),
  start: text('开始测试', 'Start'),
  sent: text('次数', 'Sent'),
  failed: text('失败', 'Failed'),
  middle: text('中位数', 'Median'),
  worst: text('最慢', 'Slowest'),
  clock: text('本机时钟偏差', 'This clock is off by'),
  browser: text('浏览器', 'Browser'),
  screen: text('窗口大小', 'Window'),
  ms: text('毫秒', 'ms'),
  seconds: text('秒', 's'),
};
const times = 20;

async function once(): Promise<Reply> {
  const begun = performance.now();
  try {
    const response = await fetch('/api/gatehouse/health', { cache: 'no-store' });
    const server = Date.parse(response.headers.get('date') ?? '');
    return { ms: performance.now() - begun, ok: response.ok, offMs: Number.isNaN(server) ? null : Date.now() - server };
  } catch {
    return { ms: performance.now() - begun, ok: false, offMs: null };
  }
}

/** Whether it is the network: the way to the server measured from this very machine. */
export default function ConnectionPage(): ReactNode {
  const { t } = useWords();
  const [replies, setReplies] = useState<readonly Reply[]>([]);
  const [busy, setBusy] = useState(false);
  const size = useSyncExternalStore(whenSized, () => `${innerWidth} × ${innerHeight}`);
  const run = async () => {
    setBusy(true);
    const found: Reply[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      found.push(await once());
      setReplies([...found]);
    }
    setBusy(false);
  };
  const sum = summaryOf(replies);
  const ms = (value: number | null) => (value === null ? '—' : `${number(Math.round(value))} ${t(words.ms)}`);
  return (
    <Sheet
      title={titles.connection}
      note={words.note}
      tools={
        <button type="button" className="gh-btn primary" disabled={busy} onClick={() => void run()}>
          {busy ? <span className="gh-spin" /> : null}
          {t(words.start)}
        </button>
      }
    >
      <div role="status">
        <dl className="facts">
          <dt>{t(words.sent)}</dt>
          <dd>{number(sum.sent)}</dd>
          <dt>{t(words.failed)}</dt>
          <dd>{number(sum.failed)}</dd>
          <dt>{t(words.middle)}</dt>
          <dd>{ms(sum.middleMs)}</dd>
          <dt>{t(words.worst)}</dt>
          <dd>{ms(sum.worstMs)}</dd>
          <dt>{t(words.clock)}</dt>
          <dd>{sum.offSeconds === null ? '—' : `${number(sum.offSeconds)} ${t(words.seconds)}`}</dd>
          <dt>{t(words.browser)}</dt>
          <dd>{navigator.userAgent}</dd>
          <dt>{t(words.screen)}</dt>
          <dd>{size}</dd>
        </dl>
      </div>
    </Sheet>
  );
}

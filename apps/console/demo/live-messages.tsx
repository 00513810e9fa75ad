import { useState } from 'react';
import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import { useLive } from '#kit/live/live.ts';
import { useMe, zone } from '#kit/console/me.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { relation } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text(
    '订阅所选车场的实时消息（未选时为您有权查看的全部车场）：车道通行与车位变化会在此出现。凭据短时有效，只能订阅，不能发布。',
    'Receives the live messages of the chosen car park, or of every car park you may watch: passages and spaces show up here. The credentials are short-lived and can only listen.',
  ),
  lot: text('车场', 'Car park'),
  time: text('时间', 'Time'),
  topic: text('主题', 'Topic'),
  message: text('消息', 'Message'),
  wait: text('等待消息…', 'Waiting for messages…'),
  login: text('请登录后查看', 'Log in to see the data'),
  clear: text('清空', 'Clear'),
  received: text('已收到 {n} 条', '{n} received'),
  pause: text('暂停', 'Pause'),
  on: text('继续', 'Go on'),
};
const most = 200;
const lot = relation(words.lot, () => park);

type LiveMessage = { id: number; at: string; topic: string; message: string };
let next = 1;

function Messages({ filter, onMessage }: { filter: string; onMessage: (message: LiveMessage) => void }): null {
  useLive(
    [filter],
    (topic, message) =>
      onMessage({
        id: next++,
        at: new Date().toISOString(),
        topic,
        message: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    { poll: () => undefined },
  );
  return null;
}

type TableProps = { messages: readonly LiveMessage[]; isLoggedIn: boolean };

function MessageTable({ messages, isLoggedIn }: TableProps): ReactNode {
  const { t } = useWords();
  return (
    <table className="gh-bill">
      <thead>
        <tr>
          {[words.time, words.topic, words.message].map((word) => (
            <th key={word.en} scope="col">
              {t(word)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {messages.length === 0 ? (
          <tr>
            <td colSpan={3} className="gh-dim">
              {t(isLoggedIn ? words.wait : words.login)}
            </td>
          </tr>
        ) : (
          messages.map((entry) => (
            <tr key={entry.id}>
              <td className="time">{wallTime(entry.at, zone())}</td>
              <td>
                <code>{entry.topic}</code>
              </td>
              <td>
                <code>{entry.message}</code>
              </td>
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

/** The messages the broker sends this person right now. */
export default function LiveMessages(): ReactNode {
  const { t } = useWords();
  const me = useMe((state) => state.me);
  const [parkId, setParkId] = useState<string | null>(null);
  const [paused, setPaused] = useState(false);
  const [messages, setMessages] = useState<readonly LiveMessage[]>([]);
  const filter = `gatehouse/v1/live/${!me || me.platform ? '+' : me.tenantId}/${parkId ?? '+'}/#`;
  const tools = (
    <>
      <span className="gh-dim" role="status">
        {t(fill(words.received, { n: messages.length }))}
      </span>
      <button type="button" className="gh-btn" onClick={() => setPaused(!paused)}>
        {t(paused ? words.on : words.pause)}
      </button>
      <button type="button" className="gh-btn" onClick={() => setMessages([])}>
        {t(words.clear)}
      </button>
    </>
  );
  return (
    <Sheet title={titles.mqtt} note={words.note} tools={tools}>
      <Antd>
        <div className="row">
          <span>{t(words.lot)}</span>
          <span style={{ flex: '0 1 320px' }}>
            <RelationSelect
              field={lot}
              value={parkId}
              onChange={(value) => setParkId(value as string | null)}
              among={{}}
            />
          </span>
        </div>
      </Antd>
      {paused || !me ? null : (
        <Messages filter={filter} onMessage={(entry) => setMessages((held) => [entry, ...held].slice(0, most))} />
      )}
      <p>
        <code>{filter}</code>
      </p>
      <div className="messages">
        <MessageTable messages={messages} isLoggedIn={me !== null} />
      </div>
    </Sheet>
  );
}

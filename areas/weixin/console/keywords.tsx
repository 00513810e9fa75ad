import { useState } from 'react';
import type { ReactNode } from 'react';
import { Input } from 'antd';
import type { Reply } from '#domain/weixin/reply.ts';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { notify } from '#kit/console/notices.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { tryKeyword, wxkeyword } from '../model/wxkeyword.ts';
import './weixin.css';

const words = {
  try: text('试回复', 'Try an answer'),
  account: text('公众号', 'Public account'),
  message: text('用户发来', 'A follower writes'),
  none: text('没有回复', 'No answer'),
  why: {
    exact: text('完全相同', 'Whole word'),
    prefix: text('以此开头', 'Begins with'),
    contains: text('包含', 'Contains'),
    click: text('菜单', 'Menu key'),
    subscribe: text('新关注', 'New follower'),
    default: text('其他文字', 'Any other text'),
  },
};

type TryResult = {
  readonly why: keyof typeof words.why | null;
  readonly word: string | null;
  readonly reply: Reply | null;
};

/** Shows replies as text: a link appears by its label, as on a phone. */
const asShown = (content: string): string => content.replace(/<a href="[^"]*">([^<]*)<\/a>/g, '$1');

function Answer({ result: { why, word, reply } }: { result: TryResult }): ReactNode {
  const { t } = useWords();
  if (!why || !reply) return <p className="gh-dim">{t(words.none)}</p>;
  return (
    <>
      <p className="gh-dim">{[t(words.why[why]), word].filter(Boolean).join(': ')}</p>
      <div className="wx-bubble">
        {reply.type === 'text' ? (
          asShown(reply.content)
        ) : (
          <>
            <strong>{reply.title}</strong>
            <span>{reply.description}</span>
          </>
        )}
      </div>
    </>
  );
}

/** What the account would answer, by the very rule of real answers. */
function TryOut(): ReactNode {
  const { t } = useWords();
  const [account, setAccount] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [result, setResult] = useState<TryResult | null>(null);
  const send = async () => {
    try {
      setResult(await ask<TryResult>(tryKeyword, { publicplatId: account, message }, { quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  return (
    <Antd>
      <form
        className="wx-try"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label htmlFor="wx-account">{t(words.account)}</label>
        <span className="wx-pick">
          <RelationSelect
            id="wx-account"
            field={tryKeyword.input.publicplatId}
            value={account}
            onChange={(next) => setAccount(typeof next === 'string' && next !== '' ? next : null)}
            among={{}}
          />
        </span>
        <label htmlFor="wx-message">{t(words.message)}</label>
        <Input
          id="wx-message"
          className="wx-pick"
          maxLength={200}
          autoComplete="off"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <button type="submit" className="gh-btn" disabled={!account || message.trim() === ''}>
          {t(words.try)}
        </button>
        {result ? (
          <div className="wx-result" aria-live="polite">
            <Answer result={result} />
          </div>
        ) : null}
      </form>
    </Antd>
  );
}

/** Keyword replies, with a trial above them. */
export default function Keywords(): ReactNode {
  return (
    <ListPage of={wxkeyword}>
      <TryOut />
    </ListPage>
  );
}

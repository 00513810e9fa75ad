import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import './error-page.css';

const messages: Readonly<Record<string, Text>> = {
  403: text('抱歉，您无权访问此页面', 'You do not have access to this page'),
  404: text('抱歉，您访问的页面不存在', 'Page not found'),
  500: text('抱歉，服务器出错了', 'Server error'),
};
const words = { back: text('返回上一页', 'Go back'), home: text('返回首页', 'Go home') };

/** 403, 404 and 500; inside the shell and, for a visitor, outside it. */
export default function ErrorPage({ code }: { code: string }): ReactNode {
  const { t } = useWords();
  return (
    <div className="error-page">
      <strong aria-hidden="true">{code}</strong>
      <h1>{t(messages[code] ?? messages['404']!)}</h1>
      <p>
        <button type="button" className="gh-btn" onClick={() => history.back()}>
          {t(words.back)}
        </button>{' '}
        <a className="gh-btn primary" href="/">
          {t(words.home)}
        </a>
      </p>
    </div>
  );
}

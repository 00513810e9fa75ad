import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Failed, wordsOf } from './ask.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

const words = {
  none: text('暂无数据', 'No data yet'),
  noMatch: text('没有符合条件的数据', 'No matching records'),
  retry: text('重试', 'Try again'),
  id: text('错误编号', 'Error ID'),
  login: text('请登录后查看', 'Log in to see the data'),
  reset: text('清除条件', 'Clear filters'),
};

/** In place of rows: there are none. */
export function Nothing({
  filtered,
  onReset,
  children,
}: {
  filtered?: boolean;
  onReset?: () => void;
  children?: ReactNode;
}): ReactNode {
  const { t } = useWords();
  return (
    <div className="gh-void">
      <Icon name="inbox" />
      <span>{t(filtered ? words.noMatch : words.none)}</span>
      {filtered && onReset ? (
        <button type="button" className="gh-btn" onClick={onReset}>
          {t(words.reset)}
        </button>
      ) : (
        children
      )}
    </div>
  );
}

/**
 * In place of content: what went wrong, its id for the operator of the server, and another try. A visitor's next try is
 * his login, which the page around offers.
 */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { t } = useWords();
  const id = error instanceof Failed ? error.errorId : undefined;
  const isVisitor = error instanceof Failed && error.status === 401;
  return (
    <div className="gh-void" role="alert">
      <Icon name="alert" />
      <span className="bad">{isVisitor ? t(words.login) : wordsOf(error)}</span>
      {id ? (
        <code>
          {t(words.id)} {id}
        </code>
      ) : null}
      {isVisitor ? null : (
        <button type="button" className="gh-btn" onClick={onRetry}>
          {t(words.retry)}
        </button>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Failed } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { change, number } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';

const words = {
  may: text('您没有查看此项的权限', 'You have no access to this'),
  still: text('暂无数据', 'Nothing yet'),
  up: text('高于', 'up'),
  down: text('低于', 'down'),
  same: text('持平', 'unchanged'),
};

/** One figure. `than` is what it is held against, with the words that say what that is. */
export function Tile({
  icon,
  title,
  value,
  note,
  than,
}: {
  icon: string;
  title: Text;
  value: string;
  note?: string | undefined;
  than?: { now: number; before: number; title: Text } | undefined;
}): ReactNode {
  const { t, lang } = useWords();
  const moved = than ? change(than.now, than.before, lang) : null;
  const way = !than || moved === null ? '' : moved === '0.0%' ? 'same' : than.now < than.before ? 'down' : 'up';
  return (
    <div className="tile">
      <div className="name">
        <Icon name={icon} size={15} />
        {t(title)}
      </div>
      <div className="value">{value}</div>
      <div className="note">
        {than ? (
          <span>
            {t(than.title)} {number(than.before)}
            {moved === null ? null : (
              <b className={way}>
                {way === 'same' ? null : <span className="gh-sr">{t(words[way as 'up' | 'down'])} </span>}
                <span aria-hidden="true">{way === 'up' ? '▲' : way === 'down' ? '▼' : ''}</span>
                {way === 'same' ? t(words.same) : moved.replace(/^[+-]/, '')}
              </b>
            )}
          </span>
        ) : (
          (note ?? ' ')
        )}
      </div>
    </div>
  );
}

/** In place of a figure that cannot be shown: a missing right is no fault. */
export function Instead({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { t } = useWords();
  if (error instanceof Failed && error.status === 403)
    return (
      <div className="gh-void">
        <Icon name="shield" />
        <span>{t(words.may)}</span>
      </div>
    );
  return <Trouble error={error} onRetry={onRetry} />;
}

type PanelProps<T> = {
  title: Text;
  found: UseQueryResult<T>;
  empty: (data: T) => boolean;
  more?: ReactNode;
  className?: string;
  children: (data: T) => ReactNode;
};

/** A card with one figure in it, whatever state its figure is in. */
export function Panel<T>({ title, found, empty, more, className, children }: PanelProps<T>): ReactNode {
  const { t } = useWords();
  const inside =
    found.data === undefined ? (
      found.error ? (
        <Instead error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="wait" aria-busy="true">
          <span className="gh-spin" />
        </div>
      )
    ) : empty(found.data) ? (
      <Nothing />
    ) : (
      children(found.data)
    );
  return (
    <section
      className={`gh-card panel ${found.isPlaceholderData ? 'stale' : ''} ${className ?? ''}`}
      aria-busy={found.isPlaceholderData}
    >
      <header>
        <h2>{t(title)}</h2>
        {more}
      </header>
      {inside}
    </section>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { sizes } from './address.ts';
import { number } from '#kit/declare/format.ts';
import { Icon } from './icon.tsx';
import { pagesAround } from './paging.ts';
import { useWords } from './words.ts';

const words = {
  total: text('共 {n} 条', '{n} records'),
  one: text('共 1 条', '1 record'),
  perPage: text('{n} 条/页', '{n} per page'),
  sizeLabel: text('每页条数', 'Rows per page'),
  before: text('上一页', 'Previous page'),
  after: text('下一页', 'Next page'),
  jump: text('跳至', 'Go to'),
  jumpLabel: text('页码', 'Page number'),
  nav: text('翻页', 'Pages'),
};

export type PagerProps = {
  page: number;
  size: number;
  total: number;
  capped?: boolean;
  onPage: (page: number, size: number) => void;
  note?: ReactNode;
  /** The size is not to be chosen. */ fixed?: boolean;
};

type PageNumbersProps = { page: number; pages: number; onPick: (page: number) => void };

function PageNumbers({ page, pages, onPick }: PageNumbersProps): ReactNode {
  return pagesAround(page, pages).map((n, i) =>
    n === 0 ? (
      <span key={`gap${i}`} className="gh-dim">
        …
      </span>
    ) : (
      <button
        key={n}
        type="button"
        className="gh-btn gh-num"
        aria-current={n === page ? 'page' : undefined}
        onClick={() => onPick(n)}
      >
        {n}
      </button>
    ),
  );
}

function PageSize({ size, onPick }: { size: number; onPick: (size: number) => void }): ReactNode {
  const { t } = useWords();
  return (
    <select value={size} aria-label={t(words.sizeLabel)} onChange={(event) => onPick(Number(event.target.value))}>
      {sizes.map((n) => (
        <option key={n} value={n}>
          {t(words.perPage).replace('{n}', String(n))}
        </option>
      ))}
    </select>
  );
}

export function Pager({ page, size, total, capped, onPage, note, fixed }: PagerProps): ReactNode {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const pages = Math.max(1, Math.ceil(total / size));
  const jump = () => {
    const wanted = Math.trunc(Number(typed));
    if (typed !== '' && wanted >= 1) onPage(Math.min(wanted, pages), size);
    setTyped('');
  };
  return (
    <nav className="gh-pager gh-no-print" aria-label={t(words.nav)}>
      <span className="total gh-num">
        {total === 1 && !capped ? t(words.one) : t(words.total).replace('{n}', `${number(total)}${capped ? '+' : ''}`)}
        {note ? <> · {note}</> : null}
      </span>
      <button
        type="button"
        className="gh-btn"
        disabled={page <= 1}
        aria-label={t(words.before)}
        onClick={() => onPage(page - 1, size)}
      >
        <Icon name="left" size={14} />
      </button>
      <PageNumbers page={page} pages={pages} onPick={(n) => onPage(n, size)} />
      <button
        type="button"
        className="gh-btn"
        disabled={page >= pages}
        aria-label={t(words.after)}
        onClick={() => onPage(page + 1, size)}
      >
        <Icon name="right" size={14} />
      </button>
      {fixed ? null : <PageSize size={size} onPick={(n) => onPage(1, n)} />}
      {pages > 5 ? (
        <label>
          {t(words.jump)}{' '}
          <input
            inputMode="numeric"
            value={typed}
            aria-label={t(words.jumpLabel)}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
            onKeyDown={(event) => event.key === 'Enter' && jump()}
            onBlur={jump}
          />
        </label>
      ) : null}
    </nav>
  );
}

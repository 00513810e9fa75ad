import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { useWords } from '#kit/console/words.ts';
import { readableTables } from '../model/report-template.ts';
import type { ReadableTable } from '../model/report-template.ts';

const words = {
  title: text('可查的表', 'Tables to read'),
  find: text('搜索表或列', 'Search tables or columns'),
  none: text('没有匹配的表', 'No such table'),
  masked: text('遮盖', 'masked'),
  insert: text('插入 {name}', 'Insert {name}'),
  note: text(
    '只列未删除、您可见的数据；金额以分存放，个人信息已遮盖',
    'Rows that are not removed and that you may see; money is kept in fen, personal data are masked',
  ),
};

/** Words SQL has a meaning of its own for stand in quotes. */
const quoted = (name: string): string => (name === 'user' ? '"user"' : name);

function Table({
  of: { table, title, columns },
  open,
  onPick,
}: {
  of: ReadableTable;
  open: boolean;
  onPick: (name: string) => void;
}): ReactNode {
  const { t } = useWords();
  const name = (spelt: string) => (
    <button
      type="button"
      className="gh-link mono"
      title={t(words.insert).replace('{name}', spelt)}
      onClick={() => onPick(spelt)}
    >
      {spelt}
    </button>
  );
  return (
    <details open={open}>
      <summary>
        <code>{table}</code> <span className="gh-dim">{title}</span>
      </summary>
      <p>{name(quoted(table))}</p>
      <dl>
        {columns.map((column) => (
          <div key={column.name}>
            <dt>{name(column.name)}</dt>
            <dd>
              {column.label}
              {column.masked ? <span className="gh-tag">{t(words.masked)}</span> : null}
              {column.values ? <span className="gh-dim"> {column.values}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What a statement may be about, beside it while it is written. */
export function TemplateTables({ onPick }: { onPick: (name: string) => void }): ReactNode {
  const { t, lang } = useWords();
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['reportTemplate', 'tables', lang],
    queryFn: ({ signal }) => ask<readonly ReadableTable[]>(readableTables, {}, { signal, quiet: true }),
    staleTime: Infinity,
  });
  const word = typed.trim().toLowerCase();
  const fits = (...texts: readonly string[]) => texts.some((each) => each.toLowerCase().includes(word));
  const shown = (data ?? []).flatMap((table) =>
    fits(table.table, table.title)
      ? [table]
      : [{ ...table, columns: table.columns.filter(({ name, label }) => fits(name, label)) }].filter(
          ({ columns }) => columns.length > 0,
        ),
  );
  return (
    <section className="rt-tables" aria-label={t(words.title)}>
      <h2>{t(words.title)}</h2>
      <p className="gh-dim">{t(words.note)}</p>
      <input
        className="gh-input"
        type="search"
        aria-label={t(words.find)}
        placeholder={t(words.find)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="list" role="group" tabIndex={0} aria-label={t(words.title)}>
        {error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <span className="gh-spin" />
        ) : shown.length === 0 ? (
          <p className="gh-dim">{t(words.none)}</p>
        ) : (
          shown.map((table) => (
            <Table key={`${table.table} ${word}`} of={table} open={word !== '' && shown.length <= 3} onPick={onPick} />
          ))
        )}
      </div>
    </section>
  );
}

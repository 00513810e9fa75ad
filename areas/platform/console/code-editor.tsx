import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { ask, download, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { mayDiscard, useLeaveGuard } from '#kit/console/leaving.ts';
import { pathOf } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { code, codeColumns, previewCode } from '../model/code.ts';
import type { CodeColumn, CodeFile } from '../model/code.ts';
import { CodeColumns } from './code-columns.tsx';
import './tool.css';

const words = {
  back: text('返回列表', 'Back to the list'),
  save: text('保存', 'Save'),
  saved: text('已保存', 'Saved'),
  file: text('下载此文件', 'Download this file'),
  preview: text('声明', 'Declaration'),
  missing: text('还差', 'Missing'),
};

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** The file that follows from what is chosen, and what it lacks. */
function Preview({ id, columns: draft }: { id: string; columns: readonly CodeColumn[] }): ReactNode {
  const { t } = useWords();
  const columns = useSettled(draft, 500);
  const { data, error, refetch } = useQuery({
    queryKey: [code.name, 'preview', id, columns],
    queryFn: ({ signal }) => ask<CodeFile>(previewCode, { id, columns }, { method: 'POST', signal, quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const name = data.path.split('/').at(-1)!;
  return (
    <section>
      <h2 className="gh-group">
        {t(words.preview)} <code>{data.path}</code>
      </h2>
      {data.problems.length > 0 ? (
        <div role="status">
          <p>{t(words.missing)}</p>
          <ul>
            {data.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : (
        <button
          type="button"
          className="gh-btn"
          onClick={() => download(new Blob([data.text], { type: 'text/plain;charset=utf-8' }), name)}
        >
          {t(words.file)}
        </button>
      )}
      <pre className="tool-code" tabIndex={0}>
        {data.text}
      </pre>
    </section>
  );
}

function Draft({ id, first, onLeave }: { id: string; first: readonly CodeColumn[]; onLeave: () => void }): ReactNode {
  const { t } = useWords();
  const client = useQueryClient();
  const [kept, setKept] = useState(first);
  const [columns, setColumns] = useState(first);
  const [busy, setBusy] = useState(false);
  const dirty = columns !== kept;
  useLeaveGuard(dirty);
  const save = async () => {
    setBusy(true);
    try {
      await ask(pathOf(code, 'submit'), { id, columns }, { method: 'POST', key: newKey(), quiet: true });
      setKept(columns);
      notify.ok(t(words.saved));
      await client.invalidateQueries({ queryKey: [code.name, 'list'] });
    } catch (error) {
      notify.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className="gh-tools gh-no-print">
        <h1>{t(code.title)}</h1>
        <span className="ways">
          <button type="button" className="gh-btn" onClick={() => void mayDiscard(dirty).then((go) => go && onLeave())}>
            {t(words.back)}
          </button>
          <button type="button" className="gh-btn primary" disabled={busy} onClick={() => void save()}>
            {t(words.save)}
          </button>
        </span>
      </div>
      <div className="tool-body">
        <CodeColumns columns={columns} onColumns={setColumns} />
        <Preview id={id} columns={columns} />
      </div>
    </>
  );
}

/** What a table's columns become. They are read from its data source when the page opens. */
export default function CodeEditor({ id, onLeave }: { id: string; onLeave: () => void }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [code.name, 'columns', id],
    queryFn: ({ signal }) => ask<CodeColumn[]>(codeColumns, { id }, { signal, quiet: true }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Antd>
      <div className="gh-page">
        <div className="gh-card main">
          {error ? (
            <>
              <button type="button" className="gh-btn" onClick={onLeave}>
                {t(words.back)}
              </button>
              <Trouble error={error} onRetry={() => void refetch()} />
            </>
          ) : data ? (
            <Draft id={id} first={data} onLeave={onLeave} />
          ) : (
            <span className="gh-spin" />
          )}
        </div>
      </div>
    </Antd>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { requestedPeriod } from '#kit/declare/period.ts';
import { text } from '#kit/declare/text.ts';
import { ask, askBlob, download, newKey, wordsOf } from './ask.ts';
import { Dialog } from './floating.tsx';
import { number, today } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { notify } from './notices.ts';
import { useWords } from './words.ts';

const words = {
  title: text('导出', 'Export'),
  format: text('格式', 'Format'),
  columns: text('列', 'Columns'),
  shown: text('当前显示的列', 'Visible columns'),
  all: text('全部列', 'All columns'),
  start: text('开始导出', 'Export'),
  cancel: text('取消', 'Cancel'),
  filter: text('导出当前查询条件下的全部数据', 'Exports all records matching the current filters'),
  done: text('导出完成', 'Exported'),
  lines: text('{done} / {total} 行', '{done} of {total} rows'),
};
const pollMs = 500;

export type ExportProps = {
  title: string;
  path: string;
  query: Readonly<Record<string, string>>;
  shown?: readonly string[];
  all?: readonly string[];
  onClose: () => void;
};
type Progress = { done: number; total: number; state: 'running' | 'done' | 'failed' };

/** One export at a time, with how far it has come; it is cancelled when its dialog goes. */
function useExport({ title, path, query, onClose }: ExportProps) {
  const { t } = useWords();
  const [run, setRun] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const held = stop.current;
    return () => held.abort();
  }, []);
  useEffect(() => {
    if (!run) return;
    const poll = () =>
      void ask<Progress>('/api/gatehouse/export-progress', { run }, { quiet: true, signal: stop.current.signal })
        .then(setProgress)
        .catch(() => undefined);
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [run]);
  const start = async (format: 'xlsx' | 'csv', columns: readonly string[] | undefined) => {
    const id = newKey();
    setRun(id);
    try {
      const blob = await askBlob(
        path,
        { ...query, format, run: id, ...(columns ? { columns } : {}) },
        { signal: stop.current.signal, quiet: true },
      );
      download(blob, `${title}-${requestedPeriod(query) ?? today(zone())}.${format}`);
      notify.ok(t(words.done));
      onClose();
    } catch (error) {
      setRun(null);
      if (!stop.current.signal.aborted) notify.error(wordsOf(error));
    }
  };
  return { running: run !== null, progress, start };
}

function ExportProgress({ progress }: { progress: Progress | null }): ReactNode {
  const { t } = useWords();
  const share = progress && progress.total > 0 ? Math.min(100, (progress.done / progress.total) * 100) : 5;
  return (
    <div style={{ marginTop: 12 }}>
      <div
        className="gh-bar"
        role="progressbar"
        aria-label={t(words.title)}
        aria-valuenow={Math.round(share)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share}%` }} />
      </div>
      <span className="gh-dim gh-num">
        {progress
          ? t(words.lines).replace('{done}', number(progress.done)).replace('{total}', number(progress.total))
          : ' '}
      </span>
    </div>
  );
}

/** Exports what the current filters match, with progress; closing it cancels. */
export default function ExportDialog(props: ExportProps): ReactNode {
  const { title, shown, all, onClose } = props;
  const { t } = useWords();
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const [every, setEvery] = useState(false);
  const { running, progress, start } = useExport(props);
  const footer = (
    <>
      <button type="button" className="gh-btn" onClick={onClose}>
        {t(words.cancel)}
      </button>
      <button
        type="button"
        className="gh-btn primary"
        disabled={running}
        onClick={() => void start(format, every ? all : shown)}
      >
        {running ? <span className="gh-spin" /> : null}
        {t(words.start)}
      </button>
    </>
  );
  const radio = (name: string, checked: boolean, label: string, pick: () => void) => (
    <label>
      <input type="radio" name={name} checked={checked} disabled={running} onChange={pick} /> {label}
    </label>
  );
  return (
    <Dialog title={`${t(words.title)} · ${title}`} onClose={onClose} footer={footer}>
      <p className="gh-dim">{t(words.filter)}</p>
      <p className="gh-choose">
        <span>{t(words.format)}</span>
        {radio('format', format === 'xlsx', 'XLSX', () => setFormat('xlsx'))}{' '}
        {radio('format', format === 'csv', 'CSV', () => setFormat('csv'))}
      </p>
      {all ? (
        <p className="gh-choose">
          <span>{t(words.columns)}</span>
          {radio('columns', !every, t(words.shown), () => setEvery(false))}{' '}
          {radio('columns', every, t(words.all), () => setEvery(true))}
        </p>
      ) : null}
      {running ? <ExportProgress progress={progress} /> : null}
    </Dialog>
  );
}

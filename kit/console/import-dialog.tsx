import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, askBlob, download, newKey, wordsOf } from './ask.ts';
import { Dialog } from './floating.tsx';
import { Icon } from './icon.tsx';
import { notify } from './notices.ts';
import { useWords } from './words.ts';

const words = {
  title: text('导入', 'Import'),
  template: text('下载模板', 'Download template'),
  choose: text('选择文件', 'Choose a file'),
  first: text('请先下载模板，按列填写后选择文件', 'Download the template, fill it in, then choose the file'),
  counts: text(
    '共 {total} 行，可导入 {good} 行，有误 {bad} 行',
    '{total} rows: {good} ready to import, {bad} with errors',
  ),
  line: text('行', 'Row'),
  problem: text('问题', 'Error'),
  submit: text('导入 {good} 行', 'Import {good} rows'),
  done: text('已导入 {good} 行', '{good} rows imported'),
  cancel: text('取消', 'Cancel'),
};
type Report = {
  total: number;
  good: number;
  bad: number;
  rows: { line: number; problems: { field: string; msg: string }[] }[];
};

const put = (pattern: string, report: Report) =>
  pattern
    .replace('{total}', String(report.total))
    .replace('{good}', String(report.good))
    .replace('{bad}', String(report.bad));

type ImportProps = { of: Resource; onClose: () => void; onDone: () => void };

/** The chosen file with its report; nothing is changed before `submit`. */
function useImport({ of, onClose, onDone }: ImportProps) {
  const { t } = useWords();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [busy, setBusy] = useState(false);
  const path = `/api/gatehouse/import/${of.name}`;
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => notify.error(wordsOf(error)));
    setBusy(false);
  };
  const send = (bytes: File, dryRun: 0 | 1) =>
    ask<Report>(path, {}, { method: 'POST', bytes, query: { dryRun }, key: newKey(), quiet: true });
  const downloadTemplate = () =>
    attempt(async () => download(await askBlob(`/api/gatehouse/template/${of.name}`), `${t(of.title)}.xlsx`));
  const choose = (chosen: File) =>
    attempt(async () => {
      setFile(chosen);
      setReport(null);
      setReport(await send(chosen, 1));
    });
  const submit = () =>
    attempt(async () => {
      const result = await send(file!, 0);
      notify.ok(put(t(words.done), result));
      onDone();
      onClose();
    });
  return { file, report, busy, downloadTemplate, choose, submit };
}

function ProblemTable({ report }: { report: Report }): ReactNode {
  const { t } = useWords();
  return (
    <div
      className="gh-table open-end"
      style={{ maxHeight: 320, marginTop: 8 }}
      tabIndex={0}
      role="region"
      aria-label={t(words.problem)}
    >
      <table>
        <colgroup>
          <col style={{ width: 72 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t(words.line)}</th>
            <th scope="col">{t(words.problem)}</th>
          </tr>
        </thead>
        <tbody>
          {report.rows
            .filter((row) => row.problems.length > 0)
            .map((row) => (
              <tr key={row.line}>
                <td className="gh-num">{row.line}</td>
                <td style={{ whiteSpace: 'normal' }}>{row.problems.map((problem) => problem.msg).join('；')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Brings rows in from a sheet: template, file, a report line by line without changing anything, and only then the
 * import.
 */
export default function ImportDialog(props: ImportProps): ReactNode {
  const { of, onClose } = props;
  const { t } = useWords();
  const { file, report, busy, downloadTemplate, choose, submit } = useImport(props);
  const footer = (
    <>
      <button type="button" className="gh-btn" onClick={onClose}>
        {t(words.cancel)}
      </button>
      <button
        type="button"
        className="gh-btn primary"
        disabled={busy || !report || report.good === 0}
        onClick={() => void submit()}
      >
        {busy ? <span className="gh-spin" /> : null}
        {report ? put(t(words.submit), report) : t(words.title)}
      </button>
    </>
  );
  return (
    <Dialog title={`${t(words.title)} · ${t(of.title)}`} onClose={onClose} footer={footer} className="wide">
      <p className="gh-dim">{t(words.first)}</p>
      <p style={{ display: 'flex', gap: 8, margin: '12px 0' }}>
        <button type="button" className="gh-btn" disabled={busy} onClick={() => void downloadTemplate()}>
          <Icon name="download" size={14} />
          {t(words.template)}
        </button>
        <label className="gh-btn">
          <Icon name="upload" size={14} />
          {file?.name ?? t(words.choose)}
          <input
            type="file"
            className="gh-sr"
            accept=".xlsx"
            disabled={busy}
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              if (chosen) void choose(chosen);
              event.target.value = '';
            }}
          />
        </label>
      </p>
      {report ? <p role="status">{put(t(words.counts), report)}</p> : null}
      {report && report.bad > 0 ? <ProblemTable report={report} /> : null}
    </Dialog>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { Ago } from '#kit/console/ago.tsx';
import { wordsOf } from '#kit/console/ask.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { clearLog, logged, uploadLog } from '../error-log.ts';
import type { Entry } from '../error-log.ts';

const words = {
  type: text('类型', 'Type'),
  url: text('页面地址', 'Page'),
  message: text('错误信息', 'Message'),
  stack: text('错误堆栈', 'Stack'),
  time: text('时间', 'Time'),
  none: text('没有错误日志', 'No errors'),
  see: text('查看', 'Show'),
  upload: text('上传到服务器', 'Upload to the server'),
  clear: text('清空本地日志', 'Clear the local log'),
  sure: text('提示', 'Please confirm'),
  sureUpload: text('确定上传本地错误日志到服务器吗？', 'Upload the local error log to the server?'),
  sureClear: text('确定清空本地错误日志吗？', 'Clear the local error log?'),
  uploaded: text('上传成功', 'Uploaded'),
  cleared: text('清空成功', 'Cleared'),
};

export type ErrorLog = {
  entries: readonly Entry[];
  busy: boolean;
  look: () => void;
  upload: () => Promise<void>;
  clear: () => Promise<void>;
};

/** Errors recorded in this browser and the actions on them, each confirmed first. `look`: reads them again. */
export function useErrorLog(): ErrorLog {
  const { t } = useWords();
  const [entries, setEntries] = useState<readonly Entry[]>(logged);
  const [busy, setBusy] = useState(false);
  const upload = async () => {
    if (!(await confirm({ title: words.sure, body: words.sureUpload }))) return;
    setBusy(true);
    await uploadLog().then(
      () => notify.ok(t(words.uploaded)),
      (error) => notify.error(wordsOf(error)),
    );
    setBusy(false);
  };
  const clear = async () => {
    if (!(await confirm({ title: words.sure, body: words.sureClear, danger: true }))) return;
    clearLog();
    setEntries([]);
    notify.ok(t(words.cleared));
  };
  return { entries, busy, look: () => setEntries(logged()), upload, clear };
}

export function ErrorLogButtons({ log: { entries, busy, upload, clear } }: { log: ErrorLog }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <button type="button" className="gh-btn danger" disabled={entries.length === 0} onClick={() => void clear()}>
        {t(words.clear)}
      </button>
      <button
        type="button"
        className="gh-btn primary"
        disabled={busy || entries.length === 0}
        onClick={() => void upload()}
      >
        {busy ? <span className="gh-spin" /> : null}
        {t(words.upload)}
      </button>
    </>
  );
}

export function ErrorLogTable({ log: { entries } }: { log: ErrorLog }): ReactNode {
  const { t } = useWords();
  return (
    <table className="gh-bill">
      <thead>
        <tr>
          {[words.type, words.url, words.message, words.stack, words.time].map((word) => (
            <th key={word.en} scope="col">
              {t(word)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, at) => (
          <tr key={at}>
            <td>{entry.type}</td>
            <td>{entry.url}</td>
            <td>{entry.message}</td>
            <td>
              {entry.stack || entry.info ? (
                <details>
                  <summary>{t(words.see)}</summary>
                  <pre>{`${entry.stack}\n${entry.info}`.trim()}</pre>
                </details>
              ) : (
                '—'
              )}
            </td>
            <td className="time">
              <Ago instant={entry.time} />
            </td>
          </tr>
        ))}
        {entries.length === 0 ? (
          <tr>
            <td colSpan={5} className="none gh-dim">
              {t(words.none)}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { wordsOf } from '#kit/console/ask.ts';
import { wallTime } from '#kit/console/format.ts';
import { zone } from '#kit/console/me.ts';
import { confirm, tell } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { clearLog, logged, uploadLog } from '../error-log.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text('此浏览器记下的错误（最多 100 条）。可制造一个错误看它如何被记下；上传后管理员可在“错误日志”页查看。', 'Faults noted in this browser, a hundred at most. Make one to see how it is noted; once uploaded, administrators read them under “Error log”.'),
  sample: text('示例错误', 'A sample fault'), inPage: text('页面出错', 'Break this page'), unhandled: text('未处理的错误', 'An unhandled fault'), upload: text('上传到服务器', 'Upload to the server'), clear: text('清空本地日志', 'Clear the local log'),
  please: text('提示', 'Please confirm'), sureUpload: text('确定上传本地错误日志到服务器吗？', 'Upload the local error log to the server?'), sureClear: text('确定清空本地错误日志吗？', 'Clear the local error log?'), uploaded: text('上传成功', 'Uploaded'), cleared: text('清空成功', 'Cleared'),
  type: text('类型', 'Type'), url: text('页面地址', 'Page'), message: text('错误信息', 'Message'), stack: text('错误堆栈', 'Stack'), time: text('时间', 'Time'), none: text('没有错误日志', 'No errors'), show: text('查看', 'Show'),
};

/** The log of this browser as a page, with ways to put something into it. */
export default function LogsPage(): ReactNode {
  const { t } = useWords();
  const [entries, setEntries] = useState(logged);
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error(t(words.sample));
  const unhandled = () => {
    setTimeout(() => setEntries(logged()), 100);
    void Promise.reject(new Error(t(words.sample)));
  };
  const upload = async () => {
    if (await confirm({ title: words.please, body: words.sureUpload })) await uploadLog().then(() => tell.ok(t(words.uploaded)), (error) => tell.error(wordsOf(error)));
  };
  const clear = async () => {
    if (!(await confirm({ title: words.please, body: words.sureClear, danger: true }))) return;
    clearLog();
    setEntries([]);
    tell.ok(t(words.cleared));
  };
  const tools = (
    <>
      <button type="button" className="gh-btn" onClick={() => setBroken(true)}>{t(words.inPage)}</button>
      <button type="button" className="gh-btn" onClick={unhandled}>{t(words.unhandled)}</button>
      <button type="button" className="gh-btn danger" disabled={entries.length === 0} onClick={() => void clear()}>{t(words.clear)}</button>
      <button type="button" className="gh-btn primary" disabled={entries.length === 0} onClick={() => void upload()}>{t(words.upload)}</button>
    </>
  );
  return (
    <Sheet title={titles.logs} note={words.note} tools={tools}>
      <div className="gh-bill-frame">
        <table className="gh-bill">
          <thead><tr>{[words.type, words.url, words.message, words.stack, words.time].map((word) => <th key={word.en} scope="col">{t(word)}</th>)}</tr></thead>
          <tbody>
            {entries.length === 0 ? <tr><td colSpan={5} className="gh-dim">{t(words.none)}</td></tr> : entries.map((entry) => (
              <tr key={`${entry.time} ${entry.message}`}>
                <td>{entry.type}</td><td>{entry.url}</td><td>{entry.message}</td><td>{entry.stack || entry.info ? <details><summary>{t(words.show)}</summary><pre>{`${entry.stack}\n${entry.info}`.trim()}</pre></details> : '—'}</td><td className="time">{wallTime(entry.time, zone())}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}

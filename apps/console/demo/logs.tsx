import { useState } from 'react';
import type { ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { text } from '#kit/declare/text.ts';
import { ErrorLogButtons, ErrorLogTable, useErrorLog } from '../shell/error-log-list.tsx';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text(
    '此浏览器记下的错误（最多 100 条）。可制造一个错误看它如何被记下；上传后管理员可在“错误日志”页查看。',
    'Faults noted in this browser, a hundred at most. Make one to see how it is noted; once uploaded, administrators read them under “Error log”.',
  ),
  sample: text('示例错误', 'A sample fault'),
  inPage: text('页面出错', 'Break this page'),
  unhandled: text('未处理的错误', 'An unhandled fault'),
};

/** The log of this browser as a page, with ways to put something into it. */
export default function LogsPage(): ReactNode {
  const { t } = useWords();
  const log = useErrorLog();
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error(t(words.sample));
  const unhandled = () => {
    setTimeout(log.look, 100);
    void Promise.reject(new Error(t(words.sample)));
  };
  const tools = (
    <>
      <button type="button" className="gh-btn" onClick={() => setBroken(true)}>
        {t(words.inPage)}
      </button>
      <button type="button" className="gh-btn" onClick={unhandled}>
        {t(words.unhandled)}
      </button>
      <ErrorLogButtons log={log} />
    </>
  );
  return (
    <Sheet title={titles.logs} note={words.note} tools={tools}>
      <WideFrame>
        <ErrorLogTable log={log} />
      </WideFrame>
    </Sheet>
  );
}

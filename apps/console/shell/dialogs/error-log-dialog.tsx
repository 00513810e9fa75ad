import type { ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { ErrorLogButtons, ErrorLogTable, useErrorLog } from '../error-log-list.tsx';
import './table.css';

const title = text('本地错误日志', 'Local error log');

/** The faults noted in this browser: to read, to hand to the server and to clear. */
export default function ErrorLogDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const log = useErrorLog();
  return (
    <Dialog title={t(title)} onClose={onClose} className="shell-table" footer={<ErrorLogButtons log={log} />}>
      <ErrorLogTable log={log} />
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { cleanJobLog, jobLog } from '../model/job.ts';

const words = {
  clean: text('清空', 'Clear'),
  sure: text('删除24小时以前的全部日志？不能恢复。', 'Delete every line older than 24 hours? This cannot be undone.'),
  done: text('已删除 {count} 条', '{count} lines deleted'),
};

/** What became of each due time, newest first. */
export default function JobLog(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(jobLog);
  const clean = async () => {
    if (!(await confirm({ title: cleanJobLog.title, body: words.sure, ok: words.clean, danger: true }))) return;
    const { count } = await ask<{ count: number }>(cleanJobLog);
    notify.ok(t(words.done).replace('{count}', String(count)));
    await refresh();
  };
  const button = may('jobLog:clean') ? (
    <button type="button" className="gh-btn danger" onClick={() => void clean()}>
      {t(words.clean)}
    </button>
  ) : null;
  return <ListPage of={jobLog} actions={button} />;
}

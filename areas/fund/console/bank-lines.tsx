import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { bankLine, importStatement } from '../model/bank-line.ts';
import { base64Of } from './file-content.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const { companyId, accountTail } = importStatement.input;

const words = {
  choose: text('选择 CSV 文件', 'Choose a CSV file'),
  missing: text('请选择流水文件', 'Choose the statement’s file'),
  done: text(
    '新增{added}行，此前已有{known}行，支出{out}行不存，配对{matched}行',
    '{added} lines added, {known} known before, {out} that went out passed over, {matched} matched',
  ),
  unread: text('看不懂的行：{lines}', 'Lines that were not understood: {lines}'),
};

type ImportResult = { added: number; known: number; out: number; matched: number; rows: number[] };

function StatementDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(bankLine);
  const [file, setFile] = useState<File | null>(null);
  const run = async (values: Record<string, unknown>, key: string) => {
    if (!file) {
      notify.error(t(words.missing));
      return false;
    }
    const { rows, ...sums } = await ask<ImportResult>(
      importStatement,
      { ...values, file: await base64Of(file) },
      { key, quiet: true },
    );
    notify.ok(t(fill(words.done, sums)));
    if (rows.length > 0) notify.error(t(fill(words.unread, { lines: rows.slice(0, 20).join(', ') })));
    await refresh();
    return true;
  };
  const chooser = () => (
    <label className="gh-btn">
      <Icon name="upload" size={14} />
      {file?.name ?? t(words.choose)}
      <input
        type="file"
        className="gh-sr"
        accept=".csv,.txt"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
    </label>
  );
  return (
    <AskDialog
      title={t(importStatement.title)}
      fields={{ companyId, accountTail }}
      note={chooser}
      run={run}
      onClose={onClose}
    />
  );
}

/** What came into bank accounts, and the days it pays. */
export default function BankLines(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const button = (
    <button type="button" className="gh-btn primary" onClick={() => setOpen(true)}>
      {t(importStatement.title)}
    </button>
  );
  return (
    <>
      <ListPage of={bankLine} {...(may(importStatement.permission) ? { actions: button } : {})}>
        <ChoiceTabs of={bankLine} name="status" />
      </ListPage>
      {open ? <StatementDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import type { Call } from '#kit/declare/call.ts';
import { ask } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { askVoid } from '#areas/shift/model/calls.ts';
import { SubmitDialog } from './box-dialogs.tsx';
import { Reason, useSubmission } from './submission.tsx';
import { words } from './box-shift-words.ts';
import type { Receipt } from './box-shift-parts.tsx';

export function VoidDialog({
  receipt,
  onClose,
  onDone,
}: {
  receipt: Receipt;
  onClose: () => void;
  onDone: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const [remark, setRemark] = useState('');
  const go = () =>
    void submission.run(async (id) => {
      await ask(askVoid as Call, { entryId: receipt.id, remark: remark.trim() }, { key: id, quiet: true });
      return t(words.voidRequested);
    });
  return (
    <SubmitDialog
      title={`${t(words.void)} · ${receipt.receiptNo} · ${formatFen(receipt.amountFen)}`}
      submission={submission}
      ok={t(words.void)}
      ready={remark.trim() !== ''}
      danger
      onOk={go}
      onClose={onClose}
    >
      <Reason label={t(words.why)} value={remark} onChange={setRemark} />
    </SubmitDialog>
  );
}

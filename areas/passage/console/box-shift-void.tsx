import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import type { Call } from '#kit/declare/call.ts';
import { ask } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { askVoid } from '#areas/shift/model/calls.ts';
import { DeedBox } from './box-dialogs.tsx';
import { Reason, useDeed } from './deed.tsx';
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
  const deed = useDeed({ onClose, onDone });
  const [remark, setRemark] = useState('');
  const go = () =>
    void deed.run(async (id) => {
      await ask(askVoid as Call, { entryId: receipt.id, remark: remark.trim() }, { key: id, quiet: true });
      return t(words.asked);
    });
  return (
    <DeedBox
      title={`${t(words.void)} · ${receipt.receiptNo} · ${formatFen(receipt.amountFen)}`}
      deed={deed}
      ok={t(words.void)}
      ready={remark.trim() !== ''}
      danger
      onOk={go}
      onClose={onClose}
    >
      <Reason label={t(words.why)} value={remark} onChange={setRemark} />
    </DeedBox>
  );
}

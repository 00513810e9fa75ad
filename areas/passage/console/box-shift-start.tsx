import { useState } from 'react';
import type { ReactNode } from 'react';
import { parseFen } from '#domain/money/fen.ts';
import { ask } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { dropCash, handOver, openShift, resumeShift } from '#areas/shift/model/calls.ts';
import { SubmitDialog } from './box-dialogs.tsx';
import { useSubmission } from './submission.tsx';
import { words } from './box-shift-words.ts';
import { Yuan } from './box-shift-parts.tsx';
import type { AskProps } from './box-shift-parts.tsx';

/** Asks for one amount (float, drop) or nothing (hand over, back) and does it. */
export function Plain({
  now,
  doing,
  onClose,
  onDone,
}: AskProps & { doing: 'open' | 'drop' | 'handover' | 'resume' }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const [amount, setAmount] = useState('');
  const [remark, setRemark] = useState('');
  const fen = parseFen(amount);
  const shiftId = now.shift?.id;
  const forms = {
    open: { call: openShift, title: words.open, done: words.opened, input: { boxId: now.boxId, floatFen: fen } },
    drop: {
      call: dropCash,
      title: words.drop,
      done: words.dropped,
      input: { shiftId, amountFen: fen, remark: remark || null },
    },
    handover: { call: handOver, title: words.handover, done: words.cut, input: { shiftId } },
    resume: { call: resumeShift, title: words.back, done: words.resumed, input: { shiftId } },
  } as const;
  const form = forms[doing];
  const takesAmount = doing === 'open' || doing === 'drop';
  const go = () =>
    void submission.run(async (id) => {
      await ask(form.call, form.input, { key: id, quiet: true });
      return t(form.done);
    });
  return (
    <SubmitDialog
      title={t(form.title)}
      submission={submission}
      ok={t(form.title)}
      ready={!takesAmount || fen !== null}
      onOk={go}
      onClose={onClose}
    >
      {takesAmount ? (
        <Yuan focus label={t(doing === 'open' ? words.float : words.amount)} value={amount} onChange={setAmount} />
      ) : null}
      {doing === 'drop' ? (
        <label className="gh-field">
          <span className="label">{t(words.remark)}</span>
          <input
            className="gh-input"
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </label>
      ) : null}
      {takesAmount ? null : (
        <p ref={(element) => element?.setAttribute('autofocus', '')} className="bx-notice" tabIndex={-1}>
          {t(doing === 'handover' ? words.handing : words.going)}
        </p>
      )}
    </SubmitDialog>
  );
}

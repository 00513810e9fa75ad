import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { newKey, wordsOf } from '#kit/console/ask.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';

const cancel = text('取消', 'Cancel');

export type Submission = {
  busy: boolean;
  problem: string | null;
  forget: () => void;
  run: (work: (key: string) => Promise<string>, failed?: (error: unknown) => void) => Promise<void>;
};

/**
 * A dialog's single call: `run` shows the result message and closes; on failure the dialog stays open, shows why and
 * can retry.
 */
export function useSubmission({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }): Submission {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef(newKey());
  const run: Submission['run'] = async (work, failed) => {
    setBusy(true);
    try {
      notify.ok(await work(key.current));
      onClose();
      await onDone();
    } catch (error) {
      key.current = newKey();
      setBusy(false);
      setProblem(wordsOf(error));
      failed?.(error);
    }
  };
  return { busy, problem, forget: () => setProblem(null), run };
}

/** The footer of such a dialog: cancel and confirm. */
export function SubmitFooter({
  ok,
  ready,
  busy,
  danger = false,
  onOk,
  onClose,
}: {
  ok: string;
  ready: boolean;
  busy: boolean;
  danger?: boolean;
  onOk: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <>
      <button type="button" className="gh-btn" onClick={onClose}>
        {t(cancel)}
      </button>
      <button
        type="button"
        className={`gh-btn primary ${danger ? 'danger' : ''}`}
        disabled={!ready || busy}
        onClick={onOk}
      >
        {busy ? <span className="gh-spin" /> : null}
        {ok}
      </button>
    </>
  );
}

export const Problem = ({ message }: { message: string | null }): ReactNode =>
  message ? (
    <p className="ps-problem" role="alert">
      {message}
    </p>
  ) : null;

/** The reason, which must be given. */
export function Reason({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <label className="gh-field">
      <span className="label">
        <span className="must" aria-hidden="true">
          *
        </span>
        {label}
      </span>
      <input
        className="gh-input"
        required
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

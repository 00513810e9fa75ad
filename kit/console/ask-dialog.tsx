import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { Dialog } from './dialog.tsx';
import { newKey, wordsOf } from './ask.ts';
import { firstValues } from './fields.ts';
import { FieldForm, focusProblem, useDraft } from './form.tsx';
import { notify } from './notices.ts';
import { useWords } from './words.ts';

const words = { ok: text('确定', 'OK'), cancel: text('取消', 'Cancel') };

export type AskDialogProps = {
  title: string;
  fields: Fields;
  danger?: boolean;
  /** In px, where the usual width is too little for what is shown. */
  width?: number;
  first?: Readonly<Record<string, unknown>>;
  note?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  run: (values: Record<string, unknown>, key: string) => Promise<unknown>;
  onClose: () => void;
};

/**
 * Prompts for the fields an action needs and then runs it; problems found by the server are shown at the fields. A
 * `run` that returns false was not carried out, and the dialog stays open. `note`: a preview of the result.
 */
export default function AskDialog({
  title,
  fields,
  danger,
  width,
  first,
  note,
  run,
  onClose,
}: AskDialogProps): ReactNode {
  const { t } = useWords();
  const start = useMemo(() => ({ ...firstValues(fields), ...first }), [fields, first]);
  const draft = useDraft(fields, start, true);
  const box = useRef<HTMLDivElement>(null);
  const key = useRef(newKey());
  const [busy, setBusy] = useState(false);
  const go = async () => {
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    setBusy(true);
    try {
      if ((await run(values, key.current)) === false) setBusy(false);
      else onClose();
    } catch (error) {
      key.current = newKey();
      if (draft.blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}

      {...(width ? { width } : {})}
      onClose={onClose}
      buttons={[
        { label: t(words.cancel), onPress: onClose },
        { label: t(words.ok), kind: danger ? 'danger' : 'primary', busy, onPress: () => void go() },
      ]}
    >
      <div
        ref={box}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void go();
        }}
      >
        <FieldForm fields={fields} draft={draft} />
        {note?.(draft.values)}
      </div>
    </Dialog>
  );
}

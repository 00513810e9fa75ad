import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Modal } from 'antd';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { newKey, wordsOf } from './ask.ts';
import { firstValues } from './fields.ts';
import { FieldForm, focusProblem, useDraft } from './form.tsx';
import { tell } from './notices.ts';
import { Antd } from './theme.tsx';
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

/** Prompts for the fields an action needs and then runs it; problems found by the server are shown at the fields. A `run` that returns false was not carried out, and the dialog stays open. `note`: a preview of the result. */
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
      else tell.error(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Antd>
      <Modal
        open
        title={title}
        okText={t(words.ok)}
        cancelText={t(words.cancel)}
        confirmLoading={busy}
        {...(width ? { width } : {})}
        {...(danger ? { okButtonProps: { danger: true } } : {})}
        onOk={() => void go()}
        onCancel={onClose}
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
      </Modal>
    </Antd>
  );
}

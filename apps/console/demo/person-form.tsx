import { useRef } from 'react';
import type { ReactNode } from 'react';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { fields } from './people.ts';

const words = { save: text('保存', 'Save'), cancel: text('取消', 'Cancel') };

export default function PersonForm({
  title,
  first,
  onSave,
  onClose,
}: {
  title: string;
  first: Readonly<Record<string, unknown>>;
  onSave: (values: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const draft = useDraft(fields, first, true);
  const box = useRef<HTMLFormElement>(null);
  const save = () => {
    const values = draft.check();
    if (values) void onSave(values);
    else focusProblem(box.current);
  };
  return (
    <Antd>
      <form
        ref={box}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        noValidate
      >
        <h2>{title}</h2>
        <FieldForm fields={fields} draft={draft} />
        <p className="row">
          <button type="submit" className="gh-btn primary">
            {t(words.save)}
          </button>
          <button type="button" className="gh-btn" onClick={onClose}>
            {t(words.cancel)}
          </button>
        </p>
      </form>
    </Antd>
  );
}

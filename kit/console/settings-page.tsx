import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { newKey, wordsOf } from './ask.ts';
import { FieldForm, focusProblem, useDraft } from './form.tsx';
import type { Section } from './form.tsx';
import { notify } from './notices.ts';
import { Antd } from './theme.tsx';
import { useWords } from './words.ts';

const words = {
  save: text('保存', 'Save'),
  undo: text('撤销修改', 'Discard changes'),
  saved: text('更新成功', 'Saved'),
};

type Data = Readonly<Record<string, unknown>>;
export type SettingsFormProps = {
  fields: Fields;
  sections?: readonly Section[];
  /** What the server holds; the form starts from it. */
  first: Data;
  /**
   * Takes the checked values, the names of those changed and the idempotency key; problems found by the server are
   * shown at the fields.
   */
  save: (values: Data, changed: readonly string[], key: string) => Promise<unknown>;
  button?: Text;
  savedText?: Text;
  /** The viewer may change nothing. */
  locked?: boolean;
};

/** A form over one object: read, changed, saved as a whole. Ctrl+Enter saves. */
export function SettingsForm({
  fields,
  sections,
  first,
  save,
  button = words.save,
  savedText = words.saved,
  locked = false,
}: SettingsFormProps): ReactNode {
  const { t } = useWords();
  const draft = useDraft(fields, first, true);
  const box = useRef<HTMLFormElement>(null);
  const key = useRef(newKey());
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    setBusy(true);
    try {
      await save(values, draft.changed, key.current);
      notify.ok(t(savedText));
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
    }
    key.current = newKey();
    setBusy(false);
  };
  const undo = () => {
    for (const name of draft.changed) draft.put(name, first[name] ?? null);
  };
  return (
    <form
      ref={box}
      className={sections ? 'gh-settings parts' : 'gh-settings'}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
      }}
    >
      <FieldForm
        fields={fields}
        draft={draft}
        {...(sections ? { sections } : {})}
        {...(locked ? { locked: () => true } : {})}
      />
      {locked ? null : (
        <div className="gh-settings-foot">
          <button type="submit" className="gh-btn primary" disabled={busy || draft.changed.length === 0}>
            {busy ? <span className="gh-spin" /> : null}
            {t(button)}
          </button>
          {draft.changed.length > 0 && !busy ? (
            <button type="button" className="gh-btn" onClick={undo}>
              {t(words.undo)}
            </button>
          ) : null}
        </div>
      )}
    </form>
  );
}

/** Settings as a page of their own; `children` stand above the form. */
export function SettingsPage({
  title,
  children,
  ...form
}: SettingsFormProps & { title: Text; children?: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <div className="gh-page">
      <section className="gh-card" aria-label={t(title)}>
        <div className="gh-tools">
          <h1>{t(title)}</h1>
        </div>
        {children}
        <Antd>
          <SettingsForm {...form} />
        </Antd>
      </section>
    </div>
  );
}

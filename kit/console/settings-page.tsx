import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#kit/declare/call.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from './ask.ts';
import { Trouble } from './empty.tsx';
import { firstValues } from './fields.ts';
import { FieldForm, focusProblem, useDraft } from './form.tsx';
import type { Section } from './form.tsx';
import { tell } from './notices.ts';
import { Antd } from './theme.tsx';
import { useWords } from './words.ts';

const words = { save: text('保存', 'Save'), undo: text('撤销修改', 'Undo'), saved: text('更新成功', 'Saved') };

export type SettingsPageProps = {
  title: Text;
  fields: Fields;
  sections?: readonly Section[];
  /** The call that answers the object, and the one that takes it back. Without `load` the form starts empty. */
  load?: Call | string;
  save: Call | string;
  /** Parameters of both calls, such as the lot the settings belong to. */
  about?: Readonly<Record<string, string>>;
  /** Said after saving; then the form starts anew from what the server holds. */
  onSaved?: () => void;
  children?: ReactNode;
};

type Data = Readonly<Record<string, unknown>>;

function Form({ fields, sections, save, about, onSaved, first }: Omit<SettingsPageProps, 'title' | 'load' | 'children'> & { first: Data }): ReactNode {
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
      await ask(save, { ...about, ...values }, { method: 'POST', key: key.current, quiet: true });
      tell.ok(t(words.saved));
      onSaved?.();
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else tell.error(wordsOf(error));
    }
    key.current = newKey();
    setBusy(false);
  };
  const undo = () => { for (const name of draft.changed) draft.put(name, first[name] ?? null); };
  return (
    <form ref={box} onSubmit={(event) => { event.preventDefault(); void send(); }} onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(); }}>
      <FieldForm fields={fields} draft={draft} {...(sections ? { sections } : {})} />
      <div className="gh-drawer-foot">
        {draft.changed.length > 0 ? <button type="button" className="gh-btn" onClick={undo}>{t(words.undo)}</button> : null}
        <button type="submit" className="gh-btn primary" disabled={busy}>{busy ? <span className="gh-spin" /> : null}{t(words.save)}</button>
      </div>
    </form>
  );
}

/** A form over one object: read, changed, saved as a whole. */
export function SettingsPage({ title, load, children, onSaved, ...rest }: SettingsPageProps): ReactNode {
  const { t } = useWords();
  const client = useQueryClient();
  const path = typeof load === 'string' ? load : load?.path;
  const queryKey = ['settings', path, rest.about];
  const { data, error, refetch, dataUpdatedAt } = useQuery({ queryKey, queryFn: ({ signal }) => ask<Data>(load!, rest.about ?? {}, { signal, quiet: true }), enabled: load !== undefined, staleTime: Infinity });
  const first = load ? data && { ...firstValues(rest.fields), ...data } : firstValues(rest.fields);
  const saved = () => {
    void client.invalidateQueries({ queryKey });
    onSaved?.();
  };
  return (
    <div className="gh-page">
      <section className="gh-card" aria-label={t(title)}>
        <div className="gh-tools"><h1>{t(title)}</h1></div>
        <div style={{ padding: '0 16px 16px', maxWidth: 860 }}>
          {error ? <Trouble error={error} onRetry={() => void refetch()} /> : first ? <Antd><Form key={dataUpdatedAt} {...rest} first={first} onSaved={saved} /></Antd> : <span className="gh-await" aria-busy="true" />}
          {children}
        </div>
      </section>
    </div>
  );
}

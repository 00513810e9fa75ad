import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Fields } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { formFields } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from './dialog.tsx';
import { ask, newKey, wordsOf } from './ask.ts';
import { fieldsOf, firstValues } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { FieldForm, focusProblem, useDraft } from './form.tsx';
import type { Draft } from './form.tsx';
import { fetchDetail, pathOf, useRefresh } from './listing.ts';
import { mayDiscard, useLeaveGuard } from './leaving.ts';
import { notify } from './notices.ts';
import { Antd } from './theme.tsx';
import { canUndo, undoEdit } from './undo-edit.ts';
import { useWords } from './words.ts';

const words = {
  add: text('新增', 'Add'),
  edit: text('编辑', 'Edit'),
  save: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
  hint: text('Ctrl+Enter 保存', 'Ctrl+Enter saves'),
  added: text('新增成功', 'Added'),
  updated: text('更新成功', 'Saved'),
};

export type FormDrawerProps = {
  of: Resource;
  /** The row to edit; absent to add one. */
  row?: AnyRow;
  /** First values of a new row, such as its parent or the lot the list is narrowed to. */
  given?: Readonly<Record<string, unknown>>;
  /** Below the fields, of the values as they stand. */
  note?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** What the server answered to a new row, where that holds more than the list will show. */
  onAdded?: (answer: AnyRow) => void;
  onClose: () => void;
};

function useFormFields(of: Resource): Fields {
  return useMemo(() => {
    const all = fieldsOf(of);
    const names = formFields(of, true);
    return Object.fromEntries(names.map((name) => [name, all[name]!]));
  }, [of]);
}

/** Sends the draft once it is valid; the list behind reloads, and an edit can be undone. */
function useSave(
  { of, row, given, onAdded, onClose }: FormDrawerProps,
  draft: Draft,
  box: RefObject<HTMLElement | null>,
) {
  const { t } = useWords();
  const adding = row === undefined;
  const dirty = draft.changed.length > 0;
  const refresh = useRefresh(of);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const save = async () => {
    if (busy) return;
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    setBusy(true);
    try {
      const body = adding ? { ...given, ...values } : { ...values, id: row.id, updatedAt: row.updatedAt };
      const answer =
        adding || dirty
          ? await ask<AnyRow>(pathOf(of, 'submit'), body, { method: 'POST', key: key.current, quiet: true })
          : null;
      const names = draft.changed;
      const undo = async () => {
        if (await undoEdit(of, row!, values, names)) await refresh();
      };
      const undoable = !adding && canUndo(of, names);
      notify.ok(t(of.pending ?? (adding ? words.added : words.updated)), undoable ? () => void undo() : undefined);
      onClose();
      if (adding && answer) onAdded?.(answer);
      void refresh();
    } catch (error) {
      key.current = newKey();
      if (draft.blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}

type EditorFootProps = { busy: boolean; onCancel: () => void; onSave: () => void };

function EditorFoot({ busy, onCancel, onSave }: EditorFootProps): ReactNode {
  const { t } = useWords();
  return (
    <div className="gh-drawer-foot">
      <span className="gh-dim gh-wide-only" style={{ marginRight: 'auto' }}>
        {t(words.hint)}
      </span>
      <button type="button" className="gh-btn" onClick={onCancel}>
        {t(words.cancel)}
      </button>
      <button type="button" className="gh-btn primary" disabled={busy} onClick={onSave}>
        {busy ? <span className="gh-spin" /> : null}
        {t(words.save)}
      </button>
    </div>
  );
}

function Editor(props: FormDrawerProps): ReactNode {
  const { of, row, given, note, onClose } = props;
  const { t } = useWords();
  const adding = row === undefined;
  const box = useRef<HTMLDivElement>(null);
  const fields = useFormFields(of);
  const first = useMemo(() => (row ? row : { ...firstValues(fields), ...given }), [row, fields, given]);
  const draft = useDraft(fields, first, adding);
  const dirty = draft.changed.length > 0;
  useLeaveGuard(dirty);
  const { busy, save } = useSave(props, draft, box);

  const leave = async () => {
    if (await mayDiscard(dirty)) onClose();
  };
  return (
    <SidePanel
      title={`${t(adding ? words.add : words.edit)} · ${t(of.title)}`}
      width={680}
      onClose={() => void leave()}
      footer={<EditorFoot busy={busy} onCancel={() => void leave()} onSave={() => void save()} />}
      onOpened={() => {
        if (!box.current?.contains(document.activeElement))
          box.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus();
      }}
    >
      <div
        ref={box}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
        }}
      >
        <FieldForm
          fields={fields}
          draft={draft}
          sections={of.sections}
          locked={(name) => !adding && fields[name]?.fixed === true}
        />
        {note?.(draft.values)}
      </div>
    </SidePanel>
  );
}

/** Adds a row or edits one, from the declaration. An edit starts from the record as it is now. */
export default function FormDrawer(props: FormDrawerProps): ReactNode {
  const { of, row, onClose } = props;
  const { data, error } = useQuery({
    queryKey: [of.name, 'detail', row?.id, 'to edit'],
    queryFn: ({ signal }) => fetchDetail(of, row!, signal),
    enabled: row !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (!error) return;
    notify.error(wordsOf(error));
    onClose();
  }, [error, onClose]);
  if (row && !data) return null;
  return (
    <Antd>
      <Editor {...props} {...(data ? { row: data } : {})} />
    </Antd>
  );
}

import { useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { firstValues } from '#kit/console/fields.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import type { Draft } from '#kit/console/form.tsx';
import { mayDiscard, useLeaveGuard } from '#kit/console/leaving.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { readParameters, reportTemplate, runTemplate } from '../model/report-template.ts';
import { SqlArea, typeInto } from './sql-area.tsx';
import { drafted } from './template-draft.ts';
import type { DraftParameter } from './template-draft.ts';
import { TemplateParameters } from './template-parameters.tsx';
import { TemplateTables } from './template-tables.tsx';

const words = {
  add: text('新增', 'Add'),
  edit: text('编辑', 'Edit'),
  save: text('保存', 'Save'),
  saveRun: text('保存并执行', 'Save and run'),
  cancel: text('取消', 'Cancel'),
  added: text('新增成功', 'Added'),
  updated: text('更新成功', 'Saved'),
  keys: text('Ctrl+Enter 保存', 'Ctrl+Enter saves'),
  hint: text(
    '一条只读查询；列名写成 车场|Car park 可分中英文，以 _fen 结尾的按元显示',
    'One read-only query. A heading can have both languages separated by |, Chinese first; one that ends in _fen is shown in yuan',
  ),
};

const all: Fields = reportTemplate.fields;
const plain: Fields = Object.fromEntries(
  Object.entries(all).filter(([name]) => name !== 'sql' && name !== 'parameters'),
);
const sqlField = reportTemplate.fields.sql;

export type EditorProps = {
  /** The template to change; absent to write a new one. */
  row?: AnyRow;
  onSaved: (row: AnyRow, wantsRun: boolean) => void;
  onClose: () => void;
};

/** What is sent of the lines of parameters: without the keys that distinguish them here. */
const sent = (rows: readonly DraftParameter[]): unknown[] =>
  rows.map(({ name, label, labelEn, kind, required }) => ({ name, label, labelEn, kind, required }));

type FooterProps = {
  busy: boolean;
  canRun: boolean;
  onCancel: () => void;
  onSave: (wantsRun: boolean) => void;
};

function Footer({ busy, canRun, onCancel, onSave }: FooterProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <div className="gh-drawer-foot">
      <span className="gh-dim gh-wide-only" style={{ marginRight: 'auto' }}>
        {t(words.keys)}
      </span>
      <button type="button" className="gh-btn" onClick={onCancel}>
        {t(words.cancel)}
      </button>
      {canRun && may(runTemplate.permission) ? (
        <button type="button" className="gh-btn" disabled={busy} onClick={() => onSave(true)}>
          {t(words.saveRun)}
        </button>
      ) : null}
      <button type="button" className="gh-btn primary" disabled={busy} onClick={() => onSave(false)}>
        {busy ? <span className="gh-spin" /> : null}
        {t(words.save)}
      </button>
    </div>
  );
}

function useTemplateDraft(row: AnyRow | undefined) {
  const [rows, setRows] = useState<readonly DraftParameter[]>(() =>
    drafted(readParameters(row?.['parameters']).parameters ?? []),
  );
  const first = useMemo(
    () => ({ ...firstValues(all), ...row, parameters: readParameters(row?.['parameters']).parameters ?? [] }),
    [row],
  );
  const draft = useDraft(all, first, row === undefined);
  const setParameters = (next: readonly DraftParameter[]) => {
    setRows(next);
    draft.put('parameters', sent(next));
  };
  return { draft, rows, setParameters };
}

function useSave(
  { row, onSaved }: Pick<EditorProps, 'onSaved'> & { row: AnyRow | undefined },
  draft: Draft,
  parameters: readonly DraftParameter[],
  box: RefObject<HTMLElement | null>,
) {
  const { t } = useWords();
  const adding = row === undefined;
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const save = async (wantsRun: boolean) => {
    const values = busy ? null : draft.check();
    if (!values) return focusProblem(box.current);
    setBusy(true);
    try {
      const answer =
        adding || draft.changed.length > 0
          ? await ask<AnyRow>(
              `${reportTemplate.wire.base}/submit`,
              adding ? values : { ...values, id: row.id, updatedAt: row.updatedAt },
              { method: 'POST', key: key.current, quiet: true },
            )
          : row;
      notify.ok(t(adding ? words.added : words.updated));
      onSaved({ ...draft.values, parameters: sent(parameters), id: answer.id }, wantsRun);
    } catch (error) {
      key.current = newKey();
      setBusy(false);
      if (draft.blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
    }
  };
  return { busy, save };
}

/** Writes a template: what it is, its statement, what it asks for, with the tables there are beside it. */
export default function TemplateEditor({ row, onSaved, onClose }: EditorProps): ReactNode {
  const { t } = useWords();
  const adding = row === undefined;
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { draft, rows, setParameters } = useTemplateDraft(row);
  const dirty = draft.changed.length > 0;
  useLeaveGuard(dirty);
  const { busy, save } = useSave({ row, onSaved }, draft, rows, box);
  const leave = async () => {
    if (await mayDiscard(dirty)) onClose();
  };
  return (
    <SidePanel
      title={`${t(adding ? words.add : words.edit)} · ${t(reportTemplate.title)}`}
      width={1180}
      onClose={() => void leave()}
      footer={
        <Footer
          busy={busy}
          canRun={draft.values['active'] === true}
          onCancel={() => void leave()}
          onSave={(wantsRun) => void save(wantsRun)}
        />
      }
      onOpened={() => box.current?.querySelector<HTMLElement>('input')?.focus()}
    >
      <div
        ref={box}
        className="rt-editor"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save(false);
          }
        }}
      >
        <div className="main">
          <FieldForm fields={plain} draft={draft} />
          <SqlArea
            label={t(sqlField.label)}
            value={String(draft.values['sql'] ?? '')}
            problem={draft.problems['sql']}
            hint={t(words.hint)}
            area={area}
            longest={sqlField.max!}
            onChange={(value) => draft.put('sql', value)}
          />
          <TemplateParameters
            rows={rows}
            sql={String(draft.values['sql'] ?? '')}
            problem={draft.problems['parameters']}
            onChange={setParameters}
          />
        </div>
        <TemplateTables onPick={(name) => typeInto(area.current!, name)} />
      </div>
    </SidePanel>
  );
}

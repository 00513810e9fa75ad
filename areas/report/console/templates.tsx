import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Icon } from '#kit/console/icon.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction, Slots } from '#kit/console/list-table.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { parameterKinds, readParameters, reportTemplate, runTemplate } from '../model/report-template.ts';
import './templates.css';

const TemplateEditor = part(() => import('./template-editor.tsx'));
const TemplateRun = part(() => import('./template-run.tsx'));

const words = { add: text('新增', 'Add'), edit: text('编辑', 'Edit'), run: text('执行', 'Run') };

/** A statement asks for more than a form of fields: it is written in an editor of its own. */
const templates: Resource = {
  ...reportTemplate,
  verbs: reportTemplate.verbs.filter((verb) => verb !== 'add' && verb !== 'edit'),
};

function Parameters({ row }: { row: AnyRow }): ReactNode {
  const { t, lang } = useWords();
  const read = readParameters(row['parameters']).parameters ?? [];
  if (read.length === 0) return <span className="gh-dim">—</span>;
  return (
    <span>
      {read
        .map(
          ({ name, label, labelEn, kind }) =>
            `:${name} ${lang === 'zh' ? label : labelEn || label} (${t(parameterKinds[kind])})`,
        )
        .join(lang === 'zh' ? '；' : '; ')}
    </span>
  );
}

const slots: Slots = {
  sql: (row) => <code className="rt-sql">{String(row['sql'] ?? '')}</code>,
  parameters: (row) => <Parameters row={row} />,
};

type Above = { readonly kind: 'edit'; readonly row?: AnyRow } | { readonly kind: 'run'; readonly row: AnyRow };

/** The templates; each is written, run and exported from here. */
export default function Templates(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(templates);
  const [above, setAbove] = useState<Above | null>(null);
  const run = (row: AnyRow) => setAbove({ kind: 'run', row });
  const rowActions = (row: AnyRow): RowAction[] => [
    ...(row['active'] === true && may(runTemplate.permission)
      ? [{ key: 'run', label: t(words.run), main: true, onPick: () => run(row) }]
      : []),
    ...(allows(row, 'edit')
      ? [{ key: 'edit', label: t(words.edit), main: true, onPick: () => setAbove({ kind: 'edit', row }) }]
      : []),
  ];
  const lead = (row: AnyRow): ReactNode => {
    const doings = rowActions(row);
    return doings.length === 0 ? null : (
      <div className="rt-doing gh-no-print">
        {doings.map(({ key, label, onPick }) => (
          <button key={key} type="button" className={`gh-btn ${key === 'run' ? 'primary' : ''}`} onClick={onPick}>
            {label}
          </button>
        ))}
      </div>
    );
  };
  const saved = (row: AnyRow, wantsRun: boolean) => {
    void refresh();
    setAbove(wantsRun ? { kind: 'run', row } : null);
  };
  const add = may('reportTemplate:add') ? (
    <button type="button" className="gh-btn primary" onClick={() => setAbove({ kind: 'edit' })}>
      <Icon name="plus" size={14} />
      {t(words.add)}
    </button>
  ) : null;
  return (
    <>
      <ListPage of={templates} slots={slots} actions={add} rowActions={rowActions} lead={lead} />
      {above?.kind === 'edit' ? (
        <TemplateEditor {...(above.row ? { row: above.row } : {})} onSaved={saved} onClose={() => setAbove(null)} />
      ) : null}
      {above?.kind === 'run' ? <TemplateRun row={above.row} onClose={() => setAbove(null)} /> : null}
    </>
  );
}

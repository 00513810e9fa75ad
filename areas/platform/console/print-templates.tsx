import { useState } from 'react';
import type { ReactNode } from 'react';
import { columnsOf, layout } from '#domain/print/layout.ts';
import type { Paper } from '#domain/print/layout.ts';
import { parseTemplate } from '#domain/print/template.ts';
import { submitPath } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { PaperView } from '#kit/console/paper.tsx';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { slipSample } from '../model/print-sample.ts';
import { parkprinttemplate } from '../model/print-template.ts';
import { ownTemplates, slipKnown, slipValues } from '../model/slip-kinds.ts';
import type { SlipType } from '../model/slip-kinds.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  design: text('设计', 'Design'),
  preview: text('样张', 'Sample'),
  wrong: text('第 {lines} 行有误', 'Line {lines} is invalid'),
  values: text('可用栏目', 'Placeholders'),
};

type Values = Readonly<Record<string, unknown>>;

/** The paper as it would come out, and the names that may stand on it. */
function Sample({ values }: { values: Values }): ReactNode {
  const { t, lang } = useWords();
  const columns = columnsOf[(values['paper'] as Paper | null) ?? '58'] ?? columnsOf['58'];
  const type = (values['templateType'] ?? 'receipt') as SlipType;
  const content = String(values['content'] ?? '') || ownTemplates[type][lang];
  const { blocks, faults } = parseTemplate(content, slipKnown(type));
  return (
    <section aria-live="polite">
      <h2 className="gh-group">{t(words.preview)}</h2>
      {faults.length > 0 ? (
        <p role="alert" className="gh-bad">
          {t(fill(words.wrong, { lines: [...new Set(faults.map(({ line }) => line))].join(', ') }))}
        </p>
      ) : null}
      <PaperView lines={layout(blocks, slipSample(type, lang), columns)} columns={columns} />
      <h2 className="gh-group">{t(words.values)}</h2>
      <ul className="gh-paper-names">
        {Object.entries(slipValues[type]).map(([name, label]) => (
          <li key={name}>
            <code>{`{${name}}`}</code> {t(label)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const sample = (values: Values): ReactNode => <Sample values={values} />;

const { templateName, paper, content } = parkprinttemplate.fields;
const designed = { templateName, paper, content };
const of: Resource = parkprinttemplate;

/** Templates; each is written beside the paper it makes. */
export default function PrintTemplates(): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(of);
  const [designing, setDesigning] = useState<AnyRow | null>(null);
  const rowActions = (row: AnyRow): RowAction[] =>
    allows(row, 'edit') ? [{ key: 'design', label: t(words.design), main: true, onPick: () => setDesigning(row) }] : [];
  const save = async (values: Values, key: string) => {
    await ask(submitPath(of), { id: designing!.id, ...values }, { method: 'POST', key, quiet: true });
    await refresh();
  };
  return (
    <>
      <ListPage of={of} rowActions={rowActions} detail={sample} formNote={sample} />
      {designing ? (
        <AskDialog
          title={t(words.design)}
          width={880}
          fields={designed}
          first={designing}
          note={sample}
          run={save}
          onClose={() => setDesigning(null)}
        />
      ) : null}
    </>
  );
}

import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey } from '#kit/console/ask.ts';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import { Pop } from '#kit/console/floating.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { engineRule } from '#areas/fee/model/engine-rule.ts';
import { feeRule, ruleFields } from '#areas/fee/model/fee-rule.ts';
import { RuleFrame } from './rule-frame.tsx';
import { simpleStarters } from './simple-starters.ts';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const start = text('从样例开始', 'Start from an example');
const shown = ['ruleName', 'carModelId', ...Object.keys(ruleFields), 'remark'];
const sections = [
  { title: text('适用', 'For'), fields: ['ruleName', 'carModelId'] },
  { title: text('免费时长', 'Free time'), fields: ['freeMinutes', 'freeMinutesCounted'] },
  { title: text('计费', 'Charging'), fields: ['firstMinutes', 'firstFee', 'unitMinutes', 'unitFee', 'roundUp'] },
  {
    title: text('封顶与按次', 'Cap, or price per visit'),
    fields: ['dayMaxFee', 'dayCapBasis', 'perVisitFee', 'remark'],
  },
];
const all = feeRule.fields as Fields;
const fields: Fields = Object.fromEntries(
  shown.map((name) => [name, name === 'carModelId' ? { ...all[name]!, within: 'parkId' } : all[name]!]),
);

export type EditorProps = { row: VersionRow | undefined; onSaved: (id: string | null) => void };

/** A rule in simple mode: the numbers of one form. */
export function SimpleEditor({ row, onSaved }: EditorProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { parkId, carTypeId } = useTariffPlace();
  const [first] = useState((): Record<string, unknown> => ({ ...firstValues(fields), ...row, parkId }));
  const draft = useDraft(fields, first, true);
  const read = useMemo(() => engineRule(draft.values), [draft.values]);
  const mayEdit = may(row ? 'feeRule:edit' : 'feeRule:add');
  const save = async () => {
    const values = draft.check();
    if (!values || read.problems) return null;
    return (
      await ask<{ id: string }>(
        `${feeRule.wire.base}/submit`,
        { ...values, parkId, carTypeId, ...(row ? { FeeRuleID: row.id, updatedAt: first['updatedAt'] } : {}) },
        { method: 'POST', key: newKey(), quiet: true },
      )
    ).id;
  };
  const written = read.rule ? { rule: read.rule, problems: [] } : { problems: read.problems.map(({ msg }) => msg) };
  return (
    <RuleFrame
      row={row}
      written={written}
      dirty={draft.changed.length > 0}
      save={save}
      blame={draft.blame}
      onSaved={onSaved}
    >
      {mayEdit ? (
        <div className="fr-buttons">
          <Pop
            label={t(start)}
            button={t(start)}
            items={simpleStarters.map(({ name, label, values }) => ({
              key: name,
              label: t(label),
              onPick: () => {
                for (const [field, value] of Object.entries(values)) draft.put(field, value);
              },
            }))}
          />
        </div>
      ) : null}
      <FieldForm
        fields={fields}
        draft={draft}
        sections={sections}
        locked={(name) => !mayEdit || (name === 'carModelId' && row !== undefined)}
      />
    </RuleFrame>
  );
}

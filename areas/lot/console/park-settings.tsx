import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { check } from '#kit/declare/check.ts';
import type { Field, Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { useMay } from '#kit/console/me.ts';
import { tell } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { parkParameter } from '#areas/lot/model/park-parameter.ts';
import { parkSettings } from '#areas/lot/model/park-settings.ts';
import type { SettingKey } from '#areas/lot/model/park-settings.ts';

const words = { save: text('保存', 'Save'), saved: text('更新成功', 'Saved') };
const fields: Fields = parkSettings;

const group = (zh: string, en: string, ...names: SettingKey[]) => ({ title: text(zh, en), fields: names });
const sections = [
  group('识别', 'Reading plates', 'repeatSeconds', 'minConfidence', 'noPlateRule', 'autoAcceptFuzzy'),
  group('入场', 'Entry', 'fullTemporary', 'fullFixed', 'keepForFixed', 'groupFullRule'),
  group('月租', 'Passes', 'passGraceDays', 'expiredPassRule', 'passGapRule', 'passRestRule', 'passRefundRule'),
  group('出场与收费', 'Exit and charging', 'freezeRuleAt', 'leaveMinutes', 'quoteSeconds', 'noEntryRule', 'cashAllowed', 'openOnAccepted'),
  group('道闸与其他', 'Barrier and others', 'gateSeconds', 'passageSeconds', 'staleDays', 'driverUrl'),
];

type Values = Readonly<Record<string, unknown>>;

/** What is stored, read by the kind of each setting, over the defaults. */
function valuesOf(rows: readonly { paramKey: string; paramValue: string }[]): Values {
  const stored = new Map(rows.map(({ paramKey, paramValue }) => [paramKey, paramValue]));
  return Object.fromEntries(Object.entries(fields).map(([key, field]: [string, Field]) => {
    const checked = check(field, stored.get(key) ?? null);
    return [key, checked.problem || checked.value === null ? (field.default ?? null) : checked.value];
  }));
}

function Form({ parkId, first, onSaved }: { parkId: string; first: Values; onSaved: () => void }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const client = useQueryClient();
  const draft = useDraft(fields, first, true);
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const mayEdit = may('parkParameter:edit');
  const save = async () => {
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    setBusy(true);
    try {
      await ask(`${parkParameter.wire.base}/submit`, { parkId, settings: Object.fromEntries(draft.changed.map((key) => [key, values[key]])) }, { method: 'POST', key: newKey(), quiet: true });
      await client.invalidateQueries({ queryKey: ['parkParameter'] });
      tell.ok(t(words.saved));
      onSaved();
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else tell.error(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <div ref={box}>
      <FieldForm fields={fields} draft={draft} sections={sections} locked={() => !mayEdit} />
      {mayEdit ? <button type="button" className="gh-btn primary" disabled={busy || draft.changed.length === 0} onClick={() => void save()}>{t(words.save)}</button> : null}
    </div>
  );
}

/** All parameters of a lot in one form; only what was changed is sent. */
export default function ParkSettingsForm({ parkId, onSaved }: { parkId: string; onSaved: () => void }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['parkParameter', 'all', parkId],
    queryFn: ({ signal }) => ask<{ records: { paramKey: string; paramValue: string }[] }>(`${parkParameter.wire.base}/list`, { parkId, size: 200 }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return data ? <Form key={parkId} parkId={parkId} first={valuesOf(data.records)} onSaved={onSaved} /> : <span className="gh-spin" />;
}

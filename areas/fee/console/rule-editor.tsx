import { Suspense, lazy, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { describeRule } from '#domain/fee/describe.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/deeds.ts';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, tell } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { engineRule } from '#areas/fee/model/engine-rule.ts';
import { feeRule, ruleFields } from '#areas/fee/model/fee-rule.ts';
import type { VersionRow } from './simple-rules.tsx';
import { Trial } from './trial.tsx';

const AskDialog = lazy(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  save: text('保存草稿', 'Save draft'), next: text('保存为新版本草稿', 'Save as the next draft'), publish: text('发布', 'Publish'), retire: text('停用', 'Retire'), remove: text('删除草稿', 'Delete draft'),
  saved: text('更新成功', 'Saved'), done: text('操作成功', 'Done'), prompt: text('提示', 'Please confirm'), wrong: text('规则还不完整', 'The rule is not complete yet'),
  sureRetire: text('停用后该车类在下一个版本发布前没有收费规则。确定停用？', 'Retired, the car type has no tariff until the next version is published. Retire it?'), sureRemove: text('删除这个草稿？', 'Delete this draft?'),
  locked: text('此版本已发布，不能修改；保存会生成新的草稿版本。', 'This version is published and stays as it is; saving makes a new draft.'),
};

const shown = ['ruleName', 'carModelId', ...Object.keys(ruleFields), 'remark'];
const sections = [
  { title: text('适用', 'For'), fields: ['ruleName', 'carModelId'] }, { title: text('免费时长', 'Free time'), fields: ['freeMinutes', 'freeMinutesCounted'] },
  { title: text('计费', 'Charging'), fields: ['firstMinutes', 'firstFee', 'unitMinutes', 'unitFee', 'roundUp'] }, { title: text('封顶与按次', 'Cap, or price per visit'), fields: ['dayMaxFee', 'dayCapBasis', 'perVisitFee', 'remark'] },
];
const all = feeRule.fields as Fields;
const fields: Fields = Object.fromEntries(shown.map((name) => [name, name === 'carModelId' ? { ...all[name]!, within: 'parkId' } : all[name]!]));

type Props = { parkId: string; carTypeId: string; row: VersionRow | undefined; zone: string; onSaved: (id: string) => void };

/** The numbers of one version with what they mean, and a stay tried on them as they stand. */
export function RuleEditor({ parkId, carTypeId, row, zone, onSaved }: Props): ReactNode {
  const { t, lang } = useWords();
  const may = useMay();
  const refresh = useRefresh(feeRule);
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const [first] = useState(() => ({ ...firstValues(fields), ...row, parkId }));
  const draft = useDraft(fields, first, true);
  const mayEdit = may(row ? 'feeRule:edit' : 'feeRule:add');
  const read = engineRule(draft.values);
  const isDraft = row?.status === 'draft';

  const act = async (work: () => Promise<string | null>, said = words.done) => {
    setBusy(true);
    try {
      const id = await work();
      await refresh();
      tell.ok(t(said));
      if (id) onSaved(id);
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else tell.error(wordsOf(error));
    }
    setBusy(false);
  };
  const save = () => {
    const values = draft.check();
    if (!values || read.problems) return focusProblem(box.current);
    return act(async () => (await ask<{ id: string }>(`${feeRule.wire.base}/submit`, { ...values, parkId, carTypeId, ...(row ? { FeeRuleID: row.id } : {}) }, { method: 'POST', key: newKey(), quiet: true })).id, words.saved);
  };
  const post = (path: string, input: Record<string, unknown>, query: Record<string, unknown> = {}) => ask(path, input, { method: 'POST', key: newKey(), quiet: true, query });
  const retire = async () => {
    if (row && await confirm({ title: words.prompt, body: words.sureRetire, danger: true })) await act(async () => { await post(feeRule.lifecycle!.actions['retire']!.wire!.path, { ids: row.id }); return row.id; });
  };
  const remove = async () => {
    if (row && await confirm({ title: words.prompt, body: words.sureRemove, danger: true })) await act(async () => { await post(`${feeRule.wire.base}/remove`, {}, { ids: row.id }); return null; });
  };
  const publish = feeRule.lifecycle!.actions['publish']!;

  return (
    <div ref={box}>
      {read.rule ? <p className="fr-said" data-sentence role="status">{describeRule(read.rule)[lang]}</p> : (
        <div className="fr-said wrong" role="status">{t(words.wrong)}<ul>{read.problems!.map(({ field, msg }) => <li key={`${field} ${msg.en}`}>{t(msg)}</li>)}</ul></div>
      )}
      {row && !isDraft ? <p>{t(words.locked)}</p> : null}
      <FieldForm fields={fields} draft={draft} sections={sections} locked={(name) => !mayEdit || (name === 'carModelId' && row !== undefined)} />
      <div className="fr-buttons">
        {mayEdit ? <button type="button" className="gh-btn primary" disabled={busy || read.problems !== undefined || (row !== undefined && draft.changed.length === 0)} onClick={() => void save()}>{t(row && !isDraft ? words.next : words.save)}</button> : null}
        {row && allows(row, 'publish') ? <button type="button" className="gh-btn" disabled={busy || draft.changed.length > 0} onClick={() => setPublishing(true)}>{t(words.publish)}</button> : null}
        {row && allows(row, 'retire') ? <button type="button" className="gh-btn danger" disabled={busy} onClick={() => void retire()}>{t(words.retire)}</button> : null}
        {row && isDraft && allows(row, 'remove') ? <button type="button" className="gh-btn danger" disabled={busy} onClick={() => void remove()}>{t(words.remove)}</button> : null}
      </div>
      {read.rule ? <Trial rule={read.rule} zone={zone} /> : null}
      {publishing && row ? (
        <Suspense fallback={null}>
          <AskDialog title={`${t(words.publish)} · V${row.version}`} fields={publish.ask!} onClose={() => setPublishing(false)} run={async (values) => { await post(publish.wire!.path, { ids: row.id, ...values }); tell.ok(t(words.done)); await refresh(); }} />
        </Suspense>
      ) : null}
    </div>
  );
}

import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { addDays } from '#domain/time/day.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { ask, askBlob, download, wordsOf } from '#kit/console/ask.ts';
import { firstValues } from '#kit/console/fields.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Pop } from '#kit/console/floating.tsx';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { instantOf, number, today } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { MOST_ROWS, parameterFields, readParameters, runTemplate } from '../model/report-template.ts';
import type { TemplateAnswer, TemplateParameter } from '../model/report-template.ts';
import { TemplateResult, asLines } from './template-result.tsx';

const words = {
  title: text('执行报表', 'Run a report'),
  run: text('执行', 'Run'),
  close: text('关闭', 'Close'),
  running: text('正在执行，最长10秒', 'Running, for 10 seconds at most'),
  copy: text('复制', 'Copy'),
  copied: text('已复制，可粘贴到表格', 'Copied; paste it into a sheet'),
  byHand: text('浏览器不允许复制，请改用导出', 'The browser does not let pages copy here; export it instead'),
  export: text('导出', 'Export'),
  lines: text('{n} 行，用时 {ms} 毫秒', '{n} lines in {ms} ms'),
  cut: text('只显示前 {n} 行，还有更多：请缩小范围', 'The first {n} lines only; there are more, narrow it down'),
  waiting: text('填好参数后执行', 'Fill in the parameters and run it'),
  ready: text('点“执行”查看结果', 'Press Run to see what it finds'),
  hint: text('Ctrl+Enter 执行', 'Ctrl+Enter runs it'),
};

/** A template that asks for days from and to is begun with the last seven. */
function firstOf(parameters: readonly TemplateParameter[], fields: Fields): Record<string, unknown> {
  const day = today(zone());
  const days: Readonly<Record<string, string>> = { from: addDays(day, -6), to: day, day };
  const begun = parameters.flatMap(({ name, kind }) => {
    const known = days[name];
    return known === undefined
      ? []
      : kind === 'date'
        ? [[name, known] as const]
        : kind === 'dateTime'
          ? [[name, instantOf(`${known} ${name === 'to' ? '23:59:59' : '00:00:00'}`, zone())] as const]
          : [];
  });
  return { ...firstValues(fields), ...Object.fromEntries(begun) };
}

type Outcome = { readonly answer: TemplateAnswer; readonly params: Readonly<Record<string, unknown>> };

type ToolsProps = { templateId: string; title: string; outcome: Outcome };

/** Copies a result to the clipboard or saves it as a file. */
function ResultTools({ templateId, title, outcome }: ToolsProps): ReactNode {
  const { t } = useWords();
  const send = async (format: 'csv' | 'xlsx') => {
    try {
      download(
        await askBlob(
          runTemplate.path,
          { id: templateId, params: outcome.params, format },
          { method: 'POST', quiet: true },
        ),
        `${title}-${today(zone())}.${format}`,
      );
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(asLines(outcome.answer)).then(
      () => notify.ok(t(words.copied)),
      () => notify.error(t(words.byHand)),
    );
  return (
    <div className="ways">
      <button
        type="button"
        className="gh-btn"
        onClick={() =>
          void Promise.resolve()
            .then(copy)
            .catch(() => notify.error(t(words.byHand)))
        }
      >
        <Icon name="list" size={14} />
        {t(words.copy)}
      </button>
      <Pop
        label={t(words.export)}
        button={
          <>
            <Icon name="download" size={14} />
            {t(words.export)}
          </>
        }
        items={[
          { key: 'xlsx', label: 'XLSX', onPick: () => void send('xlsx') },
          { key: 'csv', label: 'CSV', onPick: () => void send('csv') },
        ]}
      />
    </div>
  );
}

type FoundProps = {
  problem: string | null;
  busy: boolean;
  outcome: Outcome | null;
  title: string;
  hasParameters: boolean;
};

/** What a run found, or why nothing; before it, what there is to do. */
function Found({ problem, busy, outcome, title, hasParameters }: FoundProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      {outcome?.answer.cut ? (
        <p className="cut">
          <Icon name="alert" size={14} />
          {t(words.cut).replace('{n}', number(MOST_ROWS))}
        </p>
      ) : null}
      {outcome ? (
        <TemplateResult answer={outcome.answer} label={title} />
      ) : problem || busy ? null : (
        <div className="gh-void">
          <Icon name="chart" />
          <span>{t(hasParameters ? words.waiting : words.ready)}</span>
        </div>
      )}
    </>
  );
}

/** Runs a template: collects its parameters, shows the result and offers it as a file or on the clipboard. */
export default function TemplateRun({ row, onClose }: { row: AnyRow; onClose: () => void }): ReactNode {
  const { t, lang } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const parameters = useMemo(() => readParameters(row['parameters']).parameters ?? [], [row]);
  const fields = useMemo(() => parameterFields(parameters), [parameters]);
  const first = useMemo(() => firstOf(parameters, fields), [parameters, fields]);
  const draft = useDraft(fields, first, true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [found, setFound] = useState<Outcome | null>(null);
  const title = String((lang === 'zh' ? row['name'] : row['nameEn'] || row['name']) ?? '');
  const run = async () => {
    const params = busy ? null : draft.check();
    if (!params) return focusProblem(box.current);
    setBusy(true);
    setProblem(null);
    try {
      setFound({ answer: await ask<TemplateAnswer>(runTemplate, { id: row.id, params }, { quiet: true }), params });
    } catch (error) {
      setFound(null);
      if (draft.blame(error)) focusProblem(box.current);
      else setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const summed = found
    ? t(words.lines).replace('{n}', number(found.answer.total)).replace('{ms}', number(found.answer.ms))
    : '';
  return (
    <SidePanel width={1280} title={`${t(words.title)} · ${title}`} onClose={onClose}>
      <div
        ref={box}
        className="rt-run"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void run();
          }
        }}
      >
        {row['purpose'] ? <p className="purpose">{String(row['purpose'])}</p> : null}
        {parameters.length > 0 ? <FieldForm fields={fields} draft={draft} /> : null}
        <div className="doing">
          <button type="button" className="gh-btn primary" disabled={busy} onClick={() => void run()}>
            {busy ? <span className="gh-spin" /> : <Icon name="search" size={14} />}
            {t(words.run)}
          </button>
          <span className="note" role="status">
            {busy ? t(words.running) : found ? summed : <span className="gh-dim">{t(words.hint)}</span>}
          </span>
          {found ? <ResultTools templateId={row.id} title={title} outcome={found} /> : null}
        </div>
        <Found problem={problem} busy={busy} outcome={found} title={title} hasParameters={parameters.length > 0} />
      </div>
    </SidePanel>
  );
}

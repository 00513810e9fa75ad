import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { relation } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, askBlob, download, newKey, wordsOf } from '#kit/console/ask.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { batchGrant, batchTemplate } from '../model/calls.ts';
import { parkMonth, passGrant } from '../model/park-month.ts';
import { passRenewal } from '../model/renewal.ts';
import './pass.css';

const words = {
  title: passGrant.title,
  pick: text('1. 选择车场与车类', '1. Car park and car type'),
  file: text('2. 填写并选择文件', '2. Fill in and choose the file'),
  look: text('3. 检查并提交', '3. Check and submit'),
  template: text('下载模板', 'Download template'),
  choose: text('选择文件', 'Choose a file'),
  counts: text(
    '共 {total} 行，可发行 {good} 行，有误 {bad} 行',
    '{total} rows: {good} ready to issue, {bad} with errors',
  ),
  done: text('共 {total} 行，已发行 {good} 行，未发行 {bad} 行', '{total} rows: {good} issued, {bad} not issued'),
  submit: text('发行 {good} 行', 'Issue {good} rows'),
  failed: text('下载有误的行', 'Download rows with errors'),
  line: text('行', 'Row'),
  problem: text('问题', 'Error'),
  first: text('请先选择车场与车类', 'Select a car park and car type first'),
  cannot: text('没有批量发行的权限', 'You have no permission to bulk-issue passes'),
};

const lot = relation(text('车场', 'Car park'), () => park);
const type: Field = batchGrant.input.carTypeId;

type Report = {
  total: number;
  good: number;
  bad: number;
  rows: { line: number; problems: { field: string; msg: string }[] }[];
  failedFile: string | null;
};
type State = { file: File | null; report: Report | null; done: boolean };
const nothing: State = { file: null, report: null, done: false };

const put = (pattern: string, { total, good, bad }: Report) =>
  pattern.replace('{total}', String(total)).replace('{good}', String(good)).replace('{bad}', String(bad));
const sheetOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });

function Problems({ report }: { report: Report }): ReactNode {
  const { t, lang } = useWords();
  return (
    <div className="gh-table pm-table" tabIndex={0} role="region" aria-label={t(words.problem)}>
      <table>
        <colgroup>
          <col style={{ width: 72 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t(words.line)}</th>
            <th scope="col">{t(words.problem)}</th>
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <tr key={row.line}>
              <td className="gh-num">{row.line}</td>
              <td>{row.problems.map((each) => each.msg).join(lang === 'zh' ? '；' : '; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ResultProps = { state: State; busy: boolean; onSubmit: () => void };

function Result({ state: { report, done }, busy, onSubmit }: ResultProps): ReactNode {
  const { t } = useWords();
  if (!report) return null;
  const { failedFile, bad, good } = report;
  return (
    <section>
      <h2>{t(words.look)}</h2>
      <p role="status">{put(t(done ? words.done : words.counts), report)}</p>
      {bad > 0 ? <Problems report={report} /> : null}
      <p className="pm-file">
        {done ? null : (
          <button type="button" className="gh-btn primary" disabled={busy || good === 0} onClick={onSubmit}>
            {busy ? <span className="gh-spin" /> : null}
            {put(t(words.submit), report)}
          </button>
        )}
        {failedFile ? (
          <button
            type="button"
            className="gh-btn"
            onClick={() => download(sheetOf(failedFile), `${t(words.title)}-${t(words.problem)}.xlsx`)}
          >
            <Icon name="download" size={14} />
            {t(words.failed)}
          </button>
        ) : null}
      </p>
    </section>
  );
}

type Where = { parkId: string | null; carTypeId: string | null };

/** Where passes are issued, the sheet, and its report; nothing is issued before `submit`. */
function useBatchGrant() {
  const { t } = useWords();
  const client = useQueryClient();
  const [where, setWhere] = useState<Where>({ parkId: null, carTypeId: null });
  const [state, setState] = useState<State>(nothing);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const ready = where.parkId !== null && where.carTypeId !== null && !busy;
  const change = (next: Where) => {
    setWhere(next);
    setState(nothing);
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => notify.error(wordsOf(error)));
    setBusy(false);
  };
  const send = (bytes: File, mode: 'check' | 'submit') =>
    ask<Report>(
      batchGrant.path,
      {},
      { method: 'POST', bytes, query: { ...where, mode }, key: mode === 'check' ? newKey() : key.current, quiet: true },
    );
  const template = () =>
    attempt(async () =>
      download(await askBlob(batchTemplate.path, { parkId: where.parkId }), `${t(words.title)}.xlsx`),
    );
  const check = (file: File) =>
    attempt(async () => {
      key.current = newKey();
      setState({ ...nothing, file });
      setState({ file, report: await send(file, 'check'), done: false });
    });
  const submit = () =>
    attempt(async () => {
      const report = await send(state.file!, 'submit');
      setState({ ...state, report, done: true });
      await Promise.all([parkMonth, passRenewal].map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
    });
  return { where, state, busy, ready, change, template, check, submit };
}

function WherePick({ where, onChange }: { where: Where; onChange: (where: Where) => void }): ReactNode {
  const { t } = useWords();
  return (
    <div className="pm-pick">
      <div className="gh-field">
        <span className="label">{t(lot.label)}</span>
        <RelationSelect
          field={lot}
          value={where.parkId}
          among={{}}
          onChange={(parkId) => onChange({ parkId: parkId as string | null, carTypeId: null })}
        />
      </div>
      <div className="gh-field">
        <span className="label">{t(type.label)}</span>
        <RelationSelect
          field={type}
          value={where.carTypeId}
          among={where}
          disabled={where.parkId === null}
          onChange={(carTypeId) => onChange({ ...where, carTypeId: carTypeId as string | null })}
        />
      </div>
    </div>
  );
}

type FilePickProps = { file: File | null; ready: boolean; onTemplate: () => void; onFile: (file: File) => void };

function FilePick({ file, ready, onTemplate, onFile }: FilePickProps): ReactNode {
  const { t } = useWords();
  return (
    <p className="pm-file">
      <button type="button" className="gh-btn" disabled={!ready} onClick={onTemplate}>
        <Icon name="download" size={14} />
        {t(words.template)}
      </button>
      <label className="gh-btn">
        <Icon name="upload" size={14} />
        {file?.name ?? t(words.choose)}
        <input
          type="file"
          className="gh-sr"
          accept=".xlsx,.csv"
          disabled={!ready}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) onFile(chosen);
            event.target.value = '';
          }}
        />
      </label>
    </p>
  );
}

/** Issues many passes from a sheet: choose where, fill in, see what each line would do, and only then do it. */
export default function BatchGrant(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { where, state, busy, ready, change, template, check, submit } = useBatchGrant();
  if (!may('passGrant:import')) return <p className="gh-page gh-dim">{t(words.cannot)}</p>;
  return (
    <Antd>
      <div className="gh-page">
        <section className="gh-card pm-steps">
          <h1>{t(words.title)}</h1>
          <section>
            <h2>{t(words.pick)}</h2>
            <WherePick where={where} onChange={change} />
          </section>
          <section>
            <h2>{t(words.file)}</h2>
            <FilePick
              file={state.file}
              ready={ready}
              onTemplate={() => void template()}
              onFile={(file) => void check(file)}
            />
            {ready || busy ? null : <p className="gh-dim">{t(words.first)}</p>}
          </section>
          <Result state={state} busy={busy} onSubmit={() => void submit()} />
        </section>
      </div>
    </Antd>
  );
}

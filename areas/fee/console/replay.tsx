import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startOfDay } from '#domain/time/day.ts';
import { DAY, MINUTE } from '#domain/time/zone.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { number, today } from '#kit/declare/format.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { replayResult, replayStates, startReplay } from '#areas/fee/model/replay.ts';
import type { ReplayRun } from '#areas/fee/model/replay.ts';
import { ReplayAnswerView } from './replay-answer.tsx';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const words = {
  what: text(
    '用过去已离场的停车重算，不改任何账单。草稿与当时的账单比较；已发布的版本应与它开出的账单一致。',
    'Reprices past stays without changing any bill. A draft is compared with the actual bills; a published version must match the bills it made.',
  ),
  saved: text('按已保存的版本回放，编辑中的改动先保存。', 'The saved version is replayed; save your changes first.'),
  first: text('先保存草稿，再回放。', 'Save the draft first.'),
  start: text('开始回放', 'Replay'),
  under: text('{done} / {total} 次停车', '{done} of {total} stays'),
};
const { from, to, parkIds } = startReplay.input as Fields;
const fields: Fields = { from: from!, to: to!, parkIds: parkIds! };
const DAYS = 7;
const pollMs = 1000;

const isOver = (run: ReplayRun | null | undefined): boolean => !run || run.state === 'done' || run.state === 'failed';

function Progress({ run }: { run: ReplayRun }): ReactNode {
  const { t } = useWords();
  const share = run.total > 0 ? Math.min(100, (run.done / run.total) * 100) : 3;
  return (
    <div role="status">
      <p>
        {t(replayStates[run.state])}{' '}
        <span className="gh-num gh-dim">
          {run.total > 0
            ? t(words.under).replace('{done}', number(run.done)).replace('{total}', number(run.total))
            : ''}
        </span>
      </p>
      <div
        className="gh-bar"
        role="progressbar"
        aria-label={t(words.start)}
        aria-valuenow={Math.round(share)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}

/** A stored version over real stays of the past: started here, run in the background, and its latest answer. */
export default function Replay({ row }: { row: VersionRow | undefined }): ReactNode {
  const { t } = useWords();
  const { zone } = useTariffPlace();
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [first] = useState(() => {
    const [begin, now] = [startOfDay(today(zone), zone) - DAYS * DAY, Math.ceil(Date.now() / MINUTE) * MINUTE];
    return { from: new Date(begin).toISOString(), to: new Date(now).toISOString(), parkIds: null };
  });
  const draft = useDraft(fields, first, true);
  const key = ['feeRule', 'replay', row?.id];
  const found = useQuery({
    queryKey: key,
    enabled: row !== undefined,
    queryFn: ({ signal }) => ask<ReplayRun | null>(replayResult, { id: row!.id }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pollMs),
  });
  if (!row?.rule) return <p className="gh-dim">{t(words.first)}</p>;
  const start = async () => {
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    setBusy(true);
    try {
      await ask(startReplay, { id: row.id, ...values }, { key: newKey(), quiet: true });
      await client.invalidateQueries({ queryKey: key });
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else notify.error(wordsOf(error));
    }
    setBusy(false);
  };
  const run = found.data;
  return (
    <div ref={box} data-replay={run?.state ?? 'none'}>
      <p className="gh-dim">
        {t(words.what)} {t(words.saved)}
      </p>
      <FieldForm fields={fields} draft={draft} />
      <div className="fr-buttons">
        <button type="button" className="gh-btn primary" disabled={busy || !isOver(run)} onClick={() => void start()}>
          {busy ? <span className="gh-spin" /> : null}
          {t(words.start)}
        </button>
      </div>
      {found.error ? <Trouble error={found.error} onRetry={() => void found.refetch()} /> : null}
      {run && !isOver(run) ? <Progress run={run} /> : null}
      {run?.state === 'failed' ? (
        <p className="fr-message wrong" role="alert">
          {t(replayStates.failed)} {run.error}
        </p>
      ) : null}
      {run?.answer ? <ReplayAnswerView run={run} answer={run.answer} /> : null}
    </div>
  );
}

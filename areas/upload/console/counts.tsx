import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { addDays, dayOf } from '#domain/time/day.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { dayCounts, resendHour } from '../model/counts.ts';
import { thirdpartyApp } from '../model/links.ts';
import { countedKinds } from '../model/words.ts';

const words = {
  heading: text('逐日核对', 'Counts of a day'),
  lot: text('车场', 'Car park'),
  day: text('日期', 'Day'),
  hour: text('小时', 'Hour'),
  kind: text('内容', 'What'),
  ours: text('我方', 'Ours'),
  sent: text('已上传', 'Sent'),
  waiting: text('待上传', 'Pending'),
  dead: text('被拒绝', 'Refused'),
  theirs: text('对方', 'Theirs'),
  difference: text('差', 'Difference'),
  again: text('重发', 'Send again'),
  sure: text(
    '重发 {hour} 时的“{kind}”？对方按编号去重。',
    'Send “{kind}” of hour {hour} again? The platform knows them by their numbers.',
  ),
  done: text('补出 {made} 条，重发 {queued} 条', '{made} made, {queued} sent again'),
  fine: text('没有差异', 'Nothing differs'),
  some: text('{count} 处有差异', '{count} differ'),
  unqueried: text(
    '该平台的数问不到，与已上传的比较。',
    'The platform cannot be queried; accepted messages are compared.',
  ),
  empty: text('这一天没有记录', 'Nothing happened on this day'),
};

type Kind = keyof typeof countedKinds;
type Row = {
  readonly kind: Kind;
  readonly hour: number;
  readonly ours: number | null;
  readonly facts: number;
  readonly sent: number;
  readonly waiting: number;
  readonly dead: number;
  readonly theirs: number | null;
  readonly difference: number;
};
type Day = { readonly isQueried: boolean; readonly rows: readonly Row[] };

const LOTS = 100;

function Table({ day, onAgain }: { day: Day; onAgain: ((row: Row) => void) | null }): ReactNode {
  const { t } = useWords();
  const off = day.rows.filter(({ difference }) => difference !== 0).length;
  if (day.rows.length === 0) return <p className="gh-dim">{t(words.empty)}</p>;
  return (
    <>
      <p className="gh-dim">
        {off === 0 ? t(words.fine) : t(fill(words.some, { count: off }))}
        {day.isQueried ? '' : ` · ${t(words.unqueried)}`}
      </p>
      <div className="gh-up-scroll">
        <table className="gh-up-counts">
          <thead>
            <tr>
              {(['hour', 'kind', 'ours', 'sent', 'waiting', 'dead', 'theirs', 'difference'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(words[name])}
                </th>
              ))}
              {onAgain ? <th scope="col" /> : null}
            </tr>
          </thead>
          <tbody>
            {day.rows.map((row) => (
              <tr key={`${row.kind}${row.hour}`} data-off={row.difference !== 0}>
                <td>{row.hour}</td>
                <td>{t(countedKinds[row.kind])}</td>
                <td>{row.ours ?? row.facts}</td>
                <td>{row.sent}</td>
                <td>{row.waiting}</td>
                <td>{row.dead}</td>
                <td>{row.theirs ?? '–'}</td>
                <td>{row.difference}</td>
                {onAgain ? (
                  <td>
                    {row.difference === 0 ? null : (
                      <button type="button" className="gh-link" onClick={() => onAgain(row)}>
                        {t(words.again)}
                      </button>
                    )}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A day of one of the platform's car parks, ours beside theirs; what differs is sent again from here. */
export function Counts({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [chosen, setChosen] = useState<string | null>(null);
  const [day, setDay] = useState(() => addDays(dayOf(Date.now(), 'Asia/Shanghai'), -1));
  const lots = useQuery({
    queryKey: [thirdpartyApp.name, 'counted', row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(thirdpartyApp)[0]!, { platId: row.id, size: LOTS }, { signal, quiet: true }),
  });
  const parkId = chosen ?? (lots.data?.records[0]?.['parkId'] as string | undefined) ?? null;
  const counted = useQuery({
    queryKey: ['thirdparty', 'counts', row.id, parkId, day],
    enabled: parkId !== null && day !== '',
    queryFn: ({ signal }) => ask<Day>(dayCounts, { platId: row.id, parkId, day }, { signal, quiet: true }),
  });
  if (parkId === null) return null;
  const again = async ({ kind, hour }: Row) => {
    const body = fill(words.sure, { hour, kind: countedKinds[kind] });
    if (!(await confirm({ title: words.again, body }))) return;
    try {
      const query = { platId: row.id, parkId, day, hour, kind };
      const done = await ask<{ made: number; queued: number }>(resendHour, query, { key: newKey(), quiet: true });
      notify.ok(t(fill(words.done, done)));
      await counted.refetch();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  return (
    <section>
      <h2 className="gh-group">{t(words.heading)}</h2>
      <p className="gh-up-links gh-no-print">
        <select
          className="gh-input"
          aria-label={t(words.lot)}
          value={parkId}
          onChange={(event) => setChosen(event.target.value)}
        >
          {(lots.data?.records ?? []).map((each) => (
            <option key={each.id} value={String(each['parkId'])}>
              {String((each['labels'] as Record<string, string> | undefined)?.['parkId'] ?? each['thirdParkId'])}
            </option>
          ))}
        </select>
        <input
          className="gh-input"
          type="date"
          aria-label={t(words.day)}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </p>
      {counted.error ? <Trouble error={counted.error} onRetry={() => void counted.refetch()} /> : null}
      {counted.data ? (
        <Table day={counted.data} onAgain={may(resendHour.permission) ? (each) => void again(each) : null} />
      ) : counted.error ? null : (
        <span className="gh-spin" />
      )}
    </section>
  );
}

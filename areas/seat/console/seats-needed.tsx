/** How many seats calls need, by weekday and hour, beside those there are. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { DEFAULT_LEVEL, seatsNeededCall } from '../model/needed-call.ts';
import { callSum } from '../model/reports.ts';
import { seatGroup } from '../model/seat-group.ts';
import './seat.css';

const words = {
  title: text('所需坐席数', 'Seats needed'),
  level: text('服务水平', 'Service level'),
  none: text('最近八周没有接听过求助，无从计算', 'No call was answered in the last eight weeks: nothing to go by'),
  basis: text(
    '最近 {weeks} 个整周的 {calls} 次求助，平均通话与话后 {handleS} 秒；按 Erlang C，{level}% 在 {withinS} 秒内接听。',
    '{calls} calls in the last {weeks} whole weeks, {handleS} s of talk and wrap-up on average; by Erlang C, {level}% answered within {withinS} s.',
  ),
  enough: text('最多时需要 {most} 个，现有 {seats} 个。', 'At most {most} are needed; there are {seats}.'),
  short: text(
    '最多时需要 {most} 个，现有 {seats} 个：{hours} 个钟点不足（标“!”）。',
    'At most {most} are needed; there are {seats}: too few in {hours} hours of the week, marked “!”.',
  ),
  cell: text(
    '{day} {hour} 时：每小时 {calls} 次，需要 {needed} 个，现有坐席可达 {level}%',
    '{day} {hour}:00: {calls} calls an hour, {needed} needed; the present seats reach {level}%',
  ),
  quiet: text('没有求助', 'No calls'),
};
const days = [
  text('周一', 'Mon'),
  text('周二', 'Tue'),
  text('周三', 'Wed'),
  text('周四', 'Thu'),
  text('周五', 'Fri'),
  text('周六', 'Sat'),
  text('周日', 'Sun'),
] as const;
const LEVELS = [DEFAULT_LEVEL, 90, 95] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Hour = {
  readonly weekday: number;
  readonly hour: number;
  readonly callsPerHour: number;
  readonly seats: number;
  readonly level: number;
};
type Needed = {
  readonly weeks: number;
  readonly calls: number;
  readonly handleS: number | null;
  readonly withinS: number;
  readonly level: number;
  readonly seats: number;
  readonly most: number;
  readonly hours: readonly Hour[];
};
/** A car park, or a seat group. */
type About = { readonly parkId: string } | { readonly groupId: string };

function Cell({ of, seats, day }: { of: Hour | undefined; seats: number; day: string }): ReactNode {
  const { t } = useWords();
  if (!of)
    return (
      <td>
        <span className="gh-sr">{t(words.quiet)}</span>
      </td>
    );
  const isShort = of.seats > seats;
  const values = {
    day,
    hour: String(of.hour),
    calls: String(of.callsPerHour),
    needed: String(of.seats),
    level: String(of.level),
  };
  return (
    <td className={isShort ? 'short' : 'enough'} title={t(fill(words.cell, values))}>
      {of.seats}
      {isShort ? '!' : null}
    </td>
  );
}

function Week({ of }: { of: Needed }): ReactNode {
  const { t } = useWords();
  const at = new Map(of.hours.map((each) => [`${each.weekday} ${each.hour}`, each]));
  return (
    <div className="st-needed" tabIndex={0} role="group" aria-label={t(words.title)}>
      <table>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, nth) => (
            <tr key={day.en}>
              <th scope="row">{t(day)}</th>
              {HOURS.map((hour) => (
                <Cell key={hour} of={at.get(`${nth + 1} ${hour}`)} seats={of.seats} day={t(day)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Found({ of }: { of: Needed }): ReactNode {
  const { t } = useWords();
  if (of.handleS === null) return <p className="gh-dim">{t(words.none)}</p>;
  const { weeks, calls, handleS, level, withinS, most, seats } = of;
  const short = of.hours.filter((each) => each.seats > seats).length;
  const numbers = Object.fromEntries(
    Object.entries({ weeks, calls, handleS, level, withinS, most, seats, hours: short }).map(([name, n]) => [
      name,
      String(n),
    ]),
  );
  return (
    <>
      <p>
        {t(fill(short > 0 ? words.short : words.enough, numbers))}{' '}
        <span className="gh-dim">{t(fill(words.basis, numbers))}</span>
      </p>
      <Week of={of} />
    </>
  );
}

function Panel({ about }: { about: About }): ReactNode {
  const { t } = useWords();
  const [level, setLevel] = useState<number>(DEFAULT_LEVEL);
  const { data, error, refetch } = useQuery({
    queryKey: [seatsNeededCall.name, about, level],
    queryFn: ({ signal }) => ask<Needed>(seatsNeededCall, { ...about, level }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="gh-no-print">
      <h2 className="gh-group">{t(words.title)}</h2>
      <div className="gh-quick" role="group" aria-label={t(words.level)}>
        {LEVELS.map((each) => (
          <button
            key={each}
            type="button"
            className="gh-link"
            aria-pressed={each === level}
            onClick={() => setLevel(each)}
          >
            {each}%
          </button>
        ))}
      </div>
      {error && !data ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Found of={data} /> : error ? null : <span className="gh-spin" />}
    </section>
  );
}

export function SeatsNeeded({ about }: { about: About }): ReactNode {
  const may = useMay();
  return may(`${callSum.name}:read`) ? <Panel about={about} /> : null;
}

const detail = (row: AnyRow): ReactNode => <SeatsNeeded about={{ groupId: row.id }} />;

/** Groups of seats, each with the seats that calls of its car parks need. */
export default function SeatGroups(): ReactNode {
  return <ListPage of={seatGroup as Resource} detail={detail} />;
}

import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { fees15, onlineFees15, parksToday } from '#areas/report/model/home.ts';
import type { FeeDay, OnlineDay, ParkRank, Share } from '#areas/report/model/home.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { number, today } from '#kit/declare/format.ts';
import { LazyChart } from '#kit/console/lazy-chart.tsx';
import { zone } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { often, seldom, useFigure } from './figures.ts';
import type { Only } from './figures.ts';
import { Panel } from './parts.tsx';

const words = {
  fees: text('近15天收费', 'Fees, last 15 days'),
  due: text('应收', 'Amount due'),
  netLine: text('净收入', 'Net'),
  onlineFees: text('近15天线上与现金', 'Online and cash, last 15 days'),
  onlineLine: text('线上', 'Online'),
  cashLine: text('现金', 'Cash'),
  ranking: text('今日车场收入排行', 'Car parks by income today'),
  all: text('全部', 'All'),
  others: text('其他', 'Others'),
};

/** A day without its year. */
export const short = (day: string): string => day.slice(5);

/** Whether the last of some days is not over yet. */
const isToday = (days: readonly { day: string }[]): boolean => days.at(-1)?.day === today(zone());

/** What came in by day: receivable and net, online and cash. */
export function Curves({ only }: { only: Only }): ReactNode {
  const { t } = useWords();
  const fees = useFigure<FeeDay[]>(fees15, only, seldom);
  const online = useFigure<OnlineDay[]>(onlineFees15, only, seldom);
  return (
    <>
      <Panel
        title={words.fees}
        found={fees}
        empty={(days) => days.every((day) => day.receivableFen === 0 && day.paidFen === 0)}
        className="wide"
      >
        {(days) => (
          <LazyChart
            kind="line"
            title={t(words.fees)}
            unfinished={isToday(days)}
            labels={days.map(({ day }) => short(day))}
            format={formatFen}
            series={[
              { name: t(words.due), values: days.map((day) => day.receivableFen) },
              { name: t(words.netLine), values: days.map((day) => day.netFen) },
            ]}
          />
        )}
      </Panel>
      <Panel
        title={words.onlineFees}
        found={online}
        empty={(days) => days.every((day) => day.onlineFen === 0 && day.cashFen === 0)}
        className="wide"
      >
        {(days) => (
          <LazyChart
            kind="bar"
            title={t(words.onlineFees)}
            unfinished={isToday(days)}
            labels={days.map(({ day }) => short(day))}
            format={formatFen}
            series={[
              { name: t(words.onlineLine), values: days.map((day) => day.onlineFen) },
              { name: t(words.cashLine), values: days.map((day) => day.cashFen) },
            ]}
          />
        )}
      </Panel>
    </>
  );
}

/** Lots by today's income; `all` is the report that has every one. */
export function Ranking({ only, title = words.ranking, all }: { only: Only; title?: Text; all: string }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const found = useFigure<ParkRank[]>(parksToday, only, often);
  return (
    <Panel
      title={title}
      found={found}
      empty={(rows) => rows.length === 0}
      className="ranking"
      more={
        <button type="button" className="gh-link" onClick={() => go(all)}>
          {t(words.all)}
        </button>
      }
    >
      {(rows) => {
        const most = Math.max(1, ...rows.map((row) => row.netFen));
        return (
          <ol>
            {rows.map((row) => (
              <li key={row.parkId}>
                <button
                  type="button"
                  className="gh-link"
                  title={row.parkName}
                  onClick={() => go(`/static/tempWCPays?parkId=${row.parkId}`)}
                >
                  {row.parkName}
                </button>
                <span className="gh-num">{formatFen(row.netFen)}</span>
                <div className="gh-bar">
                  <i style={{ width: `${Math.max(0, (row.netFen / most) * 100)}%` }} />
                </div>
              </li>
            ))}
          </ol>
        );
      }}
    </Panel>
  );
}

const mostShares = 6;

/** Shares of a whole as bars, the largest first; small ones together at the end. */
export function Shares({
  title,
  of,
  only,
  by,
}: {
  title: Text;
  of: Parameters<typeof useFigure>[0];
  only: Only;
  by: 'count' | 'amountFen';
}): ReactNode {
  const { t } = useWords();
  const found = useFigure<Share[]>(of, only, seldom);
  const shown = by === 'amountFen' ? formatFen : number;
  return (
    <Panel title={title} found={found} empty={(shares) => shares.every((share) => share[by] <= 0)} className="shares">
      {(shares) => {
        const ordered = [...shares].sort((a, b) => b[by] - a[by]);
        const rest = ordered.slice(mostShares).reduce((sum, share) => sum + share[by], 0);
        const lines = [
          ...ordered.slice(0, mostShares).map((share) => ({ name: share.name, value: share[by] })),
          ...(rest > 0 ? [{ name: t(words.others), value: rest }] : []),
        ];
        const whole = lines.reduce((sum, line) => sum + line.value, 0);
        return (
          <ul>
            {lines.map((line) => (
              <li key={line.name}>
                <span className="name" title={line.name}>
                  {line.name}
                </span>
                <span className="gh-num gh-dim">{shown(line.value)}</span>
                <b className="gh-num">{((line.value / whole) * 100).toFixed(1)}%</b>
                <div className="gh-bar">
                  <i style={{ width: `${(line.value / whole) * 100}%` }} />
                </div>
              </li>
            ))}
          </ul>
        );
      }}
    </Panel>
  );
}

import type { ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { channelDay } from '#areas/billing/model/channel-day.ts';
import { refund } from '#areas/billing/model/payment.ts';
import { unchargedOrder } from '#areas/billing/model/uncharged.ts';
import { shift } from '#areas/shift/model/shift.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { number, today } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { waitingKey } from '#kit/console/notices.ts';
import { usePlace } from '#kit/console/place.ts';
import { quickRanges } from '#kit/console/ranges.ts';
import { useWords } from '#kit/console/words.ts';
import { waitingFor } from '../model/waiting.ts';
import './to-do.css';

const words = {
  waits: text('待办', 'To do'),
  month: text('月末对账', 'Month-end'),
  of: text('{month}，逐项处理完再关账', '{month}: settle each item before closing the month'),
  done: text('无待处理', 'Nothing open'),
  open: text('打开', 'Open'),
};

type Line = { key: string; title: string; count: number | null; route: string };

function Lines({ title, note, lines }: { title: Text; note?: string; lines: readonly Line[] }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  return (
    <section className="gh-card to-do" aria-label={t(title)}>
      <header>
        <h2>{t(title)}</h2>
        {note ? <span className="gh-dim">{note}</span> : null}
      </header>
      <ul>
        {lines.map(({ key, title: name, count, route }) => (
          <li key={key}>
            <button type="button" className={count === 0 ? 'none' : ''} onClick={() => go(route)}>
              <span>{name}</span>
              {count === 0 ? (
                <span className="gh-tag ok">{t(words.done)}</span>
              ) : count === null ? (
                <span className="gh-dim">{t(words.open)}</span>
              ) : (
                <b>{number(count)}</b>
              )}
              <Icon name="right" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * What the person may decide and has rows of: the same as at the bell. Nothing where nothing waits. Until that is known,
 * what follows keeps its place unseen (`to-do.css`): it would be pushed down while it is read.
 */
export function Waiting(): ReactNode {
  const { data, isPending, fetchStatus } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => ask<Line[]>(waitingFor, {}, { signal, quiet: true }),
    staleTime: 60_000,
    refetchInterval: 60_000,
    retry: false,
  });
  if (isPending && fetchStatus !== 'paused') return <i className="to-do-pending" />;
  return data && data.length > 0 ? <Lines title={words.waits} lines={data} /> : null;
}

type Check = { of: Resource; title: Text; only: Readonly<Record<string, string>>; ranged?: true };
const as = (of: unknown): Resource => of as Resource;
/** What has to be settled before a month is closed, in the order it is done. */
const checks: readonly Check[] = [
  { of: as(shift), title: text('强制结束、待清点的班次', 'Shifts to be counted'), only: { status: 'forced' } },
  { of: as(shift), title: text('待缴款的班次', 'Shifts to be deposited'), only: { status: 'closed' } },
  { of: as(channelDay), title: text('渠道账单有差异', 'Channel bills that differ'), only: { status: 'differs' } },
  { of: as(channelDay), title: text('未取得的渠道账单', 'Channel bills missing'), only: { status: 'failed' } },
  { of: as(refund), title: text('失败的退款', 'Failed refunds'), only: { status: 'failed' }, ranged: true },
  { of: as(unchargedOrder), title: text('未收齐的订单', 'Orders not fully paid'), only: {}, ranged: true },
];
const sheets: readonly [route: string, title: Text][] = [
  ['/static/chartMonthFeeSum', text('月收费汇总', 'Monthly fee summary')],
  ['/static/chartPayTypeSum', text('支付方式汇总', 'Payments by method')],
  ['/static/chartUserFeeSum', text('收费员汇总', 'Fees by collector')],
  ['/static/shiftSum', text('按值班人', 'Shifts by person on duty')],
];

/** For who closes the books: what last month still has open, and its sheets, each a press away. */
export function MonthEnd(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { from, to } = quickRanges.at(-1)!.range(today(zone()));
  const own = checks.filter(({ of }) => may(`${of.name}:read`));
  const queries = own.map(({ only, ranged }) => (ranged ? { ...only, startTime: from, endTime: to } : only));
  const counts = useQueries({
    queries: own.map(({ of }, at) => ({
      queryKey: [of.name, 'month end', queries[at]],
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (
          await ask<{ total: number }>(
            listPaths(of)[0]!,
            { ...queries[at], current: 1, size: 1 },
            { signal, quiet: true },
          )
        ).total,
    })),
  });
  const address = (route: string, query: Readonly<Record<string, string>>) => `${route}?${new URLSearchParams(query)}`;
  const lines = [
    ...own.map(({ of, title }, at) => ({
      key: title.en,
      title: t(title),
      count: counts[at]!.data ?? null,
      route: address(of.route!, queries[at]!),
    })),
    ...sheets.map(([route, title]) => ({
      key: route,
      title: t(title),
      count: null,
      route: address(route, { startTime: from, endTime: to }),
    })),
  ];
  return <Lines title={words.month} note={t(words.of).replace('{month}', from.slice(0, 7))} lines={lines} />;
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { addMonths, weekdayOf } from '#domain/time/day.ts';
import type { DayReason } from '#domain/pass/history.ts';
import { formatFen } from '#domain/money/fen.ts';
import type { Tone } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Icon } from '#kit/console/icon.tsx';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { renewalDetail } from '../model/calls.ts';
import { parkMonth } from '../model/park-month.ts';
import { passRenewal, passSuspension } from '../model/renewal.ts';
import { dayReasons } from '../model/words.ts';
import './pass.css';

const words = {
  days: text('逐日说明', 'Day by day'),
  before: text('上个月', 'Previous month'),
  after: text('下个月', 'Next month'),
  renewals: text('续费记录', 'Renewals'),
  rests: text('报停记录', 'Suspensions'),
  none: text('暂无', 'None yet'),
  price: text('月租单价 {yuan} 元', 'CNY {yuan} per month'),
  noPrice: text('该车类未设月租单价', 'No monthly price set'),
  next: text('下次续费自 {day} 起', 'next renewal from {day}'),
  grace: text('宽限 {n} 天', "{n} days' grace"),
  today: text('今天', 'today'),
};
const week = [
  text('一', 'Mon'),
  text('二', 'Tue'),
  text('三', 'Wed'),
  text('四', 'Thu'),
  text('五', 'Fri'),
  text('六', 'Sat'),
  text('日', 'Sun'),
];
const tones: Readonly<Record<DayReason, Tone>> = {
  covered: 'ok',
  grace: 'warn',
  suspended: 'info',
  stopped: 'bad',
  notBegun: 'muted',
  gap: 'bad',
  ended: 'bad',
};

type Detail = {
  month: string;
  today: string;
  monthPrice: number | null;
  nextFrom: string;
  graceDays: number;
  days: { day: string; reason: DayReason }[];
  renewals: AnyRow[];
  suspensions: AnyRow[];
};

/** A month of days, each with the reason why the pass covered it or not. */
function Calendar({ detail, onMonth }: { detail: Detail; onMonth: (month: string) => void }): ReactNode {
  const { t } = useWords();
  const { days, month, today } = detail;
  const to = (by: number) => onMonth(addMonths(`${month}-01`, by).slice(0, 7));
  const arrow = (by: 1 | -1) => (
    <button
      type="button"
      className="gh-btn icon plain"
      aria-label={t(by < 0 ? words.before : words.after)}
      onClick={() => to(by)}
    >
      <Icon name={by < 0 ? 'left' : 'right'} size={14} />
    </button>
  );
  return (
    <>
      <p className="pm-month">
        {arrow(-1)}
        <strong>{month}</strong>
        {arrow(1)}
      </p>
      <div className="pm-week" aria-hidden="true">
        {week.map((name) => (
          <span key={name.en}>{t(name)}</span>
        ))}
      </div>
      <ol className="pm-days" aria-label={`${t(words.days)} ${month}`}>
        {days.map(({ day, reason }, nth) => (
          <li
            key={day}
            className={`${tones[reason]} ${day === today ? 'today' : ''}`}
            style={nth === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
          >
            <b>
              {Number(day.slice(8))}
              {day === today ? <span className="gh-sr"> {t(words.today)}</span> : null}
            </b>
            <small>{t(dayReasons[reason])}</small>
          </li>
        ))}
      </ol>
    </>
  );
}

function Rows({
  title,
  of,
  fields,
  rows,
}: {
  title: string;
  of: Resource;
  fields: readonly string[];
  rows: readonly AnyRow[];
}): ReactNode {
  const { t } = useWords();
  return (
    <section>
      <h2 className="gh-group">{title}</h2>
      {rows.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable of={of} fields={fields} rows={rows} />
      )}
    </section>
  );
}

/** What a pass covers and why, what was paid for it and when it rested. */
export default function PassDays({ grantId }: { grantId: string }): ReactNode {
  const { t } = useWords();
  const [month, setMonth] = useState<string | null>(null);
  const { data, error, refetch } = useQuery<Detail>({
    queryKey: [parkMonth.name, 'days', grantId, month],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      ask<Detail>(renewalDetail, { grantId, ...(month ? { month } : {}) }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const terms = [
    data.monthPrice === null ? t(words.noPrice) : t(words.price).replace('{yuan}', formatFen(data.monthPrice)),
    t(words.next).replace('{day}', data.nextFrom),
    ...(data.graceDays > 0 ? [t(words.grace).replace('{n}', String(data.graceDays))] : []),
  ];
  return (
    <>
      <section>
        <h2 className="gh-group">{t(words.days)}</h2>
        <p className="gh-dim">{terms.join(' · ')}</p>
        <Calendar detail={data} onMonth={setMonth} />
      </section>
      <Rows
        title={t(words.renewals)}
        of={passRenewal}
        fields={['time', 'kind', 'fromDay', 'newEnd', 'moneyFen', 'refundedFen', 'operator']}
        rows={data.renewals}
      />
      <Rows
        title={t(words.rests)}
        of={passSuspension}
        fields={['fromDay', 'toDay', 'frozenDays', 'operator', 'remark']}
        rows={data.suspensions}
      />
    </>
  );
}

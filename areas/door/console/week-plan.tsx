/** A week of a device or of a person, drawn 7 × 24: what is open in the hours of each day. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { addDays } from '#domain/time/day.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { dayKinds, weekPlan } from '../model/week-plan.ts';
import { weekdays } from '../model/words.ts';
import './week-plan.css';

const words = {
  title: text('一周通行时段', 'Week plan'),
  before: text('上一周', 'Previous week'),
  after: text('下一周', 'Next week'),
  period: text('时段', 'Period'),
  device: text('设备', 'Device'),
  people: text('{name}（{n} 人）', '{name} ({n} people)'),
  standsOpen: text('{name}（门常开）', '{name} (door stands open)'),
  closed: text('不开放', 'Closed'),
  noPeople: text('没有人的权限在这台设备上', 'Nobody has a right at this device'),
  noDevices: text('此人的权限不在任何设备上', 'The person has a right at no device'),
};

type Span = { readonly from: number; readonly to: number };
type Line = {
  readonly id: string;
  readonly name: string;
  readonly gateName?: string | null;
  readonly people?: number;
  readonly standsOpen?: boolean;
  readonly spans: readonly (readonly Span[])[];
};
type Week = {
  readonly today: string;
  readonly days: readonly { readonly day: string; readonly kinds: readonly (keyof typeof dayKinds)[] }[];
  readonly lines: readonly Line[];
};
type About = { readonly deviceId: string } | { readonly EmpID: string };

/** So far ahead the server answers. */
const MOST_DAYS = 366;
const two = (n: number): string => String(n).padStart(2, '0');
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const share = (minutes: number): string => `${(minutes / 1440) * 100}%`;

/** The spans of a day as bars, and in words for who cannot see them. */
function Bars({ spans, standsOpen }: { spans: readonly Span[]; standsOpen: boolean }): ReactNode {
  const { t } = useWords();
  const spoken = spans.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join('、') || t(words.closed);
  return (
    <div className={`wp-day ${standsOpen ? 'stands-open' : ''}`} title={spoken}>
      <span className="gh-sr">{spoken}</span>
      {spans.map(({ from, to }) => (
        <b key={from} aria-hidden="true" style={{ left: share(from), width: share(to - from) }} />
      ))}
    </div>
  );
}

function Grid({ week, line }: { week: Week; line: Line }): ReactNode {
  const { t } = useWords();
  return (
    <div className="wp-week">
      <table>
        <thead>
          <tr>
            <td />
            <td aria-hidden="true">
              <div className="wp-hours gh-dim">
                {HOURS.map((hour) => (
                  <span key={hour}>{hour}</span>
                ))}
              </div>
            </td>
          </tr>
        </thead>
        <tbody>
          {week.days.map(({ day, kinds }, nth) => (
            <tr key={day} className={day === week.today ? 'today' : ''}>
              <th scope="row">
                {t(weekdays[(nth + 1) as keyof typeof weekdays])} {day.slice(5)}
                {kinds.length > 0 ? <i>{kinds.map((kind) => t(dayKinds[kind])).join('、')}</i> : null}
              </th>
              <td>
                <Bars spans={line.spans[nth]!} standsOpen={line.standsOpen ?? false} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameOf({ name, gateName, people, standsOpen }: Line) {
  if (standsOpen) return fill(words.standsOpen, { name });
  if (people !== undefined) return fill(words.people, { name, n: String(people) });
  return text(gateName ? `${gateName} · ${name}` : name, gateName ? `${gateName} · ${name}` : name);
}

function WeekPlan({ about }: { about: About }): ReactNode {
  const { t } = useWords();
  const [day, setDay] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['doorGrant', 'week', about, day],
    queryFn: ({ signal }) =>
      ask<Week>(weekPlan, { ...about, ...(day === null ? {} : { day }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const keyOf = ({ id, standsOpen }: Line): string => `${id} ${standsOpen ?? false}`;
  const line = data.lines.find((each) => keyOf(each) === chosen) ?? data.lines[0];
  const monday = data.days[0]!.day;
  const isThisWeek = data.days.some((each) => each.day === data.today);
  const ofDevice = 'deviceId' in about;
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      <div className="wp-tools">
        <button type="button" className="gh-btn" disabled={isThisWeek} onClick={() => setDay(addDays(monday, -7))}>
          {t(words.before)}
        </button>
        <span className="gh-num">
          {monday} – {data.days[6]!.day.slice(5)}
        </span>
        <button
          type="button"
          className="gh-btn"
          disabled={monday > addDays(data.today, MOST_DAYS - 7)}
          onClick={() => setDay(addDays(monday, 7))}
        >
          {t(words.after)}
        </button>
        {line ? (
          <select
            className="gh-input"
            aria-label={t(ofDevice ? words.period : words.device)}
            value={keyOf(line)}
            onChange={(event) => setChosen(event.target.value)}
          >
            {data.lines.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {t(nameOf(each))}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      {line ? <Grid week={data} line={line} /> : <Nothing>{t(ofDevice ? words.noPeople : words.noDevices)}</Nothing>}
    </section>
  );
}

function Permitted({ about }: { about: About }): ReactNode {
  const may = useMay();
  return may(weekPlan.permission) ? <WeekPlan about={about} /> : null;
}

/** Below the facts of a device and of a person, for who may see grants. */
export const weekOfDevice = ({ id }: AnyRow): ReactNode => <Permitted key={id} about={{ deviceId: id }} />;
export const weekOfPerson = ({ id }: AnyRow): ReactNode => <Permitted key={id} about={{ EmpID: id }} />;

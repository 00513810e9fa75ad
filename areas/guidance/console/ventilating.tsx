/** Fans with the air of their zone: its curve with the limits, and for how long they ran, by cause. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { airCauses, airDay, ventilating } from '../model/ventilating.ts';
import './guidance.css';

const words = {
  curve: text('一氧化碳，最近 24 小时（mg/m³）', 'Carbon monoxide, last 24 hours (mg/m³)'),
  limits: text('启动 {start}，停止 {stop}，报警 {alarm}', 'Start {start}, stop {stop}, alarm {alarm}'),
  none: text('还没有读数', 'No readings yet'),
  minutes: text('最近 24 小时，按原因（分钟）', 'Last 24 hours, by cause (minutes)'),
  rest: text('停止', 'At rest'),
};

type Day = {
  readonly readings: readonly { readonly at: string; readonly mg: number }[];
  readonly minutes: Readonly<Record<string, number>>;
};

const DAY_MS = 86_400_000;
const EVERY_MS = 30_000;
const [WIDTH, HEIGHT] = [720, 160];

function Curve({ day, limits }: { day: Day; limits: readonly (readonly [name: string, mg: number])[] }): ReactNode {
  const { t } = useWords();
  const { readings } = day;
  if (readings.length === 0) return <p className="gh-dim">{t(words.none)}</p>;
  const end = Date.parse(readings.at(-1)!.at);
  const top = Math.max(...readings.map(({ mg }) => mg), ...limits.map(([, mg]) => mg)) * 1.1;
  const y = (mg: number): number => HEIGHT - (mg / top) * HEIGHT;
  const x = (at: string): number => WIDTH - ((end - Date.parse(at)) / DAY_MS) * WIDTH;
  const highest = readings.reduce((most, each) => (each.mg > most.mg ? each : most));
  return (
    <svg
      className="gd-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${t(words.curve)}: ${highest.mg} ${wallTime(highest.at, zone())}`}
    >
      {limits.map(([name, mg]) => (
        <g key={name} className={name}>
          <line x1={0} x2={WIDTH} y1={y(mg)} y2={y(mg)} />
          <text x={4} y={y(mg) - 3}>
            {mg}
          </text>
        </g>
      ))}
      <polyline points={readings.map(({ at, mg }) => `${x(at).toFixed(1)},${y(mg).toFixed(1)}`).join(' ')} />
    </svg>
  );
}

function Zone({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [ventilating.name, 'day', row.id],
    queryFn: ({ signal }) => ask<Day>(airDay, { id: row.id }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  const [start, stop, alarm] = [row['startMg'], row['stopMg'], row['alarmMg']].map(Number) as [number, number, number];
  const limits = [
    ['start', start],
    ['stop', stop],
    ['alarm', alarm],
  ] as const;
  const values = { start: String(start), stop: String(stop), alarm: String(alarm) };
  return (
    <section>
      <h2 className="gh-group">{t(words.curve)}</h2>
      <Curve day={data} limits={limits} />
      <p className="gh-dim">{t(fill(words.limits, values))}</p>
      <h2 className="gh-group">{t(words.minutes)}</h2>
      <p>
        {Object.entries(data.minutes)
          .map(
            ([cause, minutes]) =>
              `${t(cause === 'rest' ? words.rest : airCauses[cause as keyof typeof airCauses])} ${minutes}`,
          )
          .join(' · ')}
      </p>
    </section>
  );
}

const drawn = (row: Parameters<typeof Zone>[0]['row']): ReactNode => <Zone row={row} />;

export default function Ventilating(): ReactNode {
  return <ListPage of={ventilating} detail={drawn} />;
}

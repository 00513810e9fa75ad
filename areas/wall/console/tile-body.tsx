import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { number, wallTime } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import type { ScreenTile, TileFigures } from '../model/tiles.ts';
import { WallHeat } from './wall-heat.tsx';
import { WallMap } from './wall-map.tsx';
import { WallPicture } from './wall-picture.tsx';
import type { LoadPicture } from './wall-picture.tsx';
import { written } from './written.ts';

type Series = Extract<TileFigures, { state: 'series' }>;
type Rows = Extract<TileFigures, { state: 'rows' }>;
type Figures = Extract<TileFigures, { state: 'figures' }>;

const nothing = text('暂无数据', 'Nothing yet');
const shades = 7;
const colour = (nth: number): string => `var(--wall-${(nth % shades) + 1})`;
const highest = (values: readonly number[]): number => Math.max(1e-9, ...values);

function Numbers({ figures, zone }: Figures & { zone: string }): ReactNode {
  const { lang } = useWords();
  return (
    <dl className="wall-figures">
      {figures.map(({ label, kind, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{written(value, kind, lang, zone)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the picture says, for those who do not see it. */
function useSummary({ labels, series }: Series, zone: string): string {
  const { lang } = useWords();
  return labels
    .map(
      (label, at) =>
        `${label} ${series.map(({ kind, values }) => written(values[at] ?? 0, kind, lang, zone)).join(' ')}`,
    )
    .join('; ');
}

function Legend({ series }: Series): ReactNode {
  return series.length < 2 ? null : (
    <p className="wall-legend" aria-hidden="true">
      {series.map(({ label }, nth) => (
        <span key={label} style={{ color: colour(nth) }}>
          {label}
        </span>
      ))}
    </p>
  );
}

function Lines({ zone, ...shown }: Series & { zone: string }): ReactNode {
  const { lang } = useWords();
  const { labels, series } = shown;
  const most = highest(series.flatMap(({ values }) => values));
  const x = (at: number) => (labels.length < 2 ? 50 : (at / (labels.length - 1)) * 100);
  return (
    <div className="wall-plot" role="img" aria-label={useSummary(shown, zone)}>
      <Legend {...shown} />
      <span className="most">{written(Math.round(most), series[0]!.kind, lang, zone)}</span>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {series.map(({ label, values }, nth) => (
          <polyline
            key={label}
            points={values.map((value, at) => `${x(at)},${98 - (Math.max(0, value) / most) * 96}`).join(' ')}
            fill="none"
            stroke={colour(nth)}
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <Ends labels={labels} />
    </div>
  );
}

/** More bars than this have no room for a word each. */
const MOST_WORDS = 16;
/** Of a day among others the year goes without saying. */
const short = (label: string): string => label.replace(/^\d{4}-(?=\d\d-\d\d$)/, '');

function Ends({ labels }: Pick<Series, 'labels'>): ReactNode {
  return (
    <p className="ends" aria-hidden="true">
      <span>{labels[0]}</span>
      <span>{labels.at(-1)}</span>
    </p>
  );
}

function Bars({ zone, ...shown }: Series & { zone: string }): ReactNode {
  const { labels, series } = shown;
  const namesAll = labels.length <= MOST_WORDS;
  const most = highest(series.flatMap(({ values }) => values));
  return (
    <div className="wall-plot" role="img" aria-label={useSummary(shown, zone)}>
      <Legend {...shown} />
      <div className="bars" aria-hidden="true">
        {labels.map((label, at) => (
          <div key={`${at} ${label}`}>
            <span className="columns">
              {series.map(({ label: name, values }, nth) => (
                <i
                  key={name}
                  style={{ height: `${(Math.max(0, values[at] ?? 0) / most) * 100}%`, background: colour(nth) }}
                />
              ))}
            </span>
            {namesAll ? <small>{short(label)}</small> : null}
          </div>
        ))}
      </div>
      {namesAll ? null : <Ends labels={labels} />}
    </div>
  );
}

function Ranking({ labels, series, zone }: Series & { zone: string }): ReactNode {
  const { lang } = useWords();
  const { values, kind } = series[0]!;
  const most = highest(values);
  return (
    <ol className="wall-ranks">
      {labels.map((label, at) => (
        <li key={`${at} ${label}`}>
          <span>{label}</span>
          <b>{written(values[at] ?? 0, kind, lang, zone)}</b>
          <i aria-hidden="true" style={{ width: `${(Math.max(0, values[at] ?? 0) / most) * 100}%` }} />
        </li>
      ))}
    </ol>
  );
}

/** A ring of as many parts, each a stroke of a circle that is 100 around. */
function Shares({ labels, series, zone }: Series & { zone: string }): ReactNode {
  const { lang } = useWords();
  const { values, kind } = series[0]!;
  const sum = highest([values.reduce((total, value) => total + Math.max(0, value), 0)]);
  const parts = values.map((value, at) => ({
    label: labels[at]!,
    value,
    share: (Math.max(0, value) / sum) * 100,
    from: (values.slice(0, at).reduce((total, each) => total + Math.max(0, each), 0) / sum) * 100,
  }));
  return (
    <div className="wall-shares">
      <svg viewBox="0 0 40 40" aria-hidden="true">
        {parts.map(({ label, share, from }, nth) => (
          <circle
            key={`${nth} ${label}`}
            cx="20"
            cy="20"
            r="15.9155"
            fill="none"
            stroke={colour(nth)}
            strokeWidth="6"
            strokeDasharray={`${share} ${100 - share}`}
            strokeDashoffset={25 - from}
          />
        ))}
      </svg>
      <ul>
        {parts.map(({ label, value, share }, nth) => (
          <li key={`${nth} ${label}`}>
            <i aria-hidden="true" style={{ background: colour(nth) }} />
            <span>{label}</span>
            <b>{written(value, kind, lang, zone)}</b>
            <small>{number(Math.round(share))} %</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Table({ heads, rows, zone }: Rows & { zone: string }): ReactNode {
  const { lang } = useWords();
  return (
    <table className="wall-table">
      <thead>
        <tr>
          {heads.map(({ label, kind }, at) => (
            <th key={`${at} ${label}`} scope="col" className={kind === 'text' ? '' : 'num'}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, nth) => (
          <tr key={nth}>
            {row.map((value, at) => (
              <td key={heads[at]!.label} className={heads[at]!.kind === 'text' ? '' : 'num'}>
                {written(value, heads[at]!.kind, lang, zone)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Clock({ zone }: { zone: string }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(beat);
  }, []);
  const [day, time] = wallTime(new Date(now).toISOString(), zone).split(' ');
  return (
    <p className="wall-clock">
      <b>{time}</b>
      <span>{day}</span>
    </p>
  );
}

const drawings = { line: Lines, bar: Bars, pie: Shares, ranking: Ranking, parks: Ranking } as const;

type BodyProps = {
  readonly tile: ScreenTile;
  readonly zone: string;
  /** When the screen was answered. */
  readonly at: string;
  readonly load: LoadPicture;
};

const hasNothing = (shows: TileFigures): boolean =>
  (shows.state === 'rows' && shows.rows.length === 0) ||
  (shows.state === 'series' && shows.labels.length === 0) ||
  (shows.state === 'heat' && shows.lines.length === 0) ||
  (shows.state === 'map' && shows.lots.length === 0);

/** What a tile shows, by its kind. */
export function TileBody({ tile, zone, at, load }: BodyProps): ReactNode {
  const { t } = useWords();
  const { kind, shows, words } = tile;
  if (shows.state === 'refused') return <p className="wall-note">{shows.why}</p>;
  if (shows.state === 'plain') return kind === 'clock' ? <Clock zone={zone} /> : <p className="wall-words">{words}</p>;
  if (shows.state === 'figures') return <Numbers {...shows} zone={zone} />;
  if (shows.state === 'picture') return <WallPicture tile={tile} shown={shows} zone={zone} at={at} load={load} />;
  if (hasNothing(shows)) return <p className="wall-note">{t(nothing)}</p>;
  if (shows.state === 'rows') return <Table {...shows} zone={zone} />;
  if (shows.state === 'map') return <WallMap {...shows} />;
  if (shows.state === 'heat') return <WallHeat {...shows} zone={zone} />;
  const Drawing = drawings[(shows.drawn ?? kind) as keyof typeof drawings] ?? Bars;
  return <Drawing {...shows} zone={zone} />;
}

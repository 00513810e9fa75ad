/** A floor over a day: how full it was hour by hour, and a slider that brings back what its spaces were. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { floorCurve, floorReplay } from '../model/history-calls.ts';
import type { LiveFloor, LiveSpace } from './live.ts';

const words = {
  curve: text('占用车位，逐小时', 'Taken spaces by hour'),
  none: text('该日还没有记录', 'Nothing is stored of that day yet'),
  hour: text('{hour} 时占用 {taken}', '{hour}:00 {taken} taken'),
  replay: text('回放', 'Replay'),
  day: text('日期', 'Day'),
  at: text('时刻', 'Time'),
  play: text('播放', 'Play'),
  pause: text('暂停', 'Pause'),
  back: text('回到实况', 'Back to live'),
  past: text('{at} 的状态', 'As it was at {at}'),
};
const NAMES = [text('当日', 'The day'), text('前一日', 'The day before'), text('上周同日', 'A week before')] as const;

type Hour = { readonly hour: number } & Readonly<Record<LiveSpace['state'], number>>;
type Curve = {
  readonly at: string;
  readonly day: string;
  readonly from: string;
  readonly until: string;
  readonly days: readonly { readonly day: string; readonly hours: readonly Hour[] }[];
};
type Then = {
  readonly at: string;
  readonly spaces: readonly { readonly id: string; readonly state: LiveSpace['state'] }[];
  readonly counts: LiveFloor['counts'];
};

const STEP_MS = 10 * 60_000;
const PLAY_MS = 400;
/** A hand on the slider passes many steps; the one it rests on is fetched. */
const REST_MS = 120;
const [WIDTH, HEIGHT, FOOT] = [720, 140, 16];

const useCurve = (buildingId: string, day: string | null) =>
  useQuery({
    queryKey: ['guidance', 'curve', buildingId, day],
    queryFn: ({ signal }) => ask<Curve>(floorCurve, { buildingId, ...(day ? { day } : {}) }, { signal, quiet: true }),
    refetchInterval: STEP_MS,
    placeholderData: keepPreviousData,
  });

/** The floor as drawn now, with the states its spaces had at an instant; null where none is chosen or it is not here yet. */
export function useThen(floor: LiveFloor | undefined, buildingId: string, at: number | null): LiveFloor | null {
  const [resting, setResting] = useState(at);
  useEffect(() => {
    const timer = setTimeout(() => setResting(at), REST_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const { data } = useQuery({
    queryKey: ['guidance', 'replay', buildingId, resting],
    enabled: at !== null && resting !== null,
    queryFn: ({ signal }) =>
      ask<Then>(floorReplay, { buildingId, at: new Date(resting!).toISOString() }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (at === null || !floor || !data) return null;
  const stateOf = new Map(data.spaces.map(({ id, state }) => [id, state]));
  const spaces = floor.spaces.flatMap((space) => {
    const state = stateOf.get(space.id);
    return state ? [{ ...space, state, since: null, closedReason: null }] : [];
  });
  return { ...floor, at: data.at, spaces, counts: data.counts };
}

function Lines({ of }: { of: Curve }): ReactNode {
  const { t } = useWords();
  const all = of.days.flatMap(({ hours }) => hours);
  if (all.length === 0) return <p className="gh-dim">{t(words.none)}</p>;
  const top = Math.max(
    1,
    ...all.map(({ free, taken, unknown, closed }) => Math.round(free + taken + unknown + closed)),
  );
  const y = (taken: number): number => HEIGHT - (taken / top) * HEIGHT;
  const x = (hour: number): number => ((hour + 0.5) / 24) * WIDTH;
  const own = of.days[0]!.hours.map(({ hour, taken }) =>
    t(fill(words.hour, { hour: String(hour), taken: String(taken) })),
  );
  return (
    <>
      <svg
        className="gd-curve gd-hours"
        viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`}
        role="img"
        aria-label={`${t(words.curve)}: ${own.join(', ')}`}
      >
        {[0, 6, 12, 18].map((hour) => (
          <g key={hour}>
            <line x1={(hour / 24) * WIDTH} x2={(hour / 24) * WIDTH} y1={0} y2={HEIGHT} />
            <text x={(hour / 24) * WIDTH + 3} y={HEIGHT + FOOT - 4}>
              {hour}:00
            </text>
          </g>
        ))}
        <text x={3} y={12}>
          {top}
        </text>
        {of.days.toReversed().map(({ day, hours }, nth) => (
          <g key={day} className={`of-${of.days.length - 1 - nth}`}>
            <polyline
              points={hours.map(({ hour, taken }) => `${x(hour).toFixed(1)},${y(taken).toFixed(1)}`).join(' ')}
            />
            {hours.map(({ hour, taken }) => (
              <circle key={hour} cx={x(hour)} cy={y(taken)} r={2.5}>
                <title>{`${day} ${t(fill(words.hour, { hour: String(hour), taken: String(taken) }))}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <p className="gd-keys">
        {of.days.map(({ day }, nth) => (
          <span key={day} className={`of-${nth}`}>
            <i aria-hidden="true" /> {t(NAMES[nth]!)} {day}
          </span>
        ))}
      </p>
    </>
  );
}

function Slider({ of, at, onAt }: { of: Curve; at: number | null; onAt: (at: number | null) => void }): ReactNode {
  const { t } = useWords();
  const [playing, setPlaying] = useState(false);
  const from = Date.parse(of.from);
  const last = Math.min(Date.parse(of.until), Math.floor(Date.parse(of.at) / STEP_MS) * STEP_MS);
  const now = Math.min(Math.max(at ?? last, from), last);
  useEffect(() => {
    if (!playing || at === null) return undefined;
    const timer = setTimeout(() => {
      if (now + STEP_MS > last) setPlaying(false);
      else onAt(now + STEP_MS);
    }, PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, at, now, last, onAt]);
  const label = wallTime(new Date(now).toISOString(), zone());
  const play = (): void => {
    setPlaying(!playing);
    if (!playing && (at === null || now >= last)) onAt(from);
  };
  return (
    <div className="gd-slider">
      <button type="button" className="gh-btn" disabled={last <= from} onClick={play}>
        {t(playing ? words.pause : words.play)}
      </button>
      <input
        type="range"
        aria-label={t(words.at)}
        aria-valuetext={label}
        min={from}
        max={Math.max(from, last)}
        step={STEP_MS}
        value={now}
        disabled={last <= from}
        onChange={({ target }) => {
          setPlaying(false);
          onAt(Number(target.value));
        }}
      />
      <output>{label}</output>
      {at === null ? null : (
        <button
          type="button"
          className="gh-link"
          onClick={() => {
            setPlaying(false);
            onAt(null);
          }}
        >
          {t(words.back)}
        </button>
      )}
    </div>
  );
}

/** `at` is the instant replayed, epoch ms; null is now. */
export function FloorDay({
  buildingId,
  at,
  onAt,
}: {
  buildingId: string;
  at: number | null;
  onAt: (at: number | null) => void;
}): ReactNode {
  const { t } = useWords();
  const [day, setDay] = useState<string | null>(null);
  const { data, error, refetch } = useCurve(buildingId, day);
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section className="gd-day">
      <div className="gd-day-head">
        <h2 className="gh-group">{t(words.curve)}</h2>
        <input
          type="date"
          className="gh-input"
          aria-label={t(words.day)}
          value={day ?? data.day}
          onChange={({ target }) => {
            onAt(null);
            setDay(target.value || null);
          }}
        />
      </div>
      <Lines of={data} />
      <h2 className="gh-group">{t(words.replay)}</h2>
      <Slider of={data} at={at} onAt={onAt} />
    </section>
  );
}

export function ThenBanner({ at }: { at: string }): ReactNode {
  const { t } = useWords();
  return (
    <p className="gd-then" aria-live="polite">
      {t(fill(words.past, { at: wallTime(at, zone()) }))}
    </p>
  );
}

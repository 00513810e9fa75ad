import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { number } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { Icon } from './icon.tsx';
import { fitted, labelled, middleOf, nearest, panned, placeOf, scaleBar, spotAt, zoomed } from './map-view.ts';
import type { Place, Size, Spot, View } from './map-view.ts';
import { useWords } from './words.ts';
import './look/map.css';

const words = {
  closer: text('放大', 'Zoom in'),
  further: text('缩小', 'Zoom out'),
  all: text('显示全部', 'Show all'),
  keys: text(
    '拖动或用方向键移动，滚轮或 + − 缩放，0 显示全部',
    'Drag or use the arrow keys to move, wheel or + − to zoom, 0 to show all',
  ),
  metres: text('米', 'm'),
  kilometres: text('公里', 'km'),
};

export type MapTone = 'ok' | 'warn' | 'bad' | 'info' | 'muted';
type MapFeature = { readonly id: string; readonly label: string; readonly tone: MapTone };
export type MapPoint = MapFeature & { readonly at: Spot; readonly small?: boolean };
/** Drawn with its corners where `corners` says so. */
export type MapLine = MapFeature & { readonly line: readonly Spot[]; readonly corners?: boolean };

type Props = {
  /** What is shown, for those who do not see it. */
  label: string;
  points: readonly MapPoint[];
  lines?: readonly MapLine[];
  chosen?: string | null;
  onChoose?: (id: string) => void;
  /** A click on an empty place picks it instead of moving the view. */
  onSpot?: (spot: Spot) => void;
  /** What the view begins with, and comes back to, where it is not all that is shown. */
  around?: readonly Spot[];
  /** The view resets when this changes. */
  about?: string;
};

const STEP = 80;
const CLOSER = 1.5;
const REACH = 14;
/** A hand that presses may tremble by so much and still means a press. */
const STILL = 4;

function useSize(frame: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const watched = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    watched.observe(frame.current!);
    return () => watched.disconnect();
  }, [frame]);
  return size;
}

/** The wheel zooms instead of moving the page; React listens to it in a way that cannot keep the page still. */
function useWheel(frame: RefObject<HTMLElement | null>, zoom: (times: number, at: Place) => void): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const box = frame.current!;
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      latest.current(Math.exp(-event.deltaY * 0.0015), { left: event.clientX - left, top: event.clientY - top });
    };
    box.addEventListener('wheel', turned, { passive: false });
    return () => box.removeEventListener('wheel', turned);
  }, [frame]);
}

type PointerOptions = { view: View; size: Size; onView: (view: View) => void; onPress: (at: Place) => void };

/** One pointer drags, two bring closer; one that did not move presses. */
function usePointers({ view, size, onView, onPress }: PointerOptions) {
  const down = useRef(new Map<number, Place>());
  const moved = useRef(false);
  const at = (event: PointerEvent<HTMLElement>): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  };
  const wide = ([a, b]: readonly Place[]): number => Math.hypot(a!.left - b!.left, a!.top - b!.top);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (down.current.size === 0) moved.current = false;
      down.current.set(event.pointerId, at(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = down.current.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const by = { left: now.left - before.left, top: now.top - before.top };
      if (!moved.current && Math.hypot(by.left, by.top) < STILL) return;
      moved.current = true;
      const was = [...down.current.values()];
      down.current.set(event.pointerId, now);
      const is = [...down.current.values()];
      if (is.length === 1) return onView(panned(view, by));
      const middle = { left: (is[0]!.left + is[1]!.left) / 2, top: (is[0]!.top + is[1]!.top) / 2 };
      onView(zoomed(view, size, wide(is) / Math.max(1, wide(was)), middle));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (down.current.delete(event.pointerId) && down.current.size === 0 && !moved.current) onPress(at(event));
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void down.current.delete(event.pointerId),
  };
}

type Drawn<T> = T & { readonly places: readonly Place[] };

function Drawing({
  size,
  lines,
  points,
  chosen,
  label,
}: {
  size: Size;
  lines: readonly Drawn<MapLine>[];
  points: readonly Drawn<MapPoint>[];
  chosen: string | null;
  label: string;
}): ReactNode {
  const marks = [
    ...points.map(({ label: name, small, places: [place] }) => ({ ...place!, label: small ? '' : name })),
    ...lines.map(({ label: name, places }) => ({ ...middleOf(places), label: name })),
  ].filter(({ label: name }) => name !== '');
  const is = (id: string) => (id === chosen ? ' chosen' : '');
  return (
    <svg width={size.width} height={size.height} role="img" aria-label={label}>
      {lines.map(({ id, tone, label: name, places, corners }) => (
        <g key={id} className={`line ${tone}${is(id)}`}>
          <title>{name}</title>
          <polyline points={places.map(({ left, top }) => `${left},${top}`).join(' ')} />
          {corners ? places.map(({ left, top }, nth) => <circle key={nth} cx={left} cy={top} r={4} />) : null}
        </g>
      ))}
      {points.map(({ id, tone, label: name, small, places: [place] }) => (
        <g key={id} className={`point ${tone}${is(id)}`}>
          <title>{name}</title>
          <circle cx={place!.left} cy={place!.top} r={small ? 4 : 8} />
        </g>
      ))}
      {labelled(marks, size).map(({ left, top, label: name, before }) => (
        <text
          key={`${left} ${top}`}
          x={before ? left - 12 : left + 12}
          y={top + 4}
          textAnchor={before ? 'end' : 'start'}
        >
          {name}
        </text>
      ))}
    </svg>
  );
}

function Bar({ view }: { view: View }): ReactNode {
  const { t } = useWords();
  const { metres, pixels } = scaleBar(view);
  return (
    <span className="bar" style={{ width: pixels }}>
      {metres >= 1000 ? `${number(metres / 1000)} ${t(words.kilometres)}` : `${number(metres)} ${t(words.metres)}`}
    </span>
  );
}

/** A map of our own: points, and lines along streets. North is up; there is no picture of the streets behind. */
export default function MapView(props: Props): ReactNode {
  const { label, points, lines = [], chosen = null, onChoose, onSpot, around, about = '' } = props;
  const { t } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [held, setHeld] = useState<{ about: string; view: View } | null>(null);
  const start = useMemo(
    () => fitted(around ?? [...points.map(({ at }) => at), ...lines.flatMap(({ line }) => line)], size),
    [around, points, lines, size],
  );
  const view = held?.about === about ? held.view : start;
  const setView = (next: View) => setHeld({ about, view: next });
  const zoom = (times: number, at?: Place) => setView(zoomed(view, size, times, at));
  useWheel(frame, zoom);
  const drawnLines = lines
    .filter(({ line }) => line.length > 0)
    .map((each) => ({ ...each, places: each.line.map((spot) => placeOf(view, size, spot)) }));
  const drawnPoints = points.map((each) => ({ ...each, places: [placeOf(view, size, each.at)] }));
  const press = (at: Place) => {
    if (onSpot) return onSpot(spotAt(view, size, at));
    const hit = nearest(drawnPoints, at, REACH) ?? nearest(drawnLines, at, REACH);
    if (hit) onChoose?.(hit.id);
  };
  const pointers = usePointers({ view, size, onView: setView, onPress: press });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => setView(panned(view, { left: STEP, top: 0 })),
    ArrowRight: () => setView(panned(view, { left: -STEP, top: 0 })),
    ArrowUp: () => setView(panned(view, { left: 0, top: STEP })),
    ArrowDown: () => setView(panned(view, { left: 0, top: -STEP })),
    '+': () => zoom(CLOSER),
    '=': () => zoom(CLOSER),
    '-': () => zoom(1 / CLOSER),
    '0': () => setHeld(null),
  };
  const pressed = (event: KeyboardEvent) => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const tool = (icon: string, name: string, run: () => void) => (
    <button type="button" className="gh-btn icon" aria-label={name} title={name} onClick={run}>
      {icon === '' ? '−' : <Icon name={icon} size={14} />}
    </button>
  );
  return (
    <div
      ref={frame}
      className={`gh-map${onSpot ? ' drawing' : ''}`}
      role="group"
      aria-label={`${label} ${t(words.keys)}`}
      tabIndex={0}
      onKeyDown={pressed}
      {...pointers}
    >
      {size.width > 0 ? (
        <Drawing size={size} lines={drawnLines} points={drawnPoints} chosen={chosen} label={label} />
      ) : null}
      <div className="tools gh-no-print">
        {tool('plus', t(words.closer), () => zoom(CLOSER))}
        {tool('', t(words.further), () => zoom(1 / CLOSER))}
        {tool('expand', t(words.all), () => setHeld(null))}
      </div>
      <Bar view={view} />
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { fitted, labelled, placeOf, toneOfFree } from '#kit/console/map-view.ts';
import type { Size } from '#kit/console/map-view.ts';
import { useWords } from '#kit/console/words.ts';
import type { LotOnMap, TileFigures } from '../model/tiles.ts';

type Shown = Extract<TileFigures, { state: 'map' }>;

const words = {
  lot: text('{name} 空 {free} 共 {total}', '{name}: {free} of {total} free'),
  hidden: text('另有 {n} 个车场不在图上', '{n} more car parks are not on the map'),
};

/** Letters of labels are so high on the sheet the map is drawn on, whatever the size of the wall. */
const LETTER = 12;

/** The frame as a sheet on which the tile's letters are `LETTER` high. */
function useSheet(frame: RefObject<HTMLElement | null>): Size {
  const [sheet, setSheet] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const box = frame.current!;
    const watched = new ResizeObserver(() => {
      const times = LETTER / (Number.parseFloat(getComputedStyle(box).fontSize) || LETTER);
      const [width, height] = [Math.round(box.clientWidth * times), Math.round(box.clientHeight * times)];
      setSheet((held) => (held.width === width && held.height === height ? held : { width, height }));
    });
    watched.observe(box);
    return () => watched.disconnect();
  }, [frame]);
  return sheet;
}

const spacesOf = ({ free, total }: LotOnMap): string => `${free ?? '—'}/${total ?? '—'}`;

const toneOf = ({ free, total, unknown }: LotOnMap): string =>
  free === null || total === null ? 'muted' : toneOfFree(free, Math.max(0, total - free - unknown), unknown);

function Points({ lots, sheet }: { lots: readonly LotOnMap[]; sheet: Size }): ReactNode {
  const spots = lots.map(({ lng, lat }) => ({ lng, lat }));
  const view = fitted(spots, sheet);
  const points = lots.map((lot, nth) => ({
    ...placeOf(view, sheet, spots[nth]!),
    label: `${lot.name} ${spacesOf(lot)}`,
    tone: toneOf(lot),
    nth,
  }));
  return (
    <svg viewBox={`0 0 ${sheet.width} ${sheet.height}`} aria-hidden="true">
      {points.map(({ left, top, tone, nth }) => (
        <circle key={nth} className={tone} cx={left} cy={top} r={7} />
      ))}
      {labelled(points, sheet).map(({ left, top, label, before, nth }) => (
        <text key={nth} x={before ? left - 11 : left + 11} y={top + 4} textAnchor={before ? 'end' : 'start'}>
          {label}
        </text>
      ))}
    </svg>
  );
}

/** Car parks where they are, coloured by how much of them is free; north is up. Nobody moves it: all are in view. */
export function WallMap({ lots, hidden }: Shown): ReactNode {
  const { t } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useSheet(frame);
  const summary = lots.map(({ name, free, total }) =>
    t(fill(words.lot, { name, free: free ?? '—', total: total ?? '—' })),
  );
  return (
    <>
      <div ref={frame} className="wall-map" role="img" aria-label={summary.join('; ')}>
        {sheet.width > 0 ? <Points lots={lots} sheet={sheet} /> : null}
      </div>
      {hidden > 0 ? <p className="wall-foot">{t(fill(words.hidden, { n: hidden }))}</p> : null}
    </>
  );
}

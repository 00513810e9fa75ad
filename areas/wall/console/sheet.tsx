import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { COLUMNS, ROWS, moved } from '#domain/wall/grid.ts';
import type { Box } from '#domain/wall/grid.ts';
import { fill, text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { leastSizeOf, tileKinds } from '../model/tiles.ts';
import type { OfferedReport, Tile } from '../model/tiles.ts';
import { gridStyle, placeOf } from './wall-view.tsx';
import './designer.css';

const words = {
  sheet: text('图块', 'Tiles'),
  box: text('{name}，第 {x} 列第 {y} 行，{w} × {h}', '{name}, column {x}, row {y}, {w} × {h}'),
};

type Drag = {
  readonly id: string;
  readonly sizing: boolean;
  readonly x: number;
  readonly y: number;
  /** Tiles as they lay when it began: what gave way comes back when the pointer does. */
  readonly tiles: readonly Tile[];
};

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const stepped = (box: Box, dx: number, dy: number, sizing: boolean): Box =>
  sizing ? { ...box, w: box.w + dx, h: box.h + dy } : { ...box, x: box.x + dx, y: box.y + dy };

type Props = {
  readonly tiles: readonly Tile[];
  readonly reports: readonly OfferedReport[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onTiles: (next: readonly Tile[]) => void;
  readonly onRemove: (id: string) => void;
};

/** What the pointer does: it takes a tile along, or its corner. */
function useDrag(
  sheet: RefObject<HTMLDivElement | null>,
  { tiles, onChoose, onTiles }: Pick<Props, 'tiles' | 'onChoose' | 'onTiles'>,
) {
  const drag = useRef<Drag | null>(null);
  const begin = (event: PointerEvent<HTMLElement>, id: string, sizing: boolean) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    onChoose(id);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { id, sizing, x: event.clientX, y: event.clientY, tiles };
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current;
    const frame = sheet.current?.getBoundingClientRect();
    if (!held || !frame) return;
    const dx = Math.round(((event.clientX - held.x) / frame.width) * COLUMNS);
    const dy = Math.round(((event.clientY - held.y) / frame.height) * ROWS);
    const tile = held.tiles.find(({ id }) => id === held.id)!;
    const next = moved(held.tiles, held.id, stepped(tile, dx, dy, held.sizing), leastSizeOf(tile.kind));
    if (next) onTiles(next);
  };
  const end = () => {
    drag.current = null;
  };
  return { begin, go, end };
}

/**
 * The grid with its tiles: dragged by the pointer, sized at their corner; arrows move the one in focus, with Shift they
 * size it.
 */
export function Sheet({ tiles, reports, chosen, onChoose, onTiles, onRemove }: Props): ReactNode {
  const { t, lang } = useWords();
  const sheet = useRef<HTMLDivElement>(null);
  const { begin, go, end } = useDrag(sheet, { tiles, onChoose, onTiles });
  const press = (event: KeyboardEvent<HTMLElement>, tile: Tile) => {
    const step = steps[event.key];
    if (event.key === 'Delete') onRemove(tile.id);
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = moved(tiles, tile.id, stepped(tile, step[0], step[1], event.shiftKey), leastSizeOf(tile.kind));
    onChoose(tile.id);
    if (next) onTiles(next);
  };
  const nameOf = ({ title, titleEn, kind, report }: Tile): string =>
    (lang === 'en' && titleEn) || title || (reports.find(({ name }) => name === report)?.title ?? t(tileKinds[kind]));
  return (
    <div ref={sheet} className="wall-sheet" style={gridStyle} role="group" aria-label={t(words.sheet)}>
      {tiles.map((tile) => {
        const { id, x, y, w, h } = tile;
        return (
          <button
            key={id}
            type="button"
            className="wall-box"
            style={placeOf(tile)}
            aria-pressed={id === chosen}
            aria-label={t(fill(words.box, { name: nameOf(tile), x: x + 1, y: y + 1, w, h }))}
            onClick={() => onChoose(id)}
            onPointerDown={(event) => begin(event, id, false)}
            onPointerMove={go}
            onPointerUp={end}
            onPointerCancel={end}
            onKeyDown={(event) => press(event, tile)}
          >
            <b>{nameOf(tile)}</b>
            {nameOf(tile) === t(tileKinds[tile.kind]) ? null : <small>{t(tileKinds[tile.kind])}</small>}
            <span className="grip" aria-hidden="true" onPointerDown={(event) => begin(event, id, true)} />
          </button>
        );
      })}
    </div>
  );
}

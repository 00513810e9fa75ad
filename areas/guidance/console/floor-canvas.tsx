/** The floor that is drawn on: a line becomes a row, what is selected is dragged along. */
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { usePicture } from '#kit/console/picture.tsx';
import { useWords } from '#kit/console/words.ts';
import { rounded, spacesOf } from '#domain/guidance/rows.ts';
import type { Placed, Point } from '#domain/guidance/rows.ts';
import { moved } from './drawing.ts';
import type { Drawing, Selection } from './drawing.ts';
import type { LiveFloor, LiveSpace } from './live.ts';

const words = {
  canvas: text(
    '绘图区：拖动画一排，拖动车位移动，方向键微调',
    'Drawing area: drag to draw a row, drag spaces to move them, arrow keys to nudge',
  ),
};
const [MARGIN_M, GRID_M] = [2, 5];
/** A press that hardly moved was a press. */
const HARDLY_M = 0.5;

type CanvasProps = {
  readonly floor: LiveFloor;
  readonly drawing: Drawing;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onDrawing: (next: (now: Drawing) => Drawing) => void;
  readonly onLine: (from: Point, to: Point) => void;
  readonly onKey: (event: KeyboardEvent) => void;
};

/** The selection after a press: Shift adds a space to those selected, or takes it out. */
function pressed(selection: Selection, id: string, adds: boolean): Selection {
  const ids = new Set(adds && selection?.kind === 'spaces' ? selection.ids : []);
  if (adds && ids.has(id)) ids.delete(id);
  else ids.add(id);
  return ids.size > 0 ? { kind: 'spaces', ids } : null;
}

const holds = (selection: Selection, id: string): boolean => selection?.kind === 'spaces' && selection.ids.has(id);

type Drag =
  | { readonly kind: 'line'; readonly from: Point }
  | { readonly kind: 'move'; readonly from: Point; readonly before: Drawing; readonly selection: Selection };

/** What the pointer does, in metres of the floor. */
function usePointer({ floor, drawing, selection, onSelect, onDrawing, onLine }: Omit<CanvasProps, 'onKey'>) {
  const sheet = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | null>(null);
  const drags = useRef(0);
  const [line, setLine] = useState<{ from: Point; to: Point } | null>(null);
  const metres = ({ clientX, clientY }: PointerEvent): Point => {
    const at = new DOMPoint(clientX, clientY).matrixTransform(sheet.current!.getScreenCTM()!.inverse());
    return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
  };
  const hold = (event: PointerEvent): void => {
    sheet.current!.setPointerCapture(event.pointerId);
    drags.current += 1;
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    hold(event);
    drag.current = { kind: 'line', from: metres(event) };
  };
  const take = (event: PointerEvent, next: Selection): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    hold(event);
    onSelect(next);
    drag.current = { kind: 'move', from: metres(event), before: drawing, selection: next };
  };
  const takeSpace = (event: PointerEvent, id: string): void =>
    take(event, holds(selection, id) && !event.shiftKey ? selection : pressed(selection, id, event.shiftKey));
  const go = (event: PointerEvent): void => {
    const held = drag.current;
    if (!held) return;
    const to = metres(event);
    if (held.kind === 'line') {
      setLine({ from: held.from, to });
      return;
    }
    const by = { x: rounded(to.x - held.from.x), y: rounded(to.y - held.from.y) };
    if (by.x === 0 && by.y === 0) return;
    const step = `drag ${drags.current}`;
    onDrawing((now) => moved(now, { selection: held.selection, by, spaces: floor.spaces, from: held.before, step }));
  };
  const end = (event: PointerEvent): void => {
    const held = drag.current;
    drag.current = null;
    setLine(null);
    if (held?.kind !== 'line' || event.type === 'pointercancel') return;
    const to = metres(event);
    if (Math.hypot(to.x - held.from.x, to.y - held.from.y) > HARDLY_M) onLine(held.from, to);
    else onSelect(null);
  };
  return { sheet, line, begin, take, takeSpace, go, end };
}

type ShapeProps = {
  readonly space: Pick<Placed, 'spaceNo' | 'x' | 'y' | 'w' | 'h' | 'angle'>;
  readonly className: string;
};

function Shape({ space: { spaceNo, x, y, w, h, angle }, className }: ShapeProps): ReactNode {
  return (
    <g className={`gd-space ${className}`} transform={`rotate(${angle} ${x + w / 2} ${y + h / 2})`}>
      <rect x={x} y={y} width={w} height={h} rx={0.3} />
      <text x={x + w / 2} y={y + h / 2 + 0.4}>
        {spaceNo.split('-').at(-1)}
      </text>
    </g>
  );
}

const byKey =
  (choose: (adds: boolean) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    choose(event.shiftKey);
  };

const placeOf = (space: LiveSpace, moves: ReadonlyMap<string, Point>): ShapeProps['space'] | null => {
  const { spaceNo, x, y, w, h, angle } = space;
  if (x === null || y === null) return null;
  return { spaceNo, x, y, w: w ?? 2.5, h: h ?? 5, angle: angle ?? 0, ...moves.get(space.id) };
};

const gridOf = (size: number): number[] =>
  Array.from({ length: Math.floor(size / GRID_M) }, (_, n) => (n + 1) * GRID_M);

type ShapesProps = Pick<CanvasProps, 'floor' | 'drawing' | 'selection' | 'onSelect'> &
  Pick<ReturnType<typeof usePointer>, 'take' | 'takeSpace'>;

/** What stands on the floor and what is drawn on it; each is reached by key too. */
function Shapes({ floor, drawing, selection, onSelect, take, takeSpace }: ShapesProps): ReactNode {
  const { rows, moves } = drawing.now;
  return (
    <>
      {floor.spaces.map((space) => {
        const at = placeOf(space, moves);
        return at ? (
          <g
            key={space.id}
            role="button"
            tabIndex={0}
            aria-label={space.spaceNo}
            aria-pressed={holds(selection, space.id)}
            className="gd-drawn"
            onPointerDown={(event) => takeSpace(event, space.id)}
            onKeyDown={byKey((adds) => onSelect(pressed(selection, space.id, adds)))}
          >
            <Shape space={at} className={moves.has(space.id) ? 'warn' : 'muted'} />
          </g>
        ) : null;
      })}
      {rows.map((row) => {
        const chosen: Selection = { kind: 'row', key: row.key };
        return (
          <g
            key={row.key}
            role="button"
            tabIndex={0}
            aria-label={`${row.prefix}${row.first} × ${row.count}`}
            aria-pressed={selection?.kind === 'row' && selection.key === row.key}
            className="gd-drawn"
            onPointerDown={(event) => take(event, chosen)}
            onKeyDown={byKey(() => onSelect(chosen))}
          >
            {spacesOf(row).map((space) => (
              <Shape key={space.spaceNo} space={space} className="info" />
            ))}
          </g>
        );
      })}
    </>
  );
}

export function FloorCanvas(props: CanvasProps): ReactNode {
  const { floor, drawing, selection, onSelect, onKey } = props;
  const { t } = useWords();
  const { width, height, mapUrl } = floor.floor;
  const { url } = usePicture(mapUrl);
  const { sheet, line, begin, take, takeSpace, go, end } = usePointer(props);
  return (
    <svg
      ref={sheet}
      className="gh-plan gd-canvas"
      viewBox={`${-MARGIN_M} ${-MARGIN_M} ${width + 2 * MARGIN_M} ${height + 2 * MARGIN_M}`}
      role="group"
      tabIndex={0}
      aria-label={t(words.canvas)}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKey}
    >
      <rect className="floor" x={0} y={0} width={width} height={height} />
      {url ? <image href={url} x={0} y={0} width={width} height={height} preserveAspectRatio="none" /> : null}
      <g className="gd-grid" aria-hidden="true">
        {gridOf(width).map((x) => (
          <line key={`x${x}`} x1={x} x2={x} y1={0} y2={height} />
        ))}
        {gridOf(height).map((y) => (
          <line key={`y${y}`} x1={0} x2={width} y1={y} y2={y} />
        ))}
      </g>
      <Shapes {...{ floor, drawing, selection, onSelect, take, takeSpace }} />
      {line ? <line className="gd-line-drawn" x1={line.from.x} y1={line.from.y} x2={line.to.x} y2={line.to.y} /> : null}
    </svg>
  );
}

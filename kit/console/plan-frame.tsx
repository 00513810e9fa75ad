/** A floor to scale: its outline, the picture uploaded of it, its named points, and what stands on it. */
import type { PointerEvent, ReactNode } from 'react';
import { usePicture } from './picture.tsx';
import './look/plan.css';

/** Lengths and places in metres, from the upper left. */
export type PlanFloor = {
  readonly width: number;
  readonly height: number;
  readonly mapUrl: string | null;
  readonly points: readonly { readonly name: string; readonly x: number; readonly y: number }[];
};

const MARGIN_M = 2;

/** Where in metres the floor was pressed; null outside it. */
function pressedAt(event: PointerEvent<SVGSVGElement>, { width, height }: PlanFloor): { x: number; y: number } | null {
  const matrix = event.currentTarget.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return x < 0 || y < 0 || x > width || y > height ? null : { x, y };
}

export function PlanFrame({
  floor,
  label,
  onPress,
  children,
}: {
  floor: PlanFloor;
  label: string;
  /** Takes a place within the floor, in metres. */
  onPress?: (x: number, y: number) => void;
  children: ReactNode;
}): ReactNode {
  const { width, height, mapUrl, points } = floor;
  const { url } = usePicture(mapUrl);
  const press = (event: PointerEvent<SVGSVGElement>): void => {
    const at = pressedAt(event, floor);
    if (at) onPress?.(at.x, at.y);
  };
  return (
    <svg
      className={`gh-plan ${onPress ? 'placing' : ''}`}
      viewBox={`${-MARGIN_M} ${-MARGIN_M} ${width + 2 * MARGIN_M} ${height + 2 * MARGIN_M}`}
      role="group"
      aria-label={label}
      onPointerUp={onPress ? press : undefined}
    >
      <rect className="floor" x={0} y={0} width={width} height={height} />
      {url ? <image href={url} x={0} y={0} width={width} height={height} preserveAspectRatio="none" /> : null}
      {children}
      {points.map(({ name, x, y }) => (
        <g key={`${name} ${x} ${y}`} className="gh-point">
          <circle cx={x} cy={y} r={0.9} />
          <text x={x + 1.4} y={y + 0.8}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

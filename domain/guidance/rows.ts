/** Rows of spaces on a floor, as they are drawn: a line, and spaces of one size along it. Metres, y grows downwards. */
import type { SpaceKind } from './counts.ts';

export type Point = { readonly x: number; readonly y: number };

/** What a row is drawn with. */
export type Pen = {
  /** Of a space, along the line and away from it. */
  readonly width: number;
  readonly length: number;
  /** On which side of the line spaces lie, looking along it. */
  readonly side: 'right' | 'left';
  readonly prefix: string;
  /** The lowest number, its leading zeros kept. */
  readonly first: string;
  /** Numbers rise towards the line's beginning. */
  readonly reversed: boolean;
  readonly kind: SpaceKind;
};
export type Row = Pen &
  Point & {
    /** Where the line runs to: whole degrees clockwise from rightwards. */
    readonly angle: number;
    readonly count: number;
  };

/** A space with the corner, size and turn it is stored with: `x` and `y` before it is turned about its middle. */
export type Placed = Point & {
  readonly spaceNo: string;
  readonly kind: SpaceKind;
  readonly w: number;
  readonly h: number;
  readonly angle: number;
};

export const MOST_IN_ROW = 200;
/** A hand that means a right angle seldom meets it. */
const NEARLY_RIGHT = 4;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** To the centimetre. */
export const rounded = (metres: number): number => Math.round(metres * 100) / 100 + 0;

/** The turn of a line, -180 to 180; one that is nearly level or upright is. */
export function angleOf(from: Point, to: Point): number {
  const angle = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
  const right = Math.round(angle / 90) * 90;
  return (Math.abs(angle - right) <= NEARLY_RIGHT ? right : angle) + 0;
}

/** As many spaces as a line has room for, one at least. */
export const countOn = (from: Point, to: Point, width: number): number =>
  Math.min(MOST_IN_ROW, Math.max(1, Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / width + 1e-6)));

/** Upside down is the same space, with its number legible. */
const upright = (angle: number): number => (angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle) + 0;

/** The nth number of a row, from 0. */
const numberOf = ({ prefix, first }: Pick<Pen, 'prefix' | 'first'>, nth: number): string =>
  `${prefix}${String(Number(first) + nth).padStart(first.length, '0')}`;

/** What the next row begins with. */
export const nextFirst = ({ first, count }: Pick<Row, 'first' | 'count'>): string =>
  String(Number(first) + count).padStart(first.length, '0');

/** The spaces of a row, from the beginning of its line on. */
export function spacesOf(row: Row): Placed[] {
  const { x, y, angle, count, width: w, length: h, side, reversed, kind } = row;
  const along = { x: Math.cos(radians(angle)), y: Math.sin(radians(angle)) };
  const away = side === 'right' ? h / 2 : -h / 2;
  return Array.from({ length: count }, (_, nth) => {
    const far = (nth + 0.5) * w;
    return {
      spaceNo: numberOf(row, reversed ? count - 1 - nth : nth),
      kind,
      x: rounded(x + along.x * far - along.y * away - w / 2),
      y: rounded(y + along.y * far + along.x * away - h / 2),
      w,
      h,
      angle: upright(angle),
    };
  });
}

type Shape = Pick<Placed, 'x' | 'y' | 'w' | 'h' | 'angle'>;

export function cornersOf({ x, y, w, h, angle }: Shape): Point[] {
  const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
  const middle = { x: x + w / 2, y: y + h / 2 };
  return [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2],
    [-w / 2, h / 2],
  ].map(([dx, dy]) => ({ x: middle.x + dx! * cos - dy! * sin, y: middle.y + dx! * sin + dy! * cos }));
}

/** Corners are stored to the centimetre. */
const CLOSE = 0.02;

/** Whether a space lies wholly on a floor of this size. */
export const isOn = (shape: Shape, floor: { readonly width: number; readonly height: number }): boolean =>
  cornersOf(shape).every(
    ({ x, y }) => x >= -CLOSE && y >= -CLOSE && x <= floor.width + CLOSE && y <= floor.height + CLOSE,
  );

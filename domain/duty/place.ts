/** Whether somebody clocked where he is to work. Positions are WGS-like degrees of one datum; distances are metres. */
export type Point = { readonly lng: number; readonly lat: number };

/** Metres a degree of latitude is long. */
const DEGREE = 111_195;
/** More than this a device's own doubt about its position does not excuse. */
export const MOST_ACCURACY = 100;

/** Metres east and north of `from`; right to a tenth of a percent within a city. */
const offset = (from: Point, to: Point): [x: number, y: number] => [
  (to.lng - from.lng) * DEGREE * Math.cos((from.lat * Math.PI) / 180),
  (to.lat - from.lat) * DEGREE,
];

/** Metres from a point to the nearest place of a line; a line of one point is that point. Infinity for none. */
export function distanceTo(point: Point, line: readonly Point[]): number {
  const places = line.map((each) => offset(point, each));
  if (places.length === 1) return Math.hypot(...places[0]!);
  return places.slice(1).reduce((nearest, [x2, y2], index) => {
    const [x1, y1] = places[index]!;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length));
    return Math.min(nearest, Math.hypot(x1 + share * dx, y1 + share * dy));
  }, Infinity);
}

export type Placed = { readonly place: 'ok' | 'far' | 'none'; readonly distanceM: number | null };

/** `ok` within the radius and the device's doubt of any of the lines; `none` where there is no position or no line. */
export function placed(
  point: Point | null,
  accuracyM: number,
  lines: readonly (readonly Point[])[],
  radiusM: number,
): Placed {
  const known = lines.filter((line) => line.length > 0);
  if (!point || known.length === 0) return { place: 'none', distanceM: null };
  const distance = Math.min(...known.map((line) => distanceTo(point, line)));
  const allowed = radiusM + Math.min(Math.max(0, accuracyM), MOST_ACCURACY);
  return { place: distance <= allowed ? 'ok' : 'far', distanceM: Math.round(distance) };
}

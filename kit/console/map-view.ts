/**
 * A map view without tiles: Web Mercator, north up. `x` and `y` are the middle in world widths, `scale` pixels of one.
 */
export type Spot = { readonly lng: number; readonly lat: number };
export type View = { readonly x: number; readonly y: number; readonly scale: number };
export type Size = { readonly width: number; readonly height: number };
export type Place = { readonly left: number; readonly top: number };

/** Round the equator; a pixel of the closest view is some centimetres. */
const AROUND_METRES = 40_075_017;
const [LEAST, MOST] = [300, 600_000_000];
const NORTHMOST = 85;
const MARGIN = 48;
/** What one place alone is shown with around it. */
const NEAR_METRES = 400;
/** Where nothing is placed yet. */
const NOWHERE: View = { x: (105 + 180) / 360, y: 0.39, scale: 4000 };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function worldOf({ lng, lat }: Spot): { x: number; y: number } {
  const held = Math.max(-NORTHMOST, Math.min(NORTHMOST, lat));
  return { x: (lng + 180) / 360, y: (1 - Math.asinh(Math.tan(radians(held))) / Math.PI) / 2 };
}

const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

const within = (scale: number): number => Math.max(LEAST, Math.min(MOST, scale));

export function placeOf(view: View, size: Size, spot: Spot): Place {
  const { x, y } = worldOf(spot);
  return { left: (x - view.x) * view.scale + size.width / 2, top: (y - view.y) * view.scale + size.height / 2 };
}

/** The coordinates under a pixel, to some centimetres. */
export function spotAt(view: View, size: Size, { left, top }: Place): Spot {
  const round = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;
  const x = view.x + (left - size.width / 2) / view.scale;
  const y = view.y + (top - size.height / 2) / view.scale;
  return { lng: round(x * 360 - 180), lat: round(latOf(y)) };
}

export const metresPerPixel = (view: View): number => (AROUND_METRES * Math.cos(radians(latOf(view.y)))) / view.scale;

/** All of the places with a margin around them. */
export function fitted(spots: readonly Spot[], size: Size): View {
  if (spots.length === 0) return NOWHERE;
  const worlds = spots.map(worldOf);
  const ends = (of: readonly number[]): [number, number] =>
    of.reduce<[number, number]>(
      ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
      [Infinity, -Infinity],
    );
  const [west, east] = ends(worlds.map(({ x }) => x));
  const [north, south] = ends(worlds.map(({ y }) => y));
  const middle = { x: (west + east) / 2, y: (north + south) / 2 };
  const near = NEAR_METRES / (AROUND_METRES * Math.cos(radians(latOf(middle.y))));
  const inner = (pixels: number): number => Math.max(40, pixels - 2 * MARGIN);
  const scale = Math.min(
    inner(size.width) / Math.max(east - west, near),
    inner(size.height) / Math.max(south - north, near / 4),
  );
  return { ...middle, scale: within(scale) };
}

export const panned = (view: View, by: Place): View => ({
  ...view,
  x: view.x - by.left / view.scale,
  y: Math.max(0, Math.min(1, view.y - by.top / view.scale)),
});

/** Closer or further; what lies under the pixel stays there. */
export function zoomed(view: View, size: Size, times: number, at?: Place): View {
  const scale = within(view.scale * times);
  const { left, top } = at ?? { left: size.width / 2, top: size.height / 2 };
  const [dx, dy] = [left - size.width / 2, top - size.height / 2];
  return { x: view.x + dx / view.scale - dx / scale, y: view.y + dy / view.scale - dy / scale, scale };
}

/** A length that a person knows, no longer than so many pixels. */
export function scaleBar(view: View, most = 120): { metres: number; pixels: number } {
  const each = metresPerPixel(view);
  const step = 10 ** Math.floor(Math.log10(each * most));
  const metres = ([5, 2, 1].find((times) => times * step <= each * most) ?? 1) * step;
  return { metres, pixels: metres / each };
}

const apart = (a: Place, b: Place): number => Math.hypot(a.left - b.left, a.top - b.top);

function fromLeg(at: Place, from: Place, to: Place): number {
  const long = apart(from, to);
  if (long === 0) return apart(at, from);
  const along =
    ((at.left - from.left) * (to.left - from.left) + (at.top - from.top) * (to.top - from.top)) / (long * long);
  const part = Math.max(0, Math.min(1, along));
  return apart(at, { left: from.left + (to.left - from.left) * part, top: from.top + (to.top - from.top) * part });
}

/** How far a pixel lies from a line of places. */
export const fromLine = (at: Place, places: readonly Place[]): number =>
  places.length === 1
    ? apart(at, places[0]!)
    : Math.min(...places.slice(1).map((to, nth) => fromLeg(at, places[nth]!, to)));

/** The middle of the middle leg of a line: where its name is drawn. */
export function middleOf(places: readonly Place[]): Place {
  const nth = Math.floor(places.length / 2);
  const [from, to] = [places[Math.max(0, nth - 1)]!, places[nth]!];
  return { left: (from.left + to.left) / 2, top: (from.top + to.top) / 2 };
}

/** The nearest of several things within reach of a pixel: each a point or a line. */
export function nearest<T extends { readonly places: readonly Place[] }>(
  shapes: readonly T[],
  at: Place,
  reach: number,
): T | undefined {
  let best: { shape: T; far: number } | undefined;
  for (const shape of shapes) {
    const far = fromLine(at, shape.places);
    if (far <= reach && (!best || far < best.far)) best = { shape, far };
  }
  return best?.shape;
}

const LABEL_HIGH = 18;
const letters = (label: string): number => [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 7), 8);

/** Shorter than this says nothing. */
const LEAST_LABEL = 40;

/**
 * A label within so many pixels: its name is cut, and the last word after it, which is its figures, stays. Null where
 * there is no room for that.
 */
function shortened(label: string, room: number): string | null {
  if (letters(label) <= room) return label;
  const at = label.lastIndexOf(' ');
  const [name, figures] = at < 0 ? [label, ''] : [label.slice(0, at), label.slice(at)];
  const signs = [...name];
  while (signs.length > 1) {
    signs.pop();
    const cut = `${signs.join('')}…${figures}`;
    if (letters(cut) <= room) return cut;
  }
  return null;
}

/**
 * Those of the labels that can stand beside their place without lying on another, the first before the later ones; left
 * of it at the right edge, and shortened where neither side has room for all of it.
 */
export function labelled<T extends Place & { readonly label: string }>(
  all: readonly T[],
  size: Size,
): (T & { readonly before: boolean })[] {
  const taken: { from: number; top: number; to: number }[] = [];
  return all.flatMap((mark) => {
    const { left, top } = mark;
    if (left < 0 || top < 0 || left > size.width || top > size.height) return [];
    const room = Math.max(left, size.width - left) - 12;
    const label = room < LEAST_LABEL ? null : shortened(mark.label, room);
    if (label === null) return [];
    const wide = 12 + letters(label);
    const before = left + wide > size.width && left >= wide;
    const [from, to] = before ? [left - wide, left] : [left, left + wide];
    if (taken.some((other) => from < other.to && other.from < to && Math.abs(top - other.top) < LABEL_HIGH)) return [];
    taken.push({ from, top, to });
    return [{ ...mark, label, before }];
  });
}

/** Above this share of berths nobody knows anything of, a car park has no colour. */
const MOST_UNKNOWN = 0.2;
const [PLENTY, FEW] = [0.3, 0.1];

/**
 * The colour of a car park or street by how much of what is known is free; what is unknown is neither free nor taken.
 */
export function toneOfFree(free: number, taken: number, unknown = 0): 'ok' | 'warn' | 'bad' | 'muted' {
  const seen = free + taken;
  if (seen === 0 || unknown / (seen + unknown) > MOST_UNKNOWN) return 'muted';
  const share = free / seen;
  return share >= PLENTY ? 'ok' : share >= FEW ? 'warn' : 'bad';
}

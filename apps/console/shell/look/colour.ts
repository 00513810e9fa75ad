/** Colours as `#rrggbb`, and their contrast (WCAG 2.2). */
export type Colour = string;

type Parts = readonly [number, number, number];

const partAt = (colour: Colour, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
const parts = (colour: Colour): Parts => [partAt(colour, 1), partAt(colour, 3), partAt(colour, 5)];

export const isColour = (value: unknown): value is Colour => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** `share` of the first colour over the second. */
export function mix(over: Colour, under: Colour, share: number): Colour {
  const [a, b] = [parts(over), parts(under)];
  return `#${a
    .map((part, at) =>
      Math.round(part * share + b[at]! * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** How much light a part of a colour (0 to 255) gives, from 0 to 1. */
function lightOf(value: number): number {
  const of = value / 255;
  return of <= 0.04045 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: Colour): number {
  const [r, g, b] = parts(colour);
  return 0.2126 * lightOf(r) + 0.7152 * lightOf(g) + 0.0722 * lightOf(b);
}

/** 1 (the same) to 21 (black on white); running text needs 4.5. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself, or shifted towards `towards` until it is readable on every background. */
export function readable(colour: Colour, grounds: readonly Colour[], least: number, towards: Colour): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(towards, colour, share);
    if (grounds.every((background) => contrast(tried, background) >= least)) return tried;
  }
  return towards;
}

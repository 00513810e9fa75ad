/**
 * Colours of charts as people with and without red-green blindness see them (Machado, Oliveira and Fernandes 2009, full
 * severity).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast } from './colour.ts';
import { themes, tokensOf, firstLook } from './themes.ts';

const css = readFileSync(new URL('../../../../kit/console/look/tokens.css', import.meta.url), 'utf8');
const plain = Object.fromEntries(
  [...css.matchAll(/^ {2}--gh-([\w-]+): (.+);$/gm)].map(([, name, value]) => [name!, value!]),
);

type Three = readonly [number, number, number];
const seen: Readonly<Record<string, readonly [Three, Three, Three]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};
const times = (rows: readonly [Three, Three, Three], [a, b, c]: Three): Three =>
  rows.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Three;
const linear = (colour: string): Three =>
  [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as unknown as Three;

/** OKLab times a hundred: equal steps look equal. */
function lab(light: Three): Three {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  ).map(Math.cbrt) as unknown as Three;
  return times(
    [
      [21.04542553, 79.3617785, -0.40720468],
      [197.79984951, -242.8592205, 45.05937099],
      [2.59040371, 78.27717662, -80.8675766],
    ],
    cones,
  );
}
const asSeen = (colour: string, by: string): Three =>
  lab(times(seen[by]!, linear(colour)).map((part) => Math.min(1, Math.max(0, part))) as unknown as Three);
const apart = (one: string, other: string, by: string): number =>
  Math.hypot(...asSeen(one, by).map((part, at) => part - asSeen(other, by)[at]!));

const leastApart = 12;
const leastContrast = 3;

test('the measure knows which colours differ: black from white, and red from green only without colour blindness', () => {
  assert.equal(Math.round(apart('#000000', '#ffffff', 'all')), 100);
  assert.ok(apart('#a06000', '#608000', 'all') > leastApart && apart('#a06000', '#608000', 'no green') < leastApart);
});

for (const { name } of themes) {
  test(`in the theme ${name} any two series are distinguishable for everybody, and each contrasts with its background`, () => {
    const tokens: Record<string, string> = { ...plain, ...tokensOf({ ...firstLook, theme: name }) };
    const series = Object.keys(plain)
      .filter((each) => each.startsWith('series-'))
      .map((each) => tokens[each]!);
    assert.equal(series.length, 7);
    const close = Object.keys(seen).flatMap((by) =>
      series.flatMap((one, at) =>
        series
          .slice(at + 1)
          .filter((other) => apart(one, other, by) < leastApart)
          .map((other) => `${by}: ${one} ${other} ${apart(one, other, by).toFixed(1)}`),
      ),
    );
    assert.deepEqual(close, []);
    assert.deepEqual(
      series.filter((colour) => contrast(colour, tokens['surface']!) < leastContrast),
      [],
    );
  });
}

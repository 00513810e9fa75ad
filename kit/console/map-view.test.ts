import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import {
  fitted,
  fromLine,
  labelled,
  middleOf,
  metresPerPixel,
  nearest,
  panned,
  placeOf,
  scaleBar,
  spotAt,
  toneOfFree,
  zoomed,
} from './map-view.ts';

const size = { width: 800, height: 500 };
const spot = fc.record({
  lng: fc.double({ min: -170, max: 170, noNaN: true }),
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
});
const close = (a: number, b: number, by: number) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test('all places that a view was fitted to are in it, and a pixel leads back to its place', () => {
  fc.assert(
    fc.property(fc.array(spot, { minLength: 1, maxLength: 20 }), (spots) => {
      const view = fitted(spots, size);
      for (const each of spots) {
        const place = placeOf(view, size, each);
        assert.ok(place.left >= -1 && place.left <= 801 && place.top >= -1 && place.top <= 501);
        const back = spotAt(view, size, place);
        close(back.lng, each.lng, 0.000_001);
        close(back.lat, each.lat, 0.000_001);
      }
    }),
    { numRuns: 100 },
  );
});

test('one place alone is shown with its streets around it, and a map of nothing with some area', () => {
  close(metresPerPixel(fitted([{ lng: 114.05, lat: 22.54 }], size)), 400 / 704, 0.01);
  assert.ok(fitted([], size).scale > 0);
});

test('zooming keeps what is under the pointer, dragging moves the map along', () => {
  const view = fitted(
    [
      { lng: 114, lat: 22 },
      { lng: 114.1, lat: 22.1 },
    ],
    size,
  );
  const at = { left: 130, top: 411 };
  const under = spotAt(view, size, at);
  const after = placeOf(zoomed(view, size, 3, at), size, under);
  close(after.left, at.left, 0.5);
  close(after.top, at.top, 0.5);
  const moved = placeOf(panned(view, { left: 40, top: -25 }), size, under);
  close(moved.left, 170, 0.5);
  close(moved.top, 386, 0.5);
});

test('the bar says a round length that is as long as it is drawn', () => {
  fc.assert(
    fc.property(spot, fc.double({ min: 0.1, max: 1000, noNaN: true }), (middle, times) => {
      const view = zoomed(fitted([middle], size), size, times);
      const { metres, pixels } = scaleBar(view);
      assert.ok(pixels <= 120.001 && pixels >= 40);
      assert.match(metres.toPrecision(1), /^[125]/);
    }),
    { numRuns: 100 },
  );
});

test('the nearest of points and lines within reach is meant, and nothing beyond', () => {
  const line = {
    id: 'line',
    places: [
      { left: 0, top: 100 },
      { left: 200, top: 100 },
    ],
  };
  const point = { id: 'point', places: [{ left: 100, top: 80 }] };
  assert.equal(nearest([line, point], { left: 100, top: 95 }, 12)?.id, 'line');
  assert.equal(nearest([line, point], { left: 100, top: 84 }, 12)?.id, 'point');
  assert.equal(nearest([line, point], { left: 100, top: 140 }, 12), undefined);
  close(fromLine({ left: 230, top: 140 }, line.places), 50, 0.001);
});

test('labels do not lie on each other, and earlier ones come first', () => {
  const at = (label: string, left: number, top: number) => ({ label, left, top });
  const shown = labelled([at('人民路', 10, 10), at('解放路', 30, 18), at('外滩', 10, 40), at('远处', 900, 40)], size);
  assert.deepEqual(
    shown.map(({ label }) => label),
    ['人民路', '外滩'],
  );
  const edge = labelled([at('人民路', 780, 10), at('解放路', 700, 10)], size);
  assert.deepEqual(
    edge.map(({ label, before }) => [label, before]),
    [['人民路', true]],
    'at the right edge a label is left of its place, and takes the space there',
  );
  const narrow = labelled([at('云汇广场地下停车场 120/300', 120, 10)], { width: 240, height: 100 });
  assert.deepEqual(
    narrow.map(({ label }) => label),
    ['云汇广… 120/300'],
    'a name too long for either side is cut, and its figures stay',
  );
});

test('a street is coloured by the free share of what is known, and not at all where more than a fifth is unknown', () => {
  assert.deepEqual(
    [toneOfFree(3, 7), toneOfFree(2, 8), toneOfFree(0, 10), toneOfFree(8, 0, 2), toneOfFree(7, 0, 3), toneOfFree(0, 0)],
    ['ok', 'warn', 'bad', 'ok', 'muted', 'muted'],
  );
});

test('the name of a line is in its middle, and that of a point on it', () => {
  const [a, b, c] = [
    { left: 0, top: 0 },
    { left: 10, top: 4 },
    { left: 30, top: 4 },
  ];
  assert.deepEqual(middleOf([a!, b!]), { left: 5, top: 2 });
  assert.deepEqual(middleOf([a!, b!, c!]), { left: 5, top: 2 });
  assert.deepEqual(middleOf([b!]), b);
});

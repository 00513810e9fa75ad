import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { angleOf, cornersOf, countOn, isOn, nextFirst, spacesOf } from './rows.ts';
import type { Row } from './rows.ts';

const row: Row = {
  x: 10,
  y: 20,
  angle: 0,
  count: 3,
  width: 2.5,
  length: 5,
  side: 'right',
  prefix: 'B2-',
  first: '009',
  reversed: false,
  kind: 'normal',
};
const placed = (more: Partial<Row>) =>
  spacesOf({ ...row, ...more }).map(({ spaceNo, x, y, angle }) => ({ spaceNo, x, y, angle }));

test('spaces follow the line at their width, numbered from its beginning or towards it', () => {
  assert.deepEqual(placed({}), [
    { spaceNo: 'B2-009', x: 10, y: 20, angle: 0 },
    { spaceNo: 'B2-010', x: 12.5, y: 20, angle: 0 },
    { spaceNo: 'B2-011', x: 15, y: 20, angle: 0 },
  ]);
  assert.deepEqual(
    placed({ reversed: true }).map(({ spaceNo, x }) => [spaceNo, x]),
    [
      ['B2-011', 10],
      ['B2-010', 12.5],
      ['B2-009', 15],
    ],
  );
  assert.equal(nextFirst(row), '012');
  assert.equal(nextFirst({ first: '98', count: 3 }), '101');
});

test('on the left of a line to the right spaces lie above it; a line downwards has them turned a quarter', () => {
  assert.deepEqual(placed({ side: 'left', count: 1 }), [{ spaceNo: 'B2-009', x: 10, y: 15, angle: 0 }]);
  const [down] = spacesOf({ ...row, angle: 90, count: 1 });
  assert.equal(down!.angle, 90);
  const corners = cornersOf(down!);
  assert.deepEqual(
    [Math.min, Math.max].flatMap((of) => [of(...corners.map(({ x }) => x)), of(...corners.map(({ y }) => y))]),
    [5, 20, 10, 22.5],
  );
  // To the left, with its numbers the right way up.
  assert.deepEqual(placed({ angle: 180, count: 1 }), [{ spaceNo: 'B2-009', x: 7.5, y: 15, angle: 0 }]);
});

test('a line has as many spaces as it has room for, one at least, and is level where it nearly is', () => {
  const at = (x: number, y: number) => ({ x, y });
  assert.equal(countOn(at(0, 0), at(7.5, 0), 2.5), 3);
  assert.equal(countOn(at(0, 0), at(7.4, 0), 2.5), 2);
  assert.equal(countOn(at(0, 0), at(0.2, 0), 2.5), 1);
  assert.equal(countOn(at(0, 0), at(5_000, 0), 2.5), 200);
  assert.deepEqual(
    [at(10, 0.5), at(10, 2), at(0.3, -9), at(-10, 0.1), at(-10, -0.1)].map((to) => angleOf(at(0, 0), to)),
    [0, 11, -90, 180, -180],
  );
});

test('a space is on a floor while all its corners are', () => {
  const floor = { width: 20, height: 10 };
  const space = { x: 17.5, y: 5, w: 2.5, h: 5, angle: 0 };
  assert.equal(isOn(space, floor), true);
  assert.equal(isOn({ ...space, angle: 45 }, floor), false);
  assert.equal(isOn({ ...space, x: 17.6 }, floor), false);
  assert.equal(isOn({ ...space, x: -0.1 }, floor), false);
});

const rows = fc.record({
  x: fc.double({ min: 0, max: 100, noNaN: true }),
  y: fc.double({ min: 0, max: 100, noNaN: true }),
  angle: fc.integer({ min: -180, max: 180 }),
  count: fc.integer({ min: 1, max: 60 }),
  width: fc.double({ min: 1, max: 5, noNaN: true }),
  length: fc.double({ min: 2, max: 12, noNaN: true }),
  side: fc.constantFrom('left', 'right'),
  prefix: fc.constantFrom('', 'A', 'B1-'),
  first: fc.integer({ min: 0, max: 9_999 }).map(String),
  reversed: fc.boolean(),
  kind: fc.constant('normal'),
}) as fc.Arbitrary<Row>;

test('whatever the line, spaces touch one edge of it, lie side by side on one side, and each has its own number', () => {
  fc.assert(
    fc.property(rows, (drawn) => {
      const spaces = spacesOf(drawn);
      const turn = (drawn.angle * Math.PI) / 180;
      /** How far along the line, and how far to its right. */
      const beside = ({ x, y }: { x: number; y: number }) => ({
        along: (x - drawn.x) * Math.cos(turn) + (y - drawn.y) * Math.sin(turn),
        away: (y - drawn.y) * Math.cos(turn) - (x - drawn.x) * Math.sin(turn),
      });
      const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.02;
      assert.equal(new Set(spaces.map(({ spaceNo }) => spaceNo)).size, drawn.count);
      for (const [nth, space] of spaces.entries()) {
        const corners = cornersOf(space).map(beside);
        const [alongs, aways] = [corners.map(({ along }) => along), corners.map(({ away }) => away)];
        assert.ok(near(Math.min(...alongs), nth * drawn.width) && near(Math.max(...alongs), (nth + 1) * drawn.width));
        const sides = drawn.side === 'right' ? [0, drawn.length] : [-drawn.length, 0];
        assert.ok(near(Math.min(...aways), sides[0]!) && near(Math.max(...aways), sides[1]!));
        assert.ok(space.angle > -90 && space.angle <= 90);
      }
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { COLUMNS, ROWS, isLaid, moved, overlap, freePlaceFor, within } from './grid.ts';
import type { Placed } from './grid.ts';

const tile = (id: string, x: number, y: number, w: number, h: number): Placed => ({ id, x, y, w, h });

test('a tile moved upon another pushes it down, and nothing else moves', () => {
  const tiles = [tile('a', 0, 0, 6, 3), tile('b', 6, 0, 6, 3), tile('c', 12, 0, 6, 3)];
  assert.deepEqual(moved(tiles, 'a', { x: 6, y: 0, w: 6, h: 3 }), [
    tile('a', 6, 0, 6, 3),
    tile('b', 6, 3, 6, 3),
    tile('c', 12, 0, 6, 3),
  ]);
});

test('a move that would push a tile out of the grid is none', () => {
  const tiles = [tile('a', 0, 0, 6, 6), tile('b', 6, 0, 6, 7)];
  assert.equal(moved(tiles, 'a', { x: 6, y: 0, w: 6, h: 6 }), null);
});

test('a box is kept inside the grid and has a least size', () => {
  assert.deepEqual(within({ x: -3, y: 40, w: 0, h: 0 }), { x: 0, y: ROWS - 1, w: 2, h: 1 });
  assert.deepEqual(within({ x: 20, y: 0, w: 9, h: 2 }), { x: COLUMNS - 9, y: 0, w: 9, h: 2 });
});

test('a box with a least size of its own is not made smaller, and keeps inside the grid with it', () => {
  assert.deepEqual(within({ x: 22, y: 11, w: 2, h: 1 }, [6, 4]), { x: COLUMNS - 6, y: ROWS - 4, w: 6, h: 4 });
  const tiles = [tile('a', 0, 0, 8, 5), tile('b', 8, 0, 6, 3)];
  assert.deepEqual(moved(tiles, 'a', { x: 0, y: 0, w: 3, h: 2 }, [6, 4]), [tile('a', 0, 0, 6, 4), tiles[1]]);
});

test('a place is found from the top left, and none where the grid is full', () => {
  assert.deepEqual(freePlaceFor([tile('a', 0, 0, 6, 3)], 6, 3), { x: 6, y: 0, w: 6, h: 3 });
  assert.equal(freePlaceFor([tile('a', 0, 0, COLUMNS, ROWS)], 2, 1), null);
});

test('tiles over each other, outside or of one name are not laid', () => {
  assert.equal(isLaid([tile('a', 0, 0, 6, 3), tile('b', 6, 0, 6, 3)]), true);
  assert.equal(isLaid([tile('a', 0, 0, 6, 3), tile('b', 5, 2, 6, 3)]), false);
  assert.equal(isLaid([tile('a', 22, 0, 6, 3)]), false);
  assert.equal(isLaid([tile('a', 0, 0, 6, 3), tile('a', 6, 0, 6, 3)]), false);
});

test('whatever is moved and sized, tiles stay inside and apart, and the one moved is where it was put', () => {
  const box = fc.record({
    x: fc.integer({ min: -5, max: 30 }),
    y: fc.integer({ min: -5, max: 20 }),
    w: fc.integer({ min: 0, max: 30 }),
    h: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), box), { maxLength: 30 }), (moves) => {
      let tiles: readonly Placed[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, nth) => tile(id, nth * 4, 0, 4, 2));
      for (const [nth, to] of moves) {
        const id = tiles[nth]!.id;
        const next = moved(tiles, id, to);
        if (!next) continue;
        assert.ok(isLaid(next));
        const put = next.find((each) => each.id === id)!;
        assert.deepEqual({ x: put.x, y: put.y, w: put.w, h: put.h }, within(to));
        assert.ok(!next.some((each) => each.id !== id && overlap(each, put)));
        tiles = next;
      }
    }),
  );
});

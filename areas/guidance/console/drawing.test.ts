import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import {
  contentOf,
  edited,
  emptyDrawing,
  faultsOf,
  isEmpty,
  moved,
  redone,
  undone,
  withoutRow,
  withRow,
} from './drawing.ts';
import type { Draft, Drawing, Selection } from './drawing.ts';
import type { LiveSpace } from './live.ts';

const floor = { width: 40, height: 30 };
const row = (key: string, more: Partial<Draft> = {}): Draft => ({
  key,
  x: 5,
  y: 5,
  angle: 0,
  count: 4,
  width: 2.5,
  length: 5,
  side: 'right',
  prefix: 'A',
  first: '01',
  reversed: false,
  kind: 'normal',
  ...more,
});
const space = (id: string, x: number | null): LiveSpace => ({
  id,
  spaceNo: `B${id}`,
  kind: 'normal',
  state: 'free',
  since: null,
  x,
  y: x === null ? null : 20,
  w: 2.5,
  h: 5,
  angle: 0,
  closedReason: null,
});
const spaces = [space('1', 5), space('2', 10), space('3', null)];
const chosen = (...ids: string[]): Selection => ({ kind: 'spaces', ids: new Set(ids) });
const by = (x: number, y = 0) => ({ x, y });

test('a drag is one step back however far it went, and back where it began nothing is moved', () => {
  const one = withRow(emptyDrawing, row('r'));
  let dragged = one;
  for (const x of [1, 2.5, 4])
    dragged = moved(dragged, { selection: { kind: 'row', key: 'r' }, by: by(x), spaces, from: one, step: 'drag' });
  assert.equal(dragged.now.rows[0]!.x, 9);
  assert.equal(undone(dragged).now.rows[0]!.x, 5);
  assert.equal(redone(undone(dragged)).now.rows[0]!.x, 9);
  const there = moved(one, { selection: chosen('1', '2', '3'), by: by(3), spaces });
  assert.deepEqual(contentOf(there).moved, [
    { id: '1', x: 8, y: 20 },
    { id: '2', x: 13, y: 20 },
  ]);
  assert.deepEqual(contentOf(moved(there, { selection: chosen('1', '2'), by: by(-3), spaces })).moved, []);
});

test('typing in one field is one step, and in the next another', () => {
  let drawing = withRow(emptyDrawing, row('r'));
  for (const prefix of ['B', 'B2', 'B2-']) drawing = edited(drawing, 'r', { prefix });
  drawing = edited(drawing, 'r', { count: 2 });
  assert.deepEqual(
    contentOf(drawing).added.map(({ spaceNo }) => spaceNo),
    ['B2-01', 'B2-02'],
  );
  assert.equal(undone(drawing).now.rows[0]!.count, 4);
  assert.equal(undone(undone(drawing)).now.rows[0]!.prefix, 'A');
  assert.ok(isEmpty(undone(undone(undone(drawing)))));
});

test('numbers of the floor or of another row used again and spaces beyond the floor are named', () => {
  const twice = withRow(withRow(emptyDrawing, row('a', { count: 2 })), row('b', { first: '02', count: 2, y: 12 }));
  assert.deepEqual(faultsOf(twice, spaces, floor), [{ kind: 'double', spaceNo: 'A02' }]);
  const known = withRow(emptyDrawing, row('a', { prefix: 'B', first: '2', count: 1 }));
  assert.deepEqual(faultsOf(known, spaces, floor), [{ kind: 'double', spaceNo: 'B2' }]);
  const out = withRow(emptyDrawing, row('a', { x: 35, count: 3 }));
  assert.deepEqual(faultsOf(out, spaces, floor), [{ kind: 'outside', spaceNo: 'A03' }]);
  const away = moved(emptyDrawing, { selection: chosen('1'), by: by(-6), spaces });
  assert.deepEqual(faultsOf(away, spaces, floor), [{ kind: 'outside', spaceNo: 'B1' }]);
});

test('whatever is done, going back all the way leaves nothing, and forth again all of it', () => {
  const step = fc.oneof(
    fc.constantFrom('add', 'remove', 'undo', 'redo').map((kind) => ({ kind, x: 0 })),
    fc.record({ kind: fc.constantFrom('edit', 'move', 'shift'), x: fc.integer({ min: 1, max: 9 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let drawing: Drawing = emptyDrawing;
      for (const [nth, { kind, x }] of steps.entries()) {
        const last = drawing.now.rows.at(-1)?.key ?? '';
        if (kind === 'add') drawing = withRow(drawing, row(String(nth)));
        else if (kind === 'remove' && last) drawing = withoutRow(drawing, last);
        else if (kind === 'undo') drawing = undone(drawing);
        else if (kind === 'redo') drawing = redone(drawing);
        else if (kind === 'edit' && last) drawing = edited(drawing, last, { count: x });
        else if (kind === 'move' && last)
          drawing = moved(drawing, { selection: { kind: 'row', key: last }, by: by(x), spaces });
        else if (kind === 'shift') drawing = moved(drawing, { selection: chosen('1'), by: by(0, x), spaces });
      }
      let back = drawing;
      while (back.past.length > 0) back = undone(back);
      assert.ok(isEmpty(back));
      let forth = back;
      while (forth.future.length > 0) forth = redone(forth);
      let end = drawing;
      while (end.future.length > 0) end = redone(end);
      assert.deepEqual(contentOf(forth), contentOf(end));
    }),
  );
});

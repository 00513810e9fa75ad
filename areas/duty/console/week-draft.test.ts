import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copied, drawn, entriesOf, painted, patterned } from './week-draft.ts';
import type { Cell, Person, SavedCell, Week } from './week-draft.ts';

const early: Cell = { kind: 'shift', shiftId: 'early', parkId: 'lot' };
const rest: Cell = { kind: 'rest', shiftId: null, parkId: null };
const days = Array.from({ length: 7 }, (_, nth) => `2026-03-0${nth + 2}`);
const saved = (day: string, cell: Cell): SavedCell => ({ ...cell, id: day, day, flags: [] });
const person = (cells: SavedCell[] = []): Person => ({ userId: 'u', name: '王', cells });

test('a cell painted as it stands leaves nothing to save', () => {
  const own = person([saved(days[0]!, early)]);
  const changed = painted(new Map(), own, days[0]!, rest);
  assert.deepEqual(drawn(changed, 'u', days[0]!), rest);
  assert.equal(painted(changed, own, days[0]!, early).size, 0);
  assert.equal(painted(new Map(), own, days[1]!, { kind: 'none', shiftId: null, parkId: null }).size, 0);
});

test('a pattern goes over the week again and again', () => {
  const draft = patterned(new Map(), person(), days, [early, early, rest]);
  assert.deepEqual(
    days.map((day) => drawn(draft, 'u', day)?.kind),
    ['shift', 'shift', 'rest', 'shift', 'shift', 'rest', 'shift'],
  );
});

test('the week before is laid over this one, day by day', () => {
  const week = (people: Person[]): Week => ({ days, shifts: [], people, uncovered: [] });
  const draft = copied(new Map(), week([person([saved('2026-02-23', early)])]), week([person()]));
  assert.deepEqual(entriesOf(draft), [
    { userId: 'u', day: '2026-03-02', kind: 'shift', shiftId: 'early', parkId: 'lot' },
  ]);
});

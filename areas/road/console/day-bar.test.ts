import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayBar } from './day-bar.ts';

const HOUR = 3_600_000;
const start = Date.parse('2026-11-02T16:00:00Z');
const end = start + 24 * HOUR;
const at = (hours: number): string => new Date(start + hours * HOUR).toISOString();

test('spells of a day are cut at its ends, and the one that goes on ends now', () => {
  const rows = [
    { id: 'before', fromTime: at(-5), toTime: at(6) },
    { id: 'within', fromTime: at(6), toTime: at(12) },
    { id: 'still', fromTime: at(12), toTime: null },
    { id: 'elsewhere', fromTime: at(-9), toTime: at(-5) },
  ];
  const { spells } = dayBar(rows, [], start, end, start + 18 * HOUR);
  assert.deepEqual(
    spells.map(({ row, left, width }) => [row.id, left, width]),
    [
      ['before', 0, 25],
      ['within', 25, 25],
      ['still', 50, 25],
    ],
  );
  const past = dayBar([rows[2]!], [], start, end, end + 9 * HOUR);
  assert.deepEqual([past.spells[0]!.left, past.spells[0]!.width], [50, 50]);
});

test('evidence is drawn at the time it was recorded', () => {
  const { marks } = dayBar([], [{ id: 'a', at: at(3) }], start, end, end);
  assert.deepEqual(
    marks.map(({ left }) => left),
    [12.5],
  );
});

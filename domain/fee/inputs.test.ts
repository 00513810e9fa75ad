import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inputsOf } from './inputs.ts';
import type { Tariff } from './form.ts';
import type { FeeRule } from './types.ts';

const folder = join(import.meta.dirname, 'tariffs');
type File = {
  id: string;
  tariff: FeeRule;
  cases: {
    vehicle?: string;
    values?: Record<string, unknown>;
    events?: Record<string, unknown>;
    areas?: { area: string }[];
    earlier?: unknown[];
  }[];
};
const files = globSync('*.json', { cwd: folder })
  .sort()
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as File);

test('a tariff requires every input its test cases provide', () => {
  for (const { id, tariff, cases } of files) {
    const { values, events, areas, earlier } = inputsOf(tariff);
    for (const each of cases) {
      for (const name of Object.keys(each.values ?? {}))
        assert.ok(
          values.some((value) => value.name === name),
          `${id}: value ${name}`,
        );
      for (const name of Object.keys(each.events ?? {})) assert.ok(events.includes(name), `${id}: event ${name}`);
      for (const { area } of each.areas ?? []) assert.ok(areas.includes(area), `${id}: area ${area}`);
      if (each.earlier) assert.ok(earlier, `${id}: earlier visits`);
    }
  }
});

test('choices are named where the tariff names them, and numbers are numbers', () => {
  const rule: FeeRule = {
    form: 2,
    schemes: [
      {
        when: [
          { value: 'zone', is: ['near'] },
          { value: 'spend', atLeast: 5000 },
        ],
        meters: [
          {
            id: 'time',
            again: 'stay',
            edge: 'ends',
            ladder: [
              {
                unitMinutes: 60,
                fen: { by: 'vehicle', of: { small: 200, large: { by: 'zone', of: { near: 400, far: 300 } } } },
              },
            ],
          },
        ],
        after: [
          { cap: { by: 'season', of: { high: 5000 }, else: 3000 }, per: 'day', visits: true },
          { times: { value: 'bays', else: 1 } },
        ],
      },
    ],
  };
  assert.deepEqual(inputsOf(rule), {
    vehicles: ['small', 'large'],
    events: [],
    areas: [],
    earlier: true,
    values: [
      { name: 'zone', choices: ['near', 'far'], number: false },
      { name: 'spend', choices: [], number: true },
      { name: 'bays', choices: [], number: true },
    ],
  });
  assert.deepEqual(
    inputsOf({
      form: 1,
      kind: 'simple',
      freeMinutes: 0,
      freeMinutesCounted: false,
      unitMinutes: 60,
      unitFen: 500,
      dayCapBasis: 'natural-day',
      roundUp: true,
    }),
    { vehicles: [], values: [], events: [], areas: [], earlier: false },
  );
});

test('one-time free minutes require earlier visits, and charging minutes require their events', () => {
  const rule: Tariff = {
    form: 2,
    schemes: [
      {
        free: { minutes: 15, lost: true, once: 'day' },
        when: [
          { value: 'chargingMinutes', atLeast: 5 },
          { value: 'bookedMinutes', atLeast: 5 },
        ],
        meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ fen: 100 }] }],
      },
    ],
  };
  assert.deepEqual(inputsOf(rule), {
    vehicles: [],
    values: [{ name: 'bookedMinutes', choices: [], number: true }],
    events: ['chargingStart', 'chargingEnd'],
    areas: [],
    earlier: true,
  });
});

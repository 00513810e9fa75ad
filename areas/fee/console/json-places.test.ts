import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { checkRule } from '#domain/fee/check.ts';
import { layOut, lineOf, placeOf, readJson } from './json-places.ts';

const folder = join(import.meta.dirname, '../../../domain/fee/tariffs');

test('it reads what JSON.parse reads, and knows where each value stands', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const source = JSON.stringify(value, null, 2);
      const read = readJson(source);
      assert.ok(!read.fault);
      assert.deepEqual(JSON.stringify(read.value), JSON.stringify(JSON.parse(source)));
      const { from, to } = read.places.get('')!;
      assert.equal(source.slice(from, to), source);
    }),
    { numRuns: 300 },
  );
});

test('text that JSON.parse refuses is refused here, with a place inside it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', 'x', '\n'), (value, at, put) => {
      const whole = JSON.stringify(value, null, 2);
      const broken = whole.slice(0, at % (whole.length + 1)) + put + whole.slice((at % (whole.length + 1)) + 1);
      let parsed = true;
      try {
        JSON.parse(broken);
      } catch {
        parsed = false;
      }
      const read = readJson(broken);
      if (!parsed) assert.ok(read.fault && read.fault.at >= 0 && read.fault.at <= broken.length, broken);
      else if (read.fault) assert.match(read.fault.msg.en, /twice/);
    }),
    { numRuns: 500 },
  );
});

test('common omissions are reported at their line', () => {
  const fault = (source: string): [number, string] => {
    const read = readJson(source);
    assert.ok(read.fault);
    return [lineOf(source, read.fault.at), read.fault.msg.en];
  };
  assert.deepEqual(fault('{\n  "form": 2\n  "schemes": []\n}'), [3, 'A comma or “}” is missing here']);
  assert.deepEqual(fault('{\n  "form": 2,\n}'), [2, 'There is a comma after the last one']);
  assert.deepEqual(fault('{\n  form: 2\n}'), [2, 'A field name in double quotes is missing here']);
  assert.deepEqual(fault('{\n  "form" 2\n}'), [2, 'A colon is missing after the field name']);
  assert.deepEqual(fault('{\n  "form": \n}'), [
    3,
    'A value is missing here: an object, list, text, number, true or false',
  ]);
  assert.deepEqual(fault('{ "a": 1,\n "a": 2 }'), [2, 'The field “a” is given twice']);
  assert.deepEqual(fault('[1, 2'), [1, 'A comma or “]” is missing here']);
  assert.match(fault('['.repeat(100))[1], /deeply/);
});

test('a fault of the grammar is found at its value, one of a missing field at its object', () => {
  const source =
    '{\n  "form": 2,\n  "schemes": [\n    {\n      "meters": [\n        { "id": "a", "again": "stay", "ladder": [{ "fen": -1 }] }\n      ]\n    }\n  ]\n}';
  const read = readJson(source);
  assert.ok(!read.fault);
  const lines = checkRule(read.value).map(({ field }) => [field, lineOf(source, placeOf(field, read.places).from)]);
  assert.deepEqual(lines, [
    ['schemes[0].meters[0].edge', 6],
    ['schemes[0].meters[0].ladder[0].fen', 6],
  ]);
  const { from, to } = placeOf('schemes[0].meters[0].ladder[0].fen', read.places);
  assert.equal(source.slice(from, to), '-1');
  assert.equal(lineOf(source, placeOf('schemes[7].x', read.places).from), 3);
});

test('laid out, every published tariff says the same in lines one can read', () => {
  for (const file of globSync('*.json', { cwd: folder })) {
    const { tariff } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { tariff: unknown };
    const laid = layOut(tariff);
    assert.deepEqual(JSON.parse(laid), tariff);
    for (const line of laid.split('\n')) assert.ok(line.length <= 130, `${file}: ${line}`);
  }
});

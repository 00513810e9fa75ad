/** What a value reads as, by its kind: one text for lists, the operation log and files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import {
  boolean,
  cron,
  date,
  dateTime,
  decimal,
  duration,
  geoPoint,
  integer,
  json,
  money,
  multiSelect,
  percent,
  plate,
  relation,
  relations,
  secret,
  select,
  str,
} from './field.ts';
import type { Field } from './field.ts';
import { resource } from './resource.ts';
import { text } from './text.ts';
import { isNothing, valueText } from './value-text.ts';
import type { TextReader } from './value-text.ts';

const label = text('字段', 'Field');
const colours = { red: text('红', 'Red'), blue: text('蓝', 'Blue') };
const lot = resource({
  name: 'textLot',
  title: text('样例车场', 'Lot'),
  area: 'kit',
  scope: 'tenant',
  wire: { base: '/api/gatehouse/textLot' },
  fields: { lotName: str(label) },
  list: ['lotName'],
});
const names: Readonly<Record<string, string>> = { a: 'North', b: 'South' };
const reader = (lang: 'zh' | 'en', zone = 'Asia/Shanghai'): TextReader => ({
  lang,
  zone,
  nameOf: (_, id) => names[id] ?? '—',
});
const both = (field: Field, value: unknown): [string, string] => [
  valueText(field, value, reader('zh')),
  valueText(field, value, reader('en')),
];

test('amounts, shares, numbers and lengths of time are written for people, not as they are stored', () => {
  assert.deepEqual(both(money(label), 123_450), ['1,234.50', '1,234.50']);
  assert.deepEqual(both(percent(label), 1_250), ['12.50%', '12.50%']);
  assert.deepEqual(both(integer(label), 1_234_567), ['1,234,567', '1,234,567']);
  assert.deepEqual(both(integer(label, { ordinal: true }), 2026), ['2026', '2026']);
  assert.deepEqual(both(decimal(label), 0.25), ['0.25', '0.25']);
  assert.deepEqual(both(duration(label), 3_661), ['1小时1分', '1h 1m']);
});

test('declared labels are shown in the reader’s language; several are separated; an unknown value is shown as it is', () => {
  assert.deepEqual(both(select(label, colours), 'red'), ['红', 'Red']);
  assert.deepEqual(both(select(label, colours), 'green'), ['green', 'green']);
  assert.deepEqual(both(select(label, colours), 'constructor'), ['constructor', 'constructor']);
  assert.deepEqual(both(str(label, { options: colours }), 'red,blue'), ['红；蓝', 'Red; Blue']);
  assert.deepEqual(both(str(label, { options: colours }), 'red,green'), ['red,green', 'red,green']);
  assert.deepEqual(both(multiSelect(label, colours), ['red', 'blue']), ['红、蓝', 'Red, Blue']);
  assert.deepEqual(both(boolean(label), false), ['否', 'No']);
});

test('a relation is called by its name, several with commas between', () => {
  assert.deepEqual(
    both(
      relation(label, () => lot),
      'a',
    ),
    ['North', 'North'],
  );
  assert.deepEqual(
    both(
      relations(label, () => lot),
      ['a', 'b', 'c'],
    ),
    ['North、South、—', 'North, South, —'],
  );
});

test('an instant is shown in the zone of the reader, across a change of clocks too', () => {
  const at = '2026-03-29T00:59:59.000Z';
  assert.equal(valueText(dateTime(label), at, reader('zh')), '2026-03-29 08:59:59');
  assert.equal(valueText(dateTime(label), at, reader('en', 'Europe/Berlin')), '2026-03-29 01:59:59');
  assert.equal(
    valueText(dateTime(label), '2026-03-29T01:00:00.000Z', reader('en', 'Europe/Berlin')),
    '2026-03-29 03:00:00',
  );
  assert.equal(valueText(date(label), '2026-03-29', reader('en', 'Pacific/Apia')), '2026-03-29', 'a day has no zone');
});

test('places, structures and patterns', () => {
  assert.deepEqual(both(geoPoint(label), { lng: 116.4, lat: 39.9 }), ['116.4,39.9', '116.4,39.9']);
  assert.deepEqual(both(json(label), { a: [1] }), ['{"a":[1]}', '{"a":[1]}']);
  assert.deepEqual(both(json(label), 'as it stands'), ['as it stands', 'as it stands']);
  assert.deepEqual(both(cron(label), '0 3 * * *'), ['0 3 * * *', '0 3 * * *']);
  assert.deepEqual(both(plate(label), '京A12345'), ['京A12345', '京A12345']);
});

test('a secret is never written, nothing is empty, and zero and no are something', () => {
  fc.assert(fc.property(fc.string({ minLength: 1 }), (value) => assert.equal(both(secret(label), value)[0], '••••')));
  for (const nothing of [null, undefined, '', []]) {
    assert.ok(isNothing(nothing));
    assert.deepEqual(both(money(label), nothing), ['', '']);
  }
  assert.deepEqual(both(money(label), 0), ['0.00', '0.00']);
  assert.ok(!isNothing(0) && !isNothing(false));
});

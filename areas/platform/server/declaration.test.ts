import assert from 'node:assert/strict';
import { test } from 'node:test';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import * as field from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { OutsideColumn } from '../model/datasource.ts';
import { readColumns } from '../model/code.ts';
import { placeIn } from './outside.ts';
import { declarationOf, fieldNameOf, kindOf, merged, problemsOf, suggested } from './declaration.ts';

const column = (name: string, type: string, more: Partial<OutsideColumn> = {}): OutsideColumn => ({
  name,
  type,
  required: false,
  isKey: false,
  note: null,
  ...more,
});
const chosen = {
  tableName: 'public.led_row',
  packageName: 'device',
  titleZh: '屏幕行',
  titleEn: 'Screen row',
  apiPath: '/api/gatehouse/ledRow',
  webPath: '/device/ledRow',
};
const columns = [
  column('id', 'uuid', { required: true, isKey: true }),
  column('park_id', 'uuid', { required: true, note: '车场' }),
  column('row_name', 'character varying(40)', { required: true, note: '名称，唯一' }),
  column('fee_fen', 'bigint', { note: '费用' }),
  column('plate_number', 'text', { note: '车牌号' }),
  column('shown_at', 'timestamp with time zone', { note: '显示时间' }),
  column('tags', 'text[]'),
];

/** The declaration that a text is, made as its file would make it. */
function declared(program: string): Resource {
  const body = program
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .join('\n')
    .replace(/export const \w+ = /, 'return ');
  const known: Record<string, unknown> = { ...field, resource, text, park, company };
  // eslint-disable-next-line no-new-func -- the text is this test's own
  return new Function(...Object.keys(known), body)(...Object.values(known)) as Resource;
}

test('kinds follow from names and types, and what a resource cannot hold has none', () => {
  const of = (name: string, type: string) => kindOf({ name, type });
  assert.deepEqual(
    [
      of('fee_fen', 'bigint'),
      of('amount', 'numeric(10,2)'),
      of('enabled', 'boolean'),
      of('plate_no', 'character varying(10)'),
      of('stay_seconds', 'integer'),
      of('in_time', 'timestamp without time zone'),
      of('remark', 'character varying(500)'),
      of('park_id', 'uuid'),
      of('photo', 'bytea'),
      of('entry_photo', 'text'),
      of('opens_from', 'character varying(5)'),
      of('template_type', 'character varying(60)'),
      of('spot', 'point'),
      of('tags', 'text[]'),
    ],
    [
      'money',
      'decimal',
      'boolean',
      'plate',
      'duration',
      'dateTime',
      'longText',
      'park',
      null,
      'image',
      'timeOfDay',
      'text',
      'geoPoint',
      null,
    ],
  );
});

test('a table becomes a declaration whose fields are as they were chosen', () => {
  const taken = columns.map(suggested);
  assert.deepEqual(problemsOf(chosen, taken), []);
  const { path, text: program } = declarationOf(chosen, taken);
  assert.equal(path, 'areas/device/model/led-row.ts');
  const made = declared(program);
  assert.deepEqual([made.name, made.scope, made.route, made.display], ['ledRow', 'park', '/device/ledRow', 'rowName']);
  assert.deepEqual(
    Object.entries(made.fields).map(([name, { kind }]) => `${name} ${kind}`),
    ['parkId relation', 'rowName text', 'feeFen money', 'plateNumber plate', 'shownAt dateTime'],
  );
  assert.equal(made.fields['rowName']!.max, 40);
  assert.equal(made.fields['rowName']!.required, true);
  assert.equal(made.fields['plateNumber']!.personal, true);
  assert.equal(made.fields['rowName']!.label.zh, '名称');
});

test('words from outside stay words: nothing in them ends the quotes or the line', () => {
  const evil = `'); process.exit(1); ('\\`;
  const raw = columns.map(suggested).map((each) => ({ ...each, zh: `名${evil}\n*/ x`, en: `${evil}\u2028y` }));
  const read = readColumns(raw).columns!;
  const { text: program } = declarationOf({ ...chosen, titleZh: `名${evil}`, titleEn: `*/ ${evil}` }, read);
  const made = declared(program);
  assert.equal(made.fields['rowName']!.label.zh, `名${evil} */ x`);
  assert.equal(made.fields['rowName']!.label.en, `${evil} y`);
});

test('names that mean something in the file are not taken for the resource', () => {
  for (const table of ['text', 'class', 'park', 'str'])
    assert.match(declarationOf({ ...chosen, tableName: table }, columns.map(suggested)).text, /export const \w+Row = /);
  assert.equal(fieldNameOf('GateID'), 'gateID');
  assert.equal(fieldNameOf('PARK_NAME'), 'parkName');
  assert.equal(fieldNameOf('2nd-floor'), 'f2ndFloor');
});

test('a declaration lacks what it needs until labels stand in both languages', () => {
  const bare = columns.map((each) => suggested({ ...each, note: null }));
  assert.equal(problemsOf(chosen, bare).length, 5);
  assert.equal(problemsOf({ ...chosen, titleZh: '' }, columns.map(suggested)).length, 1);
  assert.equal(problemsOf({ ...chosen, apiPath: 'http://x' }, columns.map(suggested)).length, 1);
});

test('what was chosen for a column stays when the table is read again', () => {
  const first = columns.map(suggested).map((each) => (each.column === 'fee_fen' ? { ...each, zh: '应收' } : each));
  const again = merged([...columns.slice(0, 4), column('grade', 'integer')], first);
  assert.deepEqual(
    again.map(({ column: name }) => name),
    ['id', 'park_id', 'row_name', 'fee_fen', 'grade'],
  );
  assert.equal(again[3]!.zh, '应收');
});

test('fields have names of their own, and no list of columns is taken that is none', () => {
  const twice = columns.slice(2, 4).map((each) => ({ ...suggested(each), field: 'same' }));
  assert.ok(readColumns(twice).problem);
  assert.ok(readColumns([{ column: 'a', field: 'a b', kind: 'text' }]).problem);
  assert.ok(readColumns([{ column: 'a', field: 'a', kind: 'constructor' }]).problem);
  assert.ok(readColumns('x').problem);
});

test('an address is a place and nothing more', () => {
  const place = { host: 'db.example.com', port: 5432, database: 'parking' };
  assert.deepEqual(placeIn('postgresql://db.example.com/parking'), place);
  assert.deepEqual(placeIn('jdbc:postgresql://db.example.com:5432/parking'), place);
  for (const wrong of [
    'mysql://db.example.com/parking',
    'postgresql://db.example.com',
    ['postgresql://me', 'db.example.com/parking'].join('@'),
    'postgresql://db.example.com/parking?options=-c%20x',
    'postgresql://db.example.com/a/b',
    'db.example.com',
  ])
    assert.equal(placeIn(wrong), null, wrong);
});

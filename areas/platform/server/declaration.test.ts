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
import { tableNamedBy } from './references.ts';
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

test('a column that names the rows of another table is suggested as a relation, and the file says what that follows from', () => {
  const tables = [
    'public.park_gate',
    'public.operators',
    'public.led_row',
    'public.tag_a',
    'public.tag_b',
    'old.led_row',
  ].map((table) => ({ table, keyType: table === 'public.operators' ? 'bigint' : 'uuid' }));
  const named = (name: string, type = 'uuid', isKey = false) =>
    tableNamedBy({ name, type, isKey }, tables, 'public.led_row');
  assert.deepEqual(
    ['park_gate_id', 'in_gate_id', 'led_row_id', 'parent_id', 'tag_id', 'colour_id', 'gate'].map((name) => named(name)),
    ['public.park_gate', 'public.park_gate', 'public.led_row', 'public.led_row', null, null, null],
    'none where several tables, or none, may be meant',
  );
  assert.equal(named('operator_id', 'bigint'), 'public.operators');
  assert.equal(named('operator_id'), null, 'its key has another type');
  assert.equal(named('park_gate_id', 'uuid', true), null, 'a key names its own row');
  const taken = [
    ...columns.slice(1, 3),
    column('gate_id', 'uuid', { note: '车道', refers: { table: 'public.park_gate', by: 'name' } }),
    column('worker_id', 'bigint', { note: '人员', refers: { table: 'staff.worker', by: 'key' } }),
    column('parent_id', 'uuid', { note: '上级', refers: { table: 'public.led_row', by: 'key' } }),
  ].map(suggested);
  assert.deepEqual(problemsOf(chosen, taken), []);
  const { text: program } = declarationOf(chosen, readColumns(taken).columns!);
  for (const line of [
    `import { parkGate } from './park-gate.ts';`,
    `import { worker } from './worker.ts';`,
    `import type { Resource } from '#kit/declare/resource.ts';`,
    '    // A guess by the name of the column: rows of park_gate.',
    `    gateId: relation(text('车道', 'Gate'), () => parkGate),`,
    '    // By the foreign key to worker.',
    `    parentId: relation(text('上级', 'Parent'), (): Resource => ledRow),`,
  ])
    assert.ok(program.includes(`${line}\n`), `${line}\nin\n${program}`);
  assert.ok(!program.includes('import { ledRow }'));
  const none = taken.map((each) => ({ ...each, target: null }));
  assert.deepEqual(
    problemsOf(chosen, none).map(({ en }) => en),
    ['gate_id', 'worker_id', 'parent_id'].map((name) => `Column ${name}: enter the table it refers to`),
  );
});

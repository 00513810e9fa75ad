import { test } from 'node:test';
import assert from 'node:assert/strict';
import { applies, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { fieldsOf, headingWidth, withChange } from './fields.ts';

const park: Resource = resource({
  name: 'park',
  title: text('车场', 'Car park'),
  area: 'lot',
  scope: 'company',
  wire: { base: '/api/updown/park' },
  fields: { parkName: str(text('名称', 'Name')) },
  list: ['parkName'],
});
const fields = {
  park: relation(text('车场', 'Car park'), () => park),
  area: relation(text('区域', 'Area'), () => park, { within: 'park' }),
  box: relation(text('岗亭', 'Box'), () => park, { within: 'area' }),
  kind: select(text('类型', 'Kind'), { a: text('甲', 'A'), b: text('乙', 'B') }),
  note: str(text('备注', 'Note'), { when: { field: 'kind', is: ['a'] } }),
  tone: str(text('色', 'Tone'), { when: { field: 'note' } }),
};

test('choosing another lot empties the choices that were narrowed by it, all the way down', () => {
  const held = { park: '1', area: '2', box: '3', kind: 'a', note: 'x' };
  assert.deepEqual(withChange(fields, held, 'park', '9'), { park: '9', area: null, box: null, kind: 'a', note: 'x' });
  assert.deepEqual(withChange(fields, held, 'park', '1'), held);
  assert.deepEqual(withChange(fields, held, 'area', '7'), { ...held, area: '7', box: null });
});

test('a field with a condition is offered only while it holds', () => {
  assert.equal(applies(fields.note, { kind: 'a' }), true);
  assert.equal(applies(fields.note, { kind: 'b' }), false);
  assert.equal(applies(fields.kind, {}), true);
  assert.deepEqual(
    ['x', '', null, undefined].map((note) => applies(fields.tone, { note })),
    [true, false, false, false],
  );
});

test('a lifecycle’s states are the options and tones of its state field', () => {
  const of = {
    ...park,
    lifecycle: lifecycle({
      initial: 'on',
      final: ['off'],
      states: { on: state(text('开', 'On'), 'ok'), off: state(text('关', 'Off')) },
      actions: {},
    }),
  };
  const status = fieldsOf(of)['status']!;
  assert.deepEqual([Object.keys(status.options!), status.tones!['on'], status.readOnly], [['on', 'off'], 'ok', true]);
});

test('a heading of Chinese characters gets their full width', () => {
  assert.ok(headingWidth('进场时间') > headingWidth('time'));
});

test('a heading of narrow letters takes less space than one of wide letters', () => {
  assert.ok(headingWidth('Until') < headingWidth('Owner'));
  assert.ok(headingWidth('Until') < headingWidth('Names'));
});

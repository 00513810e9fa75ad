import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integer, secret, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { factGroups } from './fact-groups.ts';

const named = (name: string) => text(name, name);
const of = resource({
  name: 'thing',
  title: named('Thing'),
  area: 'test',
  scope: 'tenant',
  wire: { base: '/api/test/thing' },
  fields: {
    title: str(named('Title')),
    note: str(named('Note'), { hidden: true }),
    key: secret(named('Key')),
    berth: str(named('Berth')),
    bays: integer(named('Bays')),
  },
  display: 'title',
  list: ['title'],
  sections: [{ title: named('Roadside'), fields: ['berth', 'bays'], onlyWith: 'berth' }],
});
const shown = (row: Record<string, unknown>) =>
  factGroups(of, { id: '1', ...row }).map(({ title, fields }) => `${title.en}: ${fields.join()}`);

test('a group that speaks of another kind of record is not shown, also where it has figures', () => {
  const plain = { title: 'a', note: 'b', key: 'c', berth: null, bays: 1, createdAt: '2026-01-01T00:00:00Z' };
  assert.deepEqual(shown(plain), ['Basics: title', 'Record info: createdAt']);
  assert.deepEqual(shown({ ...plain, berth: 'B-7' }), [
    'Basics: title',
    'Roadside: berth,bays',
    'Record info: createdAt',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, buttonsOf, cutNames, menuChanges, menuFaults, nameLimits, plainButtons } from './menu.ts';
import type { MenuItem } from './menu.ts';

const item = (id: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  parentId: null,
  name: '缴费',
  type: 'view',
  url: 'https://p.example/',
  key: null,
  appId: null,
  pagePath: null,
  sort: 0,
  ...more,
});
const problemsOf = (one: MenuItem, others: readonly MenuItem[] = []) =>
  menuFaults(one, others).map(({ field, why }) => `${field} ${why}`);

test('three items and five below each are taken, one more is refused at its place, and nothing is deeper', () => {
  const tops = ['a', 'b', 'c'].map((id) => item(id));
  assert.deepEqual(problemsOf(item('d'), tops.slice(1)), []);
  assert.deepEqual(problemsOf(item('d'), tops), ['parentId many']);
  const subs = ['1', '2', '3', '4', '5'].map((id) => item(id, { parentId: 'a' }));
  assert.deepEqual(problemsOf(item('6', { parentId: 'a' }), [...tops, ...subs]), ['parentId many']);
  assert.deepEqual(problemsOf(item('6', { parentId: '1' }), [...tops, ...subs]), ['parentId deep']);
  assert.deepEqual(problemsOf(item('6', { parentId: 'gone' }), tops), ['parentId parent']);
});

test('names are counted in bytes, more below than at the top', () => {
  assert.deepEqual(problemsOf(item('a', { name: '停车缴费' })), []);
  assert.deepEqual(problemsOf(item('a', { name: '停车缴费查询' })), ['name long']);
  assert.deepEqual(problemsOf(item('b', { name: '停车缴费查询', parentId: 'a' }), [item('a')]), []);
  assert.equal(nameLimits.sub.bytes, 40);
});

test('what an item does is whole, and an item that only opens others does nothing', () => {
  assert.deepEqual(problemsOf(item('a', { url: null })), ['url missing']);
  assert.deepEqual(problemsOf(item('a', { url: 'javascript:x' })), ['url scheme']);
  assert.deepEqual(problemsOf(item('a', { type: 'click', key: '车'.repeat(43) })), ['key long']);
  assert.deepEqual(problemsOf(item('a', { type: 'miniprogram' })), ['appId missing', 'pagePath missing']);
  assert.deepEqual(problemsOf(item('a', { type: null }), [item('b', { parentId: 'a' })]), []);
});

test('the platform is given the order of the designer', () => {
  const items = [
    item('b', { sort: 2, name: '更多', type: null }),
    item('a', { sort: 1 }),
    item('c', { parentId: 'b', type: 'click', key: 'HELP', name: '客服' }),
  ];
  assert.deepEqual(
    below(items, null).map(({ id }) => id),
    ['a', 'b'],
  );
  assert.deepEqual(buttonsOf(items), [
    { type: 'view', name: '缴费', url: 'https://p.example/' },
    { name: '更多', sub_button: [{ type: 'click', name: '客服', key: 'HELP' }] },
  ]);
});

test('a menu that comes back with empty parts is the same; what moved or changed is listed item by item', () => {
  const items = [item('a'), item('b', { name: '更多', type: null, sort: 1 }), item('c', { parentId: 'b' })];
  const sent = buttonsOf(items);
  const back = sent.map((button) => ({ ...button, key: '', sub_button: button['sub_button'] ?? [] }));
  assert.deepEqual(plainButtons(back), plainButtons(sent));
  assert.deepEqual(menuChanges(sent, back), []);
  assert.deepEqual(menuChanges(sent, [{ ...sent[0]!, name: '停车' }]), [
    { at: '1', before: '缴费 · view · https://p.example/', after: '停车 · view · https://p.example/' },
    { at: '2', before: '更多', after: null },
    { at: '2.1', before: '缴费 · view · https://p.example/', after: null },
  ]);
});

test('a name that phones truncate is accepted with a warning', () => {
  const long = [
    item('a', { name: '停车缴费了' }),
    item('b', { name: '停车' }),
    item('c', { parentId: 'b', name: '停车缴费了' }),
  ];
  assert.deepEqual(
    cutNames(long).map(({ id }) => id),
    ['a'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bound, heads, ticked, wholeOf } from './choose.ts';
import type { MenuNode } from './choose.ts';

const node = (id: string, category: string, children: MenuNode[] = []): MenuNode => ({
  id,
  parentId: null,
  name: id,
  nameEn: null,
  category,
  children,
});
const tree = [
  node('dir', 'directory', [
    node('users', 'menu', [node('add', 'button'), node('remove', 'button')]),
    node('roles', 'menu'),
  ]),
];

test('a button brings its screen and its directory', () => {
  assert.deepEqual(new Set(ticked(tree, [], 'add', true)), new Set(['add', 'users', 'dir']));
});

test('a screen is granted without its buttons', () => {
  assert.deepEqual(new Set(ticked(tree, [], 'users', true)), new Set(['users', 'dir']));
});

test('a directory takes all beneath with it, there and back', () => {
  const all = ticked(tree, [], 'dir', true);
  assert.equal(all.length, 5);
  assert.deepEqual(ticked(tree, all, 'dir', false), []);
  assert.deepEqual(new Set(ticked(tree, all, 'users', false)), new Set(['dir', 'roles']));
});

test('a binding is described by its topmost menus', () => {
  assert.deepEqual(heads(tree, new Set(['dir', 'users', 'add'])), ['dir']);
  assert.deepEqual(heads(tree, new Set(['users', 'roles'])), ['users', 'roles']);
});

test('unticking one screen of a bound directory leaves the others bound', () => {
  const whole = wholeOf(tree, ['dir']);
  assert.equal(whole.length, 5);
  assert.deepEqual(heads(tree, new Set(bound(tree, whole, 'users', false))), ['roles']);
});

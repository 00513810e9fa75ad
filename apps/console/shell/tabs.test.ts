import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { home } from './screens.ts';
import { closable, closed, onlyHome, onlyThis, visited } from './tabs.ts';
import type { Tabs } from './tabs.ts';
import { trail, visible } from './menu.ts';

const start: Tabs = [{ path: home, search: '', label: null }];
const open = (...paths: string[]): Tabs => paths.reduce<Tabs>((tabs, path) => visited(tabs, path, '', null), start);
const paths = (tabs: Tabs): string[] => tabs.map((tab) => tab.path);

test('a visited page becomes one tab, however often it is visited, and keeps its latest query', () => {
  const tabs = visited(visited(open('/a', '/b'), '/a', '?page=2', null), '/a', '?page=3', null);
  assert.deepEqual(paths(tabs), [home, '/a', '/b']);
  assert.equal(tabs[1]!.search, '?page=3');
});

test('home and a last tab cannot be closed', () => {
  assert.equal(closable(open('/a'), home), false);
  assert.equal(closable([{ path: '/a', search: '', label: null }], '/a'), false);
  assert.equal(closable(open('/a'), '/a'), true);
});

test('closing shows the right neighbour, else the left', () => {
  assert.equal(closed(open('/a', '/b', '/c'), '/b').next!.path, '/c');
  assert.equal(closed(open('/a', '/b'), '/b').next!.path, '/a');
});

test('close others keeps the tab and home; close all keeps home', () => {
  assert.deepEqual(paths(onlyThis(open('/a', '/b', '/c'), '/b')), [home, '/b']);
  assert.deepEqual(paths(onlyHome(open('/a', '/b'))), [home]);
});

test('whatever is opened and closed, home stays and no page has two tabs', () => {
  const step = fc.record({ path: fc.constantFrom('/a', '/b', '/c', home), close: fc.boolean() });
  fc.assert(fc.property(fc.array(step), (steps) => {
    const tabs = steps.reduce<Tabs>((held, { path, close }) => (close ? closed(held, path).tabs : visited(held, path, '', null)), start);
    assert.ok(paths(tabs).includes(home));
    assert.equal(new Set(paths(tabs)).size, tabs.length);
  }));
});

const menu = [
  { id: '1', name: '系统', children: [{ id: '2', name: '用户', path: '/system/user', meta: { roles: ['admin'] } }, { id: '3', name: '角色', path: '/system/sysRole' }] },
  { id: '4', name: '财务', children: [{ id: '5', name: '退款', path: '/static/refundorder', meta: { roles: ['finance'] } }] },
];

test('an entry with roles is seen by those roles alone, and a folder left empty by nobody', () => {
  const seen = visible(menu, [{ id: 'x', roleName: 'admin' }]);
  assert.deepEqual(seen.map(({ id }) => id), ['1']);
  assert.deepEqual(visible(menu, []).flatMap(({ children }) => children!.map(({ id }) => id)), ['3']);
});

test('the breadcrumb is the way from the top of the menu to the page', () => {
  assert.deepEqual(trail(menu, '/system/sysRole').map(({ name }) => name), ['系统', '角色']);
  assert.deepEqual(trail(menu, '/nowhere'), []);
});

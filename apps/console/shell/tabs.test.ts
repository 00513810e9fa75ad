import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { home } from './screens.ts';
import { become, closable, closed, elsewhere, namedBy, onlyHome, onlyThis, visited } from './tabs.ts';
import type { Tabs } from './tabs.ts';
import { leaves } from './find/places.ts';
import { addressOf, trail, visible } from './menu.ts';

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

test('a page that becomes another keeps its place and gives up its name; one that is open already is not opened twice', () => {
  const named = visited(open('/a', '/b'), '/a', '', { zh: '甲', en: 'A' });
  const moved = become(named, '/a', '/c', '');
  assert.deepEqual(paths(moved), [home, '/c', '/b']);
  assert.equal(moved[1]!.label, null);
  assert.deepEqual(paths(become(named, '/a', '/b', '')), [home, '/b']);
  assert.deepEqual(paths(become(named, '/z', '/c', '')), [home, '/a', '/b']);
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
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const tabs = steps.reduce<Tabs>(
        (held, { path, close }) => (close ? closed(held, path).tabs : visited(held, path, '', null)),
        start,
      );
      assert.ok(paths(tabs).includes(home));
      assert.equal(new Set(paths(tabs)).size, tabs.length);
    }),
  );
});

test('a page without a path, an error page and a page whose name is empty get no tab', () => {
  for (const path of ['', '/404']) assert.equal(visited(start, path, '', null), start);
  assert.equal(visited(start, '/a', '', { zh: '', en: '' }), start);
});

test('a tab keeps what is known of its page, and is left as it is when nothing is new', () => {
  const label = { zh: '车场', en: 'Lots' };
  const tabs = visited(start, '/a', '?page=2', label, {
    group: 'base',
    meta: { icon: 'park' },
    params: { routerPath: 'x' },
  });
  assert.deepEqual(tabs[1], {
    path: '/a',
    search: '?page=2',
    label,
    group: 'base',
    meta: { icon: 'park' },
    params: { routerPath: 'x' },
  });
  assert.equal(visited(tabs, '/a', '?page=2', { ...label }, { group: 'base', meta: { icon: 'park' } }), tabs);
  assert.equal(visited(tabs, '/a', '?page=3', null)[1]!.group, 'base');
});

test('an address may name its page, in English too, and that name stands before the page’s own', () => {
  assert.equal(namedBy('?page=2'), null);
  assert.deepEqual(namedBy('?name=手册&i18n=Manual'), { zh: '手册', en: 'Manual' });
  assert.deepEqual(namedBy('?name=手册'), { zh: '手册', en: '手册' });
  assert.equal(
    visited(start, '/myiframe/x', '?name=手册', { zh: '外部页面', en: 'Outside page' })[1]!.label!.zh,
    '手册',
  );
});

test('a target sends an address to its own window, and is not repeated there', () => {
  assert.equal(elsewhere('/a?page=2'), null);
  assert.deepEqual(elsewhere('/a?target=_blank'), { address: '/a', target: '_blank' });
  assert.deepEqual(elsewhere('/a?page=2&target=board'), { address: '/a?page=2', target: 'board' });
});

const menu = [
  {
    id: '1',
    name: '系统',
    children: [
      { id: '2', name: '用户', path: '/system/user', meta: { roles: ['admin'] } },
      { id: '3', name: '角色', path: '/system/sysRole' },
    ],
  },
  {
    id: '4',
    name: '财务',
    children: [{ id: '5', name: '退款', path: '/static/refundorder', meta: { roles: ['finance'] } }],
  },
];

test('an entry with roles is seen by those roles alone, and a folder left empty by nobody', () => {
  const seen = visible(menu, [{ id: 'x', roleName: 'admin' }]);
  assert.deepEqual(
    seen.map(({ id }) => id),
    ['1'],
  );
  assert.deepEqual(
    visible(menu, []).flatMap(({ children }) => children!.map(({ id }) => id)),
    ['3'],
  );
});

test('the breadcrumb is the way from the top of the menu to the page', () => {
  assert.deepEqual(
    trail(menu, '/system/sysRole').map(({ name }) => name),
    ['系统', '角色'],
  );
  assert.deepEqual(trail(menu, '/nowhere'), []);
});

test('an outside address and a document open in a frame of the console, under their names', () => {
  const manual = { id: '6', name: '手册', nameEn: 'Manual', path: 'https://example.org/a?b=1' };
  const address = addressOf(manual);
  assert.equal(
    address,
    '/myiframe/https%3A%2F%2Fexample.org%2Fa%3Fb%3D1?src=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1&name=%E6%89%8B%E5%86%8C&i18n=Manual',
  );
  assert.equal(new URL(address, 'http://x').searchParams.get('src'), manual.path);
  assert.match(addressOf({ id: '7', name: '说明', path: '/files/help.html' }), /^\/myiframe\//);
  assert.equal(addressOf({ id: '8', name: '角色', path: '/system/sysRole' }), '/system/sysRole');
  assert.deepEqual(trail([manual], address.split('?')[0]!), [manual]);
});

test('the screens of a menu are its leaves with the names above them', () => {
  assert.deepEqual(
    leaves(menu).map(({ path, way }) => [path, way.map(({ zh }) => zh).join('/')]),
    [
      ['/system/user', '系统'],
      ['/system/sysRole', '系统'],
      ['/static/refundorder', '财务'],
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpen, isWall, sentTo, wanted } from './guard.ts';

const visitor = { loggedIn: false, locked: false };
const inside = { loggedIn: true, locked: false };
const locked = { loggedIn: true, locked: true };

test('a visitor is sent to the login and comes back to where he wanted to go', () => {
  const sent = sentTo('/static/incar', '?page=2', visitor)!;
  assert.equal(sent, '/login?to=%2Fstatic%2Fincar%3Fpage%3D2');
  assert.equal(wanted(sent.slice('/login'.length)), '/static/incar?page=2');
  assert.equal(sentTo('/', '', visitor), '/login');
  assert.equal(sentTo('/lock', '', visitor), '/login');
});

test('public pages and the ten routes without a login open for a visitor', () => {
  for (const path of [
    '/login',
    '/403',
    '/404',
    '/500',
    '/gxwlogin',
    '/myiframe/help',
    '/test/testMqtt',
    '/static/rdIncar',
    '/system/romoteLog',
    '/system/sysBigParkReport',
    '/static/refundorder',
    '/system/versionManagement',
    '/system/analysisCamera',
    '/static/nucleicAcidRecord',
    '/system/noWireDeviceInfo',
    '/static/dailyreport',
  ]) {
    assert.equal(sentTo(path, '', visitor), null, path);
  }
  assert.equal(isOpen('/static/incar'), false);
});

test('who is logged in does not see the login again', () => {
  assert.equal(sentTo('/login', '', inside), '/');
  assert.equal(sentTo('/login', '?to=%2Fstatic%2Fincar', inside), '/static/incar');
  assert.equal(sentTo('/static/incar', '', inside), null);
  assert.equal(sentTo('/lock', '?to=%2Fcar%2Fblacklist', inside), '/car/blacklist');
});

test('a locked screen leads every address to the lock, and the lock back', () => {
  assert.equal(sentTo('/static/incar', '?page=2', locked), '/lock?to=%2Fstatic%2Fincar%3Fpage%3D2');
  assert.equal(sentTo('/login', '', locked), '/lock');
  assert.equal(sentTo('/404', '', locked), '/lock?to=%2F404');
  assert.equal(sentTo('/lock', '?to=%2F404', locked), null);
});

test('only an address of this console is returned to', () => {
  for (const to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?to=/login',
    '/lock',
    '/gxwlogin?code=1',
    '',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '/static\t/incar',
  ]) {
    assert.equal(wanted(`?${new URLSearchParams({ to })}`), '/', to);
  }
  assert.equal(wanted('?to=/lockers'), '/lockers');
});

test('a big screen has the window to itself by its link, and by its id for whoever is logged in', () => {
  const path = '/system/sysBigParkReport';
  assert.equal(isWall(path, '#7.a.1.b', '', false), true);
  assert.equal(isWall(path, '', '?id=a', true), true);
  assert.equal(isWall(path, '', '?id=a', false), false);
  assert.equal(isWall(path, '', '', true), false);
  assert.equal(isWall('/static/incar', '#x', '?id=a', true), false);
});

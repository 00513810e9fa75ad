import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesOf, framed } from './frame.ts';

const origin = 'https://park.example.com';
const menu = addressesOf([
  { path: '/static/incar' },
  { children: [{ path: 'https://maps.example.com/lots/' }, { path: 'http://old.example.com/report.html?x=1' }] },
]);
const refusal = (src: string | null): string | undefined => framed(src, menu, origin).refused?.en;

test('an address of the menu opens, whatever follows its path', () => {
  assert.deepEqual(framed('https://maps.example.com/lots', menu, origin), { address: 'https://maps.example.com/lots' });
  assert.deepEqual(framed('https://maps.example.com/lots/?zoom=3#a', menu, origin), {
    address: 'https://maps.example.com/lots/?zoom=3#a',
  });
  assert.equal(refusal('http://old.example.com/report.html?x=2'), undefined);
});

test('an address that is not in the menu is refused with the reason', () => {
  for (const src of [
    'https://evil.example/',
    'https://maps.example.com/other',
    'https://maps.example.com.evil.example/lots',
    'http://maps.example.com/lots',
    '//evil.example/lots',
  ])
    assert.match(refusal(src)!, /not in your menu/, src);
});

test('only http and https, and no names or passwords in the address', () => {
  for (const src of [
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'blob:https://park.example.com/1',
    'https://a:b@maps.example.com/lots',
    'https://',
  ])
    assert.match(refusal(src)!, /Only pages that start with http/, src);
  for (const src of [null, '', '  ']) assert.match(refusal(src)!, /does not say what to open/);
});

test('a document of this host opens; a screen of the console in itself does not', () => {
  assert.deepEqual(framed('/help/index.html', [], origin), { address: `${origin}/help/index.html` });
  assert.match(framed('/static/incar', ['/static/incar'], origin).refused!.en, /not in your menu/);
});

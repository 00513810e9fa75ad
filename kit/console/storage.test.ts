import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import './browser.fixture.ts';
import { drop, everything, keep, kept } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('an entry is stored under the prefix with its type tag, data type and time', () => {
  const before = Date.now();
  keep('lang', 'en');
  const entry = JSON.parse(localStorage.getItem('gatehouse-lang')!) as Record<string, unknown>;
  assert.deepEqual([entry['dataType'], entry['content'], entry['type']], ['string', 'en', 'local']);
  assert.ok(Number(entry['datetime']) >= before && Number(entry['datetime']) <= Date.now());
});

test('with a type it goes into the session’s store, otherwise into the local one', () => {
  keep('tabs', [1, 2], 'session');
  keep('open', false);
  assert.equal(localStorage.getItem('gatehouse-tabs'), null);
  assert.deepEqual(kept('tabs', 'session'), [1, 2]);
  assert.equal(kept('tabs'), null);
  assert.equal(kept('open'), false);
  drop('tabs', 'session');
  assert.equal(kept('tabs', 'session'), null);
});

test('what is broken or another’s is as good as absent', () => {
  localStorage.setItem('gatehouse-look', '{broken');
  localStorage.setItem('other', '{}');
  assert.equal(kept('look'), null);
  keep('lang', 'zh');
  keep('tabs', [], 'session');
  assert.deepEqual(
    everything()
      .map(({ name, type, dataType }) => [name, type, dataType])
      .sort(),
    [
      ['lang', 'local', 'string'],
      ['tabs', 'session', 'array'],
    ],
  );
});

test('a store that refuses costs a setting, never the page', () => {
  const real = localStorage.setItem;
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  keep('lang', 'en');
  localStorage.setItem = real;
  assert.equal(kept('lang'), null);
});

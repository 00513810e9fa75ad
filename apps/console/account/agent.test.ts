import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf } from './agent.ts';

test('a browser is described in a few words', () => {
  assert.equal(
    browserOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ),
    'Chrome 140, Windows',
  );
  assert.equal(
    browserOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    ),
    'Edge 140, Windows',
  );
  assert.equal(
    browserOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0'),
    'Firefox 143, macOS',
  );
  assert.equal(browserOf('node'), 'node');
  assert.equal(browserOf(null), '—');
});

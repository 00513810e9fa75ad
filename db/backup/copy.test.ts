import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { copyOut } from './copy.ts';

test('whatever had already arrived when the other end was full waits with one listener', () => {
  type Handlers = { submit: (wire: object) => void; handleCopyData: (message: { chunk: Buffer }, wire: object) => void };
  let resumed = 0;
  const wire = { query: () => undefined, stream: { pause: () => undefined, resume: () => { resumed += 1; } } };
  const client = { query: (handlers: Handlers) => {
    handlers.submit(wire);
    for (let n = 0; n < 20; n += 1) handlers.handleCopyData({ chunk: Buffer.alloc(20_000) }, wire);
  } };
  const { bytes } = copyOut(client as unknown as pg.Client, 'COPY t TO STDOUT');
  assert.equal(bytes.listenerCount('drain'), 1);
  bytes.emit('drain');
  assert.equal(resumed, 1);
});

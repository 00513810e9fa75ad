import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import type pg from 'pg';
import { copyOut } from './copy.ts';

type Handlers = {
  submit: (wire: object) => void;
  handleCopyData: (message: { chunk: Buffer }, wire: object) => void;
  handleReadyForQuery: (wire: object) => void;
};

/** A connection where so much has arrived before the other end takes any, with or without the end of the statement. */
function arrived(
  pieces: number,
  whole: boolean,
): { bytes: ReturnType<typeof copyOut>['bytes']; paused: () => boolean } {
  let paused = false;
  const wire = {
    query: () => undefined,
    stream: {
      pause: () => {
        paused = true;
      },
      resume: () => {
        paused = false;
      },
    },
  };
  const client = {
    query: (handlers: Handlers) => {
      handlers.submit(wire);
      for (let n = 0; n < pieces; n += 1) handlers.handleCopyData({ chunk: Buffer.alloc(20_000) }, wire);
      if (whole) handlers.handleReadyForQuery(wire);
    },
  };
  return { bytes: copyOut(client as unknown as pg.Client, 'COPY t TO STDOUT').bytes, paused: () => paused };
}

test('whatever had already arrived when the other end was full waits with one listener, and more is taken once it is gone', async () => {
  const { bytes, paused } = arrived(20, false);
  assert.equal(bytes.listenerCount('drain'), 1);
  assert.ok(paused());
  bytes.resume();
  await later();
  assert.ok(!paused());
});

test('the connection goes on after a statement that ended while the other end was full', async () => {
  const { bytes, paused } = arrived(20, true);
  for await (const piece of bytes) assert.ok((piece as Buffer).length > 0);
  assert.ok(!paused());
});

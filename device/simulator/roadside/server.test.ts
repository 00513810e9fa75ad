import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must, rowsOf } from './server.ts';

test('a list is read to its last row, also where its pages are counted to 10,000 rows only', async () => {
  for (const total of [0, 99, 100, 10_000, 10_250]) {
    const server = {
      ask: async (_: string, __: string, { current, size }: Readonly<Record<string, unknown>>) => {
        const from = (Number(current) - 1) * Number(size);
        const records = Array.from({ length: Math.max(0, Math.min(Number(size), total - from)) }, (_row, nth) => ({
          id: from + nth,
        }));
        return { status: 200, data: { records, pages: Math.ceil(Math.min(total, 10_000) / Number(size)) } };
      },
    };
    const rows = await rowsOf<{ id: number }>(server, '/list', {});
    assert.equal(new Set(rows.map(({ id }) => id)).size, total);
  }
});

test('a server that is not available is called again as its answer says, and a refusal is not', async () => {
  let calls = 0;
  const after = (busy: number, status: number) => ({
    ask: async () => {
      calls += 1;
      return calls <= busy ? { status: 503, data: null, retryAfter: 0 } : { status, data: 'made' };
    },
  });
  assert.equal(await must<string>(after(3, 200), 'POST', '/thing'), 'made');
  assert.equal(calls, 4);
  calls = 0;
  await assert.rejects(must(after(0, 409), 'POST', '/thing'), /409/);
  assert.equal(calls, 1);
  calls = 0;
  await assert.rejects(must(after(Infinity, 200), 'POST', '/thing'), /503/);
  assert.equal(calls, 6);
});

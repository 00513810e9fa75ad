import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from './server.ts';

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

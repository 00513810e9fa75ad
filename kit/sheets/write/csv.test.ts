import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { csv } from './csv.ts';
import type { CellRow, Column } from './xlsx.ts';

const columns: Column[] = [
  { heading: '车牌号', style: 'text', width: 10 },
  { heading: '金额', style: 'money', width: 10 },
  { heading: '时间', style: 'dateTime', width: 10 },
  { heading: '时长', style: 'duration', width: 10 },
  { heading: '折扣', style: 'percent', width: 10 },
];
const written = async (...rows: CellRow[]): Promise<string> =>
  Buffer.concat((await Readable.from(csv(columns, [rows])).toArray()) as Buffer[]).toString('utf8');

test('a file begins with the byte order mark and its headings, lines end in CRLF', async () => {
  assert.equal(await written(), '\ufeff车牌号,金额,时间,时长,折扣\r\n');
});

test('values are written by their column: two decimals, wall time, hours, percent', async () => {
  assert.equal(
    (await written(['京A12345', -5, Date.UTC(2026, 4, 1, 8), 3661, 0.125], [null, 0.1, null, null, null]))
      .split('\r\n')
      .slice(1, 3)
      .join('|'),
    '京A12345,-5.00,2026-05-01 08:00:00,1:01:01,12.50%|,0.10,,,',
  );
});

test('every amount has the decimals it would have by itself, whole fen or not', async () => {
  const amounts = fc.oneof(
    fc.integer({ min: -1_000_000, max: 100_000_000_000_000 }).map((fen) => fen / 100),
    fc.double({ min: -1e9, max: 1e15, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(amounts, { minLength: 1 }), async (all) => {
      assert.deepEqual(
        (await written(...all.map((yuan): CellRow => [null, yuan, null, null, null]))).split('\r\n').slice(1, -1),
        all.map((yuan) => `,${yuan.toFixed(2)},,,`),
      );
    }),
    { numRuns: 300 },
  );
});

test('commas, quotes and line ends are quoted', async () => {
  assert.match(await written(['a,"b"\nc', null, null, null, null]), /\r\n"a,""b""\nc",,,,\r\n$/);
});

test('text that begins like a formula gets a quote before it', async () => {
  for (const bad of ['=1+1', '+1', '-1', '@x', '\tx', '＝1+1', '＋1', '－1', '＠x', '\n=1'])
    assert.match(await written([bad, null, null, null, null]), /\r\n"?'/);
});

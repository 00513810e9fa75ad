import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { takeRows } from './wire-rows.ts';
import type { Texts } from './wire-rows.ts';

const message = (letter: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
};
function rowOf(row: Texts): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(row.length);
  return message(
    'D',
    Buffer.concat([
      count,
      ...row.flatMap((text) => {
        const bytes = Buffer.from(text ?? '');
        const length = Buffer.alloc(4);
        length.writeInt32BE(text === null ? -1 : bytes.length);
        return [length, bytes];
      }),
    ]),
  );
}

const cells = fc.oneof(
  fc.array(
    fc.oneof(
      fc.constant(null),
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '浙A00001', 'é', '𠮷', 'x'.repeat(300)),
    ),
    { maxLength: 6 },
  ),
  fc
    .tuple(fc.constantFrom('s', 'C', 'Z', 'E', 'T'), fc.uint8Array({ maxLength: 20 }))
    .map(([letter, body]) => ({ letter, body: Buffer.from(body) })),
);

test('rows are read as they were written and everything else goes on whole, however the bytes come in pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      async (all, sizes) => {
        const stream = new PassThrough();
        const theirs: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => {
          theirs.push(Buffer.from(chunk));
        });
        const rows: Texts[] = [];
        const give = takeRows(stream, (row) => {
          rows.push(row);
        });
        const bytes = Buffer.concat(
          all.map((each) => (Array.isArray(each) ? rowOf(each) : message(each.letter, each.body))),
        );
        for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
          const size = sizes[nth % sizes.length]!;
          stream.emit('data', bytes.subarray(at, at + size));
          at += size;
        }
        assert.deepEqual(
          rows,
          all.filter((each) => Array.isArray(each)),
        );
        assert.deepEqual(
          Buffer.concat(theirs),
          Buffer.concat(all.flatMap((each) => (Array.isArray(each) ? [] : [message(each.letter, each.body)]))),
        );
        give();
        const later = message('Z', Buffer.from('I'));
        stream.emit('data', later);
        assert.deepEqual(theirs.at(-1), later);
        assert.equal(stream.listenerCount('data'), 1);
      },
    ),
  );
});

test('what has come of a message when rows are given back is not lost', () => {
  const stream = new PassThrough();
  const theirs: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    theirs.push(chunk);
  });
  const give = takeRows(stream, () => assert.fail('no row'));
  const ready = message('Z', Buffer.from('I'));
  stream.emit('data', ready.subarray(0, 3));
  give();
  stream.emit('data', ready.subarray(3));
  assert.deepEqual(Buffer.concat(theirs), ready);
});

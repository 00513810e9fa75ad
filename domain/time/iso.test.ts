import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { byHour, isoOf, msOf, wallText } from './iso.ts';
import { wallAt } from './zone.ts';

test('an instant is written as everybody writes it, of any day in any order', () => {
  const most = 8_640_000_000_000_000;
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.integer({ min: -most, max: most }),
          fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
          fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        ),
      ),
      (instants) => {
        for (const ms of instants) {
          assert.equal(isoOf(ms), new Date(ms).toISOString());
          assert.equal(wallText(ms), new Date(ms).toISOString().slice(0, -5).replace('T', ' '));
        }
      },
    ),
  );
});

test('what is no instant is refused, and the next one is right', () => {
  for (const wrong of [Number.NaN, Infinity, 8_640_000_000_000_001 + 86_400_000])
    assert.throws(() => isoOf(wrong), RangeError);
  assert.equal(isoOf(0), '1970-01-01T00:00:00.000Z');
});

test('an instant is read as everybody reads it, and what is none is none', () => {
  const most = 8_640_000_000_000_000;
  const written = fc
    .oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }))
    .map((ms) => new Date(ms).toISOString());
  const spoilt = fc
    .tuple(written, fc.nat({ max: 26 }), fc.constantFrom('', '0', '9', '-', 'Z', ' ', '+', '车', '.'))
    .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at + 1));
  const other = fc.constantFrom(
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01T08:00:00+08:00',
    '2026-02-30T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T23:59:60.000Z',
    '',
    'yesterday',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(written, spoilt, other)), (texts) => {
      for (const text of texts) assert.equal(msOf(text), Date.parse(text), text);
    }),
    { numRuns: 2_000 },
  );
});

test('the wall of an instant is put together from its hour wherever that is the same, in every zone and year', () => {
  const zones = [
    'Asia/Shanghai',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'America/New_York',
    'UTC',
  ];
  // Summer times begin and end; Shanghai had them until 1991 and stood off by 8:05:43 until 1901.
  const near = fc
    .constantFrom(
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-10-03T15:30:00Z',
      '2026-04-04T15:00:00Z',
      '1991-09-14T15:00:00Z',
      '1900-12-31T15:54:17Z',
      '1970-01-01T00:00:00Z',
      '2026-05-01T00:00:00Z',
    )
    .map((text) => Date.parse(text));
  const instant = fc.oneof(
    fc.tuple(near, fc.integer({ min: -8_000_000, max: 8_000_000 })).map(([at, off]) => at + off),
    fc.integer({ min: -62_135_596_800_000, max: 253_402_300_000_000 }),
  );
  const written = (ms: number, digits: number): string =>
    `${new Date(ms)
      .toISOString()
      .replace('T', ' ')
      .slice(0, digits === 0 ? 19 : 20 + digits)}+00`;
  for (const zone of zones) {
    const plain = (text: string): string =>
      wallText(Math.floor(wallAt(Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`), zone) / 1_000) * 1_000);
    fc.assert(
      fc.property(fc.array(fc.tuple(instant, fc.integer({ min: 0, max: 3 })), { minLength: 1 }), (queries) => {
        const quick = byHour(plain);
        for (const [ms, digits] of queries)
          for (const text of [written(ms, digits), written(ms + 1_000, 0)])
            assert.equal(quick(text), plain(text), `${text} in ${zone}`);
      }),
    );
  }
});

test('an hour in which the wall is put on is not put together', () => {
  const putOn = (text: string): string => `2026-05-01 ${text.slice(14, 16) < '20' ? '08' : '09'}${text.slice(13, 19)}`;
  const quick = byHour(putOn);
  for (const clock of ['00:00', '19:59', '20:00', '59:59'])
    assert.equal(quick(`2026-05-01 00:${clock}+00`), putOn(`2026-05-01 00:${clock}+00`));
});

test('anything but a UTC instant or a valid local time is left to the fallback', () => {
  for (const odd of [
    'infinity',
    '-infinity',
    '0044-03-15 00:00:00+00 BC',
    '12026-01-01 00:00:00+00',
    '2026-05-01 08:00:00+08',
    '2026-05-01 08:00:00',
    '',
    '2026-05-01',
  ])
    assert.equal(byHour((text) => `<${text}>`)(odd), `<${odd}>`);
  assert.equal(byHour(() => '2**')('2026-05-01 08:00:00+00'), '2**');
  assert.throws(
    () =>
      byHour(() => {
        throw new RangeError('no instant');
      })('2026-05-01 08:00:00+00'),
    RangeError,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import samples from './samples.fixture.json' with { type: 'json' };
import { PLATE_COLOURS, colourOfKind, readColour } from './colour.ts';
import {
  PLATE_KINDS,
  PLATE_LETTERS,
  PROVINCES,
  canonicalPlate,
  isMainlandPlate,
  isNewEnergy,
  isNoPlateCode,
  isUnread,
  maskPlate,
  noPlateCode,
  plateIdentity,
  plateKind,
  showPlate,
} from './plate.ts';
import type { PlateKind } from './plate.ts';

const letters = PLATE_LETTERS.split('');
const digit = fc.constantFrom(...'0123456789');
const civil = fc
  .tuple(
    fc.constantFrom(...PROVINCES),
    fc.constantFrom(...letters),
    fc.array(digit, { minLength: 4, maxLength: 4 }),
    fc.constantFrom(...'123456789', ...letters),
  )
  .map(([p, l, d, last]) => p + l + d.join('') + last);

test('all good samples have their canonical text and their kind', () => {
  assert.equal(samples.plates_good.length, 41);
  for (const { text, canonical, kind } of samples.plates_good) {
    assert.equal(canonicalPlate(text), canonical);
    assert.equal(plateKind(text), kind, text);
    assert.ok(isMainlandPlate(text), text);
    assert.ok(PLATE_KINDS[kind as PlateKind].zh && PLATE_KINDS[kind as PlateKind].en);
  }
});

test('no bad sample passes as a mainland plate', () => {
  assert.equal(samples.plates_bad.length, 42);
  for (const text of samples.plates_bad) assert.equal(isMainlandPlate(text), false, text);
});

test('canonical form is stable and never turns O into 0 or I into 1', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(canonicalPlate(canonicalPlate(text)), canonicalPlate(text));
    }),
    { numRuns: 2000 },
  );
  assert.equal(canonicalPlate('京a·1o3 4i'), '京A1O34I');
});

test('signs that look the same or are not drawn make no other plate', () => {
  for (const spelling of [
    '京\u0410\u200b12345',
    '京\u0391123\ufeff45',
    '京а12345',
    '京Ａ12345',
    '京A1\u200d23\u206045',
    '\u202e京A12345\u202c',
    '京Á12345',
    '京A\u030112345',
    '京A𝟏𝟐𝟑𝟒𝟓',
  ])
    assert.equal(canonicalPlate(spelling), '京A12345', JSON.stringify(spelling));
  assert.equal(canonicalPlate('А123ВС'), canonicalPlate('A123BC'), 'a Russian plate in either alphabet');
  for (const kept of ['12가3456', '横浜かが1234', '无牌车-A1B2'])
    assert.equal(canonicalPlate(kept), kept.normalize('NFKC'));
});

test('a car is known by 0 and 1 where no plate has O and I, and by what was read elsewhere', () => {
  for (const [written, known] of [
    ['京A1O345', '京A10345'],
    ['京A1234I', '京A12341'],
    ['粤BDI2345', '粤BD12345'],
    ['京\u0410\u041e2345', '京A02345'],
    ['粤O1234警', '粤O1234警'],
    ['京O12345', '京O12345'],
    ['OI123', 'OI123'],
    ['IO12ABC', 'IO12ABC'],
    ['京A12345', '京A12345'],
  ] as const)
    assert.equal(plateIdentity(written), known, written);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(plateIdentity(plateIdentity(text)), plateIdentity(text));
    }),
    { numRuns: 2000 },
  );
});

test('shapes from elsewhere are foreign and gibberish is unknown', () => {
  for (const foreign of ['AB 1234', 'MA-12-34', 'ABC1234', 'SBS3229P', '12가3456', 'AB12CDE', 'AB-123-CD']) {
    assert.equal(plateKind(foreign), 'foreign', foreign);
  }
  for (const text of ['', '???', '未识别', '无牌车', '1234567', '京AABCD5'])
    assert.equal(plateKind(text), 'unknown', text);
});

test('an eight-character plate is new energy and keeps all its characters', () => {
  assert.equal(isNewEnergy('粤BD12345'), true);
  assert.equal(isNewEnergy('粤B12345D'), true);
  assert.equal(isNewEnergy('粤B12345'), false);
  assert.equal(showPlate('粤BD12345'), '粤B·D12345');
  assert.equal(showPlate('使014578'), '使014578');
});

test('a no-plate code is a code in any spelling and never a plate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (serial) => {
      const code = noPlateCode(serial);
      assert.match(code, /^无牌车-[0-9A-Z]{4,}$/);
      assert.equal(canonicalPlate(code.replace('-', '')), code);
      assert.ok(isNoPlateCode(code) && !isMainlandPlate(code) && !isUnread(code));
      assert.equal(maskPlate(code), code);
    }),
  );
  assert.equal(noPlateCode(0), '无牌车-0000');
  assert.throws(() => noPlateCode(-1), RangeError);
  for (const text of ['', '_无_', '无牌车', '未识别', ' ']) assert.ok(isUnread(text) && !isNoPlateCode(text), text);
});

test('different serials give different no-plate codes', () => {
  fc.assert(fc.property(fc.nat(), fc.nat(), (a, b) => (a === b) === (noPlateCode(a) === noPlateCode(b))));
});

test('a masked plate hides at least two characters and shows the last three of a full one', () => {
  assert.equal(maskPlate('京A12345'), '京A·**345');
  assert.equal(maskPlate('粤B·D12345'), '粤B·***345');
  assert.equal(maskPlate('AB12'), 'A**2');
  assert.equal(maskPlate('A1'), '**');
  fc.assert(
    fc.property(civil, (plate) => {
      assert.equal(maskPlate(plate), `${plate.slice(0, 2)}·**${plate.slice(-3)}`);
    }),
  );
});

test('colours have words in both languages and are read from either', () => {
  assert.deepEqual(Object.keys(PLATE_COLOURS), [
    'blue',
    'yellow',
    'green',
    'yellow-green',
    'white',
    'black',
    'unknown',
  ]);
  for (const [colour, { zh, en }] of Object.entries(PLATE_COLOURS)) {
    for (const word of [colour, zh, `${zh}色`, en]) assert.equal(readColour(word), colour, word);
  }
  assert.equal(readColour('渐变'), 'unknown');
});

test('the kind determines the colour except for civil plates', () => {
  assert.equal(colourOfKind('nev_small'), 'green');
  assert.equal(colourOfKind('nev_large'), 'yellow-green');
  assert.equal(colourOfKind('civil'), 'unknown');
});

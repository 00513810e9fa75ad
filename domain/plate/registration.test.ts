import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { PROVINCES } from './plate.ts';
import { PROVINCE_NAMES, REGISTRATIONS, registrationOf } from './registration.ts';

test('a plate shows its city, also with an extra character or another spelling', () => {
  const read = {
    浙A12345: '浙A',
    浙a·12345: '浙A',
    浙AD12345: '浙A',
    粤Z1234港: '粤Z',
    浙A1234警: '浙A',
    沪B1234挂: '沪B',
    川KF2Q578: '川K',
  };
  for (const [plate, place] of Object.entries(read)) assert.equal(registrationOf(plate), place, plate);
});

test('plates without a city are recognised', () => {
  const read = {
    '无牌车-0A1B': 'none',
    '': 'none',
    未识别: 'none',
    使123456: 'service',
    WJ1234A: 'service',
    VA12345: 'service',
    AB1234: 'foreign',
    浙: 'other',
    北A12345: 'other',
  };
  for (const [plate, place] of Object.entries(read)) assert.equal(registrationOf(plate), place, plate);
});

test('every province has its names, every text one registration', () => {
  assert.deepEqual(Object.keys(PROVINCE_NAMES), [...PROVINCES]);
  for (const { zh, en } of Object.values(PROVINCE_NAMES)) assert.ok(zh && en);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const place = registrationOf(text);
      assert.ok(place in REGISTRATIONS || (place.length === 2 && PROVINCES.includes(place[0]!)));
      assert.equal(registrationOf(text), place);
    }),
  );
});

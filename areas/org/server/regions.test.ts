import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ensureRegions, readRegions, regionId, regionsText } from './regions.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const file = readRegions(readFileSync(new URL('../../../db/seed/regions.txt', import.meta.url), 'utf8'));

test('the data file holds all 34 provinces and 333 prefectures, each code once', () => {
  assert.equal(file.provinces.length, 34);
  const municipal = file.cities.filter(
    ({ above, name }) => ['110000', '120000', '310000', '500000'].includes(above!) || /直辖县级/.test(name),
  );
  assert.equal(file.cities.length - municipal.length, 333);
  const codes = [...file.provinces, ...file.cities, ...file.districts].map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
});

test('a line that cannot be read is named', () => {
  assert.throws(() => readRegions('11 北京市\n 01 x'), /line 2/);
});

test('provinces, their cities and all districts are answered as choices', async () => {
  const provinces = (await product.must(
    'GET',
    '/api/updown/plat/BaseProvince/getProvinceTree',
    {},
    { as: 'nobody' },
  )) as { value: string; label: string }[];
  const jiangsu = provinces.find(({ label }) => label === '江苏省')!;
  assert.equal(jiangsu.value, regionId('320000'));
  const cities = (await product.must(
    'GET',
    '/api/updown/plat/basecity/getCityTree',
    { provinceId: jiangsu.value },
    { as: 'nobody' },
  )) as { label: string }[];
  assert.equal(cities.length, 13);
  assert.equal(
    (await product.must('GET', '/api/updown/plat/basecity/getAllCity', {}, { as: 'nobody' })).length,
    file.cities.length,
  );
  assert.equal(
    (await product.must('GET', '/api/updown/plat/basecity/getAllArea', {}, { as: 'nobody' })).length,
    file.districts.length,
  );
});

test('loading them again changes nothing', async () => {
  const count = () => product.must('GET', '/api/updown/plat/basecity/getAllArea', {});
  const known = await count();
  await ensureRegions(product.database, regionsText());
  assert.deepEqual(await count(), known);
});

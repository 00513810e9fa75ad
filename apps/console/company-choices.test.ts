import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesIn, held } from './company-choices.ts';

const companies = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `c${at}`, label: at % 2 === 0 ? `安泊 ${at}` : `Tongda ${at}` }));
const none = async () => {
  throw new Error('the server receives no request');
};

test('ten thousand companies are held; one more leaves the mark 000000 in their place', () => {
  assert.equal(held(companies(10_000)).length, 10_000);
  assert.deepEqual(held(companies(10_001)), [{ value: '000000', label: '000000' }]);
});

test('a list to choose from has at most 300 entries, a search 200', async () => {
  assert.equal((await choicesIn(companies(5_000), '', none)).length, 300);
  const begun = performance.now();
  const found = await choicesIn(companies(5_000), ' TONGDA ', none);
  assert.ok(performance.now() - begun >= 195, 'a local search takes 200 ms');
  assert.equal(found.length, 200);
  assert.ok(found.every(({ label }) => label.startsWith('Tongda')));
});

test('with the mark the server searches, and its answer is cut as well', async () => {
  const requests: string[] = [];
  const search = async (keyword: string) => {
    requests.push(keyword);
    return companies(500);
  };
  const marked = held(companies(10_001));
  assert.equal((await choicesIn(marked, '安泊', search)).length, 200);
  assert.equal((await choicesIn(marked, '', search)).length, 300);
  assert.deepEqual(requests, ['安泊', '']);
});

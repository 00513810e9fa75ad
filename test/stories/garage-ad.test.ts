/** Adverts of garage screens: entered, and read by the screens' controllers as a file of text. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let parkId: string;
before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child);
});
after(() => product.close());

const made = (more: Record<string, unknown> = {}, as = 'groupAdmin') =>
  product.ask(
    'POST',
    '/api/updown/garagead/submit',
    {
      parkId,
      adName: '负一层',
      content: '一层|超市\n满100减5',
      startTime: '2026-11-01T00:00:00+08:00',
      endTime: '2099-12-01T00:00:00+08:00',
      ...more,
    },
    { as },
  );

test('a line of text is a line of the file, with the times of the car park and no bar of its own', async () => {
  const { id } = (await made()).body.data;
  const file = await product.ask('GET', '/api/updown/txtdown/txt/downLoad', { id });
  assert.deepEqual(file.text.split('\r\n'), [
    `${id}|2026-11-01 00:00:00|2099-12-01 00:00:00|8|一层｜超市|`,
    `${id}|2026-11-01 00:00:00|2099-12-01 00:00:00|8|满100减5|`,
    '',
  ]);
  await product.must('POST', '/api/updown/garagead/submit', { id, enabled: false });
  assert.equal(
    (await product.ask('GET', '/api/updown/txtdown/txt/downLoad', { id })).text,
    '',
    'switched off is nothing',
  );
  assert.equal(
    (await product.ask('GET', '/api/updown/txtdown/txt/downLoad', { id }, { as: 'otherTenant' })).status,
    404,
  );
  assert.equal((await product.must('GET', '/api/updown/garagead/list', { parkId, adName: '负一' })).total, 1);
  await product.must('POST', '/api/updown/garagead/remove', { ids: id });
});

test('what a screen cannot show is refused: no text and no picture, too much of it, an end before its beginning', async () => {
  const wrong = async (more: Record<string, unknown>) =>
    (await made({ adName: '错', ...more })).body.errors?.map(({ field }) => field);
  assert.deepEqual(await wrong({ content: '' }), ['content']);
  assert.deepEqual(await wrong({ content: '1\n2\n3\n4\n5' }), ['content']);
  assert.deepEqual(await wrong({ content: '长'.repeat(31) }), ['content']);
  assert.deepEqual(await wrong({ endTime: '2026-10-01T00:00:00+08:00' }), ['endTime']);
});

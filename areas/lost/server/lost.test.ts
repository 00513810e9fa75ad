import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/gatehouse/lostItem';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const registered = async (parkId: string, itemKind: string, foundTime = '2026-11-02 09:00:00'): Promise<string> =>
  (
    await product.must('POST', `${base}/submit`, {
      parkId,
      itemName: '手机',
      itemKind,
      foundTime,
      foundPlace: '出口旁',
      storedPlace: '管理室',
    })
  ).id;

test('an item is closed once: returned with who collected it, and nothing moves it afterwards', async () => {
  const parkId = await product.park(product.companies.first);
  const id = await registered(parkId, 'phone');
  const nobody = await product.ask('POST', `${base}/giveBack`, { id, ownerName: '何先生' });
  assert.equal(nobody.status, 400);
  assert.deepEqual(nobody.body.errors?.map(({ field }) => field).toSorted(), ['closedNote', 'ownerPhone']);
  await product.must('POST', `${base}/giveBack`, {
    id,
    ownerName: '何先生',
    ownerPhone: '13800000000',
    closedNote: '说出锁屏照片',
  });
  const item = await product.must('GET', `${base}/detail`, { id });
  assert.deepEqual([item.status, item.ownerName, item.closedNote], ['returned', '何先生', '说出锁屏照片']);
  assert.equal((await product.ask('POST', `${base}/dispose`, { id, closedNote: '无人认领' })).status, 409);
});

test('the report counts what was found by kind, and its sums are those of the list', async () => {
  const parkId = await product.park(product.companies.first);
  const [keys] = [await registered(parkId, 'keys'), await registered(parkId, 'keys'), await registered(parkId, 'bag')];
  await product.must('POST', `${base}/handOver`, { id: keys, closedNote: '西湖派出所 118' });
  const { records } = await product.must('GET', '/api/gatehouse/lostSum', {
    parkId,
    startTime: '2026-11-01',
    endTime: '2026-11-30',
  });
  const of = (kind: string) => records.find(({ itemKind }: { itemKind: string }) => itemKind === kind);
  assert.deepEqual([of('keys').found, of('keys').handedOver, of('keys').stored], [2, 1, 1]);
  assert.deepEqual([of('bag').found, of('bag').returnedShare], [1, 0]);
});

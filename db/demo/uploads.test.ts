/** The demo's platforms have a past and call nobody. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import { uploadRound } from '#areas/upload/server/door.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { addUploads } from './uploads.ts';

test('each platform is closed, entered before its first upload, its messages match the visits, and its log shows the outage', async () => {
  const product = await startTestProduct();
  try {
    const lot = await openLot(product);
    const T = Math.floor(Date.now() / MINUTE) * MINUTE - 300 * MINUTE;
    await lot.enter('京A10001', T);
    await lot.leave('京A10001', T + 60 * MINUTE);
    const ask: Ask = (method, path, input) => product.must(method, `/api/updown/${path}`, input);
    await addUploads(ask, product.database, [product.companies.first], Date.now());
    const { records } = await product.must('GET', '/api/updown/thirdparty/list', {});
    assert.deepEqual(
      records.map(({ openFlag, pending }: { openFlag: boolean; pending: number }) => [openFlag, pending]),
      [
        [false, 0],
        [false, 0],
      ],
    );
    const diaries = (await product.must('GET', '/api/updown/thirdparty/diary', { size: 500 })).records;
    const first = Math.min(...diaries.map(({ time }: { time: string }) => Date.parse(time)));
    for (const { createdAt } of records as { createdAt: string }[])
      assert.ok(Date.parse(createdAt) < first, `entered ${createdAt}, first upload ${new Date(first).toISOString()}`);
    const messages = await product.must('GET', '/api/updown/thirdparty/upPlatList', {});
    assert.equal(messages.total, 4);
    const diary = await product.must('GET', '/api/updown/thirdparty/diary', { outcome: 'away' });
    assert.equal(diary.total, 188);
    assert.ok((await product.must('GET', '/api/updown/thirdparty/queryGateList', {})).total >= 4);
    assert.equal(await uploadRound(product.database), 0);
  } finally {
    await product.close();
  }
});
